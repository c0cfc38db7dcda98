import { type ChartSpan, lengthsOf } from '../../../core/market/mid-bars.ts';
import type { SignalMark } from '../../../core/wire/market.ts';
import type { FoldedSignals } from '../../../core/signals/fold-signals.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import { createMarketFeed, type MarketFeed } from './market-feed.ts';

/** How the signals of P-Special ended: those of a span before the last one, and each that ends while the page is open; oldest first. */
export function createSettledFeed(store: MarketStore, span: ChartSpan): MarketFeed<readonly SignalMark[]> {
  const { spanMs } = lengthsOf(span);
  return createMarketFeed<readonly SignalMark[]>({
    store,
    empty: [],
    load: async () => (await store.settled(span)).signals,
    extend: (marks, { signals }) => withSettled(marks, signals, spanMs),
  });
}

function withSettled(
  marks: readonly SignalMark[],
  { stories }: FoldedSignals,
  spanMs: number,
): readonly SignalMark[] {
  const known = new Set(marks.map(({ id }) => id));
  const ended = stories.flatMap(({ signal, settled }): SignalMark[] => {
    if (settled === undefined || signal.mode !== 'special' || known.has(signal.id)) return [];
    const { id, pair, direction, decidedMs } = signal;
    return [{ id, pair, direction, decidedMs, outcome: settled.outcome, control: settled.control }];
  });
  if (ended.length === 0) return marks;
  const all = [...marks, ...ended].sort((a, b) => a.decidedMs - b.decidedMs);
  const lastMs = all.at(-1)?.decidedMs ?? 0;
  const recent = all.filter(({ decidedMs }) => decidedMs > lastMs - spanMs);
  return recent.length === marks.length && recent.every(({ id }) => known.has(id)) ? marks : recent;
}
