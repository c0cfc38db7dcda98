import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { quoted } from '../../../tests/support/quoted.ts';
import type { Tick } from '../../core/market/tick.ts';
import { epochMs } from '../../core/time/instant.ts';
import { MarketCore } from './market-core.ts';
import type { Beat } from './market-beats.ts';
import { MarketMirror } from './market-mirror.ts';
import { LIVE_FEED } from '../../../tests/support/live-feed.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 9);
function shown() {
  let steadyMs = 0;
  const core = new MarketCore({ models: new Map(), log: memoryLog().log });
  const now = () => epochMs(NOW_MS + 777);
  const market = new MarketMirror({ db: {} as Pool, core, now, steadyMs: () => steadyMs });
  const reports: (string | null)[] = [];
  market.onFeed(({ reason }) => void reports.push(reason));
  return { core, market, reports, pass: (ms: number) => (steadyMs += ms) };
}

function beat(change: Partial<Beat> = {}): Beat {
  const at = epochMs(NOW_MS - 100);
  const tick = quoted({
    source: 'kraken',
    pair: 'EUR/USD',
    bid: 108_500,
    ask: 108_502,
    sourceTime: at,
    receivedTime: at,
  });
  return {
    id: 1,
    ledger: 'live',
    nowMs: NOW_MS,
    speed: 1,
    report: LIVE_FEED,
    startsOver: false,
    ticks: [tick],
    ...change,
  };
}

test('without a beat for more than six seconds no server has the desk, or the database is away; the next beat is heard', () => {
  const { market, reports, pass } = shown();
  market.take(beat());
  pass(6_000);
  market.look();
  expect(market.feed()).toEqual(LIVE_FEED);
  pass(1);
  market.look();
  expect(market.feed()).toMatchObject({ isLive: false, source: null, reason: 'no-desk' });
  market.isDatabaseLost = true;
  market.isDatabaseLost = false;
  market.take(beat({ id: 2, ticks: [] }));
  expect(reports).toEqual([null, 'no-desk', 'database-lost', 'no-desk', null]);
});

test.each([
  ['of another ledger', { ledger: 'replay-1' }],
  ['that starts over', { startsOver: true }],
])('prices of before are forgotten at a beat %s', (_what, change) => {
  const { core, market } = shown();
  market.take(beat());
  expect(core.lastTick('kraken', 'EUR/USD')).toBeDefined();
  market.take(beat({ id: 2, ticks: [], ...change }));
  expect(core.lastTick('kraken', 'EUR/USD')).toBeUndefined();
});

test('others are served while a beat of the past with hours of quotes is taken in, and no listener hears of them', async () => {
  const { core, market } = shown();
  const [tick] = beat().ticks as [Tick];
  let heard = 0;
  market.onTick(() => void (heard += 1));
  let turns = 0;
  const serve = () => {
    turns += 1;
    if (!isOver) setImmediate(serve);
  };
  let isOver = false;
  setImmediate(serve);
  await market.remember(beat({ ticks: Array.from({ length: 2_000 }, () => tick) }));
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(4);
  expect(core.lastTick('kraken', 'EUR/USD')).toBe(tick);
  expect(heard).toBe(0);
});

test('the clock of live prices is this computer’s; that of a replay goes on from its beat, and stands when none comes', () => {
  const { market, pass } = shown();
  market.take(beat());
  expect(market.clock.now()).toBe(NOW_MS + 777);
  market.take(beat({ ledger: 'replay-1', speed: 60 }));
  pass(2_000);
  expect([market.clock.now(), market.clock.speed]).toEqual([NOW_MS + 120_000, 60]);
  pass(60_000);
  expect(market.clock.now()).toBe(NOW_MS + 7_000 * 60);
});
