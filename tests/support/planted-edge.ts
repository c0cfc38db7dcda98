import { Rsi } from '../../src/core/engine/indicators/rsi.ts';
import type { BarColumns } from '../../src/core/market/bars.ts';
import { seededUint32 } from '../../src/core/random/random.ts';

/** The rule that `withEdge` makes better than a coin: the RSI crosses below this level, or in the mirror above 100 less it. */
export const PLANTED = { length: 14, level: 30 } as const;

/** The same bars, but the planted rule is right more often by so much: after its signals a part of the wrong moves is turned round. */
export function withEdge(bars: BarColumns, edge: number, seed: number): BarColumns {
  const draw = seededUint32(seed + 1_000_000);
  const rsi = new Rsi(PLANTED.length);
  const changed = {
    ...bars,
    open: bars.open.slice(),
    high: bars.high.slice(),
    low: bars.low.slice(),
    close: bars.close.slice(),
  };
  let price = bars.open[0] as number;
  let said = 0;
  let before = Number.NaN;
  for (let row = 0; row < bars.length; row += 1) {
    const open = bars.open[row] as number;
    const move = (bars.open[row + 1] ?? open) - open;
    const isTurned = said !== 0 && move * said < 0 && draw() / 2 ** 32 < 2 * edge;
    const sign = isTurned ? -1 : 1;
    const at = (column: Int32Array): number => price + sign * ((column[row] as number) - open);
    changed.open[row] = price;
    changed.close[row] = at(bars.close);
    changed.high[row] = at(isTurned ? bars.low : bars.high);
    changed.low[row] = at(isTurned ? bars.high : bars.low);
    rsi.update((changed.close[row] as number) - (changed.close[0] as number));
    const value = rsi.value;
    said = value < PLANTED.level && before >= PLANTED.level ? 1 : 0;
    if (value > 100 - PLANTED.level && before <= 100 - PLANTED.level) said = -1;
    before = value;
    price += sign * move;
  }
  return changed;
}
