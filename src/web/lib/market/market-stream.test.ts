import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPageHidden } from '../../../../tests/support/page-visibility.ts';
import {
  event,
  hello,
  pass,
  type PlayedMarket,
  playMarket,
  refusal,
  sendEntry,
  settle,
  signal,
  START,
  storyPlaces,
} from '../../../../tests/support/played-market.ts';

/** The stream as its market store has it, against a server that the test plays. */
let market: PlayedMarket;

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  market = playMarket();
});

afterEach(() => {
  market.leave();
  vi.useRealTimers();
});

it('goes on after its last entry when the line is back, without a gap or a double', async () => {
  const first = await market.connected();
  sendEntry(first, 5);
  sendEntry(first, 6);
  await settle();
  first?.end();
  await settle();
  expect(market.store.getState()).toMatchObject({
    status: 'reconnecting',
    reason: 'The connection to the server was lost.',
  });
  await pass(999);
  expect(market.lines.length).toBe(1);
  await pass(1);
  expect(market.lines[1]?.lastEventId).toBe('live/6');
  market.lines[1]?.send(hello({ ledger: { name: 'live', size: 9 } }));
  for (const index of [6, 7, 8]) sendEntry(market.lines[1], index);
  await settle();
  expect(market.store.getState()).toMatchObject({ status: 'live', reason: null });
  expect(storyPlaces(market.store.getState())).toEqual([5, 6, 7, 8]);
});

it('connects again when an entry is missing, and asks for it', async () => {
  const line = await market.connected();
  sendEntry(line, 5);
  sendEntry(line, 7);
  await pass(1_000);
  expect(market.lines[1]?.lastEventId).toBe('live/5');
  expect(storyPlaces(market.store.getState())).toEqual([5]);
});

it('starts over after a reset', async () => {
  const line = await market.connected();
  sendEntry(line, 5);
  line?.end();
  await pass(1_000);
  market.lines[1]?.send(
    `${event('reset', {})}${hello({ ledger: { name: 'replay-2', size: 2 }, recent: [signal(1)] })}`,
  );
  await settle();
  expect(storyPlaces(market.store.getState())).toEqual([1]);
  market.lines[1]?.end();
  await pass(2_000);
  expect(market.lines[2]?.lastEventId).toBe('replay-2/1');
});

it('waits longer after each failure, up to half a minute, and starts over after a good connection', async () => {
  const refused = refusal(503, 'server_full');
  market.answers = Array.from({ length: 8 }, () => refused);
  await market.open();
  const waits: number[] = [];
  for (let seen = 1, last = Date.now(); seen <= 8; ) {
    await pass(500);
    if (market.lines.length <= seen) continue;
    waits.push(Date.now() - last);
    last = Date.now();
    seen = market.lines.length;
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  expect(market.store.getState()).toMatchObject({
    status: 'reconnecting',
    reason: 'The server cannot do this at the moment. Try again soon.',
  });
  const line = await market.connected();
  await pass(10_000);
  line?.end();
  const before = market.lines.length;
  await pass(1_000);
  expect(market.lines.length).toBe(before + 1);
});

it.each(['end', 'reset'] as const)(
  'keeps to the wait that a stream was given, whatever its %s',
  async (ending) => {
    const line = await market.connected();
    line?.send('retry: 3217\n\n');
    await settle();
    line?.[ending]();
    await pass(3_216);
    expect(market.lines.length).toBe(1);
    await pass(1);
    expect(market.lines.length).toBe(2);
    // The wait of the next one counts for it alone.
    market.lines[1]?.end();
    await pass(2_000);
    expect(market.lines.length).toBe(3);
  },
);

it('says nothing of a line that is up again after the wait it was given', async () => {
  const line = await market.connected();
  line?.send('retry: 3217\n\n');
  await settle();
  line?.reset();
  for (const ms of [3_216, 1]) {
    await pass(ms);
    expect(market.store.getState()).toMatchObject({ status: 'live', reason: null });
  }
  expect(market.lines.length).toBe(2);
  // It does not last either.
  market.lines[1]?.send(`retry: 3217\n${hello()}`);
  await settle();
  market.lines[1]?.reset();
  await settle();
  expect(market.store.getState().status).toBe('reconnecting');
});

it('says why a line is not up again after the wait it was given', async () => {
  const line = await market.connected();
  line?.send('retry: 3217\n\n');
  await settle();
  market.answers = [refusal(503, 'server_full')];
  line?.reset();
  await pass(3_217);
  expect(market.store.getState()).toMatchObject({
    status: 'reconnecting',
    reason: 'The server cannot do this at the moment. Try again soon.',
  });
});

it('waits no shorter than a refusal asks for', async () => {
  market.answers = [refusal(429, 'too_many_streams', { 'retry-after': '30' })];
  await market.open();
  await pass(29_999);
  expect(market.lines.length).toBe(1);
  await pass(1);
  expect(market.lines.length).toBe(2);
});

it('asks the session for a fresh token when one is refused', async () => {
  market.answers = [refusal(401, 'unauthorized')];
  await market.open();
  expect(market.lines.map(({ token }) => token)).toEqual(['Bearer token-1', 'Bearer token-2']);
  await market.connected();
  expect(market.store.getState().status).toBe('live');
});

it('gives a silent line up after 12 s', async () => {
  const line = await market.connected();
  await pass(11_000);
  line?.send(':\n\n');
  await pass(11_000);
  expect(market.store.getState().status).toBe('live');
  await pass(2_001);
  expect(market.lines.length).toBe(2);
});

it('closes after a minute in a hidden tab and goes on when the tab is seen again', async () => {
  const line = await market.connected();
  sendEntry(line, 5);
  setPageHidden(true);
  for (let beat = 0; beat < 5; beat += 1) {
    await pass(10_000);
    line?.send(':\n\n');
  }
  await pass(9_999);
  expect(market.store.getState().status).toBe('live');
  await pass(1);
  expect(market.store.getState()).toMatchObject({
    status: 'reconnecting',
    reason: 'Paused while the tab is hidden.',
  });
  window.dispatchEvent(new Event('online'));
  await pass(600_000);
  expect(market.lines.length).toBe(1);
  setPageHidden(false);
  await settle();
  expect(market.lines[1]?.lastEventId).toBe('live/5');
});

it('stays connected in a hidden tab that alerts of signals', async () => {
  const line = await market.connected();
  market.isNeededHidden = true;
  setPageHidden(true);
  for (let beat = 0; beat < 7; beat += 1) {
    await pass(10_000);
    line?.send(':\n\n');
  }
  sendEntry(line, 5);
  await settle();
  expect(market.store.getState().status).toBe('live');
  expect(storyPlaces(market.store.getState())).toEqual([5]);
});

it('closes when the device goes offline and connects at once when it is back', async () => {
  await market.connected();
  window.dispatchEvent(new Event('offline'));
  await pass(600_000);
  expect(market.store.getState()).toMatchObject({
    status: 'reconnecting',
    reason: 'This device is offline.',
  });
  expect(market.lines.length).toBe(1);
  window.dispatchEvent(new Event('online'));
  await settle();
  expect(market.lines.length).toBe(2);
});

it('lets go of the line with its last listener, and takes it up with the next', async () => {
  const line = await market.connected();
  sendEntry(line, 5);
  await settle();
  market.leave();
  await pass(600_000);
  expect(market.lines.length).toBe(1);
  await market.open();
  expect(market.lines[1]?.lastEventId).toBe('live/5');
});
