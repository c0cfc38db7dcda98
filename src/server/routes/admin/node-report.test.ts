import { expect, test } from 'vitest';
import { epochMs } from '../../../core/time/instant.ts';
import { NO_PRICES, type NodeSources, reportNode, siteNodes } from './node-report.ts';

const node: NodeSources = {
  name: 'one:3000',
  version: '1.0.0',
  schema: '0030-nodes.sql',
  startedAt: epochMs(5),
  isDraining: () => false,
  connections: () => 7,
  market: {
    status: { state: () => 'leads', isWarm: () => false, beatAgeMs: () => 12.4 },
    prices: () => NO_PRICES,
    streams: () => new Map(Array.from({ length: 250 }, (_, at) => [`account ${at}`, 1 + (at % 3)])),
  },
};

test('a node counts all of its streams, and lists the 200 accounts with the most', () => {
  const { streams, ...report } = reportNode(node);
  expect(report).toMatchObject({ streamCount: 84 + 83 * 2 + 83 * 3, accountCount: 250, lagMs: 12 });
  expect(streams).toHaveLength(200);
  expect(streams.filter(({ count }) => count > 1)).toHaveLength(166);
});

test('a node without prices says of them that there are none', () => {
  const market = { ...node.market, status: { ...node.market.status, beatAgeMs: () => -1_000 } };
  expect(reportNode({ ...node, market })).toMatchObject({ lagMs: null, feed: null, historyMs: null });
});

test('the nodes of a site come by their age, and an account has the streams of all', async () => {
  const older = { ...reportNode(node), name: 'two:3000', startedMs: 4 };
  const nodes = siteNodes(node, {
    all: async () => [older],
    streamsOf: async () => [{ node: 'two:3000', count: 9 }],
  });
  expect((await nodes.all()).map(({ name }) => name)).toEqual(['two:3000', 'one:3000']);
  expect(await nodes.streamsOf('account 1')).toEqual([
    { node: 'one:3000', count: 2 },
    { node: 'two:3000', count: 9 },
  ]);
  expect(await siteNodes(node, undefined).streamsOf('nobody')).toEqual([]);
});
