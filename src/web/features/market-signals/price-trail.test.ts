import { expect, test } from 'vitest';
import { createFakeMarketStore } from '../../../../tests/support/fake-market-store.ts';
import { LIVE_FEED } from '../../../../tests/support/live-feed.ts';
import { quoted } from '../../../../tests/support/quoted.ts';
import { createPriceTrail } from './price-trail.ts';

const AT = 1_000_000_000;
const price = (bid: number, quotedMs: number) => ({
  prices: { 'EUR/USD': quoted({ bid, ask: bid + 2, source: 'kraken', quotedMs }) },
});

test('the past and each newer quote after it, for three minutes; prices under another label are another trail', async () => {
  const store = createFakeMarketStore(AT);
  store.points = async (pair) => ({ pair, source: 'kraken', points: [[AT - 2_000, 7]] });
  const trail = createPriceTrail(store, 'EUR/USD');
  const leave = trail.subscribe(() => {});
  await Promise.resolve();
  await Promise.resolve();
  expect(trail.getState().value).toEqual([
    [AT - 2_000, 7],
    [AT, 231_816],
  ]);
  store.set(price(99, AT));
  expect(trail.getState().value.at(-1)).toEqual([AT, 200]);
  store.set(price(100, AT - 1));
  expect(trail.getState().value.at(-1)).toEqual([AT, 200]);
  store.set(price(100, AT + 500));
  expect(trail.getState().value.at(-1)).toEqual([AT + 500, 202]);
  store.set(price(101, AT + 180_000));
  expect(trail.getState().value.map(([ms]) => ms)).toEqual([AT + 500, AT + 180_000]);
  store.set({ ...price(102, AT + 181_000), feed: { ...LIVE_FEED, label: 'replay 2014-05-08' } });
  expect(trail.getState().value).toEqual([[AT + 181_000, 206]]);
  leave();
});
