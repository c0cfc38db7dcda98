import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPageHidden } from '../../../../tests/support/page-visibility.ts';
import { epochMs } from '../../../core/kit/time.ts';
import type { PlacedEntry, SignalEntry } from '../../../core/ledger/ledger-entry.ts';
import type { FeedReport, MarketSnapshot } from '../../../core/protocol/market-protocol.ts';
import { createMarketStore, type MarketState, type MarketStore } from './market-store.ts';

const START = Date.UTC(2026, 10, 20, 12);
const LIMIT = { most: 12, perMs: 60_000, left: 12 };
const FEED: FeedReport = {
  isLive: true,
  source: 'kraken',
  label: null,
  reason: null,
  feeds: [{ source: 'kraken', state: 'live', reason: null }],
  disagreements: [],
};

/** One connection to the server that the test plays. */
interface Line {
  readonly token: string | null;
  readonly lastEventId: string | null;
  send(text: string): void;
  end(): void;
}

let lines: Line[];
let answers: (() => Response)[];
let tokens: string[];
let store: MarketStore;
let unsubscribe: () => void;

/** Lets what was sent arrive: readers and timers take turns. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const server: typeof fetch = async (_url, init) => {
  const headers = new Headers(init?.headers);
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
    cancel() {
      controller = undefined;
    },
  });
  init?.signal?.addEventListener('abort', () => {
    controller?.error(new DOMException('aborted', 'AbortError'));
    controller = undefined;
  });
  lines.push({
    token: headers.get('authorization'),
    lastEventId: headers.get('last-event-id'),
    send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => {
      controller?.close();
      controller = undefined;
    },
  });
  const answer = answers.shift();
  return answer === undefined ? new Response(body, { status: 200 }) : answer();
};

const refusal =
  (status: number, message: string, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ error: { code: 'x', message } }, { status, headers });

function event(name: string, data: unknown, id = ''): string {
  return `${id && `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function hello(change: Partial<MarketSnapshot> = {}): string {
  const snapshot: MarketSnapshot = {
    nowMs: Date.now(),
    speed: 1,
    ledger: { name: 'live', size: 5 },
    feed: FEED,
    prices: [],
    recent: [],
    limit: LIMIT,
    ...change,
  };
  return event('hello', snapshot);
}

function signal(index: number): PlacedEntry {
  const entry: SignalEntry = {
    kind: 'signal',
    atMs: START,
    id: `signal-${index}`,
    mode: 'special',
    source: 'kraken',
    pair: 'EUR/USD',
    timeframe: '1min',
    decidedMs: START,
    startMs: START + 1_000,
    expiryMs: START + 61_000,
    direction: 'CALL',
    confidence: 53.2,
    engine: 'test',
    explanation: 'A test.',
    control: 'PUT',
  };
  return { index, entry };
}

const sendEntry = (line: Line | undefined, index: number) =>
  line?.send(event('entry', signal(index), `live/${index}`));
const told = (state: MarketState) => state.signals.stories.map(({ index }) => index);

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  lines = [];
  answers = [];
  tokens = ['token-1', 'token-2', 'token-3'];
  store = createMarketStore({
    getToken: async (refused) => tokens.find((token) => token !== refused),
    fetch: server,
    now: () => epochMs(Date.now()),
    // Half of the spread: each wait is as long as it says.
    random: () => 2 ** 31,
  });
  unsubscribe = () => {};
});

afterEach(() => {
  unsubscribe();
  vi.useRealTimers();
});

/** Has the store connect, and lets its request arrive. */
async function open(listener: () => void = () => {}): Promise<void> {
  unsubscribe();
  unsubscribe = store.subscribe(listener);
  await settle();
}

/** A line on which hello has come. */
async function connected(): Promise<Line | undefined> {
  if (lines.length === 0) await open();
  await settle();
  lines.at(-1)?.send(hello());
  await settle();
  return lines.at(-1);
}

describe('the market store', () => {
  it('is connecting, then live with what hello says', async () => {
    expect(store.getState()).toMatchObject({ status: 'connecting', reason: null, feed: null });
    await open();
    expect(lines[0]).toMatchObject({ token: 'Bearer token-1', lastEventId: null });
    const prices = [{ pair: 'EUR/USD', bid: 111_500, ask: 111_505, ageMs: 400 }] as const;
    lines[0]?.send(hello({ prices, recent: [signal(3)] }));
    await settle();
    expect(store.getState()).toMatchObject({
      status: 'live',
      feed: FEED,
      limit: LIMIT,
      prices: { 'EUR/USD': { bid: 111_500, ask: 111_505, source: 'kraken', quotedMs: START - 400 } },
      offsetMs: 0,
      isClockOff: false,
      lastMessageAt: START,
    });
    expect(told(store.getState())).toEqual([3]);
  });

  it('takes in entries, prices and the feed as they come, and tells its listeners', async () => {
    const listener = vi.fn();
    await open(listener);
    const line = await connected();
    listener.mockClear();
    sendEntry(line, 5);
    line?.send(event('feed', { ...FEED, isLive: false, reason: 'No feed is live.' }));
    const quote = { pair: 'USD/JPY', bid: 150_000, ask: 150_003, ageMs: 20 };
    line?.send(event('prices', { nowMs: START + 1_000, source: 'deriv', prices: [quote] }));
    await settle();
    expect(listener).toHaveBeenCalledTimes(3);
    expect(told(store.getState())).toEqual([5]);
    expect(store.getState()).toMatchObject({
      feed: { isLive: false, reason: 'No feed is live.' },
      prices: { 'USD/JPY': { bid: 150_000, source: 'deriv', quotedMs: START + 980 } },
    });
  });

  it('goes on after its last entry when the line is back, without a gap or a double', async () => {
    const first = await connected();
    sendEntry(first, 5);
    sendEntry(first, 6);
    await settle();
    first?.end();
    await settle();
    expect(store.getState()).toMatchObject({
      status: 'reconnecting',
      reason: 'The connection to the server was lost.',
    });
    await pass(999);
    expect(lines.length).toBe(1);
    await pass(1);
    expect(lines[1]?.lastEventId).toBe('live/6');
    lines[1]?.send(hello({ ledger: { name: 'live', size: 9 } }));
    for (const index of [6, 7, 8]) sendEntry(lines[1], index);
    await settle();
    expect(store.getState()).toMatchObject({ status: 'live', reason: null });
    expect(told(store.getState())).toEqual([5, 6, 7, 8]);
  });

  it('connects anew when an entry is missing, and asks for it', async () => {
    const line = await connected();
    sendEntry(line, 5);
    sendEntry(line, 7);
    await pass(1_000);
    expect(lines[1]?.lastEventId).toBe('live/5');
    expect(told(store.getState())).toEqual([5]);
  });

  it('starts over after a reset', async () => {
    const line = await connected();
    sendEntry(line, 5);
    line?.end();
    await pass(1_000);
    lines[1]?.send(
      `${event('reset', {})}${hello({ ledger: { name: 'replay-2', size: 2 }, recent: [signal(1)] })}`,
    );
    await settle();
    expect(told(store.getState())).toEqual([1]);
    lines[1]?.end();
    await pass(2_000);
    expect(lines[2]?.lastEventId).toBe('replay-2/1');
  });

  it('waits longer after each failure, up to half a minute, and begins anew after a good connection', async () => {
    const refused = refusal(503, 'This server has as many streams as it can serve.');
    answers = Array.from({ length: 8 }, () => refused);
    await open();
    const waits: number[] = [];
    for (let seen = 1, last = Date.now(); seen <= 8; ) {
      await pass(500);
      if (lines.length <= seen) continue;
      waits.push(Date.now() - last);
      last = Date.now();
      seen = lines.length;
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(store.getState()).toMatchObject({
      status: 'reconnecting',
      reason: 'This server has as many streams as it can serve.',
    });
    const line = await connected();
    await pass(10_000);
    line?.end();
    const before = lines.length;
    await pass(1_000);
    expect(lines.length).toBe(before + 1);
  });

  it('waits no shorter than the server asks for', async () => {
    answers = [refusal(429, 'Too many.', { 'retry-after': '30' })];
    await open();
    await pass(44_000);
    expect(lines.length).toBe(1);
    await pass(1_000);
    expect(lines.length).toBe(2);
  });

  it('says why this server has no market, and asks again when it is told to', async () => {
    await open();
    const feed = { ...FEED, isLive: false, source: null, reason: 'Prices are switched off.' };
    lines[0]?.send(`retry: 60000\n${hello({ ledger: { name: '', size: 0 }, feed })}`);
    lines[0]?.end();
    await settle();
    expect(store.getState()).toMatchObject({ status: 'unavailable', reason: 'Prices are switched off.' });
    await pass(59_000);
    expect(lines.length).toBe(1);
    store.retry();
    await settle();
    expect([lines.length, lines[1]?.lastEventId]).toEqual([2, null]);
    await connected();
    expect(store.getState()).toMatchObject({ status: 'live', reason: null });
  });

  it('asks the session for a fresh token when one is refused', async () => {
    answers = [refusal(401, 'invalid JWT')];
    await open();
    expect(lines.map(({ token }) => token)).toEqual(['Bearer token-1', 'Bearer token-2']);
    await connected();
    expect(store.getState().status).toBe('live');
  });

  it('gives a silent line up after 40 s', async () => {
    const line = await connected();
    await pass(39_000);
    line?.send(':\n\n');
    await pass(39_000);
    expect(store.getState().status).toBe('live');
    await pass(2_001);
    expect(lines.length).toBe(2);
  });

  it('closes after a minute in a hidden tab and goes on when the tab is seen again', async () => {
    const line = await connected();
    sendEntry(line, 5);
    setPageHidden(true);
    await pass(15_000);
    line?.send(':\n\n');
    await pass(30_000);
    line?.send(':\n\n');
    await pass(14_999);
    expect(store.getState().status).toBe('live');
    await pass(1);
    expect(store.getState()).toMatchObject({
      status: 'reconnecting',
      reason: 'Paused while the tab is hidden.',
    });
    window.dispatchEvent(new Event('online'));
    await pass(600_000);
    expect(lines.length).toBe(1);
    setPageHidden(false);
    await settle();
    expect(lines[1]?.lastEventId).toBe('live/5');
  });

  it('closes when the device goes offline and connects at once when it is back', async () => {
    await connected();
    window.dispatchEvent(new Event('offline'));
    await pass(600_000);
    expect(store.getState()).toMatchObject({ status: 'reconnecting', reason: 'This device is offline.' });
    expect(lines.length).toBe(1);
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(lines.length).toBe(2);
  });

  it('lets go of the line with its last listener, and takes it up with the next', async () => {
    const line = await connected();
    sendEntry(line, 5);
    await settle();
    unsubscribe();
    await pass(600_000);
    expect(lines.length).toBe(1);
    await open();
    expect(lines[1]?.lastEventId).toBe('live/5');
  });

  it("says when this computer's clock differs from the server's by more than 2 s, but not for a replay", async () => {
    const line = await connected();
    line?.send(hello({ nowMs: START + 2_001 }));
    await settle();
    expect(store.getState()).toMatchObject({ offsetMs: 2_001, isClockOff: true });
    line?.send(
      hello({ nowMs: START - 10 ** 11, speed: 60, feed: { ...FEED, label: 'Replay of 8 May 2014' } }),
    );
    await settle();
    expect(store.getState()).toMatchObject({ offsetMs: null, isClockOff: false, deskTime: { speed: 60 } });
  });
});

describe('requests of the market store', () => {
  const request = { key: 'a', pair: 'EUR/USD', timeframe: '5s' } as const;

  it('keep what is left of the limit', async () => {
    await connected();
    const answer = {
      pair: 'EUR/USD',
      timeframe: '5s',
      nowMs: START,
      decidesMs: START + 5_000,
      limit: { ...LIMIT, left: 3 },
      decision: null,
    };
    answers = [() => Response.json(answer, { status: 202 })];
    expect(await store.requestSignal(request)).toEqual({ isOk: true, value: answer });
    expect(store.getState().limit?.left).toBe(3);
  });

  it("pass on the server's refusal and when to try again", async () => {
    await connected();
    answers = [refusal(429, 'Try again in 4 s.', { 'retry-after': '4' })];
    expect(await store.requestSignal(request)).toEqual({
      isOk: false,
      isAnswered: true,
      message: 'Try again in 4 s.',
      retryAfterMs: 4_000,
    });
  });

  it('tell a request without an answer from one that was refused', async () => {
    await connected();
    answers = [
      () => {
        throw new TypeError('network');
      },
    ];
    expect(await store.points('EUR/USD')).toMatchObject({ isOk: false, isAnswered: false });
    tokens = [];
    expect(await store.requestSignal(request)).toMatchObject({
      isAnswered: false,
      message: 'You are signed out. Sign in again.',
    });
  });
});
