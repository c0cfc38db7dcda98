import { createHash, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { importJWK, jwtVerify } from 'jose';
import type { Pool, QueryConfig } from 'pg';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { NO_ALERTS } from '../../../src/core/alerts/alert-rules.ts';
import type { AlertRules, LoggedAlert } from '../../../src/core/wire/alerts.ts';
import type { LedgerEvent } from '../../../src/core/alerts/ledger-events.ts';
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from '../../../src/core/time/instant.ts';
import { LATE_ENTRY_MS } from '../../../src/core/signals/settlement.ts';
import { createAccess } from '../../../src/server/routes/access.ts';
import { embeddedIdentity } from '../../../src/server/routes/identify.ts';
import { insertEvents } from '../../../src/server/alerts/event-rows.ts';
import { createAccount } from '../../../src/server/auth/accounts.ts';
import { findLedger } from '../../../src/server/ledger/ledger-rows.ts';
import { pushTargets } from '../../../src/server/alerts/address-guard.ts';
import { OutboundClient } from '../../../src/server/alerts/outbound-client.ts';
import { removeOldAlerts } from '../../../src/server/alerts/push-rows.ts';
import { countPushes, PushSender } from '../../../src/server/alerts/push-sender.ts';
import {
  createPushService,
  openVapidKey,
  type PushService,
  type VapidKey,
} from '../../../src/server/alerts/push-service.ts';
import { serveAlerts } from '../../../src/server/routes/alerts/serve-alerts.ts';
import { apiApp } from '../../support/api-app.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { type AuthServer, startAuthServer } from '../auth-support.ts';
import {
  enteredEntry,
  openTestLedger,
  settledEntry,
  signalEntry,
  testSecret,
} from '../ledger/ledger-support.ts';
import { type FakePushService, startPushService } from './push-support.ts';
import { IS_WHOLE } from '../../support/rounds.ts';

const SECRET = testSecret('a secret of the tests, long enough');
const SESSION_LIFE = { maxAgeMs: 90 * DAY_MS, idleMs: 30 * DAY_MS };
/** The first signal is decided 5 minutes after midnight of a Saturday. */
const SIGNAL = signalEntry(5, { confidence: 55.5 });
const ENTERED = enteredEntry(SIGNAL);
const ENTRIES = [SIGNAL, ENTERED, settledEntry(SIGNAL, ENTERED)];
const CARD = {
  signal: SIGNAL.id,
  pair: 'EUR/USD',
  direction: 'CALL',
  timeframe: '1min',
  confidence: 55.5,
  label: null,
} as const;
/** At a payout of 80 %. */
const TOLD = { ...CARD, type: 'signal.recorded', needed: 100 / 1.8, startMs: SIGNAL.startMs };
const LOST = { type: 'feed.lost', label: null };
const BACK = { type: 'feed.back', label: null };
/** How long is waited for what must come: only a failure takes as long. */
const PATIENCE_MS = 60_000;
const NO_USER = '00000000-0000-0000-0000-000000000000';

let server: AuthServer;
let app: FastifyInstance;
let pushService: FakePushService;
let vapid: VapidKey;
let ends: (() => unknown)[];
/** After whom the sender begins. */
let drawn: string;

beforeAll(async () => {
  server = await startAuthServer();
  pushService = await startPushService();
  const { db } = server.database;
  const ledger = await openTestLedger({ db }, { name: 'live' });
  await ledger.append(ENTRIES);
  await ledger.close();
});
afterAll(async () => {
  await server.close();
  await pushService.stop();
});
beforeEach(async () => {
  drawn = NO_USER;
  pushService.clear();
  await setTime(SIGNAL.atMs);
  const { db } = server.database;
  await db.query(
    'delete from users; delete from push_place; delete from alert_places; delete from alert_events',
  );
  ends = [];
  vapid = await openVapidKey(db, SECRET, 'https://signals.example.com', server.clock.now);
  app = apiApp();
  const access = createAccess({
    identify: embeddedIdentity(server.auth).identify,
    now: () => server.clock.now,
    record: 'signed-in',
    rateLimit: 'off',
  });
  serveAlerts(app, {
    ...parts(),
    access,
    publicKey: vapid.publicKey,
    targets: pushTargets([], pushService.origin),
  });
  ends.push(() => app.close());
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
});

async function setTime(ms: number) {
  server.clock.now = epochMs(ms);
}

function parts({ timeoutMs = PATIENCE_MS } = {}) {
  const now = () => server.clock.now;
  const client = new OutboundClient({
    targets: pushTargets([], pushService.origin),
    timeoutMs,
    mostConnections: 10,
  });
  ends.push(() => client.close());
  return {
    db: server.database.db,
    now,
    drawUser: () => drawn,
    secretId: SECRET.id,
    sessionLife: SESSION_LIFE,
    service: createPushService({ client, vapid, now }),
  };
}

interface Trader {
  readonly headers: { readonly authorization: string };
  readonly email: string;
  readonly key: string;
}

async function signIn(email: string, key: string): Promise<Trader> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/auth/v1/token?grant_type=password',
    payload: { email, password: key },
  });
  return { email, key, headers: { authorization: `Bearer ${answer.json().access_token}` } };
}

async function newTrader(name: string): Promise<Trader> {
  const { key } = await createAccount(server.database.db, { email: `${name}@example.com` }, server.clock.now);
  return signIn(`${name}@example.com`, key);
}

async function call(
  { headers }: Trader,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
) {
  const url = `/api/alerts${path}`;
  const answer = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  return { status: answer.statusCode, body: answer.json() };
}

/** As a page does that renews its session. */
const useSession = (name: string, atMs: number) =>
  server.database.db.query(
    'update sessions set refreshed_at = $2 where user_id = (select id from users where email = $1)',
    [`${name}@example.com`, new Date(atMs)],
  );

const setRules = (trader: Trader, change: Partial<AlertRules>) =>
  call(trader, 'PUT', '/rules', { ...NO_ALERTS, ...change });

async function withDevice(name: string, change: Partial<AlertRules> = { signals: true }): Promise<Trader> {
  const trader = await newTrader(name);
  await setRules(trader, change);
  expect(await call(trader, 'POST', '/devices', pushService.subscribe(name))).toMatchObject({ status: 200 });
  return trader;
}

const nameOf = (path: string) =>
  createHash('sha256').update(`${pushService.origin}/${path}`).digest('base64url');

/** Another browser of a trader, in a session of its own. */
async function secondDevice({ email, key }: Trader, path: string) {
  const device = await signIn(email, key);
  await call(device, 'POST', '/devices', pushService.subscribe(path));
  return { device, name: nameOf(path) };
}

/** So many traders who want signals and have no device, after all others in the order of telling. */
async function withoutDevice(count: number): Promise<void> {
  const { db } = server.database;
  await db.query(
    `insert into users (id, identity_id, email, app_metadata, user_metadata, created_at, updated_at)
     select ('ffffffff-ffff-4fff-bfff-' || lpad(n::text, 12, '0'))::uuid, gen_random_uuid(), 'trader' || n || '@example.com', '{}', '{}', $2, $2
     from generate_series(1, $1::int) n`,
    [count, new Date(server.clock.now)],
  );
  await db.query('insert into alert_rules (user_id, rules) select id, $1 from users on conflict do nothing', [
    { ...NO_ALERTS, signals: true },
  ]);
}

async function tradersInLog(): Promise<number> {
  const { rows } = await server.database.db.query(
    'select count(distinct user_id)::int as alerted from alert_log',
  );
  return rows[0].alerted;
}

const logOf = async (trader: Trader) =>
  (await call(trader, 'GET', '')).body.log.map(({ facts, result }: LoggedAlert) => [result, facts]);

/** Stores events as the follower of the ledger does. */
async function happen(...types: LedgerEvent['type'][]) {
  const { db } = server.database;
  const { id } = (await findLedger(db, 'live')) as { id: number };
  const { rows } = await db.query('select coalesce(max(next_index), 0)::int as next from alert_places');
  const fromIndex = rows[0].next;
  const events = types.map((type) => ({
    index: type === 'signal.settled' ? 2 : 0,
    type,
    atMs: server.clock.now,
  }));
  expect(await insertEvents(db, id, { fromIndex, nextIndex: fromIndex + 1 }, events)).toBe(true);
}

/** Tells of everything that has happened, and ends. */
async function tell({
  service,
  pushes = countPushes(),
  ...options
}: {
  service?: Pick<PushService, 'send'>;
  pushes?: ReturnType<typeof countPushes>;
  timeoutMs?: number;
} = {}) {
  const { log, text } = memoryLog();
  const sender = new PushSender({ ...parts(options), ...(service && { service }), log, pushes });
  await vi.waitFor(async () => {
    const { rows } = await server.database.db.query(
      'select (select event from push_place) >= (select coalesce(max(id), 0) from alert_events) as done',
    );
    expect(rows[0].done).toBe(true);
  }, PATIENCE_MS);
  await sender.stop();
  expect(text()).toBe('');
  const { values } = await pushes.get();
  return Object.fromEntries(values.map(({ labels, value }) => [labels.result, value]));
}

describe('a signal', () => {
  test('is pushed once to who wants it, encrypted, signed, with the time that is left', async () => {
    await tell();
    const trader = await withDevice('mara');
    await withDevice('ivo', { signals: true, aboveBreakEven: true });
    await happen('signal.recorded');
    const figures = await tell();
    await tell();
    expect(pushService.pushed()).toEqual([['/mara', TOLD]]);
    const [{ headers, message }] = pushService.pushes as [FakePushService['pushes'][0]];
    expect(message).toEqual({
      tag: `signal ${SIGNAL.id}`,
      lateMs: SIGNAL.startMs + LATE_ENTRY_MS,
      facts: TOLD,
    });
    expect(headers).toMatchObject({ ttl: '6', 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(headers['topic']).toMatch(/^[\w-]{1,32}$/);
    const [, token = '', key = ''] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
    const point = Buffer.from(key, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
      currentDate: new Date(server.clock.now),
    });
    expect(payload).toMatchObject({
      sub: 'https://signals.example.com',
      aud: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    });
    expect(figures).toMatchObject({ sent: 1, held: 0 });
    expect(await logOf(trader)).toEqual([['sent', TOLD]]);
  });

  test('is sent up to 5 s after its start; later it is held back, and the log says so', async () => {
    await tell();
    const trader = await withDevice('mara');
    await happen('signal.recorded');
    await setTime(SIGNAL.startMs + LATE_ENTRY_MS + 1);
    expect(await tell()).toMatchObject({ sent: 0, held: 1 });
    expect(pushService.pushed()).toEqual([]);
    expect(await logOf(trader)).toEqual([['late', TOLD]]);
    await server.database.db.query('update push_place set event = 0');
    await server.database.db.query('delete from alert_log');
    await setTime(SIGNAL.startMs + LATE_ENTRY_MS);
    expect(await tell()).toMatchObject({ sent: 1, held: 0 });
  });

  test('goes to the browser that asked for something last, and only there', async () => {
    await tell();
    const phone = await withDevice('phone');
    server.clock.advance(1_000);
    const { device: laptop, name } = await secondDevice(phone, 'laptop');
    // By their hashes: an address lets others push.
    expect((await call(laptop, 'GET', '')).body.devices).toEqual([
      name,
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    server.clock.advance(1_000);
    await call(phone, 'GET', '');
    await vi.waitFor(
      async () => expect((await call(phone, 'GET', '')).body.devices[1]).toBe(name),
      PATIENCE_MS,
    );
    await happen('signal.recorded');
    await tell();
    expect(pushService.pushed()).toEqual([['/phone', TOLD]]);
  });

  test.each<[string, () => AlertRules['device'], string[]]>([
    ['last-used', () => 'last-used', ['/laptop']],
    ['all', () => 'all', ['/laptop', '/phone']],
    ['the name of one', () => nameOf('phone'), ['/phone']],
    ['the name of one that is gone', () => nameOf('nobody'), ['/laptop']],
  ])('goes where its trader has chosen: %s', async (_what, device, expected) => {
    await tell();
    const phone = await withDevice('phone');
    server.clock.advance(1_000);
    await secondDevice(phone, 'laptop');
    await setRules(phone, { signals: true, device: device() });
    await happen('signal.recorded');
    await tell();
    expect(
      pushService
        .pushed()
        .map(([path]) => path)
        .sort(),
    ).toEqual(expected);
  });

  test.each([500, 410, 429] as const)(
    'goes to the next browser where the service of the first answers %i',
    async (status) => {
      await tell();
      const phone = await withDevice('phone');
      server.clock.advance(1_000);
      await secondDevice(phone, 'laptop');
      pushService.answers.set('/laptop', status);
      await happen('signal.recorded');
      await tell();
      expect(pushService.pushed()).toEqual([['/phone', TOLD]]);
      expect(await logOf(phone)).toEqual([['sent', TOLD]]);
    },
  );

  test('goes to no next browser once it is late', async () => {
    await tell();
    const phone = await withDevice('phone');
    server.clock.advance(1_000);
    await secondDevice(phone, 'laptop');
    await happen('signal.recorded');
    const asked: string[] = [];
    const send: PushService['send'] = async ({ endpoint }) => {
      asked.push(new URL(endpoint).pathname);
      await setTime(SIGNAL.startMs + LATE_ENTRY_MS + 1);
      return { kind: 'failed' };
    };
    await tell({ service: { send } });
    expect(asked).toEqual(['/laptop']);
    expect(await logOf(phone)).toEqual([['failed', TOLD]]);
  });

  test('has its outcome pushed to those who were alerted of it', async () => {
    await tell();
    const rules = { signals: true, outcomes: true };
    await withDevice('mara', rules);
    await withDevice('ivo', { ...rules, leastConfidence: 60 });
    await happen('signal.recorded');
    await tell();
    await happen('signal.settled');
    await tell();
    expect(pushService.pushed()).toEqual([
      ['/mara', TOLD],
      ['/mara', { ...CARD, type: 'signal.settled', outcome: 'won' }],
    ]);
  });
});

describe.runIf(IS_WHOLE)('an alert', () => {
  test('is off until it is switched on', async () => {
    await tell();
    const trader = await newTrader('mara');
    await call(trader, 'POST', '/devices', pushService.subscribe('mara'));
    expect((await call(trader, 'GET', '')).body).toMatchObject({
      rules: NO_ALERTS,
      publicKey: vapid.publicKey,
    });
    await happen('signal.recorded', 'feed.lost', 'feed.back', 'market.open', 'record.verdict');
    await tell();
    expect(pushService.pushes).toEqual([]);
  });

  test('keeps to quiet hours in the zone of the trader, a snooze, and the number an hour', async () => {
    await tell();
    // 00:05 UTC is 05:05 in Karachi.
    const quiet = { from: 300, to: 310 };
    const traders = [
      await withDevice('quiet', { feed: true, quiet, zone: 'Asia/Karachi' }),
      await withDevice('elsewhere', { feed: true, quiet, zone: 'Europe/London' }),
      await withDevice('snoozed', { feed: true, snoozedUntilMs: SIGNAL.atMs + HOUR_MS }),
      await withDevice('seldom', { feed: true, mostPerHour: 1 }),
    ];
    await happen('feed.lost');
    await tell();
    server.clock.advance(MINUTE_MS);
    await happen('feed.back');
    await tell();
    expect(await Promise.all(traders.map(logOf))).toEqual([
      [
        ['quiet-hours', BACK],
        ['quiet-hours', LOST],
      ],
      [
        ['sent', BACK],
        ['sent', LOST],
      ],
      [
        ['snoozed', BACK],
        ['snoozed', LOST],
      ],
      [
        ['hourly-limit', BACK],
        ['sent', LOST],
      ],
    ]);
    expect(
      pushService
        .pushed()
        .map(([path, { type }]) => `${path} ${type}`)
        .sort(),
    ).toEqual(['/elsewhere feed.back', '/elsewhere feed.lost', '/seldom feed.lost']);
  });

  test('is not sent by the next server again, nor by one that knows of no move', async () => {
    await tell();
    await withDevice('mara');
    await happen('signal.recorded');
    await tell();
    await server.database.db.query('update push_place set event = 0');
    await tell();
    expect(pushService.pushes).toHaveLength(1);
  });

  test('reaches every trader, and each once, where they are more than are looked at together', async () => {
    drawn = randomUUID();
    await tell();
    const count = 1_001;
    await withoutDevice(count);
    await happen('signal.recorded');
    // None of them has a device: all are held back, which the log says.
    expect(await tell()).toMatchObject({ sent: 0, held: count });
    expect(await tradersInLog()).toBe(count);
  });

  test('reaches by the next server those whom the last one had not come to at its end, and no one twice', async () => {
    await tell();
    await withDevice('mara');
    await withoutDevice(500);
    await happen('signal.recorded');
    let ended: Promise<void> | undefined;
    const send = async () => {
      ended = last.stop();
      return { kind: 'sent' } as const;
    };
    const { log } = memoryLog();
    const last = new PushSender({ ...parts(), service: { send }, log, pushes: countPushes() });
    await vi.waitFor(() => expect(ended).toBeDefined(), PATIENCE_MS);
    await ended;
    expect(await tradersInLog()).toBe(500);
    expect(await tell()).toMatchObject({ sent: 0, held: 1 });
    expect(await tradersInLog()).toBe(501);
  });

  test('may have been sent when the server is killed before it was taken: the log says that it is not known, and it counts as sent', async () => {
    await tell();
    const trader = await withDevice('mara', { signals: true, outcomes: true, mostPerHour: 1 });
    await happen('signal.recorded');
    let isUnderWay = false;
    const send = () => {
      isUnderWay = true;
      return new Promise<never>(() => {});
    };
    const { log } = memoryLog();
    const killed = new PushSender({ ...parts(), service: { send }, log, pushes: countPushes() });
    await vi.waitFor(() => expect(isUnderWay).toBe(true), PATIENCE_MS);
    // Its end waits for the answer, which never comes.
    void killed.stop();
    expect(await logOf(trader)).toEqual([['unknown', TOLD]]);
    await happen('signal.settled', 'feed.lost');
    await setRules(trader, { signals: true, outcomes: true, feed: true, mostPerHour: 1 });
    await tell();
    const WON = { ...CARD, type: 'signal.settled', outcome: 'won' };
    expect(await logOf(trader)).toEqual([
      ['hourly-limit', LOST],
      ['sent', WON],
      ['unknown', TOLD],
    ]);
    expect(pushService.pushed()).toEqual([['/mara', WON]]);
  });

  test('that comes while the sender is about to rest is sent at once, and its log says so once its service has taken it', async () => {
    await tell();
    const trader = await withDevice('mara', { feed: true });
    const { log } = memoryLog();
    const { db, ...others } = parts();
    let hasCome = false;
    /** The last thing that the sender asks before it rests. */
    const query = async (asked: QueryConfig) => {
      const answer = await db.query(asked);
      if (asked.text.includes("'sessionEnd'") && !hasCome) {
        hasCome = true;
        await happen('feed.lost');
        sender.wake();
      }
      return answer;
    };
    const watched = Object.assign(Object.create(db), { query }) as Pool;
    const sender = new PushSender({ ...others, db: watched, log, pushes: countPushes() });
    await vi.waitFor(async () => expect(await logOf(trader)).toEqual([['sent', LOST]]), PATIENCE_MS);
    await sender.stop();
  });

  test('is pushed to all from a trader drawn at random, then from the first to that one', async () => {
    await tell();
    for (const name of ['mara', 'ivo', 'ada']) await withDevice(name);
    const { rows } = await server.database.db.query<{ id: string; name: string }>(
      `select id, split_part(email, '@', 1) as name from users order by id`,
    );
    const [first, second, third] = rows.map(({ name }) => `/${name}`);
    drawn = rows[0]?.id ?? '';
    const order: string[] = [];
    const send: PushService['send'] = async ({ endpoint }) => {
      order.push(new URL(endpoint).pathname);
      return { kind: 'sent' };
    };
    await happen('signal.recorded');
    await tell({ service: { send } });
    expect(order).toEqual([second, third, first]);
  });

  test('leaves the event loop a turn between two pushes', async () => {
    await tell();
    for (const name of ['mara', 'ivo', 'ada']) await withDevice(name);
    let turns = 0;
    const isCounting = new AbortController();
    const count = () => {
      turns += 1;
      if (!isCounting.signal.aborted) setImmediate(count);
    };
    count();
    const sentAt: number[] = [];
    const send = async () => {
      sentAt.push(turns);
      return { kind: 'sent' } as const;
    };
    await happen('signal.recorded');
    await tell({ service: { send } });
    isCounting.abort();
    expect(sentAt).toHaveLength(3);
    expect(new Set(sentAt).size).toBe(3);
  });

  test('ends with the session of the device', async () => {
    await tell();
    const trader = await withDevice('mara');
    await server.app.inject({ method: 'POST', url: '/auth/v1/logout?scope=local', headers: trader.headers });
    const { rowCount } = await server.database.db.query('select from push_subscriptions');
    expect(rowCount).toBe(0);
    await happen('signal.recorded');
    await tell();
    expect(pushService.pushes).toEqual([]);
    expect(await logOf(await signIn(trader.email, trader.key))).toEqual([['no-device', TOLD]]);
  });

  test('goes to no device of another secret, of a disabled account, or of a session that is too old or was not used for long', async () => {
    await tell();
    const { db } = server.database;
    const other = testSecret('another secret of the tests, long');
    await openVapidKey(db, other, 'https://a.example.com', server.clock.now);
    const names = ['secret', 'disabled', 'old', 'idle', 'good'];
    const traders = await Promise.all(names.map((name) => withDevice(name, { feed: true })));
    const of = (email: string) => [`${email}@example.com`];
    await db.query(
      `update push_subscriptions set secret_id = $2 where user_id = (select id from users where email = $1)`,
      [...of('secret'), other.id],
    );
    await db.query(`update users set banned_until = '2100-01-01' where email = $1`, of('disabled'));
    await db.query(
      `update sessions set created_at = $2 where user_id = (select id from users where email = $1)`,
      [...of('old'), new Date(server.clock.now - SESSION_LIFE.maxAgeMs)],
    );
    await useSession('old', server.clock.now);
    await useSession('idle', server.clock.now - SESSION_LIFE.idleMs);
    await happen('feed.lost');
    expect(await tell()).toMatchObject({ sent: 1, held: 4 });
    expect(pushService.pushed()).toEqual([['/good', LOST]]);
    expect(await logOf(traders[0] as Trader)).toEqual([['no-device', LOST]]);
  });

  test('is pushed only while it is news, ten minutes', async () => {
    await tell();
    const trader = await withDevice('mara', { feed: true });
    await happen('feed.lost');
    server.clock.advance(10 * MINUTE_MS + 1);
    expect(await tell()).toMatchObject({ sent: 0, held: 0 });
    expect(await logOf(trader)).toEqual([]);
  });

  test('gets what comes after the first start, and nothing from before', async () => {
    await withDevice('mara', { feed: true });
    await happen('feed.lost');
    await tell();
    await happen('feed.back');
    await tell();
    expect(pushService.pushed()).toEqual([['/mara', BACK]]);
  });

  test('counts for the limit when it was sent, for an hour', async () => {
    await tell();
    const rules = { feed: true, marketOpen: true, mostPerHour: 1 };
    const trader = await withDevice('mara', { ...rules, snoozedUntilMs: SIGNAL.atMs + 1 });
    await happen('feed.lost');
    await tell();
    await setTime(SIGNAL.atMs + 1);
    await happen('feed.back');
    await tell();
    await setTime(SIGNAL.atMs + 1 + HOUR_MS);
    const again = await signIn(trader.email, trader.key);
    await happen('market.open');
    await tell();
    expect((await logOf(again)).map(([result]: [string]) => result)).toEqual(['sent', 'sent', 'snoozed']);
  });

  test.each([
    [['signal.recorded', 'signal.settled', 'feed.lost', 'feed.back'] as const],
    [['signal.recorded', 'feed.lost', 'signal.settled', 'feed.back'] as const],
  ])(
    'counts for the limit as a signal does; outcomes and tests do not, and no outcome is held back for it: %j',
    async (types) => {
      await tell();
      const trader = await withDevice('mara', { signals: true, outcomes: true, feed: true, mostPerHour: 2 });
      await call(trader, 'POST', '/test');
      for (const type of types) {
        server.clock.advance(1_000);
        await happen(type);
        await tell();
      }
      expect(
        (await logOf(trader)).map(([result, { type }]: [string, { type: string }]) => `${type} ${result}`),
      ).toEqual([
        'feed.back hourly-limit',
        ...types
          .slice(0, -1)
          .toReversed()
          .map((type) => `${type} sent`),
        'test sent',
      ]);
    },
  );

  test('does not get the outcome of a signal that was held back', async () => {
    await tell();
    const trader = await withDevice('mara', {
      signals: true,
      outcomes: true,
      snoozedUntilMs: SIGNAL.atMs + 1,
    });
    await happen('signal.recorded');
    await tell();
    await setTime(SIGNAL.atMs + 1);
    await happen('signal.settled');
    await tell();
    expect(await logOf(trader)).toEqual([['snoozed', TOLD]]);
  });

  test('says an hour before that the session ends, once', async () => {
    await withDevice('mara', { sessionEnd: true });
    await tell();
    await setTime(server.clock.now + SESSION_LIFE.maxAgeMs - HOUR_MS + 1);
    await useSession('mara', server.clock.now);
    await tell();
    await tell();
    expect(pushService.pushed()).toEqual([
      [
        '/mara',
        { type: 'session.end', endsMs: SIGNAL.atMs + SESSION_LIFE.maxAgeMs, isIdle: false, label: null },
      ],
    ]);
  });

  test('says an hour before that a session which is not used ends, and again when it was used meanwhile', async () => {
    await withDevice('mara', { sessionEnd: true });
    await tell();
    await setTime(SIGNAL.atMs + SESSION_LIFE.idleMs - HOUR_MS);
    await tell();
    await tell();
    const usedMs = server.clock.now;
    await useSession('mara', usedMs);
    await tell();
    await setTime(usedMs + SESSION_LIFE.idleMs - HOUR_MS);
    await tell();
    expect(pushService.pushed()).toEqual([
      [
        '/mara',
        { type: 'session.end', endsMs: SIGNAL.atMs + SESSION_LIFE.idleMs, isIdle: true, label: null },
      ],
      ['/mara', { type: 'session.end', endsMs: usedMs + SESSION_LIFE.idleMs, isIdle: true, label: null }],
    ]);
  });
});

describe('the devices of a trader', () => {
  test('are the ten newest', async () => {
    await tell();
    const trader = await withDevice('d0', { feed: true });
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) {
      server.clock.advance(1);
      const other = await signIn(trader.email, trader.key);
      const { body } = await call(other, 'POST', '/devices', pushService.subscribe(`d${n}`));
      expect(body.devices).toHaveLength(Math.min(n + 1, 10));
    }
    const { rows } = await server.database.db.query(
      'select endpoint from push_subscriptions order by id limit 1',
    );
    expect(rows[0].endpoint).toMatch(/\/d1$/);
  });

  test('are their own: another one cannot remove them, and who subscribes with the same browser takes it over', async () => {
    const mara = await newTrader('mara');
    const ivo = await newTrader('ivo');
    const browser = pushService.subscribe('shared');
    const devices = async (trader: Trader) => (await call(trader, 'GET', '')).body.devices.length;
    await call(mara, 'POST', '/devices', browser);
    await call(ivo, 'DELETE', '/devices', { endpoint: browser.endpoint });
    expect([await devices(mara), await devices(ivo)]).toEqual([1, 0]);
    await call(ivo, 'POST', '/devices', browser);
    expect([await devices(mara), await devices(ivo)]).toEqual([0, 1]);
    // It ends with its new session, not with the old one.
    await server.app.inject({ method: 'POST', url: '/auth/v1/logout?scope=local', headers: mara.headers });
    expect(await devices(ivo)).toBe(1);
    await call(ivo, 'DELETE', '/devices', { endpoint: browser.endpoint });
    expect(await devices(ivo)).toBe(0);
  });

  test('are one of each session: a browser whose address changes stays the one that its trader has chosen', async () => {
    const trader = await withDevice('before');
    await secondDevice(trader, 'laptop');
    await setRules(trader, { device: nameOf('before') });
    await call(trader, 'POST', '/devices', pushService.subscribe('after'));
    const { devices, rules } = (await call(trader, 'GET', '')).body;
    expect(devices.sort()).toEqual([nameOf('after'), nameOf('laptop')].sort());
    expect(rules.device).toBe(nameOf('after'));
  });

  test('are taken over by another account only with the keys of the browser', async () => {
    const [mara, ivo] = [await newTrader('mara'), await newTrader('ivo')];
    const { endpoint, keys } = pushService.subscribe('shared');
    await call(mara, 'POST', '/devices', { endpoint, keys });
    const other = pushService.subscribe('other').keys;
    for (const wrong of [other, { ...keys, auth: other.auth }, { ...keys, p256dh: other.p256dh }])
      expect(await call(ivo, 'POST', '/devices', { endpoint, keys: wrong })).toMatchObject({ status: 400 });
    expect((await call(mara, 'GET', '')).body.devices).toHaveLength(1);
    // A browser may change its own keys.
    expect(await call(mara, 'POST', '/devices', { endpoint, keys: other })).toMatchObject({ status: 200 });
  });

  test.each([
    ['65 bytes that are no point of P-256', (point: Buffer) => point.fill(1, 1)],
    ['a compressed one with bytes after it', (point: Buffer) => point.fill(2, 0, 1)],
  ])('have keys that a push can be encrypted for: %s is refused', async (_what, spoil) => {
    const { endpoint, keys } = pushService.subscribe('mara');
    const p256dh = spoil(Buffer.from(keys.p256dh, 'base64url')).toString('base64url');
    const answer = await call(await newTrader('mara'), 'POST', '/devices', {
      endpoint,
      keys: { ...keys, p256dh },
    });
    expect(answer).toMatchObject({ status: 400 });
  });
});

test('a time zone is kept by its one name, however it is spelt', async () => {
  const trader = await newTrader('mara');
  expect((await setRules(trader, { zone: 'aSIA/kARACHI' })).body.zone).toBe('Asia/Karachi');
  expect((await call(trader, 'GET', '')).body.rules.zone).toBe('Asia/Karachi');
});

test('the log is a trader’s own and goes back a week', async () => {
  await tell();
  const { db } = server.database;
  const mara = await withDevice('mara', { feed: true });
  const ivo = await newTrader('ivo');
  await happen('feed.lost');
  await tell();
  expect([await logOf(mara), await logOf(ivo)]).toEqual([[['sent', LOST]], []]);
  await removeOldAlerts(db, epochMs(server.clock.now + 7 * DAY_MS));
  expect(await logOf(mara)).toHaveLength(1);
  await removeOldAlerts(db, epochMs(server.clock.now + 7 * DAY_MS + 1));
  expect(await logOf(mara)).toEqual([]);
});

describe('a push service', () => {
  test.each([404, 410])('that answers %i is asked nothing more for that browser', async (status) => {
    await tell();
    const trader = await withDevice('mara', { feed: true });
    pushService.answers.set('/mara', status);
    await happen('feed.lost');
    expect(await tell()).toMatchObject({ gone: 1 });
    expect((await call(trader, 'GET', '')).body).toMatchObject({ devices: [], log: [{ result: 'failed' }] });
  });

  test('that answers 429 is left alone for as long as it asks', async () => {
    await tell();
    const trader = await withDevice('mara', { feed: true });
    pushService.answers.set('/mara', 429);
    await happen('feed.lost');
    expect(await tell()).toMatchObject({ wait: 1 });
    pushService.answers.clear();
    server.clock.advance(119_000);
    await happen('feed.back');
    await tell();
    expect(await logOf(trader)).toEqual([
      ['service-busy', BACK],
      ['failed', LOST],
    ]);
    server.clock.advance(2_000);
    await happen('market.open');
    await setRules(trader, { marketOpen: true });
    await tell();
    expect(pushService.pushed()).toEqual([['/mara', { type: 'market.open', label: null }]]);
  });

  test('that hangs holds up no other browser', async () => {
    await tell();
    await withDevice('mara', { feed: true });
    await withDevice('ivo', { feed: true });
    pushService.answers.set('/mara', 'hang');
    await happen('feed.lost');
    onTestFinished(() => void vi.useRealTimers());
    // The limit passes in the test's hand.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const pushes = countPushes();
    const telling = tell({ pushes, timeoutMs: HOUR_MS });
    await expect.poll(() => pushService.tags).toHaveLength(2);
    const sent = expect.objectContaining({ labels: { result: 'sent' }, value: 1 });
    await expect.poll(async () => (await pushes.get()).values).toContainEqual(sent);
    vi.advanceTimersByTime(HOUR_MS);
    expect(await telling).toMatchObject({ sent: 1, failed: 1 });
  });

  test.each([
    'http://fcm.googleapis.com/1',
    'https://fcm.googleapis.com:8443/1',
    'https://user:key@fcm.googleapis.com/1',
    'https://fcm.googleapis.com.example.com/1',
    'https://notfcm.googleapis.com/1',
    'https://push.example.com/1',
    'https://10.0.0.1/1',
    'https://[::1]/1',
    'http://127.0.0.1/1',
    'ftp://a.example.com/',
    'x',
  ])('at %s is refused', async (endpoint) => {
    const { keys } = pushService.subscribe('mara');
    const answer = await call(await newTrader('mara'), 'POST', '/devices', { endpoint, keys });
    expect(answer).toMatchObject({ status: 400 });
  });

  test.each([
    'https://fcm.googleapis.com/fcm/send/1',
    'https://updates.push.services.mozilla.com/wpush/v2/1',
    'https://wns2-by3p.notify.windows.com/w/?token=1',
    'https://web.push.apple.com/1',
  ])('at %s is known', async (endpoint) => {
    const { keys } = pushService.subscribe('mara');
    const answer = await call(await newTrader('mara'), 'POST', '/devices', { endpoint, keys });
    expect(answer).toMatchObject({ status: 200 });
  });
});

test('a test reaches every device of its trader, whatever the rules say, and is in the log', async () => {
  const phone = await withDevice('phone', { snoozedUntilMs: SIGNAL.atMs + HOUR_MS });
  const laptop = await signIn(phone.email, phone.key);
  await call(laptop, 'POST', '/devices', pushService.subscribe('laptop'));
  pushService.answers.set('/laptop', 410);
  expect((await call(phone, 'POST', '/test')).body).toEqual({ sent: 1, failed: 1 });
  expect(await logOf(phone)).toEqual([['sent', { type: 'test', label: null }]]);
  expect((await call(phone, 'GET', '')).body.devices).toHaveLength(1);
});

test('the count says how many signals of the last week the rules let through', async () => {
  const trader = await newTrader('mara');
  await happen('signal.recorded');
  const count = async (change: Partial<AlertRules>) =>
    (await call(trader, 'POST', '/count', { ...NO_ALERTS, ...change })).body.signals;
  expect(await count({})).toBe(0);
  expect(await count({ signals: true })).toBe(1);
  expect(await count({ signals: true, pairs: ['USD/JPY'] })).toBe(0);
  expect(await count({ signals: true, aboveBreakEven: true })).toBe(0);
  expect(await count({ signals: true, aboveBreakEven: true, payout: 81 })).toBe(1);
  await setTime(SIGNAL.decidedMs + 7 * DAY_MS + 1);
  const later = await signIn(trader.email, trader.key);
  expect((await call(later, 'POST', '/count', { ...NO_ALERTS, signals: true })).body.signals).toBe(0);
});

test('rules that are none, and those who are not signed in, are refused', async () => {
  const trader = await newTrader('mara');
  for (const wrong of [
    { zone: 'Nowhere/Land' },
    { mostPerHour: 0 },
    { payout: 0 },
    { quiet: { from: 0, to: 1_440 } },
    { more: 1 },
  ])
    expect(await setRules(trader, wrong as object)).toMatchObject({ status: 400 });
  expect((await app.inject({ url: '/api/alerts' })).statusCode).toBe(401);
});

test('the key is made once for a secret, and another secret has another one', async () => {
  const { db } = server.database;
  const again = await openVapidKey(db, SECRET, 'https://signals.example.com', server.clock.now);
  const other = await openVapidKey(
    db,
    testSecret('another secret of the tests, long'),
    'https://a.example.com',
    server.clock.now,
  );
  expect(again.publicKey).toBe(vapid.publicKey);
  expect(other.publicKey).not.toBe(vapid.publicKey);
  expect(Buffer.from(vapid.publicKey, 'base64url')).toHaveLength(65);
  const { rows } = await db.query('select sealed_private_key from push_keys');
  for (const { sealed_private_key } of rows) expect(sealed_private_key.toString()).not.toContain('"d":');
});

test('a push service is shown a token that is good for at least six hours more, and for twelve at most', () => {
  const from = server.clock.now;
  for (let hours = 0; hours < 30; hours += 1) {
    const now = epochMs(from + hours * HOUR_MS);
    const [, claims = ''] = vapid.authorization('https://push.example.com', now).split('.');
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
    expect(exp * 1_000 - now, `${hours} h`).toBeGreaterThan(6 * HOUR_MS - 1_000);
    expect(exp * 1_000 - now, `${hours} h`).toBeLessThanOrEqual(12 * HOUR_MS);
  }
});
