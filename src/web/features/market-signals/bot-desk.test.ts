import { describe, expect, test, vi } from 'vitest';
import {
  abstainedAt,
  createFakeMarketStore,
  settledFor,
  signalAt,
} from '../../../../tests/support/fake-market-store.ts';
import { epochMs } from '../../../core/time/instant.ts';
import type { SignalRequestAnswer } from '../../../core/wire/market.ts';
import { ApiError } from '../../lib/api-client.ts';
import { type Asked, type MarketChoice, createBotDesk, createRequestStore, botView } from './bot-desk.ts';

const NOW = Date.parse('2026-11-18T09:32:03Z');
const DECIDES = Date.parse('2026-11-18T09:32:05Z');
const CHOICE: MarketChoice = { pair: 'USD/JPY', timeframe: '5s' };
const SIGNAL = signalAt(DECIDES, { mode: 'bot', ...CHOICE });

const accepted = (change: Partial<SignalRequestAnswer> = {}): SignalRequestAnswer => ({
  ...CHOICE,
  nowMs: NOW,
  decidesMs: DECIDES,
  limit: { most: 12, perMs: 60_000, left: 11 },
  decision: null,
  ...change,
});
const refused = (message: string) => new ApiError(message, 429);
const unanswered = new ApiError('The server cannot be reached.');

/** With what a page before this one has left. */
function open(left?: Asked) {
  const store = createFakeMarketStore(NOW);
  let written = left;
  const requests = {
    read: () => written,
    write: (asked: Asked) => {
      written = asked;
    },
    forget: () => {
      written = undefined;
    },
  };
  store.answers = [accepted()];
  let keys = 0;
  const wait = vi.fn(async (_ms: number) => {});
  const onRefusal = vi.fn();
  const desk = createBotDesk({
    store,
    requests,
    makeKey: () => {
      keys += 1;
      return `key-${keys}`;
    },
    wait,
    onRefusal,
  });
  const close = desk.subscribe(() => {});
  const view = (atMs: number) => botView(store.getState(), desk.getState(), epochMs(atMs));
  return { store, desk, wait, onRefusal, close, view, written: () => written };
}

test('a request is asked, waits for its instant, and becomes its signal', async () => {
  const { store, desk, view } = open();
  expect(view(NOW)).toEqual({ kind: 'idle', trouble: undefined });
  const request = desk.request(CHOICE);
  expect(view(NOW)).toEqual({ kind: 'asking', choice: CHOICE });
  await request;
  expect(view(NOW)).toEqual({ kind: 'deciding', asked: { key: 'key-1', ...CHOICE, decidedMs: DECIDES } });
  store.tell(SIGNAL);
  expect(view(DECIDES)).toMatchObject({ kind: 'signal', story: { signal: { id: SIGNAL.id } } });
  store.tell(settledFor(SIGNAL));
  expect(view(DECIDES + 8_000)).toMatchObject({ kind: 'signal', story: { settled: { outcome: 'won' } } });
});

test('a signal that another trader asked for is not shown', async () => {
  const { store, desk, view } = open();
  await desk.request(CHOICE);
  store.tell(signalAt(DECIDES, { mode: 'bot', pair: 'EUR/GBP', timeframe: '5s' }), signalAt(DECIDES));
  expect(view(DECIDES)).toMatchObject({ kind: 'deciding' });
});

test('a request that waits is taken back here and on the server, and its signal is not shown', async () => {
  const { store, desk, view, written } = open();
  await desk.request(CHOICE);
  desk.cancel();
  expect(view(NOW)).toEqual({ kind: 'idle', trouble: undefined });
  expect([store.takenBack, written()]).toEqual([['key-1'], undefined]);
  store.tell(SIGNAL);
  expect(view(DECIDES)).toMatchObject({ kind: 'idle' });
});

test('a request that is decided cannot be taken back', async () => {
  const { store, desk, view } = open();
  await desk.request(CHOICE);
  store.tell(SIGNAL);
  desk.cancel();
  expect(store.takenBack).toEqual([]);
  expect(view(DECIDES)).toMatchObject({ kind: 'signal' });
});

test('an abstention says that there is none for this pair', async () => {
  const { store, desk, view } = open();
  await desk.request(CHOICE);
  store.tell(abstainedAt(DECIDES, { mode: 'bot', timeframe: '5s', reasons: { 'USD/JPY': 'spread' } }));
  expect(view(DECIDES)).toMatchObject({ kind: 'abstained', asked: { pair: 'USD/JPY' } });
});

test('a decision that came with the answer is shown at once', async () => {
  const { store, desk, view } = open();
  store.answers = [accepted({ decision: { index: 7, entry: SIGNAL } })];
  await desk.request(CHOICE);
  expect(view(DECIDES)).toMatchObject({ kind: 'signal' });
});

test('a decision that does not come is given up after twenty seconds, but not while the line is down', async () => {
  const { store, desk, view } = open();
  await desk.request(CHOICE);
  expect(view(DECIDES + 19_999)).toMatchObject({ kind: 'deciding' });
  expect(view(DECIDES + 20_000)).toMatchObject({ kind: 'lost' });
  store.set({ status: 'reconnecting', reason: 'The line is down.' });
  expect(view(DECIDES + 20_000)).toMatchObject({ kind: 'deciding' });
});

test('pressing while a request is on its way asks nothing', async () => {
  const { store, desk } = open();
  await Promise.all([desk.request(CHOICE), desk.request(CHOICE)]);
  expect(store.requests).toEqual([{ key: 'key-1', ...CHOICE }]);
});

test('without an answer the same key is sent again, after longer and longer waits', async () => {
  const { store, desk, wait, onRefusal, view } = open();
  store.answers = [unanswered, unanswered, accepted()];
  await desk.request(CHOICE);
  expect(store.requests.map(({ key }) => key)).toEqual(['key-1', 'key-1', 'key-1']);
  expect(wait.mock.calls).toEqual([[1_000], [2_000]]);
  expect(onRefusal).not.toHaveBeenCalled();
  expect(view(NOW)).toMatchObject({ kind: 'deciding' });
});

test('after four tries it is given up, and the next press is another request', async () => {
  const { store, desk, onRefusal, view } = open();
  store.answers = [unanswered];
  await desk.request(CHOICE);
  expect(store.requests).toHaveLength(4);
  expect(onRefusal).toHaveBeenCalledExactlyOnceWith('The server cannot be reached.');
  expect(view(NOW)).toMatchObject({ kind: 'idle' });
  await desk.request(CHOICE);
  expect(store.requests.at(-1)?.key).toBe('key-2');
});

test('a refusal is said in the words of the server, and is not repeated', async () => {
  const { store, desk, onRefusal } = open();
  store.answers = [refused('12 requests a minute are the most. Try again in 4 s.')];
  await desk.request(CHOICE);
  expect(store.requests).toHaveLength(1);
  expect(onRefusal).toHaveBeenCalledExactlyOnceWith('12 requests a minute are the most. Try again in 4 s.');
});

test('the last signal keeps its story while the next is asked for, and when the market forgets it', async () => {
  const { store, desk } = open();
  await desk.request(CHOICE);
  store.tell(SIGNAL);
  store.answers = [accepted({ decidesMs: DECIDES + 5_000 })];
  await desk.request(CHOICE);
  expect(desk.getState().previous?.settled).toBeUndefined();
  store.tell(settledFor(SIGNAL, { outcome: 'lost' }));
  expect(desk.getState().previous?.settled?.outcome).toBe('lost');
  store.set({ signals: { stories: [], abstentions: [] } });
  expect(desk.getState().previous?.settled?.outcome).toBe('lost');
});

test('what was decided while the page was away is there on the way back', async () => {
  const { store, desk, close, view } = open();
  await desk.request(CHOICE);
  close();
  store.tell(SIGNAL);
  expect(view(DECIDES)).toMatchObject({ kind: 'deciding' });
  desk.subscribe(() => {});
  expect(view(DECIDES)).toMatchObject({ kind: 'signal' });
});

describe('after a reload', () => {
  const ASKED: Asked = { key: 'key-0', ...CHOICE, decidedMs: epochMs(DECIDES) };

  test('no wait is shown before the desk’s clock is known, however the line is', () => {
    const { store, view } = open(ASKED);
    store.set({ status: 'reconnecting', deskTime: null });
    expect(view(0)).toMatchObject({ kind: 'idle', trouble: { title: 'Reconnecting' } });
  });

  test('a request is kept from the moment that the server took it', async () => {
    const { desk, store, written } = open();
    store.answers = [refused('The market is closed.'), accepted()];
    await desk.request(CHOICE);
    expect(written()).toBeUndefined();
    await desk.request(CHOICE);
    expect(written()).toEqual({ ...ASKED, key: 'key-2' });
  });

  test('the signal that was asked for before it is found again, running or settled', () => {
    const { store, view } = open(ASKED);
    store.set({ status: 'connecting', deskTime: null });
    expect(view(0)).toEqual({ kind: 'connecting' });
    store.tell(SIGNAL);
    store.set({ status: 'live', deskTime: { deskMs: DECIDES + 3_000, pageMs: NOW, speed: 1 } });
    expect(view(DECIDES + 3_000)).toMatchObject({ kind: 'signal', story: { signal: { id: SIGNAL.id } } });
    store.tell(settledFor(SIGNAL));
    expect(view(DECIDES + 8_000)).toMatchObject({ kind: 'signal', story: { settled: { outcome: 'won' } } });
  });

  test('a request that is not decided yet goes on waiting', () => {
    const { store, view } = open(ASKED);
    expect(view(NOW)).toEqual({ kind: 'deciding', asked: ASKED });
    store.tell(SIGNAL);
    expect(view(DECIDES)).toMatchObject({ kind: 'signal' });
  });

  test.each([
    ['too long ago', DECIDES + 20_000],
    ['on a clock that has started over', DECIDES - 5_001],
  ])('one that was decided %s and of which the market knows nothing is let go', (_, deskMs) => {
    const { store, view } = open(ASKED);
    store.set({ deskTime: { deskMs, pageMs: NOW, speed: 1 } });
    expect(view(deskMs)).toMatchObject({ kind: 'idle' });
  });
});

const KEPT: Asked = { key: 'k', pair: 'USD/JPY', timeframe: '30s', decidedMs: epochMs(1_000) };
const TRADER = 'trader@example.com';

function memory(): Storage {
  sessionStorage.clear();
  return sessionStorage;
}

test('what was written is read again by the same trader, and is nothing to another', () => {
  const storage = memory();
  createRequestStore(TRADER, () => storage).write(KEPT);
  expect(createRequestStore(TRADER, () => storage).read()).toEqual(KEPT);
  expect(createRequestStore('other@example.com', () => storage).read()).toBeUndefined();
});

test.each([
  ['nothing', undefined],
  ['no JSON', '{'],
  ['null', 'null'],
])('%s counts as no request', (_, text) => {
  const storage = memory();
  if (text !== undefined) storage.setItem('pipcast.asked', text);
  expect(createRequestStore(TRADER, () => storage).read()).toBeUndefined();
});

test('storage that is forbidden keeps nothing and breaks nothing', () => {
  const requests = createRequestStore(TRADER, () => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  requests.write(KEPT);
  requests.forget();
  expect(requests.read()).toBeUndefined();
});

test('what is forgotten is not read again', () => {
  const storage = memory();
  const requests = createRequestStore(TRADER, () => storage);
  requests.write(KEPT);
  requests.forget();
  expect(requests.read()).toBeUndefined();
});
