import type { ScoredPair } from '../../../../core/market/instruments.ts';
import type { ChartSpan, MidBar } from '../../../../core/market/mid-bars.ts';
import type { SignalMark } from '../../../../core/wire/market.ts';
import { formatPrice } from '../../../lib/figures.ts';
import { formatLocalClock, formatLocalMinute } from '../../../lib/formats.ts';
import type { BarPlaces, PlacedMark } from './bar-places.ts';
import { texts } from '../texts.ts';

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
