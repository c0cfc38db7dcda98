import { SCORED_PAIRS } from '../../../core/market/instruments.ts';
import type { NodeReport, StreamsOnNode } from '../../../core/wire/admin.ts';
import type { EpochMs } from '../../../core/time/instant.ts';
import type { DeskFigures } from '../../desk/desk-figures.ts';
import type { ShownPrices } from '../../market/market.ts';

export interface NodeSources extends Pick<NodeReport, 'name' | 'version' | 'schema'> {
  readonly startedAt: EpochMs;
  readonly isDraining: () => boolean;
  readonly figures: Pick<DeskFigures, 'state' | 'isWarm' | 'beatAgeMs'>;
  /** Undefined where the market signals are switched off. */
  readonly market: () => Pick<ShownPrices, 'feed' | 'bars' | 'clock'> | undefined;
  /** How many connections of clients are open. */
  readonly connections: () => number;
  /** Open market streams by account. */
  readonly streams: () => ReadonlyMap<string, number>;
}

/** The nodes of the site, as the screen of operators asks for them. */
export interface SiteNodes {
  /** What each of them says of itself, the oldest first. */
  all(): Promise<readonly NodeReport[]>;
  /** Which of them send an account the market now. */
  streamsOf(account: string): Promise<readonly StreamsOnNode[]>;
}

/** Accounts with streams that a node lists. */
const MOST_LISTED = 200;

/** This node as it is now, and the others as they said last. */
export function siteNodes(own: NodeSources, others: SiteNodes | undefined): SiteNodes {
  return {
    async all() {
      const reports = [reportNode(own), ...((await others?.all()) ?? [])];
      return reports.sort((a, b) => a.startedMs - b.startedMs);
    },
    async streamsOf(account) {
      const count = own.streams().get(account);
      const here = count === undefined ? [] : [{ node: own.name, count }];
      return [...here, ...((await others?.streamsOf(account)) ?? [])];
    },
  };
}

/** What this node says of itself, now. */
export function reportNode({ startedAt, isDraining, figures, ...own }: NodeSources): NodeReport {
  const market = own.market();
  const streams = [...own.streams()].map(([account, count]) => ({ account, count }));
  const lagMs = figures.beatAgeMs();
  return {
    name: own.name,
    version: own.version,
    schema: own.schema,
    startedMs: startedAt,
    isDraining: isDraining(),
    isDesk: figures.state() === 'leads',
    isWarm: figures.isWarm(),
    connections: own.connections(),
    lagMs: lagMs < 0 ? null : Math.round(lagMs),
    feed: market?.feed() ?? null,
    historyMs: market === undefined ? null : historyOf(market),
    streamCount: streams.reduce((sum, { count }) => sum + count, 0),
    accountCount: streams.length,
    streams: streams.sort((a, b) => b.count - a.count).slice(0, MOST_LISTED),
  };
}

function historyOf(market: Pick<ShownPrices, 'bars' | 'clock'>): number {
  const nowMs = market.clock.now();
  return Math.min(...SCORED_PAIRS.map((pair) => nowMs - (market.bars(pair, '4h')[0]?.[0] ?? nowMs)));
}
