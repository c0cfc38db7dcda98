import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/instant.ts';

/** A bar of the mid price: when it opens, in ms since 1970, and its open, high, low and close, each twice the mid in scaled units. */
export type MidBar = readonly [openMs: number, open: number, high: number, low: number, close: number];

export const CHART_SPANS = ['15m', '1h', '4h'] as const;
export type ChartSpan = (typeof CHART_SPANS)[number];

/** How long each span is, and each of its bars: 48 to 60 of them. */
const LENGTHS: Readonly<Record<ChartSpan, { readonly spanMs: number; readonly barMs: number }>> = {
  '15m': { spanMs: 15 * MINUTE_MS, barMs: 15 * SECOND_MS },
  '1h': { spanMs: HOUR_MS, barMs: MINUTE_MS },
  '4h': { spanMs: 4 * HOUR_MS, barMs: 5 * MINUTE_MS },
};

/** The bars that those of every span can be joined from, and how many of them the longest span takes. */
export const BASE_BAR_MS = LENGTHS['15m'].barMs;
export const MOST_BASE_BARS = LENGTHS['4h'].spanMs / BASE_BAR_MS;

/** How long a span and each of its bars is, in ms. */
export function lengthsOf(span: ChartSpan): { readonly spanMs: number; readonly barMs: number } {
  return LENGTHS[span];
}

/** When the bar of `barMs` opens that an instant is in. */
export function barOpening(timeMs: number, barMs: number): number {
  return Math.floor(timeMs / barMs) * barMs;
}

/** The bars with a mid at their end; the same bars when it is of an earlier bar than the last one, or changes nothing. */
export function withMid(
  bars: readonly MidBar[],
  barMs: number,
  timeMs: number,
  mid: number,
): readonly MidBar[] {
  const openMs = barOpening(timeMs, barMs);
  const last = bars.at(-1);
  if (last === undefined || openMs > last[0]) return [...bars, [openMs, mid, mid, mid, mid]];
  const [lastMs, open, high, low, close] = last;
  if (openMs < lastMs || mid === close) return bars;
  return [...bars.slice(0, -1), [lastMs, open, Math.max(high, mid), Math.min(low, mid), mid]];
}

/** A span's bars up to the last base bar, joined from base bars in order. Where nothing was quoted there is no bar. */
export function joinBars(base: readonly MidBar[], span: ChartSpan): readonly MidBar[] {
  const { spanMs, barMs } = LENGTHS[span];
  const lastMs = barOpening(base.at(-1)?.[0] ?? 0, barMs);
  const joined: [number, number, number, number, number][] = [];
  for (const [baseMs, open, high, low, close] of base) {
    const openMs = barOpening(baseMs, barMs);
    if (openMs <= lastMs - spanMs) continue;
    const bar = joined.at(-1);
    if (bar?.[0] !== openMs) joined.push([openMs, open, high, low, close]);
    else {
      bar[2] = Math.max(bar[2], high);
      bar[3] = Math.min(bar[3], low);
      bar[4] = close;
    }
  }
  return joined;
}
