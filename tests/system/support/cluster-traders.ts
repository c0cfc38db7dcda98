import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { ScoredPair } from '../../../src/core/market/instruments.ts';
import type { SignalRequestAnswer } from '../../../src/core/wire/market.ts';
import type { Cluster, ClusterNode } from './cluster.ts';
import { type FollowingTrader, followMarket } from './following-trader.ts';

const TRADERS = 12;
/** For a busy computer; the marks are measured by `npm run bench cluster`. */
export const PATIENT = { timeout: 60_000, interval: 50 };

/** Traders on all nodes that run. */
export async function follow(cluster: Cluster): Promise<readonly FollowingTrader[]> {
  const origins = await Promise.all(cluster.nodes.map(({ server }) => server.origin));
  const running = () => origins.filter((_, at) => isAlive(cluster.nodes[at]));
  const traders = Array.from({ length: TRADERS }, () => followMarket(running, cluster.token));
  await expect.poll(() => traders.every(({ isConnected }) => isConnected), PATIENT).toBe(true);
  return traders;
}

const isAlive = (node: ClusterNode | undefined) =>
  node?.server.process.exitCode === null && node.server.process.signalCode === null;

/** Asks a node for a P-BOT signal; it is asked again with the same key where it does not accept now. */
export async function ask(
  cluster: Cluster,
  node: ClusterNode,
  pair: ScoredPair = 'EUR/USD',
): Promise<SignalRequestAnswer> {
  const body = JSON.stringify({ key: randomUUID(), pair, timeframe: '5s' });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${cluster.token}` };
  let answer: SignalRequestAnswer | undefined;
  await expect
    .poll(async () => {
      const response = await node
        .fetch('/api/market/signals', { method: 'POST', headers, body })
        .catch(() => undefined);
      answer = response?.ok ? ((await response.json()) as SignalRequestAnswer) : undefined;
      return answer !== undefined;
    }, PATIENT)
    .toBe(true);
  return answer as SignalRequestAnswer;
}

/** Every trader hears the decision on a request. */
export async function decided(
  traders: readonly FollowingTrader[],
  { pair, decidesMs }: SignalRequestAnswer,
): Promise<void> {
  const heard = ({ entries }: FollowingTrader) =>
    entries.some(
      ({ entry }) =>
        (entry.kind === 'signal' || entry.kind === 'abstained') &&
        entry.mode === 'bot' &&
        entry.decidedMs === decidesMs &&
        (entry.kind === 'signal' ? entry.pair === pair : pair in entry.reasons),
    );
  await expect.poll(() => traders.every(heard), PATIENT).toBe(true);
}

/** Nothing is missing, nothing came twice, and no trader had to start over. */
export function expectWhole(traders: readonly FollowingTrader[]): void {
  for (const { entries, resets } of traders) {
    const places = entries.map(({ index }) => index);
    expect(places).toEqual(places.map((_, at) => (places[0] as number) + at));
    expect(resets).toBe(0);
  }
}
