import { describe, expect, test } from 'vitest';
import { epochMs } from '../../../src/core/time/instant.ts';
import { type ScriptedMarket, scriptedMarket, scriptedSignal } from '../../support/scripted-market.ts';
import { drawSpecial, MONDAY_MS, roundAt, startDesk } from './desk-story.ts';

const START_MS = MONDAY_MS + 1000;
const EXPIRY_MS = START_MS + 60_000;
const LOST = { isLive: false, source: null, reason: 'no-feed' } as const;
const BACK = { isLive: true, source: 'kraken', reason: null } as const;

describe('without a live feed', () => {
  test('the span is an entry when it is over', async () => {
    const story = await startDesk();
    const { market } = story;
    await market.report(LOST);
    await market.clock.advanceTo(MONDAY_MS);
    await market.report({ ...LOST, feeds: [{ source: 'kraken', state: 'stale' }] });
    expect(story.all('outage')).toEqual([]);
    await market.clock.advanceTo(MONDAY_MS + 5000);
    await market.report(BACK);
    expect(story.all('outage')).toMatchObject([
      { reason: 'no-feed', fromMs: MONDAY_MS - 60_000, toMs: MONDAY_MS + 5000 },
    ]);
  });

  test.each([
    ['15 s, as long as a quote stays fresh', MONDAY_MS, 15_000],
    ['an hour outside the market hours', Date.UTC(2018, 1, 5, 19), 3_600_000],
  ])('%s are no entry', async (_what, fromMs, lengthMs) => {
    const story = await startDesk({ startMs: fromMs });
    await story.market.report(LOST);
    await story.market.clock.advanceTo(fromMs + lengthMs);
    await story.market.report(BACK);
    expect(story.ledger.entries).toEqual([]);
  });

  test('a market that its source says is closed is no outage, and neither is the end of a replay', async () => {
    const story = await startDesk();
    const closed = [{ source: 'kraken', state: 'closed' }] as const;
    await story.market.report({ ...LOST, feeds: closed });
    await story.market.clock.advanceTo(MONDAY_MS);
    await story.desk.stop();
    expect(story.ledger.entries).toEqual([]);
  });

  test('a span that reaches into the market hours is an entry', async () => {
    const opensMs = Date.UTC(2018, 1, 5, 23);
    const story = await startDesk({ startMs: opensMs - 3_600_000 });
    await story.market.report(LOST);
    await story.market.clock.advanceTo(opensMs + 1);
    await story.market.report(BACK);
    expect(story.all('outage')).toHaveLength(1);
  });

  test('from the very start on, the span begins with the server', async () => {
    const market = scriptedMarket({ startMs: MONDAY_MS });
    await market.report(LOST);
    const story = await startDesk({ market });
    await market.clock.advanceTo(MONDAY_MS + 20_000);
    await market.report(BACK);
    expect(story.all('outage')).toMatchObject([{ fromMs: MONDAY_MS, toMs: MONDAY_MS + 20_000 }]);
  });

  test.each([
    ['no feed at all', []],
    [
      'one feed closed and another silent',
      [
        { source: 'oanda', state: 'closed' },
        { source: 'kraken', state: 'stale' },
      ],
    ],
  ] as const)('there is an outage with %s', async (_what, feeds) => {
    const story = await startDesk({ startMs: MONDAY_MS });
    await story.market.report({ ...LOST, feeds });
    await story.market.clock.advanceTo(MONDAY_MS + 20_000);
    await story.market.report(BACK);
    expect(story.all('outage')).toHaveLength(1);
  });

  test.each([
    ['begins in the market hours and ends after them', Date.UTC(2018, 1, 5, 16, 59), 120_000, 1],
    ['ends with the instant at which the market opens', Date.UTC(2018, 1, 5, 22, 59), 60_000, 0],
  ])('a span that %s: entries', async (_what, fromMs, lengthMs, entries) => {
    const story = await startDesk({ startMs: fromMs });
    await story.market.report(LOST);
    await story.market.clock.advanceTo(fromMs + lengthMs);
    await story.market.report(BACK);
    expect(story.all('outage')).toHaveLength(entries);
  });

  test('a span in which the clock is set starts over: what the clock jumped over was no silence', async () => {
    const story = await startDesk({ startMs: MONDAY_MS });
    const { market } = story;
    await market.report(LOST);
    await market.clock.advanceTo(MONDAY_MS + 3_600_000);
    await market.clockSet(MONDAY_MS, MONDAY_MS + 3_600_000);
    await market.clock.advanceTo(MONDAY_MS + 3_610_000);
    await market.report(BACK);
    expect(story.all('outage').map(({ reason }) => reason)).toEqual(['clock-set']);
  });

  test('no span begins because the clock is set', async () => {
    const story = await startDesk({ startMs: MONDAY_MS });
    const { market } = story;
    await market.clockSet(MONDAY_MS, MONDAY_MS);
    await market.clock.advanceTo(MONDAY_MS + 60_000);
    await market.report(BACK);
    expect(story.all('outage').filter(({ reason }) => reason === 'no-feed')).toEqual([]);
  });

  test('a stop records the span so far', async () => {
    const story = await startDesk();
    await story.market.report(LOST);
    await story.market.clock.advanceTo(MONDAY_MS);
    await story.desk.stop();
    expect(story.all('outage')).toMatchObject([{ reason: 'no-feed', toMs: MONDAY_MS }]);
  });
});

describe('when the clock was set', () => {
  test.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])(
    '%s by an hour, open signals are void, the outage is reported, and what was asked for is forgotten',
    async (_way, byMs) => {
      const story = await startDesk();
      const { market, requests } = story;
      await drawSpecial(story);
      await market.tickAt(START_MS + 1, { bid: 110_000 });
      await market.clock.advanceTo(START_MS + 10_000);
      await requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/GBP', timeframe: '1min' });
      const beforeMs = market.clock.now();
      await market.clockSet(beforeMs, beforeMs + byMs);
      expect(story.settled()).toMatchObject({ outcome: 'void', reason: 'clock-set' });
      expect(story.all('outage')).toMatchObject([
        {
          reason: 'clock-set',
          fromMs: Math.min(beforeMs, beforeMs + byMs),
          toMs: Math.max(beforeMs, beforeMs + byMs),
        },
      ]);
      await roundAt(market, MONDAY_MS + 60_000);
      expect(story.all('abstained').map(({ mode }) => mode)).toEqual(['special']);
      expect(story.desk.openSignals).toBe(0);
    },
  );

  test.each([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ])('%s by an hour, the next signals are issued and settled by the new time', async (_way, byMs) => {
    const market = scriptedMarket({ startMs: MONDAY_MS - 60_000 });
    let offsetMs = 0;
    const clock: ScriptedMarket['clock'] = {
      ...market.clock,
      now: () => epochMs(market.clock.now() + offsetMs),
      setAlarm: (at, ring) => market.clock.setAlarm(epochMs(at - offsetMs), ring),
    };
    const story = await startDesk({ market: { ...market, clock } });
    await drawSpecial({ ...story, market });
    await market.clock.advanceTo(START_MS + 10_000);
    offsetMs = byMs;
    await market.clockSet(START_MS + 10_000, START_MS + 10_000 + byMs);

    // What the market's own clock calls Monday nine and a minute is an hour off by now.
    const decidedMs = MONDAY_MS + 60_000 + byMs;
    const quote = (atMs: number, bid: number) =>
      market.clock.advanceTo(atMs - byMs).then(() => market.tick({ bid, atMs }));
    await quote(decidedMs - 100, 110_000);
    await market.clock.advanceTo(decidedMs - byMs);
    await market.round({ timeframe: '1min', decidedMs, decisions: [scriptedSignal(decidedMs, '1min')] });
    await quote(decidedMs + 1100, 110_000);
    await quote(decidedMs + 60_900, 110_001);
    await quote(decidedMs + 61_100, 110_001);
    await quote(decidedMs + 66_100, 110_001);
    expect(story.all('signal').map((signal) => signal.decidedMs)).toEqual([MONDAY_MS, decidedMs]);
    expect(story.all('settled').map(({ outcome }) => outcome)).toEqual(['void', 'won']);
    expect(story.log.text()).toBe('');
  });

  test('while a signal is being recorded, it is void as soon as it is', async () => {
    const story = await startDesk();
    const { market, ledger } = story;
    const release = ledger.hold();
    const drawing = drawSpecial(story);
    await new Promise(setImmediate);
    const setting = market.clockSet(MONDAY_MS, MONDAY_MS + 500);
    release();
    await Promise.all([drawing, setting]);
    expect(story.settled().reason).toBe('clock-set');
  });
});

describe('after a stop', () => {
  test('nothing more is issued or settled, and open signals are left to the next start', async () => {
    const story = await startDesk();
    const { market, desk, ledger } = story;
    await drawSpecial(story);
    await desk.stop();
    const size = ledger.size();
    await market.tickAt(EXPIRY_MS + 1, { bid: 110_000 });
    await roundAt(market, MONDAY_MS + 120_000, [scriptedSignal(MONDAY_MS + 120_000, '1min')]);
    expect(ledger.size()).toBe(size);
    expect(await ledger.openSignals()).toHaveLength(1);
    await desk.stop();
    expect(story.log.text()).toBe('');
  });

  test('what is being recorded is finished', async () => {
    const story = await startDesk();
    const { market, desk, ledger } = story;
    await drawSpecial(story);
    await market.tickAt(START_MS + 1, { bid: 110_000 });
    await market.tickAt(EXPIRY_MS, { bid: 110_001 });
    const release = ledger.hold();
    const settling = market.tickAt(EXPIRY_MS + 1, { bid: 110_001 });
    await new Promise(setImmediate);
    const stopping = desk.stop();
    release();
    await Promise.all([settling, stopping]);
    expect(story.settled().outcome).toBe('won');
  });
});
