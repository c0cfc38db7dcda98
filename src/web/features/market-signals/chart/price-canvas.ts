import {
  CandlestickSeries,
  ColorType,
  CrosshairMode,
  createChart,
  type IChartApi,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type LocalizationOptions,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import { priceScale, type ScoredPair } from '../../../../core/market/instruments.ts';
import type { ChartSpan } from '../../../../core/market/mid-bars.ts';
import { SECOND_MS } from '../../../../core/time/instant.ts';
import { currentLocale } from '../../../lib/catalogue.ts';
import { formatPrice } from '../../../lib/figures.ts';
import { formatLocalMinute, localOffsetMs } from '../../../lib/formats.ts';
import {
  type BarPlaces,
  barAt,
  type PlacedMark,
  type RunningSignal,
  timeTicks,
  barTime,
} from './bar-places.ts';
import { type ChartColours, readColours, SignalLayer } from './signal-layer.ts';

export interface Picture {
  readonly pair: ScoredPair;
  readonly span: ChartSpan;
  readonly look: 'candles' | 'line';
  readonly places: BarPlaces;
  readonly marks: readonly PlacedMark[];
  readonly running: RunningSignal | undefined;
}

export interface PriceCanvas {
  /** `paint` changes with the colours. */
  show(picture: Picture, paint: string): void;
  /** Puts the crosshair on the close of the bar that opens then; undefined removes it. */
  point(openMs: number | undefined): void;
  remove(): void;
}

type PriceSeries = ISeriesApi<'Candlestick'> | ISeriesApi<'Line'>;

/** A label of the time axis with its distance to the next. */
const TICK_WIDTH = 72;

/**
 * Draws prices into an element. It has a crosshair, whose bar `onPoint` gets, and neither scrolls nor zooms: the page scrolls over it.
 */
export function createPriceCanvas(
  element: HTMLElement,
  onPoint: (openMs: number | undefined) => void,
): PriceCanvas {
  const layer = new SignalLayer();
  const chart = openChart(element, {
    timeFormatter: (second) =>
      current === undefined ? '' : barTime(current.span, Number(second) * SECOND_MS),
  });
  let series: PriceSeries | undefined;
  let current: Picture | undefined;
  let pointedMs: number | undefined;
  let colours = readColours(element);
  let lastPaint: string | undefined;

  chart.subscribeCrosshairMove(({ logical, sourceEvent }) => {
    // Without a mouse event the crosshair is where `point` has put it.
    if (sourceEvent === undefined && pointedMs !== undefined) return;
    pointedMs = undefined;
    onPoint(current?.places.bars[logical ?? -1]?.[0]);
  });

  function seriesFor(look: Picture['look']): PriceSeries {
    if (series?.seriesType() === (look === 'line' ? 'Line' : 'Candlestick')) return series;
    if (series !== undefined) chart.removeSeries(series);
    series = look === 'line' ? chart.addSeries(LineSeries) : chart.addSeries(CandlestickSeries);
    series.attachPrimitive(layer);
    paintSeries(series, colours);
    return series;
  }

  function point(openMs: number | undefined): void {
    pointedMs = openMs;
    const bar = current?.places.bars[barAt(current.places, openMs) ?? -1];
    if (series === undefined || current === undefined || bar === undefined) {
      chart.clearCrosshairPosition();
      return;
    }
    chart.setCrosshairPosition(priceOf(current.pair, bar[4]), timeOf(bar[0]), series);
  }

  return {
    show(picture, paint) {
      if (paint !== lastPaint) {
        lastPaint = paint;
        colours = readColours(element);
        paintChart(chart, colours);
        if (series !== undefined) paintSeries(series, colours);
      }
      current = picture;
      fill(chart, seriesFor(picture.look), picture);
      layer.show({ ...layerOf(picture, Math.floor(element.clientWidth / TICK_WIDTH)), colours });
      if (pointedMs !== undefined) point(pointedMs);
    },
    point,
    remove: () => chart.remove(),
  };
}

function openChart(element: HTMLElement, texts: Partial<LocalizationOptions<Time>>): IChartApi {
  const line = { style: LineStyle.Solid, width: 1 } as const;
  return createChart(element, {
    autoSize: true,
    // Its logo brings a style tag, which the content security policy refuses; the card names the library in a link.
    layout: { attributionLogo: false },
    handleScroll: false,
    handleScale: false,
    crosshair: { mode: CrosshairMode.Normal, vertLine: line, horzLine: line },
    localization: { locale: currentLocale(), ...texts },
    timeScale: {
      borderVisible: false,
      lockVisibleTimeRangeOnResize: true,
      // The library's ticks follow a calendar without even steps: the layer draws them.
      tickMarkFormatter: () => '',
    },
    rightPriceScale: {
      borderVisible: false,
      entireTextOnly: true,
      scaleMargins: { top: 0.1, bottom: 0.1 },
    },
  });
}

function timeOf(openMs: number): UTCTimestamp {
  return (openMs / SECOND_MS) as UTCTimestamp;
}

function priceOf(pair: ScoredPair, doubled: number): number {
  return doubled / (2 * priceScale(pair));
}

function axisText(pair: ScoredPair, price: number): string {
  return formatPrice(pair, Math.round(price * priceScale(pair)));
}

function fill(chart: IChartApi, series: PriceSeries, picture: Picture): void {
  const { pair, places } = picture;
  const formatter = (price: number) => axisText(pair, price);
  series.applyOptions({ priceFormat: { type: 'custom', formatter, minMove: 1 / priceScale(pair) } });
  series.setData(places.bars.map((_, place) => datumOf(picture, place)));
  // The library keeps its place by the last bar with a price, which moves against an expiry ahead.
  chart.timeScale().setVisibleLogicalRange({ from: 0, to: places.bars.length - 1 });
}

/** A place as the library takes it. */
function datumOf({ pair, look, places: { firstMs, barMs, bars } }: Picture, place: number) {
  const time = timeOf(firstMs + place * barMs);
  const bar = bars[place];
  if (bar === undefined) return { time };
  const [open, high, low, close] = bar.slice(1).map((mid) => priceOf(pair, mid)) as [
    number,
    number,
    number,
    number,
  ];
  return look === 'line' ? { time, value: close } : { time, open, high, low, close };
}

function layerOf({ pair, look, places, marks, running }: Picture, mostTicks: number) {
  const last = places.bars.findLast((bar) => bar !== undefined);
  return {
    places,
    marks,
    running,
    ticks: timeTicks(places, Math.max(2, mostTicks), localOffsetMs(places.firstMs)).map((atMs) => ({
      atMs,
      text: formatLocalMinute(atMs),
    })),
    lastPrice: last && priceOf(pair, last[4]),
    extremes(place: number) {
      const bar = places.bars[place];
      if (bar === undefined) return undefined;
      const [, , high, low, close] = bar;
      return look === 'line'
        ? { low: priceOf(pair, close), high: priceOf(pair, close) }
        : { low: priceOf(pair, low), high: priceOf(pair, high) };
    },
  };
}

function paintChart(chart: IChartApi, colours: ChartColours): void {
  const crosshair = { color: colours.control, labelBackgroundColor: colours.ink };
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: colours.surface },
      textColor: colours.text,
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSize: 12,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.hairline } },
    crosshair: { vertLine: crosshair, horzLine: crosshair },
  });
}

/** Hollow rises, filled falls: ink, no colour. */
function paintSeries(series: PriceSeries, colours: ChartColours): void {
  series.applyOptions({ priceLineVisible: false, priceLineColor: colours.ink });
  if (series.seriesType() === 'Line') {
    (series as ISeriesApi<'Line'>).applyOptions({
      color: colours.ink,
      lineWidth: 2,
      crosshairMarkerBackgroundColor: colours.ink,
      crosshairMarkerBorderColor: colours.surface,
    });
    return;
  }
  (series as ISeriesApi<'Candlestick'>).applyOptions({
    upColor: colours.surface,
    downColor: colours.candle,
    borderUpColor: colours.candle,
    borderDownColor: colours.candle,
    wickUpColor: colours.candle,
    wickDownColor: colours.candle,
  });
}
