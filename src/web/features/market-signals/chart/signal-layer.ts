import type {
  IPrimitivePaneRenderer,
  IPrimitivePaneView,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  Logical,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts';
import type { Direction } from '../../../../core/market/direction.ts';
import type { Outcome } from '../../../../core/signals/ledger-entry.ts';
import { type BarPlaces, type PlacedMark, placeOfInstant, type RunningSignal } from './bar-places.ts';

type Target = Parameters<IPrimitivePaneRenderer['draw']>[0];

/** What is drawn under and over the prices. */
interface Layer {
  readonly places: BarPlaces;
  readonly marks: readonly PlacedMark[];
  readonly running: RunningSignal | undefined;
  readonly colours: ChartColours;
  /** The lowest and the highest price of a place's bar. */
  extremes(place: number): { readonly low: number; readonly high: number } | undefined;
  readonly lastPrice: number | undefined;
  readonly ticks: readonly { readonly atMs: number; readonly text: string }[];
}

const HEIGHT = 8;
/** Least distance between the middles of two labels of the time axis, and to its ends: the library would push them in. */
const LABEL = 48;
const LABEL_HALF = 18;
/** Between a bar and its first mark, and from one mark to the next. */
const GAP = 6;
const STEP = HEIGHT + 3;
const LINE = 1.5;

/**
 * The window of the signal that runs, washed; a hairline at the last price; a triangle for each past signal: below for CALL, above for
 * PUT, filled won, hollow lost, half filled unchanged, a dash void; and even ticks under the time axis.
 */
export class SignalLayer implements ISeriesPrimitive<Time> {
  #attached: SeriesAttachedParameter<Time, SeriesType> | undefined;
  #layer: Layer | undefined;
  #ticks: readonly ISeriesPrimitiveAxisView[] = [];
  readonly #views: readonly IPrimitivePaneView[] = [
    { zOrder: () => 'bottom', renderer: () => ({ draw: (target) => this.#drawUnder(target) }) },
    { zOrder: () => 'top', renderer: () => ({ draw: (target) => this.#drawOver(target) }) },
  ];

  attached(parameters: SeriesAttachedParameter<Time, SeriesType>): void {
    this.#attached = parameters;
  }

  detached(): void {
    this.#attached = undefined;
  }

  paneViews(): readonly IPrimitivePaneView[] {
    return this.#views;
  }

  timeAxisViews(): readonly ISeriesPrimitiveAxisView[] {
    return this.#ticks;
  }

  show(layer: Layer): void {
    this.#layer = layer;
    const x = (atMs: number) => this.#x(placeOfInstant(layer.places, atMs) + 0.5);
    const stepMs = (layer.ticks[1]?.atMs ?? 0) - (layer.ticks[0]?.atMs ?? 0);
    this.#ticks = layer.ticks.map(({ atMs, text }, at) => ({
      coordinate: () => x(atMs),
      visible: () => {
        const width = this.#attached?.chart.timeScale().width() ?? 0;
        const isRoom = x(atMs) >= LABEL_HALF && x(atMs) <= width - LABEL_HALF;
        return isRoom && at % Math.ceil(LABEL / Math.max(1, x(atMs + stepMs) - x(atMs))) === 0;
      },
      text: () => text,
      textColor: () => layer.colours.text,
      backColor: () => layer.colours.surface,
      tickVisible: () => false,
    }));
    this.#attached?.requestUpdate();
  }

  /** Also between two places, which the library has no coordinate for. */
  #x(place: number): number {
    const scale = this.#attached?.chart.timeScale();
    const first = scale?.logicalToCoordinate(0 as Logical) ?? 0;
    const second = scale?.logicalToCoordinate(1 as Logical) ?? 0;
    return first + place * (second - first);
  }

  #drawUnder(target: Target): void {
    const layer = this.#layer;
    if (layer === undefined) return;
    const { running, colours, places } = layer;
    target.useMediaCoordinateSpace(({ context, mediaSize: { width, height } }) => {
      if (running !== undefined) {
        const left = this.#x(placeOfInstant(places, running.startMs));
        const right = this.#x(placeOfInstant(places, running.expiryMs));
        context.fillStyle = running.direction === 'CALL' ? colours.callWash : colours.putWash;
        context.fillRect(left, 0, Math.max(right - left, 2), height);
      }
      const y = this.#y(layer.lastPrice);
      if (y === undefined) return;
      context.fillStyle = colours.control;
      context.fillRect(0, Math.round(y), width, 1);
    });
  }

  #y(price: number | undefined): number | undefined {
    return price === undefined ? undefined : (this.#attached?.series.priceToCoordinate(price) ?? undefined);
  }

  #drawOver(target: Target): void {
    const layer = this.#layer;
    const series = this.#attached?.series;
    if (layer === undefined || series === undefined) return;
    target.useMediaCoordinateSpace(({ context }) => {
      for (const { place, level, direction, outcome } of layer.marks) {
        const extremes = layer.extremes(place);
        if (extremes === undefined) continue;
        const isCall = direction === 'CALL';
        const y = series.priceToCoordinate(isCall ? extremes.low : extremes.high);
        if (y === null) continue;
        const away = GAP + level * STEP;
        const top = isCall ? y + away : y - away - HEIGHT;
        context.save();
        context.translate(this.#x(place) - 5.5, top - 1);
        drawMark(context, direction, outcome, layer.colours);
        context.restore();
      }
    });
  }
}

/** The shapes of a mark in a box of 11 by 10, as paths: a triangle that points the way, its left half, a dash. */
function markPaths(direction: Direction) {
  const [tip, base] = direction === 'CALL' ? [1, 1 + HEIGHT] : [1 + HEIGHT, 1];
  return { whole: `M5.5 ${tip}L10 ${base}H1Z`, half: `M5.5 ${tip}V${base}H1Z`, dash: 'M1 4h9v2H1Z' };
}

function drawMark(
  context: CanvasRenderingContext2D,
  direction: Direction,
  outcome: Outcome,
  colours: ChartColours,
): void {
  const colour = direction === 'CALL' ? colours.call : colours.put;
  const { whole, half, dash } = markPaths(direction);
  const body = new Path2D(whole);
  const fill = (shape: Path2D, style: string): void => {
    context.fillStyle = style;
    context.fill(shape);
  };
  if (outcome === 'void') return fill(new Path2D(dash), colour);
  fill(body, outcome === 'won' ? colour : colours.surface);
  context.strokeStyle = colour;
  context.lineWidth = LINE;
  context.lineJoin = 'round';
  context.stroke(body);
  if (outcome === 'unchanged') fill(new Path2D(half), colour);
}

/** The design tokens of the chart: ink and hairlines; colour is for directions only. */
const TOKENS = {
  ink: '--ink',
  candle: '--ink-2',
  text: '--ink-3',
  control: '--control',
  hairline: '--line',
  surface: '--surface',
  call: '--call-text',
  put: '--put-text',
  callWash: '--call-face',
  putWash: '--put-face',
} as const;

type Token = keyof typeof TOKENS;
export type ChartColours = Readonly<Record<Token, string>>;

/** The opacity of a direction's colour in the window of its signal. */
const ALPHAS: Partial<Record<Token, number>> = { callWash: 0.2, putWash: 0.2 };
/** Hairlines stay behind the prices where all ink is of one colour. */
const FORCED_ALPHAS: Partial<Record<Token, number>> = { ...ALPHAS, hairline: 0.3, control: 0.6 };

/**
 * The colours of a theme. The chart understands no oklch(): each goes through a canvas, which tells its red, green and blue. Where the
 * reader's system chooses the colours, there are two: that of the text and that of the page.
 */
export function readColours(element: HTMLElement): ChartColours {
  const style = getComputedStyle(element);
  const isForced = matchMedia('(forced-colors: active)').matches;
  const page = getComputedStyle(document.body).backgroundColor;
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const read = (name: Token) => {
    if (context === null) return 'gray';
    const forced = name === 'surface' ? page : style.color;
    context.fillStyle = isForced ? forced : style.getPropertyValue(TOKENS[name]);
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return `rgba(${red}, ${green}, ${blue}, ${(isForced ? FORCED_ALPHAS : ALPHAS)[name] ?? 1})`;
  };
  const names = Object.keys(TOKENS) as Token[];
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Token, string>;
}
