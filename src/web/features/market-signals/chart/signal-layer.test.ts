import { expect, it } from 'vitest';
import { SignalLayer } from './signal-layer.ts';

/** What the layer clears on an axis of 100 px from 1 at the top to 0, which has a figure each 10 px. */
function cleared(lastPrice: number | undefined): number[] {
  const tops: number[] = [];
  const layer = new SignalLayer();
  layer.attached({
    series: { priceToCoordinate: (price: number) => 100 - price * 100 },
    chart: { timeScale: () => ({ width: () => 0, logicalToCoordinate: () => 0 }) },
    requestUpdate: () => {},
  } as unknown as Parameters<SignalLayer['attached']>[0]);
  layer.show({ lastPrice, ticks: [], places: {}, colours: {} } as unknown as Parameters<
    SignalLayer['show']
  >[0]);
  layer.axisPrices = Array.from({ length: 11 }, (_, at) => at / 10);
  const context = { fillRect: (_: number, top: number) => tops.push(Math.round(top)) };
  const target = {
    useMediaCoordinateSpace: (draw: (scope: object) => void) => draw({ context, mediaSize: { width: 50 } }),
  };
  for (const view of layer.priceAxisPaneViews()) view.renderer()?.draw(target as never);
  return tops;
}

it('clears the figures that the tag of the last price would cover by half, and no others', () => {
  expect(cleared(0.52)).toEqual([53, 43, 33]);
  expect(cleared(undefined)).toEqual([]);
});
