import { describe, expect, test } from 'vitest';
import type { RequestResult } from '../../../src/server/desk/bot-requests.ts';
import { scriptedMarket, scriptedSignal } from '../../support/scripted-market.ts';
import { MONDAY_MS, roundAt, startDesk } from './desk-story.ts';

const ASKED_MS = MONDAY_MS - 60_000;

function codeOf(result: RequestResult): string {
  return result.kind === 'accepted' ? 'accepted' : result.code;
}

describe('a request', () => {
  test('is decided at the next instant of its timeframe, and the answer says when', async () => {
    const { requests, market } = await startDesk({ startMs: ASKED_MS });
    await market.clock.advanceTo(ASKED_MS + 12_345);
    expect(await requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '10s' })).toEqual({
      kind: 'accepted',
      pair: 'EUR/USD',
      timeframe: '10s',
      nowMs: ASKED_MS + 12_345,
      decidesMs: ASKED_MS + 20_000,
      limit: { most: 12, perMs: 60_000, left: 11 },
      decision: null,
    });
  });

  test('gives a signal that is settled, one for all who asked for the same', async () => {
    const story = await startDesk({ startMs: ASKED_MS });
    const { requests, market } = story;
    for (const userId of ['ann', 'bob'])
      for (const key of ['1', '2']) await requests.ask({ userId, key, pair: 'USD/JPY', timeframe: '5s' });
    const decidedMs = ASKED_MS + 5000;
    await market.tickAt(decidedMs - 10, { bid: 150_000, pair: 'USD/JPY' });
    await roundAt(market, decidedMs, [scriptedSignal(decidedMs, '5s', { pair: 'USD/JPY' })], '5s');
    expect(story.signal()).toMatchObject({ mode: 'bot', timeframe: '5s', startMs: decidedMs + 1000 });
    await market.tickAt(decidedMs + 6000, { bid: 150_002, pair: 'USD/JPY' });
    await market.tickAt(decidedMs + 11_100, { bid: 150_002, pair: 'USD/JPY' });
    expect(story.settled().outcome).toBe('won');
  });

  test('gives a signal whose entry price is recorded before its end, though one quote makes both final', async () => {
    const story = await startDesk({ startMs: ASKED_MS });
    const { requests, market } = story;
    await requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '5s' });
    const decidedMs = ASKED_MS + 5000;
    await market.tickAt(decidedMs - 10, { bid: 110_000 });
    await roundAt(market, decidedMs, [scriptedSignal(decidedMs, '5s')], '5s');
    await market.tickAt(decidedMs + 11_001, { bid: 110_005 });
    expect(story.ledger.entries.map(({ entry }) => entry.kind)).toEqual(['signal', 'entered', 'settled']);
    expect(story.settled().outcome).toBe('unchanged');
  });

  test('sent again with its key within ten minutes is the same, and finds its decision', async () => {
    const { requests, market, ledger } = await startDesk({ startMs: ASKED_MS });
    const request = { userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '1min' } as const;
    await requests.ask(request);
    await roundAt(market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '1min')]);
    await market.clock.advanceTo(ASKED_MS + 599_999);
    expect(await requests.ask(request)).toMatchObject({
      decidesMs: MONDAY_MS,
      decision: ledger.entries.find(({ entry }) => entry.kind === 'signal' && entry.mode === 'bot'),
      limit: { left: 12 },
    });
    await market.clock.advanceTo(ASKED_MS + 600_000);
    expect(await requests.ask(request)).toMatchObject({ decidesMs: ASKED_MS + 660_000, decision: null });
  });

  test('is a new one when the clock was set meanwhile, without the decision of the other time', async () => {
    const { requests, market } = await startDesk({ startMs: ASKED_MS });
    const request = { userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '1min' } as const;
    await requests.ask(request);
    await roundAt(market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '1min')]);
    expect(await requests.ask(request)).toMatchObject({ decidesMs: MONDAY_MS, decision: { index: 1 } });
    await market.clockSet(MONDAY_MS, MONDAY_MS);
    expect(await requests.ask(request)).toMatchObject({ decidesMs: MONDAY_MS + 60_000, decision: null });
  });

  test("of another trader with the same key is that trader's own", async () => {
    const { requests, market } = await startDesk({ startMs: ASKED_MS });
    await requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '5s' });
    await market.clock.advanceTo(ASKED_MS + 7000);
    expect(await requests.ask({ userId: 'bob', key: 'k', pair: 'EUR/GBP', timeframe: '5s' })).toMatchObject({
      pair: 'EUR/GBP',
      decidesMs: ASKED_MS + 10_000,
    });
  });

  test('that gives no signal is an abstention with the reason of its pair alone', async () => {
    const story = await startDesk({ startMs: ASKED_MS });
    await story.requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/GBP', timeframe: '5s' });
    await story.requests.ask({ userId: 'ann', key: 'l', pair: 'USD/CAD', timeframe: '5s' });
    await roundAt(story.market, ASKED_MS + 5000, [], '5s');
    expect(story.all('abstained')).toMatchObject([
      { mode: 'bot', timeframe: '5s', decidedMs: ASKED_MS + 5000, source: 'kraken' },
    ]);
    expect(story.all('abstained')[0]?.reasons).toEqual({ 'EUR/GBP': 'undecided', 'USD/CAD': 'undecided' });
  });

  test('to which no round comes is an abstention one second later', async () => {
    const story = await startDesk({ startMs: ASKED_MS });
    await story.requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/GBP', timeframe: '5s' });
    await story.market.clock.advanceTo(ASKED_MS + 6000);
    expect(story.all('abstained')[0]?.reasons).toEqual({ 'EUR/GBP': 'late' });
    await roundAt(story.market, ASKED_MS + 6000, [], '5s');
    expect(story.all('abstained')).toHaveLength(1);
  });
});

describe('a request is refused', () => {
  test.each([
    ['USD/INR', 'no-public-price'],
    ['USD/BRL', 'no-public-price'],
    ['USD/BDT', 'no-public-price'],
    ['USD/PKR', 'no-public-price'],
    ['BTC/USD', 'unknown-pair'],
    ['', 'unknown-pair'],
  ])('for %s: %s', async (pair, code) => {
    const { requests } = await startDesk();
    expect(codeOf(await requests.ask({ userId: 'ann', key: 'k', pair, timeframe: '5s' }))).toBe(code);
  });

  test('while no feed is live, with the reason', async () => {
    const { requests, market } = await startDesk();
    await market.report({ isLive: false, source: null, reason: 'no-feed' });
    const result = await requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '5s' });
    expect(result).toEqual({ kind: 'refused', code: 'unavailable', reason: 'no-feed' });
  });

  test('on a weekend, from the first instant that would fall into it', async () => {
    const fridayMs = Date.UTC(2018, 1, 9, 22);
    const askAt = async (startMs: number) => {
      const { requests } = await startDesk({ startMs });
      return codeOf(await requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '5s' }));
    };
    expect([await askAt(fridayMs - 5001), await askAt(fridayMs - 5000)]).toEqual(['accepted', 'unavailable']);
    const sundayMs = fridayMs + 48 * 3_600_000;
    expect([await askAt(sundayMs - 5001), await askAt(sundayMs - 5000)]).toEqual(['unavailable', 'accepted']);
  });

  test('on no weekend where prices are made up', async () => {
    const market = scriptedMarket({ startMs: Date.UTC(2018, 1, 10, 12), kind: 'synthetic' });
    const { requests } = await startDesk({ market });
    expect(codeOf(await requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '5s' }))).toBe(
      'accepted',
    );
  });

  test('after twelve in a minute, with the wait until the next one; a hundred tries change nothing', async () => {
    const { requests, market } = await startDesk({ startMs: ASKED_MS });
    const ask = async (key: number, userId = 'ann') =>
      requests.ask({ userId, key: `${key}`, pair: 'EUR/USD', timeframe: '1min' });
    await ask(0);
    await market.clock.advanceTo(ASKED_MS + 5000);
    const results = await Promise.all(Array.from({ length: 100 }, (_, key) => ask(key + 1)));
    expect(results.filter(({ kind }) => kind === 'accepted')).toHaveLength(11);
    expect(results.at(-1)).toEqual({
      kind: 'refused',
      code: 'too-many',
      retryAfterMs: 55_000,
      limit: { most: 12, perMs: 60_000, left: 0 },
    });
    expect(codeOf(await ask(0, 'bob'))).toBe('accepted');
    await market.clock.advanceTo(ASKED_MS + 60_000);
    expect((await requests.limitOf('ann')).left).toBe(1);
    expect([codeOf(await ask(1001)), codeOf(await ask(1002))]).toEqual(['accepted', 'too-many']);
  });
});

test('what a killed server answered and did not decide is given up by the next one', async () => {
  const killed = await startDesk({ startMs: ASKED_MS });
  await killed.requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/GBP', timeframe: '5s' });
  await killed.requests.ask({ userId: 'ann', key: 'l', pair: 'EUR/USD', timeframe: '1min' });
  const { kept } = killed;
  const next = await startDesk({ startMs: ASKED_MS + 30_000, ledger: killed.ledger, kept });
  await next.market.clock.advanceTo(ASKED_MS + 31_000);
  expect(next.all('abstained')).toMatchObject([
    { mode: 'bot', decidedMs: ASKED_MS + 5000, reasons: { 'EUR/GBP': 'late' } },
  ]);
  await roundAt(next.market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '1min')]);
  expect(next.all('signal').filter(({ mode }) => mode === 'bot')).toHaveLength(1);
});
