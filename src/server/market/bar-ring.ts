import {
  BASE_BAR_MS,
  barOpening,
  type ChartSpan,
  joinBars,
  type MidBar,
  MOST_BASE_BARS,
} from '../../core/market/mid-bars.ts';

/** The last hours of a price in bars for a chart, as long as the longest span of one. */
export class BarRing {
  #bars: [number, number, number, number, number][] = [];

  /** Adds a mid; times may be in any order, but one before the last bar is not for the chart. */
  push(timeMs: number, mid: number): void {
    const openMs = barOpening(timeMs, BASE_BAR_MS);
    const bar = this.#bars.at(-1);
    if (bar === undefined || openMs > bar[0]) {
      this.#bars.push([openMs, mid, mid, mid, mid]);
      // Half as many again, so that making room is rare.
      if (this.#bars.length > MOST_BASE_BARS * 1.5) this.#bars = this.#bars.slice(-MOST_BASE_BARS);
    } else if (openMs === bar[0]) {
      if (mid > bar[2]) bar[2] = mid;
      if (mid < bar[3]) bar[3] = mid;
      bar[4] = mid;
    }
  }

  /** Those of a span up to the last mid, oldest first. */
  bars(span: ChartSpan): readonly MidBar[] {
    return joinBars(this.#bars, span);
  }
}
