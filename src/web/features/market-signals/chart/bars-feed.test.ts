import { expect, test } from 'vitest';
import { createFakeMarketStore } from '../../../../../tests/support/fake-market-store.ts';
import { LIVE_FEED } from '../../../../../tests/support/live-feed.ts';
import { quoted } from '../../../../../tests/support/quoted.ts';
import type { MidBar } from '../../../../core/market/mid-bars.ts';
import { createBarsFeed } from './price-chart.tsx';

const NOW = Date.parse('2026-11-18T09:32:30Z');
const MINUTE = NOW - 30_000;
const arrived = () => new Promise((resolve) => setTimeout(resolve));

function open(bars: readonly MidBar[]) {
  const store = createFakeMarketStore(NOW);
  store.set({ prices: {} });
  store.bars = async (pair) => ({ pair, source: 'kraken', bars });
  const feed = createBarsFeed(store, { pair: 'EUR/USD', span: '1h' });
  feed.subscribe(() => {});
  const quote = (quotedMs: number, bid: number) =>
    store.set({ prices: { 'EUR/USD': quoted({ bid, ask: bid, quotedMs }) } });
  return { store, quote, bars: () => feed.getState().value };
}

test('a quote moves the last bar, and one of the next minute begins another', async () => {
  const { quote, bars } = open([[MINUTE, 20, 22, 18, 20]]);
  await arrived();
  quote(NOW, 12);
  quote(NOW + 30_000, 11);
  expect(bars()).toEqual([
    [MINUTE, 20, 24, 18, 24],
    [MINUTE + 60_000, 22, 22, 22, 22],
  ]);
});

test('what is older than the span goes when a bar comes', async () => {
  const hour = Array.from({ length: 60 }, (_, bar): MidBar => [MINUTE - (59 - bar) * 60_000, 1, 1, 1, 1]);
  const { quote, bars } = open(hour);
  await arrived();
  quote(NOW + 60_000, 1);
  expect(bars().length).toBe(60);
  expect(bars()[0]?.[0]).toBe(MINUTE - 58 * 60_000);
});

test('a quote that came before the past stays at its end', async () => {
  const { quote, bars } = open([[MINUTE - 60_000, 20, 20, 20, 20]]);
  quote(NOW, 12);
  await arrived();
  expect(bars().map(([openMs]) => openMs)).toEqual([MINUTE - 60_000, MINUTE]);
});

test('prices under another label are not of these bars, nor is a past that was asked for before', async () => {
  const { store, quote, bars } = open([[MINUTE - 60_000, 20, 20, 20, 20]]);
  await arrived();
  let answerLate = () => {};
  store.bars = (pair) =>
    new Promise((resolve) => {
      answerLate = () => resolve({ pair, source: 'kraken', bars: [[MINUTE - 60_000, 30, 30, 30, 30]] });
    });
  store.set({ feed: { ...LIVE_FEED, label: 'replay 2014-05-08' }, prices: {} });
  store.bars = async (pair) => ({ pair, source: 'kraken', bars: [] });
  store.set({ feed: { ...LIVE_FEED, label: 'replay 2014-05-09' } });
  quote(NOW, 12);
  await arrived();
  answerLate();
  await arrived();
  expect(bars()).toEqual([[MINUTE, 24, 24, 24, 24]]);
});
