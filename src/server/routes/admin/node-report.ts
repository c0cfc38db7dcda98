import { SCORED_PAIRS } from '../../../core/market/instruments.ts';
import type { NodeReport, StreamsOnNode } from '../../../core/wire/admin.ts';
import type { EpochMs } from '../../../core/time/instant.ts';
import type { DeskStatus } from '../../desk/desk-status.ts';
import type { MarketPrices } from '../../market/market.ts';

export interface NodeSources extends Pick<NodeReport, 'name' | 'version' | 'schema'> {
  readonly startedAt: EpochMs;
  readonly isDraining: () => boolean;
  readonly market: NodeMarket;
  readonly connections: () => number;
}

export interface NodeMarket {
  readonly status: Pick<DeskStatus, 'state' | 'isWarm' | 'beatAgeMs'>;
  prices(): Pick<NodeReport, 'feed' | 'historyMs'>;
  /** Open market streams by account. */
  streams(): ReadonlyMap<string, number>;
}

/** Where the market is switched off. */
export const NO_PRICES = { feed: null, historyMs: null };

export interface SiteNodes {
  /** Their reports, the oldest node first. */
  all(): Promise<readonly NodeReport[]>;
  streamsOf(account: string): Promise<readonly StreamsOnNode[]>;
}

/** Most accounts with streams that a node lists. */
const MOST_LISTED = 200;

/** This node as it is now, and the others by their last reports. */
export function siteNodes(own: NodeSources, others: SiteNodes | undefined): SiteNodes {
  return {
    async all() {
      const reports = [reportNode(own), ...((await others?.all()) ?? [])];
      return reports.sort((a, b) => a.startedMs - b.startedMs);
    },
    async streamsOf(account) {
      const count = own.market.streams().get(account);
      const here = count === undefined ? [] : [{ node: own.name, count }];
      return [...here, ...((await others?.streamsOf(account)) ?? [])];
    },
  };
}

/** The report of this node, now. */
export function reportNode({ startedAt, isDraining, market, ...own }: NodeSources): NodeReport {
  const { status } = market;
  const streams = [...market.streams()].map(([account, count]) => ({ account, count }));
  const lagMs = status.beatAgeMs();
  return {
    name: own.name,
    version: own.version,
    schema: own.schema,
    startedMs: startedAt,
    isDraining: isDraining(),
    isDesk: status.state() === 'leads',
    isWarm: status.isWarm(),
    connections: own.connections(),
    lagMs: lagMs < 0 ? null : Math.round(lagMs),
    ...market.prices(),
    streamCount: streams.reduce((sum, { count }) => sum + count, 0),
    accountCount: streams.length,
    streams: streams.sort((a, b) => b.count - a.count).slice(0, MOST_LISTED),
  };
}

/** The feed of a node, and how far back its prices of all pairs go. */
export function pricesOnNode(market: Pick<MarketPrices, 'feed' | 'bars' | 'clock'>) {
  const nowMs = market.clock.now();
  const historyMs = Math.min(
    ...SCORED_PAIRS.map((pair) => nowMs - (market.bars(pair, '4h')[0]?.[0] ?? nowMs)),
  );
  return { feed: market.feed(), historyMs };
}
