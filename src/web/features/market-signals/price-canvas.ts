import {
  type AutoscaleInfo,
  ColorType,
  CrosshairMode,
  createChart,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  type UTCTimestamp,
} from 'lightweight-charts';
import { instrumentOf, priceScale, type ScoredPair } from '../../../core/market/instruments.ts';
import { type ChartLine, clockOf } from './chart-line.ts';
import { TimeMarks } from './time-marks.ts';

/** What the canvas shows at a moment. */
export interface Picture {
  readonly pair: ScoredPair;
  readonly line: ChartLine;
  readonly fromS: number;
  readonly toS: number;
  readonly marks: { readonly startS: number; readonly expiryS: number } | undefined;
  /** Twice the mid in scaled units. */
  readonly entryDoubleMid: number | undefined;
}

export interface PriceCanvas {
  /** `theme` says when the colours are others. */
  show(picture: Picture, theme: string): void;
  remove(): void;
}

/** The tokens of the design that the chart is drawn with: ink and hairlines, no colour. */
const TOKENS = {
  ink: '--ink',
  text: '--ink-3',
  mark: '--ink-2',
  hairline: '--line',
  surface: '--surface',
} as const;
type Colours = Readonly<Record<keyof typeof TOKENS, string>>;

/** Draws a price line into an element. It neither moves nor answers to the pointer: the page scrolls over it. */
export function createPriceCanvas(element: HTMLElement): PriceCanvas {
  const chart = createChart(element, {
    autoSize: true,
    // Its logo brings a style tag, which the content security policy refuses; the card names the library in a link.
    layout: { attributionLogo: false },
    handleScroll: false,
    handleScale: false,
    crosshair: { mode: CrosshairMode.Hidden },
    localization: { locale: 'en-GB', timeFormatter: (time: number) => clockOf(time) },
    timeScale: {
      timeVisible: true,
      secondsVisible: true,
      tickMarkFormatter: (time: number) => clockOf(time),
    },
    rightPriceScale: { entireTextOnly: true, scaleMargins: { top: 0.24, bottom: 0.08 } },
  });
  const series = chart.addSeries(LineSeries, {
    lineWidth: 2,
    priceLineVisible: false,
    crosshairMarkerVisible: false,
  });
  const marks = new TimeMarks();
  series.attachPrimitive(marks);
  let entryLine: IPriceLine | undefined;
  let entryPrice: number | undefined;
  let colours = readColours(element);
  let paintedTheme: string | undefined;

  function showEntry(price: number | undefined): void {
    if (price === entryPrice) return;
    if (entryLine !== undefined) series.removePriceLine(entryLine);
    entryPrice = price;
    entryLine =
      price === undefined
        ? undefined
        : series.createPriceLine({
            price,
            color: colours.mark,
            lineWidth: 1,
            lineStyle: LineStyle.Solid,
            axisLabelVisible: true,
            axisLabelColor: colours.mark,
            axisLabelTextColor: colours.surface,
            title: 'Entry',
          });
  }

  return {
    show({ pair, line, fromS, toS, marks: instants, entryDoubleMid }, theme) {
      if (theme !== paintedTheme) {
        paintedTheme = theme;
        colours = readColours(element);
        paint(chart, series, marks, colours);
        showEntry(undefined);
      }
      const { digits } = instrumentOf(pair);
      const unit = 2 * priceScale(pair);
      const entry = entryDoubleMid === undefined ? undefined : entryDoubleMid / unit;
      series.applyOptions({
        priceFormat: { type: 'price', precision: digits, minMove: 1 / priceScale(pair) },
        autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => withEntry(original(), entry, unit),
      });
      series.setData(everySecond(line, fromS, toS, unit));
      marks.show(instants);
      showEntry(entry);
      chart.timeScale().setVisibleLogicalRange({ from: 0, to: toS - fromS });
    },
    remove: () => chart.remove(),
  };
}

/** A place for each second, priced or not: so that the axis is even, and an instant ahead has its place. */
function everySecond(line: ChartLine, fromS: number, toS: number, unit: number) {
  const bySecond = new Map(line);
  return Array.from({ length: Math.max(0, toS - fromS + 1) }, (_, offset) => {
    const time = (fromS + offset) as UTCTimestamp;
    const mid = bySecond.get(time);
    return mid === undefined ? { time } : { time, value: mid / unit };
  });
}

/** The span of prices in view always holds the entry price, and is never flat. */
function withEntry(
  found: AutoscaleInfo | null,
  entry: number | undefined,
  unit: number,
): AutoscaleInfo | null {
  if (found?.priceRange == null) return found;
  const least = 20 / unit;
  const low = Math.min(found.priceRange.minValue, entry ?? Number.POSITIVE_INFINITY);
  const high = Math.max(found.priceRange.maxValue, entry ?? Number.NEGATIVE_INFINITY);
  const slack = Math.max(0, (least - (high - low)) / 2);
  return { ...found, priceRange: { minValue: low - slack, maxValue: high + slack } };
}

function paint(chart: IChartApi, series: ISeriesApi<'Line'>, marks: TimeMarks, colours: Colours): void {
  chart.applyOptions({
    layout: {
      background: { type: ColorType.Solid, color: colours.surface },
      textColor: colours.text,
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSize: 12,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.hairline } },
    rightPriceScale: { borderVisible: false },
    timeScale: { borderColor: colours.hairline },
  });
  series.applyOptions({ color: colours.ink, lastValueVisible: true, priceLineColor: colours.ink });
  marks.paint({ line: colours.mark, text: colours.text, surface: colours.surface });
}

/** The chart understands no oklch(): each token goes through a canvas, which tells its red, green and blue. */
function readColours(element: HTMLElement): Colours {
  const style = getComputedStyle(element);
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const read = (token: string) => {
    if (context === null) return 'gray';
    context.fillStyle = style.getPropertyValue(token);
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return `rgb(${red}, ${green}, ${blue})`;
  };
  return Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, read(token)])) as Record<
    keyof typeof TOKENS,
    string
  >;
}
