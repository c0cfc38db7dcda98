import { expect, test } from 'vitest';
import { createFakeMarketStore, LIVE_FEED } from '../../../../tests/support/fake-market-store.ts';
import type { ChartPoints } from '../../../core/protocol/market-protocol.ts';
import { ApiError } from '../../lib/api-client.ts';
import { createChartFeed } from './chart-feed.ts';
import { quoted } from '../../../../tests/support/quoted.ts';

const NOW = Date.parse('2026-11-18T09:32:00Z');
const S = NOW / 1000;
const past = (...points: [number, number][]): ChartPoints => ({ pair: 'EUR/USD', source: 'kraken', points });
const arrived = () => new Promise((resolve) => setTimeout(resolve));

function open(answers: (ChartPoints | ApiError)[]) {
  const store = createFakeMarketStore(NOW);
  let asked = 0;
  store.points = async () => {
    asked += 1;
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined || answer instanceof ApiError) throw answer;
    return answer;
  };
  const feed = createChartFeed(store, 'EUR/USD', null);
  const quote = (quotedMs: number, bid: number) =>
    store.set({ prices: { 'EUR/USD': quoted({ bid, ask: bid + 2, source: 'kraken', quotedMs }) } });
  return { store, feed, quote, asked: () => asked };
}

test('the past comes before the quotes that came meanwhile', async () => {
  const { feed, quote } = open([past([NOW - 2_000, 10], [NOW - 1_000, 12])]);
  feed.subscribe(() => {});
  quote(NOW + 1_000, 7);
  await arrived();
  expect(feed.getState().line).toEqual([
    [S - 2, 10],
    [S - 1, 12],
    [S, 231_816],
    [S + 1, 16],
  ]);
});

test('the past is asked for again when the line is back, and by hand after a failure', async () => {
  const failure = new ApiError('The line is down.');
  const { store, feed, asked } = open([failure, past([NOW - 1_000, 12])]);
  feed.subscribe(() => {});
  await arrived();
  expect(feed.getState().problem).toBe('The line is down.');
  feed.retry();
  await arrived();
  expect(feed.getState().problem).toBeUndefined();
  store.set({ status: 'reconnecting' });
  expect(asked()).toBe(2);
  store.set({ status: 'live' });
  expect(asked()).toBe(3);
});

test('prices under another label are not of this line', () => {
  const { store, feed, quote } = open([past()]);
  store.set({ feed: { ...LIVE_FEED, label: 'Replay of 8 May 2014' } });
  feed.subscribe(() => {});
  quote(NOW + 1_000, 7);
  expect(feed.getState().line).toEqual([]);
});
