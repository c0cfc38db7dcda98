import type { Direction } from '../../../../core/market/direction.ts';
import type { ScoredPair } from '../../../../core/market/instruments.ts';
import { barOpening, type ChartSpan, lengthsOf, type MidBar } from '../../../../core/market/mid-bars.ts';
import type { SignalMark } from '../../../../core/wire/market.ts';
import { START_DELAY_MS } from '../../../../core/market/settlement-times.ts';
import { MINUTE_MS } from '../../../../core/time/instant.ts';
import { formatPrice } from '../../../lib/figures.ts';
import { formatLocalClock, formatLocalMinute } from '../../../lib/formats.ts';
import { texts } from '../texts.ts';

export interface RunningSignal {
  readonly startMs: number;
  readonly expiryMs: number;
  readonly direction: Direction;
}

/** A past signal at the bar that it started in. */
export interface PlacedMark extends SignalMark {
  readonly place: number;
  /** How many marks of the same direction are nearer to the bar. */
  readonly level: number;
}

/** A chart's bars on an even axis: one place for each bar's time, quoted or not. */
export interface BarPlaces {
  readonly firstMs: number;
  readonly barMs: number;
  readonly bars: readonly (MidBar | undefined)[];
}

/** The places of a span that ends with the last bar, or with the expiry of the signal that runs; none without a bar. */
export function barPlaces(
  bars: readonly MidBar[],
  span: ChartSpan,
  running: RunningSignal | undefined,
): BarPlaces {
  const { spanMs, barMs } = lengthsOf(span);
  const lastBarMs = bars.at(-1)?.[0];
  if (lastBarMs === undefined) return { firstMs: 0, barMs, bars: [] };
  const aheadMs = running === undefined ? lastBarMs : barOpening(running.expiryMs - 1, barMs);
  // A signal far ahead of the last price means that the prices have stopped: then the chart ends with them.
  const lastMs = aheadMs - lastBarMs > spanMs / 4 ? lastBarMs : Math.max(lastBarMs, aheadMs);
  const firstMs = lastMs - spanMs + barMs;
  const byTime = new Map(bars.map((bar) => [bar[0], bar]));
  const count = (lastMs - firstMs) / barMs + 1;
  return {
    firstMs,
    barMs,
    bars: Array.from({ length: count }, (_, place) => byTime.get(firstMs + place * barMs)),
  };
}

/** The place whose bar an instant lies in; undefined where there is no bar. */
export function barAt({ firstMs, barMs, bars }: BarPlaces, atMs: number | undefined): number | undefined {
  if (atMs === undefined) return undefined;
  const place = Math.floor((atMs - firstMs) / barMs);
  return bars[place] === undefined ? undefined : place;
}

/** Where an instant lies between the places: 0 is the middle of the first. */
export function placeOfInstant({ firstMs, barMs }: BarPlaces, atMs: number): number {
  return (atMs - firstMs) / barMs - 0.5;
}

/** The marks of a pair that have a bar. */
export function placeMarks(
  places: BarPlaces,
  marks: readonly SignalMark[],
  pair: ScoredPair,
): readonly PlacedMark[] {
  const levels = new Map<string, number>();
  return marks.flatMap((mark) => {
    if (mark.pair !== pair) return [];
    const place = barAt(places, mark.decidedMs + START_DELAY_MS);
    if (place === undefined) return [];
    const side = `${place} ${mark.direction}`;
    const level = levels.get(side) ?? 0;
    levels.set(side, level + 1);
    return [{ ...mark, place, level }];
  });
}

const TICK_STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120].map((minutes) => minutes * MINUTE_MS);

/** Even instants of the time axis, whole on a clock that is `offsetMs` ahead of UTC: at most `most` of them. */
export function timeTicks(
  { firstMs, barMs, bars }: BarPlaces,
  most: number,
  offsetMs: number,
): readonly number[] {
  const endMs = firstMs + bars.length * barMs;
  const stepMs =
    TICK_STEPS_MS.find((step) => (endMs - firstMs) / step <= most) ?? TICK_STEPS_MS.at(-1) ?? endMs;
  const ticks: number[] = [];
  const first = Math.ceil((firstMs + offsetMs) / stepMs) * stepMs - offsetMs;
  for (let atMs = first; atMs < endMs; atMs += stepMs) ticks.push(atMs);
  return ticks;
}

/** `14:32`, or `14:32:15` where bars are shorter than a minute; on the reader's own clock. */
export function barTime(span: ChartSpan, openMs: number): string {
  return (span === '15m' ? formatLocalClock : formatLocalMinute)(openMs);
}

/** The chart in a sentence or two. */
export function describeBars(
  pair: ScoredPair,
  bars: readonly MidBar[],
  span: ChartSpan,
  marks: readonly PlacedMark[],
): string {
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return `${pair}. ${texts.noPriceYet}`;
  const course = texts.course({
    pair,
    first: midText(pair, first[1]),
    from: barTime(span, first[0]),
    last: midText(pair, last[4]),
    to: barTime(span, last[0]),
    low: midText(pair, Math.min(...bars.map(([, , , low]) => low))),
    high: midText(pair, Math.max(...bars.map(([, , high]) => high))),
  });
  return marks.length === 0 ? course : `${course} ${texts.marks({ count: marks.length })}`;
}

/** A place of the chart: its prices, and the signals that started there. */
export function describePlace(
  pair: ScoredPair,
  span: ChartSpan,
  { firstMs, barMs, bars }: BarPlaces,
  place: number,
  isLine: boolean,
): string {
  const time = barTime(span, firstMs + place * barMs);
  const bar = bars[place];
  const [open = '', high = '', low = '', close = ''] = (bar ?? []).slice(1).map((mid) => midText(pair, mid));
  const drawn = bar === undefined ? 'gap' : isLine ? 'point' : 'bar';
  return texts.place({ drawn, time, open, high, low, close });
}

/** `14:32 CALL won`. */
export function markText({ decidedMs, direction, outcome }: SignalMark): string {
  return texts.markAt({ time: formatLocalMinute(decidedMs), direction, outcome });
}

/** A mid as a price; half steps are rounded. */
export function midText(pair: ScoredPair, doubled: number): string {
  return formatPrice(pair, Math.round(doubled / 2));
}
