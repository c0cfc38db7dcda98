import { expect, test, vi } from 'vitest';
import type { SignalMark } from '../../../core/wire/market.ts';
import { createFakeMarketStore, settledFor, signalAt } from '../../../../tests/support/fake-market-store.ts';
import { LIVE_FEED } from '../../../../tests/support/live-feed.ts';
import { quoted } from '../../../../tests/support/quoted.ts';
import { ApiError } from '../../lib/api-client.ts';
import { createPriceTrail, createSettledFeed } from './market-feed.ts';

const NOW = Date.parse('2026-11-18T09:32:00Z');
const markAt = (minute: number): SignalMark => {
  const { id, pair, direction, decidedMs } = signalAt(NOW + minute * 60_000);
  return { id, pair, direction, decidedMs, outcome: 'lost', control: 'won' };
};
const arrived = () => new Promise((resolve) => setTimeout(resolve));

function open(...answers: (readonly SignalMark[] | ApiError)[]) {
  const store = createFakeMarketStore(NOW);
  const settled = vi.fn(async () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === undefined || answer instanceof ApiError) throw answer;
    return { signals: answer };
  });
  store.settled = settled;
  const feed = createSettledFeed(store, '1h');
  feed.subscribe(() => {});
  const minutes = () => feed.getState().value.map(({ decidedMs }) => (decidedMs - NOW) / 60_000);
  return { store, feed, settled, minutes };
}

test('a signal that ends while the page is open comes behind those of before, once', async () => {
  const { store, minutes } = open([markAt(-3), markAt(-2)]);
  await arrived();
  for (const minute of [-2, -1]) {
    const signal = signalAt(NOW + minute * 60_000);
    store.tell(signal, settledFor(signal));
  }
  expect(minutes()).toEqual([-3, -2, -1]);
});

test('signals of P-BOT and open ones are not in it, and what is older than the span goes', async () => {
  const { store, minutes } = open([markAt(-60), markAt(-59)]);
  await arrived();
  const bot = signalAt(NOW - 60_000, { mode: 'bot' });
  store.tell(bot, settledFor(bot), signalAt(NOW + 60_000));
  expect(minutes()).toEqual([-60, -59]);
  const signal = signalAt(NOW);
  store.tell(signal, settledFor(signal));
  expect(minutes()).toEqual([-59, 0]);
});

test('the past is asked for again when the line is back, when the feed is another, and by hand after a failure', async () => {
  const { store, feed, settled, minutes } = open(new ApiError('The line is down.'), [markAt(-1)]);
  await arrived();
  expect(feed.getState()).toMatchObject({ isLoaded: false, problem: 'The line is down.' });
  feed.retry();
  await arrived();
  expect([minutes(), feed.getState().problem]).toEqual([[-1], undefined]);
  store.set({ status: 'reconnecting' });
  expect(settled).toHaveBeenCalledTimes(2);
  store.set({ status: 'live' });
  expect(settled).toHaveBeenCalledTimes(3);
  store.set({ feed: { ...LIVE_FEED, source: 'deriv' } });
  expect(settled).toHaveBeenCalledTimes(4);
  store.set({ limit: null });
  expect(settled).toHaveBeenCalledTimes(4);
});

const AT = 1_000_000_000;
const price = (bid: number, quotedMs: number) => ({
  prices: { 'EUR/USD': quoted({ bid, ask: bid + 2, quotedMs }) },
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
