import { describe, expect, test } from 'vitest';
import {
  abstainedAt,
  createFakeMarketStore,
  settledFor,
  signalAt,
} from '../../../../tests/support/fake-market-store.ts';
import { LIVE_FEED } from '../../../../tests/support/live-feed.ts';
import { foldEntry, NO_SIGNALS } from '../../../core/signals/fold-signals.ts';
import type { LedgerEntry } from '../../../core/signals/ledger-entry.ts';
import { epochMs } from '../../../core/time/instant.ts';
import {
  isOpen,
  lastStory,
  mainReason,
  minutesWithoutSignal,
  reasonGroups,
  secondsTo,
  specialView,
  troubleAt,
  troubleOf,
} from './market-view.tsx';
import { quoted } from '../../../../tests/support/quoted.ts';

/** A Wednesday, 14:32:00 on the market's clock. */
const MINUTE = Date.parse('2026-11-18T09:32:00Z');
const at = (ms: number) => epochMs(MINUTE + ms);

function known(...entries: Parameters<ReturnType<typeof createFakeMarketStore>['tell']>) {
  const store = createFakeMarketStore(MINUTE);
  store.tell(...entries);
  return store;
}

describe('in the place of the P-Special signal stands', () => {
  test('the signal, from its decision to its settlement, and while that is held', () => {
    const state = known(signalAt(MINUTE)).getState();
    expect(specialView(state, at(40))).toMatchObject({ kind: 'signal' });
    expect(specialView(state, at(60_999))).toMatchObject({ kind: 'signal' });
    expect(specialView(state, at(95_999))).toMatchObject({ kind: 'signal' });
    expect(specialView(state, at(96_000))).toMatchObject({ kind: 'waiting' });
    const settled = known(signalAt(MINUTE), settledFor(signalAt(MINUTE))).getState();
    expect(specialView(settled, at(61_600 + 7_999))).toMatchObject({ kind: 'signal' });
    expect(specialView(settled, at(61_600 + 8_000))).toMatchObject({ kind: 'waiting' });
  });

  test('the new signal while the last one still runs', () => {
    const state = known(signalAt(MINUTE - 60_000, { pair: 'USD/CAD' }), signalAt(MINUTE)).getState();
    expect(specialView(state, at(200))).toMatchObject({ story: { signal: { pair: 'EUR/USD' } } });
    expect(lastStory(state, 'special', undefined)?.signal.pair).toBe('EUR/USD');
  });

  test('a signal that is void before its expiry for as long as that is held', () => {
    const signal = signalAt(MINUTE);
    const settled = settledFor(signal, { reason: 'late', atMs: MINUTE + 2_000 });
    const state = known(signal, settled).getState();
    expect(specialView(state, at(9_999))).toMatchObject({ kind: 'signal' });
    expect(specialView(state, at(10_000))).toEqual({ kind: 'waiting', nextMs: MINUTE + 60_000 });
    expect(lastStory(state, 'special', undefined)?.settled?.outcome).toBe('void');
  });

  test('the wait for the next full minute while nothing is known', () => {
    expect(specialView(known().getState(), at(0))).toEqual({ kind: 'waiting', nextMs: MINUTE + 60_000 });
    expect(specialView(known().getState(), at(59_999))).toEqual({ kind: 'waiting', nextMs: MINUTE + 60_000 });
  });

  test('an abstention for its minute, and until the next decision had time to come', () => {
    const state = known(abstainedAt(MINUTE)).getState();
    expect(specialView(state, at(40))).toMatchObject({ kind: 'abstained', nextMs: MINUTE + 60_000 });
    expect(specialView(state, at(64_999))).toMatchObject({ kind: 'abstained', nextMs: MINUTE + 120_000 });
    expect(specialView(state, at(65_000))).toMatchObject({ kind: 'waiting' });
  });

  test('the closed market on the desk clock, whatever the feeds do', () => {
    const store = known();
    store.set({ feed: { ...LIVE_FEED, isLive: false, reason: 'no-feed' } });
    const friday = epochMs(Date.parse('2026-11-20T17:00:00Z'));
    expect(specialView(store.getState(), friday)).toEqual({ kind: 'closed' });
  });

  test('what is the matter, but never in the place of a signal that runs', () => {
    const store = known();
    const feeds = [{ source: 'kraken', state: 'unreachable' }] as const;
    const dead = { ...LIVE_FEED, isLive: false, source: null, reason: 'no-feed', feeds } as const;
    store.set({ feed: dead });
    expect(specialView(store.getState(), at(10))).toEqual({
      kind: 'trouble',
      trouble: {
        title: 'No market prices',
        reason: 'Kraken is not reachable. Simulated signals still work.',
        canRetry: false,
      },
    });
    store.tell(signalAt(MINUTE));
    expect(specialView(store.getState(), at(10))).toMatchObject({ kind: 'signal' });
  });

  test('the connecting line, then why there is none', () => {
    const store = known();
    store.set({ status: 'connecting' });
    expect(specialView(store.getState(), at(0))).toEqual({ kind: 'connecting' });
    store.set({
      status: 'unavailable',
      reason: 'Market signals are moving to another server. They are back within seconds.',
    });
    expect(specialView(store.getState(), at(0))).toMatchObject({
      trouble: {
        title: 'Market signals are unavailable',
        reason: 'Market signals are moving to another server. They are back within seconds.',
        canRetry: true,
      },
    });
  });
});

test('stale prices are distinguished from none at all', () => {
  const store = known();
  expect(troubleOf(store.getState())).toBeUndefined();
  const feeds = [{ source: 'kraken', state: 'stale' }] as const;
  store.set({ feed: { ...LIVE_FEED, isLive: false, feeds, reason: 'no-feed' } });
  expect(troubleOf(store.getState())).toMatchObject({
    title: 'Prices are stale',
    reason: 'Kraken sends no fresh prices.',
  });
});

test('a quote is stale once the desk would not use it any more, as fast as its clock runs', () => {
  const store = known();
  const quotes = (speed: number) => store.set({ deskTime: { deskMs: MINUTE, pageMs: MINUTE, speed } });
  expect(troubleAt(store.getState(), at(16_500), 'EUR/USD')).toBeUndefined();
  expect(troubleAt(store.getState(), at(16_501), 'EUR/USD')).toMatchObject({
    title: 'Prices are stale',
    reason: 'There was no quote of EUR/USD in the last 15 s.',
  });
  quotes(10);
  expect(troubleAt(store.getState(), at(30_000), 'EUR/USD')).toBeUndefined();
  quotes(1);
  const fresh = quoted({ bid: 1, ask: 2, quotedMs: MINUTE + 16_000 });
  store.set({ prices: { 'USD/JPY': fresh } });
  expect(troubleAt(store.getState(), at(17_000))).toBeUndefined();
  expect(troubleAt(store.getState(), at(17_000), 'EUR/GBP')).toMatchObject({ title: 'No price yet' });
});

test('P-BOT has no signal in the weekend of the foreign exchange market, though a feed quotes', () => {
  const state = (label: string | null, quotedMs: number) => {
    const store = known();
    store.set({ feed: { ...LIVE_FEED, label }, prices: { 'EUR/USD': quoted({ bid: 1, ask: 2, quotedMs }) } });
    return store.getState();
  };
  const [closing, opening] = [epochMs(Date.parse('2026-11-20T22:00Z')), Date.parse('2026-11-22T22:00Z')];
  expect(troubleAt(state(null, closing - 1), epochMs(closing - 1), 'EUR/USD')).toBeUndefined();
  expect(troubleAt(state(null, closing), closing, 'EUR/USD')).toMatchObject({ title: 'MARKET CLOSED' });
  expect(troubleAt(state('synthetic', closing), closing, 'EUR/USD')).toBeUndefined();
  expect(troubleAt(state(null, opening), epochMs(opening), 'EUR/USD')).toBeUndefined();
});

test('a signal is open until it is settled or its expiry is reached', () => {
  const store = known(signalAt(MINUTE));
  const [story] = store.getState().signals.stories;
  if (story === undefined) throw new Error('no story');
  expect(isOpen(story, at(60_999))).toBe(true);
  expect(isOpen(story, at(61_000))).toBe(false);
});

test('the last signal is of the mode, and not the one in view', () => {
  const state = known(
    signalAt(MINUTE - 120_000),
    signalAt(MINUTE - 60_000, { mode: 'bot', pair: 'EUR/GBP' }),
    signalAt(MINUTE),
  ).getState();
  const inView = state.signals.stories.at(-1);
  expect(lastStory(state, 'special', inView)?.signal.decidedMs).toBe(MINUTE - 120_000);
  expect(lastStory(state, 'bot', inView)?.signal.pair).toBe('EUR/GBP');
});

test('pairs with the same reason stand together, in plain words', () => {
  expect(reasonGroups(abstainedAt(MINUTE))).toHaveLength(1);
  expect(mainReason(abstainedAt(MINUTE, { reasons: { 'EUR/USD': 'undecided' } }))).toBe(
    'No clear lean (under 50.2%)',
  );
  const mixed = abstainedAt(MINUTE, {
    reasons: { 'EUR/USD': 'thin', 'USD/JPY': 'spread', 'EUR/GBP': 'thin', 'USD/CAD': 'of-a-later-version' },
  });
  expect(reasonGroups(mixed)).toEqual([
    { pairs: ['EUR/USD', 'EUR/GBP'], reason: 'Prices too quiet' },
    { pairs: ['USD/JPY'], reason: 'Spread too wide' },
    { pairs: ['USD/CAD'], reason: 'of-a-later-version' },
  ]);
  expect(mainReason(mixed)).toBe('No pair was clear enough for a signal');
  expect(reasonGroups(mixed, 'USD/JPY')).toEqual([{ pairs: ['USD/JPY'], reason: 'Spread too wide' }]);
});

test('seconds to an instant are rounded up and never negative', () => {
  expect([
    secondsTo(MINUTE + 5_000, at(0)),
    secondsTo(MINUTE + 5_000, at(1)),
    secondsTo(MINUTE, at(1)),
  ]).toEqual([5, 5, 0]);
});

describe('of the last hour', () => {
  const hour = (without: (minute: number) => boolean, from = 0) =>
    Array.from({ length: 60 - from }, (_, index) => {
      const decidedMs = MINUTE - (59 - from - index) * 60_000;
      return without(index) ? abstainedAt(decidedMs) : signalAt(decidedMs);
    });
  const folded = (entries: readonly LedgerEntry[]) =>
    entries.reduce(
      (signals, entry, index) => foldEntry(signals, { index, entry }, { special: 60, bot: 30 }),
      NO_SIGNALS,
    );

  test('the minutes without a signal are counted, once all sixty are known', () => {
    const every4th = (minute: number) => minute % 4 === 0;
    expect(minutesWithoutSignal(folded(hour(every4th)), at(20_000))).toBe(15);
    expect(minutesWithoutSignal(folded(hour(() => false)), at(20_000))).toBe(0);
    expect(minutesWithoutSignal(folded(hour(every4th, 1)), at(20_000))).toBeUndefined();
    expect(minutesWithoutSignal(folded([]), at(20_000))).toBeUndefined();
  });

  test('an outage in between, or the last two minutes without a decision, make it unknown', () => {
    const entries = hour(() => true);
    expect(minutesWithoutSignal(folded(entries.toSpliced(30, 1)), at(20_000))).toBeUndefined();
    expect(minutesWithoutSignal(folded(entries), at(119_999))).toBe(60);
    expect(minutesWithoutSignal(folded(entries), at(120_000))).toBeUndefined();
  });

  test('requests of P-BOT do not count', () => {
    const entries = hour(() => true).toSpliced(30, 1);
    const asked = abstainedAt(MINUTE - 29 * 60_000, { mode: 'bot' });
    expect(minutesWithoutSignal(folded([...entries, asked]), at(20_000))).toBeUndefined();
  });
});
