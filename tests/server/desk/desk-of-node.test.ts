import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Tick } from '../../../src/core/market/tick.ts';
import type { MarketSnapshot } from '../../../src/core/wire/market.ts';
import type { PlacedEntry } from '../../../src/core/signals/ledger-entry.ts';
import { epochMs } from '../../../src/core/time/instant.ts';
import type { MarketKind } from '../../../src/server/market/market.ts';
import { loadConfig } from '../../../src/server/platform/config.ts';
import { openNotices } from '../../../src/server/db/notices.ts';
import { type DeskState, createDeskFigures } from '../../../src/server/desk/desk-status.ts';
import { LedgerUnavailableError } from '../../../src/server/ledger/ledger.ts';
import { lastBeat } from '../../../src/server/market/market-beats.ts';
import { MarketCore, type MarketSource } from '../../../src/server/market/market-core.ts';
import { openServerSecret } from '../../../src/server/platform/server-secret.ts';
import { createDesk } from '../../../src/server/start/desk-of-node.ts';
import { MarketBroadcast } from '../../../src/server/routes/market/market-broadcast.ts';
import type { MarketApi } from '../../../src/server/routes/market/serve-market-api.ts';
import type { OpenMarket } from '../../../src/server/routes/market/served-market.ts';
import { keepBeats } from '../../support/keep-beats.ts';
import { memoryLog, type MemoryLog } from '../../support/memory-log.ts';
import { quoted } from '../../support/quoted.ts';
import { matrix } from '../../support/rounds.ts';
import { scriptedMarket, type ScriptedMarket, scriptedSignal } from '../../support/scripted-market.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../support/test-database.ts';
import { openWire } from '../database-wire.ts';
import { openTestLedger, outageEntry } from '../ledger/ledger-support.ts';
import { MONDAY_MS, roundAt } from './desk-story.ts';

/** For a busy computer. */
const LONG_MS = 60_000;
const SECRET = 'a secret of the tests, long enough';

let database: TestDatabase;
const nodes: Node[] = [];

/** One server on the database, as far as the market goes. */
interface Node {
  readonly running: ReturnType<typeof createDesk>;
  readonly memory: MemoryLog;
  readonly core: MarketCore;
  /** The market of its desk; the last one. */
  market: ScriptedMarket | undefined;
  /** What traders were shown, the last at the end. */
  readonly opened: OpenMarket[];
  readonly reasons: string[];
  /** The ledgers that the record follows, and to follow no more. */
  readonly followed: string[];
  isLeader(): boolean;
  state(): DeskState;
  isCutOff(): boolean;
  /** Whether notices of other servers reach it. */
  isListening(): boolean;
}

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const { running } of nodes.splice(0)) await running.stop();
  await database.drop();
});

/** Starts one; `open` of its API fails first with each of `failures`; `listensOn` is where it hears notices. */
function start({
  failures = [],
  kind = 'live',
  desk = 'auto',
  db = database.db,
  listensOn = db,
  nowMs = MONDAY_MS,
  clockAheadMs = () => 0,
  hasOthers = () => true,
  steadyMs = () => performance.now(),
}: {
  failures?: Error[];
  kind?: MarketKind;
  desk?: 'auto' | 'never';
  db?: Pool;
  listensOn?: Pool;
  nowMs?: number;
  clockAheadMs?: () => number;
  hasOthers?: () => boolean;
  steadyMs?: () => number;
} = {}): Node {
  const folder = makeTemporaryFolder();
  onTestFinished(() => removeTemporaryFolder(folder));
  const memory = memoryLog();
  const core = new MarketCore({ models: new Map(), log: memory.log });
  const notices = openNotices(listensOn, memory.log);
  onTestFinished(() => notices.close());
  const [opened, reasons, followed]: [OpenMarket[], string[], string[]] = [[], [], []];
  const api: MarketApi = {
    async open(shown) {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      opened.push(shown);
    },
    close: (reason) => void reasons.push(reason),
    streams: () => 0,
    streamsByUser: () => new Map(),
    stop: () => {},
  };
  const label = kind === 'live' ? undefined : kind;
  const source: MarketSource = {
    kind,
    label,
    open(filled, fromMs) {
      const market = scriptedMarket({
        startMs: fromMs ?? MONDAY_MS,
        kind,
        source: kind === 'live' ? 'kraken' : kind,
        ...(label !== undefined && { label }),
      });
      market.onTick(async (tick) => void (await filled.take(tick)));
      node.market = market;
      return market;
    },
  };
  const running = createDesk({
    config: loadConfig({ PIPCAST_AUTH_SECRET: SECRET, PIPCAST_DATA_DIR: folder, PIPCAST_DESK: desk }),
    secret: openServerSecret(SECRET, folder),
    log: memory.log,
    db,
    notices,
    source,
    core,
    api,
    now: () => epochMs(nowMs),
    steadyMs,
    clockAheadMs,
    hasOthers,
    figures: createDeskFigures(),
    onLead: () => () => {},
    onShow: ({ name }) => {
      followed.push(name);
      return () => void followed.push(`no more ${name}`);
    },
  });
  running.start();
  const node: Node = {
    running,
    memory,
    core,
    market: undefined,
    opened,
    reasons,
    followed,
    isLeader: () => running.state() === 'leads' && node.market?.isRunning() === true,
    state: () => running.state(),
    isCutOff: () => running.isCutOff(),
    isListening: () => running.isListening(),
  };
  nodes.push(node);
  return node;
}

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: LONG_MS, interval: 20 });
const leads = (node: Node) => until(() => expect(node.isLeader()).toBe(true));
const shows = (node: Node, ledger = 'live') =>
  until(() => expect(node.opened.at(-1)?.ledger.name).toBe(ledger));

test('a database that goes away behind the opened ledger is tried again, and the lease is not in its own way', async () => {
  const node = start({ failures: [new LedgerUnavailableError('The database does not answer.')] });
  await leads(node);
  expect(node.reasons).toEqual(['database-lost']);
  expect(node.opened).toHaveLength(1);
});

/** Those of https://www.postgresql.org/docs/current/errcodes-appendix.html, each by one of its codes. */
const SQL_STATES =
  '01000 02000 03000 08006 09000 0A000 0B000 0F000 0L000 0P000 0Z000 20000 21000 22000 23505 24000 25006 26000 27000 28000 28P01 2B000 2D000 2F000 34000 38000 39000 3B000 3D000 3F000 40001 42501 42P01 44000 53100 53300 54000 55P03 57014 57P01 58030 72000 F0000 HV000 P0001 XX000';

const USUAL_SQL_STATES = new Set(['08006', '28000', '28P01', '3D000', '53100', '57P01', 'XX000']);

test('no error of the database, nor any other, ends the tries for the desk', async () => {
  const codes = matrix(SQL_STATES.split(' '), (code) => USUAL_SQL_STATES.has(code));
  const errors = codes.map((code) => Object.assign(new Error(code), { code }));
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const node = start({ failures: [...errors, new TypeError('a bug')] });
  // The second between two tries passes in the test's hand.
  await until(() => {
    vi.advanceTimersByTime(200);
    expect(node.isLeader()).toBe(true);
  });
  expect(node.opened).toHaveLength(1);
  expect(new Set(node.reasons)).toEqual(new Set(['start-failed', 'database-lost']));
});

/** A way to the database of a node's own, and the pool through it. */
async function wired() {
  const wire = await openWire(database.url);
  const db = openTestPool(wire.connection);
  onTestFinished(async () => {
    await db.end();
    await wire.close();
  });
  return { wire, db };
}

test('whatever the database answered nodes for a while, each can have the desk when those before it are lost', async () => {
  const leader = await wired();
  await leads(start(leader));
  const faults = matrix(['refused', '28P01', '28000', '3D000', '53100', '53300', 'XX000'], (fault) =>
    ['refused', '28P01', '53300'].includes(fault),
  );
  const others = await Promise.all(
    faults.map(async (fault) => {
      const way = await wired();
      return { ...way, fault, node: start(way) };
    }),
  );
  await Promise.all(others.map(({ node }) => shows(node)));
  for (const { wire, fault } of others) {
    if (fault === 'refused') wire.cut();
    else wire.refuse(fault);
  }
  await Promise.all(
    others.map(({ node }) => until(() => expect(node.state(), node.memory.text()).toBe('database-lost'))),
  );
  for (const { wire } of others) wire.mend();
  let { wire } = leader;
  const left = new Set(others);
  while (left.size > 0) {
    wire.cut();
    await endLease();
    const next = await until(() => {
      const found = [...left].find(({ node }) => node.isLeader());
      if (found === undefined) throw new Error('no node has the desk');
      return found;
    });
    left.delete(next);
    wire = next.wire;
  }
});

test('a node for which the database fails while it has the desk has it again, or another one, once it answers', async () => {
  const { wire, db } = await wired();
  const node = start({ db });
  await leads(node);
  wire.refuse('28000');
  await until(() => expect(node.memory.text()).toContain('the ledger lost its database connection'));
  await until(() => expect([node.state(), node.isLeader()]).toEqual(['database-lost', false]));
  await endLease();
  wire.mend();
  await leads(node);
  await roundAt(node.market as ScriptedMarket, MONDAY_MS);
  await until(() => expect(node.opened.at(-1)?.ledger.size()).toBe(1));
});

test('a node that does not reach the database for 5 s sends its traders to the others, until it answers', async () => {
  const { wire, db } = await wired();
  let aheadMs = 0;
  const node = start({ db, desk: 'never', steadyMs: () => performance.now() + aheadMs });
  const leader = start();
  await leads(leader);
  await shows(node);
  wire.freeze();
  aheadMs = 4_900;
  expect(node.isCutOff()).toBe(false);
  aheadMs = 5_000;
  await until(() => expect(node.reasons).toEqual(['database-lost']));
  expect(node.isCutOff()).toBe(true);
  wire.cut();
  wire.mend();
  await until(() => expect(node.opened).toHaveLength(2));
  expect([node.isCutOff(), node.reasons, node.followed]).toEqual([false, ['database-lost'], ['live']]);
});

test('a node alone keeps its traders while the database is away', async () => {
  const { wire, db } = await wired();
  let aheadMs = 0;
  const node = start({ db, hasOthers: () => false, steadyMs: () => performance.now() + aheadMs });
  await leads(node);
  wire.cut();
  aheadMs = 10_000;
  await until(() => expect(node.memory.text()).toContain('the ledger lost its database connection'));
  await sleep(1_100);
  expect([node.isCutOff(), node.reasons]).toEqual([false, []]);
});

test.each([2_001, -2_001])(
  'a node whose clock is %i ms ahead does not take the desk, gives it away, and takes it when the clock is right',
  async (wrongMs) => {
    let aheadMs = 2_000;
    const node = start({ clockAheadMs: () => aheadMs });
    await leads(node);
    aheadMs = wrongMs;
    await until(() => expect(node.state()).toBe('clock-wrong'));
    const second = start({ clockAheadMs: () => wrongMs });
    await until(() => expect(second.state()).toBe('clock-wrong'));
    expect(node.memory.text().match(/this node cannot have the desk: clock-wrong/g)).toHaveLength(1);
    aheadMs = -2_000;
    await leads(node);
    expect(node.reasons).toEqual([]);
  },
);

test('a second server shows what the first one records, quotes and is asked for, says so once, and takes over when it stops', async () => {
  const first = start();
  await leads(first);
  const second = start();
  await shows(second);
  expect(second.isLeader()).toBe(false);
  expect(second.memory.text().match(/the desk runs in another node/gi)).toHaveLength(1);
  expect(second.memory.text()).not.toContain('"level":"error"');

  await first.market?.tickAt(MONDAY_MS + 1000, { bid: 110_000 });
  await until(() => expect(second.core.lastTick('kraken', 'EUR/USD')).toMatchObject({ bid: 110_000 }));
  const [shown] = second.opened as [OpenMarket];
  expect(shown.market.feed()).toMatchObject({ isLive: true, source: 'kraken' });
  expect(shown.market.points('EUR/USD')).toHaveLength(1);
  const heard: PlacedEntry[] = [];
  shown.ledger.onAppended((entries) => heard.push(...entries));
  const asked = await shown.requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '5s' });
  expect(asked).toMatchObject({ kind: 'accepted', decidesMs: MONDAY_MS + 5000 });
  await roundAt(
    first.market as ScriptedMarket,
    MONDAY_MS + 5000,
    [scriptedSignal(MONDAY_MS + 5000, '5s')],
    '5s',
  );
  await until(() => expect(heard).toMatchObject([{ entry: { kind: 'signal', mode: 'bot' } }]));
  expect(
    await shown.requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '5s' }),
  ).toMatchObject({
    decision: heard[0],
  });

  await first.running.stop();
  await leads(second);
  // The streams that the second server has go on.
  expect([second.opened.length, second.reasons, second.followed]).toEqual([1, [], ['live']]);
});

/** A way to the database on which every connection is refused. */
async function refusing(): Promise<Pool> {
  const wire = await openWire(database.url);
  wire.cut();
  const pool = openTestPool(wire.connection);
  onTestFinished(async () => {
    await pool.end();
    await wire.close();
  });
  return pool;
}

test('a server that no notice reaches has every entry and price within a second, and the price says how old it is', async () => {
  const first = start();
  await leads(first);
  const listensOn = await refusing();
  onTestFinished(() => void vi.useRealTimers());
  // From now on the second between two reads passes in the test's hand.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const deaf = start({ listensOn, nowMs: MONDAY_MS + 1_900 });
  while (deaf.opened.length === 0) await sleep(5);
  const [shown] = deaf.opened as [OpenMarket];
  const limit = { most: 1, perMs: 1, left: 1 };
  const firstEvent = async () => {
    const broadcast = await MarketBroadcast.open(shown);
    const snapshot = JSON.parse(broadcast.snapshot(limit)) as MarketSnapshot;
    broadcast.close();
    return { size: snapshot.ledger.size, prices: snapshot.prices };
  };
  await roundAt(first.market as ScriptedMarket, MONDAY_MS);
  await first.market?.tickAt(MONDAY_MS + 1_000, { bid: 110_000 });
  while (first.opened[0]?.ledger.size() !== 1 || (await lastBeat(database.db))?.nowMs !== MONDAY_MS + 1_000)
    await sleep(5);
  vi.advanceTimersByTime(999);
  expect(await firstEvent()).toEqual({ size: 0, prices: [] });
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await until(async () =>
    expect(await firstEvent()).toMatchObject({ size: 1, prices: [{ bid: 110_000, ageMs: 900 }] }),
  );
  expect(deaf.isListening()).toBe(false);
});

test('a server that is never to run the desk shows what the others do', async () => {
  const reader = start({ desk: 'never' });
  const leader = start();
  await leads(leader);
  await shows(reader);
  await leader.running.stop();
  expect(reader.isLeader()).toBe(false);
});

test('a server that starts reads the prices of the last day before it may have the desk', async () => {
  const old = tickOf(MONDAY_MS - 3_600_000, 109_000);
  const last = tickOf(MONDAY_MS - 2000, 110_000);
  await keepBeats(database.db, [
    { nowMs: MONDAY_MS - 27 * 3_600_000, ticks: [tickOf(MONDAY_MS - 27 * 3_600_000, 100_000)] },
    { nowMs: MONDAY_MS - 3_600_000, ticks: [old] },
    { nowMs: MONDAY_MS - 2000, ticks: [last] },
  ]);
  const node = start();
  await leads(node);
  expect(node.core.points('kraken', 'EUR/USD')).toEqual([[last.receivedTime, 220_002]]);
  expect(node.core.bars('kraken', 'EUR/USD', '4h')).toHaveLength(2);
});

test.each(['synthetic', 'replay'] as const)(
  'a %s run goes on in its ledger in another server; one that begins a minute later has its own',
  async (kind) => {
    const first = start({ kind });
    await leads(first);
    const name = first.opened[0]?.ledger.name as string;
    expect(name).toMatch(new RegExp(`^${kind}-20\\d{6}-\\d{6}-[\\da-f]{8}$`));
    // By its clock it cannot have the desk yet: the lease of a slow first one may lapse.
    let aheadMs = 5_000;
    const second = start({ kind, clockAheadMs: () => aheadMs });
    await shows(second, name);
    await first.market?.clock.advanceTo(MONDAY_MS + 30_000);
    await until(async () => expect((await lastBeat(database.db))?.nowMs).toBe(MONDAY_MS + 30_000));
    await first.running.stop();
    aheadMs = 0;
    await leads(second);
    expect(second.followed).toEqual([name]);
    expect(second.market?.clock.now()).toBe(MONDAY_MS + 30_000);
    await second.running.stop();
    await database.db.query(`update market_beats set at = at - interval '1 minute'`);
    const third = start({ kind });
    await leads(third);
    expect(third.opened.at(-1)?.ledger.name).not.toBe(name);
  },
);

test('a server shows the ledger of another run as soon as there is one', async () => {
  const first = start({ kind: 'replay' });
  await leads(first);
  const second = start();
  await shows(second, first.opened[0]?.ledger.name);
  await first.running.stop();
  await leads(second);
  expect(second.opened.at(-1)?.ledger.name).toBe('live');
  expect(second.followed.slice(1)).toEqual([`no more ${second.followed[0]}`, 'live']);
});

/** What another server finds when this one was away for longer than its lease. */
const endLease = () => database.db.query(`update desk_lease set expires_at = '-infinity'`);

/** Ends the ledger's connections, as a network that fails for a moment does. */
const cut = () =>
  database.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'pipcast ledger%'
     and datname = current_database()`,
  );

test('when another server takes the ledger over behind a lost connection, it gives way, and later goes on; streams stay', async () => {
  const node = start();
  await leads(node);
  // The node may take its lease again first.
  const other = await until(async () => {
    await cut();
    await endLease();
    return openTestLedger(database, { name: 'live' });
  });
  await until(() => expect(node.isLeader()).toBe(false));
  const heard: PlacedEntry[] = [];
  node.opened[0]?.ledger.onAppended((entries) => heard.push(...entries));
  await other.append([outageEntry(MONDAY_MS)]);
  await until(() => expect(heard).toHaveLength(1));
  await other.close();
  await leads(node);
  expect([node.opened.length, node.reasons, node.followed]).toEqual([1, [], ['live']]);
});

test('a ledger that was altered behind a lost connection is called damaged, and is not tried again', async () => {
  const node = start();
  await leads(node);
  await roundAt(node.market as ScriptedMarket, MONDAY_MS);
  await database.db.query(
    'set session_replication_role = replica; delete from ledger_entries; set session_replication_role = origin',
  );
  await cut();
  await until(() => expect(node.reasons).toEqual(['ledger-damaged']));
  expect(node.followed).toEqual(['live', 'no more live']);
  expect(node.memory.text()).toContain('entry 0 is missing: its checkpoint covers');
  expect(node.market?.isRunning()).toBe(false);
});

function tickOf(ms: number, bid: number): Tick {
  const at = epochMs(ms);
  return quoted({ source: 'kraken', pair: 'EUR/USD', bid, ask: bid + 2, sourceTime: at, receivedTime: at });
}
