import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import type { NodeReport } from '../../core/protocol/admin-protocol.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { DeskFigures } from '../desk/desk-figures.ts';
import type { ShownPrices } from '../market/market.ts';

export interface NodeSources {
  /** Tells this server from the others of the site, for people. */
  readonly name: string;
  readonly version: string;
  readonly startedAt: EpochMs;
  readonly figures: Pick<DeskFigures, 'isLeader'>;
  /** Undefined where the market signals are switched off. */
  readonly market: Pick<ShownPrices, 'feed' | 'bars' | 'clock'> | undefined;
  /** Open market streams by account. */
  readonly streams: () => ReadonlyMap<string, number>;
}

/** What this server knows of itself, now. */
export function reportNode({ name, version, startedAt, figures, market, streams }: NodeSources): NodeReport {
  return {
    name,
    version,
    startedMs: startedAt,
    isDesk: figures.isLeader(),
    feed: market?.feed() ?? null,
    historyMs: market === undefined ? null : historyOf(market),
    streams: [...streams()].map(([account, count]) => ({ account, count })),
  };
}

function historyOf(market: Pick<ShownPrices, 'bars' | 'clock'>): number {
  const nowMs = market.clock.now();
  return Math.min(...SCORED_PAIRS.map((pair) => nowMs - (market.bars(pair, '4h')[0]?.[0] ?? nowMs)));
}
