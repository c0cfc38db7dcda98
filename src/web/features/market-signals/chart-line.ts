import { epochMs, MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { ScaledPrice } from '../../../core/market/scaled-price.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import { formatPrice } from '../../lib/figures.ts';
import { formatLocalClock } from '../../lib/formats.ts';

/** Mids by the second, oldest first: `[second since 1970, twice the mid in scaled units]`. */
export type ChartLine = readonly (readonly [second: number, doubleMid: number])[];

/** What is kept of a line, and what of it is in view. */
const KEPT_S = (35 * MINUTE_MS) / SECOND_MS;
const SHOWN_S = (5 * MINUTE_MS) / SECOND_MS;
/** The table has a row for each of these. */
const ROW_S = 10;

/** One mid a second, the second's last. Points must be in order. */
export function lineOf(points: readonly (readonly [ms: number, doubleMid: number])[]): ChartLine {
  const line: [number, number][] = [];
  for (const [ms, mid] of points) {
    const second = Math.floor(ms / SECOND_MS);
    const last = line.at(-1);
    if (last?.[0] === second) last[1] = mid;
    else line.push([second, mid]);
  }
  return line;
}

/** The line with a quote at its end; the same line when the quote is not newer, without what is too old. */
export function extended(
  line: ChartLine,
  quote: { readonly quotedMs: number; readonly bid: ScaledPrice; readonly ask: ScaledPrice },
): ChartLine {
  const second = Math.floor(quote.quotedMs / SECOND_MS);
  const mid = doubleMid(quote);
  const last = line.at(-1);
  if (last !== undefined && (second < last[0] || (second === last[0] && mid === last[1]))) return line;
  const before = last?.[0] === second ? line.slice(0, -1) : line;
  return [...before.filter(([at]) => at > second - KEPT_S), [second, mid]];
}

/** The two instants of a signal that stand in the chart, in seconds; undefined without a signal. */
export function marksOf(story: SignalStory | undefined) {
  if (story === undefined) return undefined;
  const { startMs, expiryMs } = story.signal;
  return { startS: Math.floor(startMs / SECOND_MS), expiryS: Math.floor(expiryMs / SECOND_MS) };
}

/** What is in view: the last five minutes, and on to the expiry while it is ahead. */
export function shownSpan(line: ChartLine, story: SignalStory | undefined) {
  const lastS = line.at(-1)?.[0];
  if (lastS === undefined) return undefined;
  return { fromS: lastS - SHOWN_S, toS: Math.max(lastS, marksOf(story)?.expiryS ?? 0) };
}

/** The points in view. */
export function shownLine(line: ChartLine, story: SignalStory | undefined): ChartLine {
  const span = shownSpan(line, story);
  return span === undefined ? [] : line.filter(([at]) => at >= span.fromS);
}

/** A row for every ten seconds in view that has a price, newest first. */
export function tableRows(line: ChartLine, story: SignalStory | undefined): ChartLine {
  const rows = new Map<number, readonly [number, number]>();
  for (const point of shownLine(line, story)) rows.set(Math.floor(point[0] / ROW_S), point);
  return [...rows.values()].reverse();
}

/** What the chart shows, in words. */
export function describeChart(pair: ScoredPair, line: ChartLine, story: SignalStory | undefined): string {
  const shown = shownLine(line, story);
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return `${pair}, no prices yet`;
  const mids = shown.map(([, mid]) => mid);
  const price = (mid: number) => formatPrice(pair, mid / 2);
  const course =
    `${pair} mid price from ${price(first[1])} at ${clockOf(first[0])} to ${price(last[1])} at ${clockOf(last[0])},` +
    ` lowest ${price(Math.min(...mids))}, highest ${price(Math.max(...mids))}.`;
  if (story === undefined) return course;
  const { signal, entered } = story;
  const entry =
    entered === undefined ? 'no entry price yet' : `entry price ${price(doubleMid(entered.quote))}`;
  return `${course} ${signal.direction} starts at ${clockOf(signal.startMs / SECOND_MS)}, ${entry}, expires at ${clockOf(signal.expiryMs / SECOND_MS)}.`;
}

/** `14:32:18` on the user's clock. */
export function clockOf(second: number): string {
  return formatLocalClock(epochMs(second * SECOND_MS));
}
