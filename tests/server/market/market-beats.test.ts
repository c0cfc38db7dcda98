import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { scaledPrice, SCORED_PAIRS } from '../../../src/core/market/instruments.ts';
import { FEED_SOURCES, type FeedSource, type Tick } from '../../../src/core/market/tick.ts';
import { epochMs, HOUR_MS } from '../../../src/core/time/instant.ts';
import {
  beatsAfter,
  beatSpan,
  lastBeat,
  pathInBeats,
  pruneBeats,
  writeBeat,
} from '../../../src/server/market/market-beats.ts';
import { tickBytes, ticksIn } from '../../../src/server/market/market-beats.ts';
import { keepBeats } from '../../support/keep-beats.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 9);

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.db.query('delete from market_beats'));
afterAll(() => database.drop());

function tick(ms: number, bid: number, source: FeedSource = 'kraken'): Tick {
  const at = epochMs(ms);
  return {
    source,
    pair: 'EUR/USD',
    bid: scaledPrice(bid),
    ask: scaledPrice(bid + 2),
    sourceTime: at,
    receivedTime: at,
  };
}

const written = async () => (await beatsAfter(database.db, 0)).map(({ nowMs }) => nowMs);
const age = (ms: number) => database.db.query(`update market_beats set at = at - $1 * interval '1 ms'`, [ms]);

test('quotes are the same after they were bytes', () => {
  const price = fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(scaledPrice);
  const quote = fc
    .record({
      source: fc.constantFrom(...FEED_SOURCES),
      pair: fc.constantFrom(...SCORED_PAIRS),
      bid: price,
      ask: price,
      at: fc.integer({ min: 0, max: 4e12 }).map(epochMs),
    })
    .map(({ at, ...rest }): Tick => ({ ...rest, sourceTime: at, receivedTime: at }));
  fc.assert(
    fc.property(fc.array(quote), (ticks) => {
      expect([...ticksIn(tickBytes(ticks))]).toEqual(ticks);
    }),
  );
});

describe('a beat', () => {
  test('comes back as it was written, the newest with its age', async () => {
    const ticks = [tick(NOW_MS - 500, 108_500), tick(NOW_MS - 100, 108_501)];
    await keepBeats(database.db, [{ nowMs: NOW_MS - 1000 }, { nowMs: NOW_MS, ticks, speed: 60 }]);
    await age(5_000);
    const last = await lastBeat(database.db);
    expect(last).toMatchObject({ ledger: 'live', nowMs: NOW_MS, speed: 60, startsOver: false });
    expect([...(last?.ticks ?? [])]).toEqual(ticks);
    expect(last?.ageMs).toBeGreaterThanOrEqual(5_000);
  });

  test('is refused to a server that has not the lease, and to one whose lease is over', async () => {
    const beat = { ...(await draft()), nowMs: NOW_MS };
    await writeBeat(database.db, 'another', beat);
    await database.db.query(`update desk_lease set expires_at = clock_timestamp() - interval '1 s'`);
    await writeBeat(database.db, 'test', beat);
    expect(await written()).toEqual([]);
    await database.db.query(`update desk_lease set expires_at = clock_timestamp() + interval '1 hour'`);
    await writeBeat(database.db, 'test', beat);
    expect(await written()).toEqual([NOW_MS]);
  });
});

/** A beat that could be written: the lease is that of the writer `test`. */
async function draft() {
  await keepBeats(database.db, [{ nowMs: 1 }]);
  await database.db.query(`update desk_lease set expires_at = clock_timestamp() + interval '1 hour'`);
  const [beat] = await beatsAfter(database.db, 0);
  if (beat === undefined) throw new Error('there is a beat');
  await database.db.query('delete from market_beats');
  return { ...beat, ticks: [] };
}

describe('what is deleted', () => {
  test('are quotes of Deriv after a minute, and no others: its terms forbid keeping them', async () => {
    await keepBeats(database.db, [
      { nowMs: NOW_MS - 2, ticks: [tick(NOW_MS, 108_500)] },
      { nowMs: NOW_MS - 1, ticks: [tick(NOW_MS, 108_500), tick(NOW_MS, 108_500, 'deriv')] },
    ]);
    await age(50_000);
    await pruneBeats(database.db, 'live', NOW_MS);
    expect(await written()).toEqual([NOW_MS - 2, NOW_MS - 1]);
    await age(20_000);
    await pruneBeats(database.db, 'live', NOW_MS);
    expect(await written()).toEqual([NOW_MS - 2]);
    expect(await beatSpan(database.db, 'live')).toEqual({ fromMs: NOW_MS - 2, toMs: NOW_MS - 2 });
  });

  test('is more than a day and a little old, on the clock of its own market', async () => {
    await keepBeats(database.db, [
      { nowMs: NOW_MS - 26 * HOUR_MS - 1 },
      { nowMs: NOW_MS - 26 * HOUR_MS },
      { nowMs: 1, ledger: 'replay-1' },
    ]);
    await pruneBeats(database.db, 'live', NOW_MS);
    expect(await written()).toEqual([NOW_MS - 26 * HOUR_MS, 1]);
  });
});

test('a path has the last mid of each second of its feed and span, also where a beat holds many seconds', async () => {
  const fast = [tick(NOW_MS + 100, 108_500), tick(NOW_MS + 900, 108_502), tick(NOW_MS + 1500, 108_510)];
  await keepBeats(database.db, [
    { nowMs: NOW_MS + 90_000, speed: 60, ticks: [...fast, tick(NOW_MS + 1600, 1, 'oanda')] },
    { nowMs: NOW_MS + 61_000, ledger: 'replay-1', ticks: [tick(NOW_MS + 1700, 2)] },
  ]);
  const of = { source: 'kraken', pair: 'EUR/USD' } as const;
  const path = await pathInBeats(database.db, 'live', of, { fromMs: NOW_MS, toMs: NOW_MS + 1500 });
  expect(path).toEqual([
    [NOW_MS + 900, 217_006],
    [NOW_MS + 1500, 217_022],
  ]);
});
