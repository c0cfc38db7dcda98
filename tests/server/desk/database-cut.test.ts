import type { Pool } from 'pg';
import { ENGINE_VERSION } from '../../../src/core/engine/model.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerRequests } from '../../../src/server/desk/bot-requests.ts';
import { databaseRequests, type SignalRequests } from '../../../src/server/desk/signal-requests.ts';
import { createDeskFigures } from '../../../src/server/desk/desk-status.ts';
import { Desk } from '../../../src/server/desk/desk.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { scriptedMarket, type ScriptedMarket, scriptedSignal } from '../../support/scripted-market.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../support/test-database.ts';
import { openWire, type Wire } from '../database-wire.ts';
import { openTestLedger } from '../ledger/ledger-support.ts';
import { MONDAY_MS, roundAt } from './desk-story.ts';

const START_MS = MONDAY_MS + 1000;
const EXPIRY_MS = START_MS + 60_000;

let database: TestDatabase;
let wire: Wire;
let db: Pool;
let ledger: OpenedLedger;
let market: ScriptedMarket;
let desk: Desk;
let requests: SignalRequests;
const figures = createDeskFigures();

beforeEach(async () => {
  database = await createTestDatabase();
  wire = await openWire(database.url);
  db = openTestPool(wire.connection);
  ledger = await openTestLedger({ db }, { name: 'cut' });
  market = scriptedMarket({ startMs: MONDAY_MS - 60_000 });
  requests = databaseRequests(db, 'cut');
  desk = new Desk({
    market,
    engine: ENGINE_VERSION,
    ledger,
    requests,
    random: seededRandom(3),
    log: memoryLog().log,
    figures,
  });
  await desk.start();
});
afterEach(async () => {
  await desk.stop();
  await ledger.close();
  await db.end();
  await wire.close();
  await database.drop();
});

test.each<[string, { readonly away: () => unknown; readonly back: () => unknown }]>([
  ['gone', { away: () => wire.cut(), back: () => wire.mend() }],
  ['on a full disk', { away: fillDisk, back: freeDisk }],
])(
  'PostgreSQL %s for 30 s: the settlement waits with its quotes, nothing is issued, and the outage is recorded',
  async (_how, { away, back }) => {
    await market.tickAt(MONDAY_MS - 500, { bid: 110_000 });
    await roundAt(market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '1min')]);
    await market.tickAt(START_MS + 1, { bid: 110_000 });
    await market.tickAt(EXPIRY_MS - 1, { bid: 110_005 });

    await away();
    await market.tickAt(EXPIRY_MS + 100, { bid: 110_009 });
    await market.tickAt(EXPIRY_MS + 5100, { bid: 110_009 });
    await market.clock.advanceTo(MONDAY_MS + 80_000);
    const asked = answerRequests({ market, ledger, requests });
    const answer = await asked.ask({ userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '5s' });
    expect(answer).toMatchObject({ kind: 'refused', reason: 'database-lost' });
    await market.clock.advanceTo(EXPIRY_MS + 35_000);
    expect((await readAll()).at(-1)).toMatchObject({ kind: 'entered' });

    await back();
    await market.clock.advanceTo(EXPIRY_MS + 36_200);
    expect((await readAll()).slice(-2)).toMatchObject([
      { kind: 'outage', reason: 'database-lost', fromMs: EXPIRY_MS + 5100 },
      { kind: 'settled', outcome: 'won', exit: { bid: 110_005, ageMs: 1 }, provenMs: EXPIRY_MS + 100 },
    ]);

    const nextMs = MONDAY_MS + 120_000;
    await market.tickAt(nextMs - 1, { bid: 110_000 });
    await roundAt(market, nextMs, [scriptedSignal(nextMs, '1min')]);
    expect((await readAll()).at(-1)).toMatchObject({ kind: 'signal', decidedMs: nextMs });
  },
);

/** Every write fails as it does when the disk takes no more. */
function fillDisk(): Promise<unknown> {
  return database.db.query(`
    create function full_disk() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$;
    create trigger full_disk before insert on ledger_entries execute function full_disk();
    create trigger full_disk before insert on signal_requests execute function full_disk()`);
}

function freeDisk(): Promise<unknown> {
  return database.db.query(
    'drop trigger full_disk on ledger_entries; drop trigger full_disk on signal_requests',
  );
}

async function readAll() {
  const { rows } = await database.db.query<{ body: Buffer }>(
    'select body from ledger_entries order by index',
  );
  return rows.map(({ body }) => JSON.parse(body.toString()) as unknown);
}
