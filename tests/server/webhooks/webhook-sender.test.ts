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
import type { RecordSummary } from '../../../src/core/wire/record.ts';
import { epochMs, HOUR_MS } from '../../../src/core/time/instant.ts';
import { readEventsAfter } from '../../../src/server/alerts/event-rows.ts';
import { followEvents } from '../../../src/server/alerts/start-alerts.ts';
import { findLedger } from '../../../src/server/ledger/ledger-rows.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { webhookTargets } from '../../../src/server/alerts/address-guard.ts';
import { OutboundClient } from '../../../src/server/alerts/outbound-client.ts';
import {
  type DueWebhook,
  findWebhook,
  insertWebhook,
  listDeadLetters,
  listWebhooks,
  replayWebhook,
  retryLetter,
  rotateSecret,
  setPaused,
  setTypes,
} from '../../../src/server/alerts/webhook-rows.ts';
import {
  countWebhookMessages,
  PACE as TRUE_PACE,
  type WebhookPace,
  WebhookSender,
} from '../../../src/server/alerts/webhook-sender.ts';
import { newWebhookSecret, webhookProblem } from '../../../src/server/alerts/webhook-signature.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import {
  emptyLedgers,
  enteredEntry,
  openTestLedger,
  settledEntry,
  signalEntry,
  stories,
  testSecret,
} from '../ledger/ledger-support.ts';
import { type Receiver, startReceiver } from './webhook-support.ts';

const SERVER_SECRET = testSecret('a secret of the tests, long enough');
const SECRET = newWebhookSecret();
const NOW_MS = 1_800_000_000_000;
const PACE = {
  lookMs: 5,
  backOff: { firstMs: 1, longestMs: 1 },
  mostTries: 3,
  againBackOff: { firstMs: HOUR_MS, longestMs: HOUR_MS },
  giveUpMs: 24 * HOUR_MS,
};

let database: TestDatabase;
let ledger: OpenedLedger;
let receiver: Receiver;
/** What the record says. */
let summary: Pick<RecordSummary, 'engine' | 'size' | 'engineArm' | 'toMs'> | undefined;
/** Ended last first. */
let ends: (() => unknown)[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await emptyLedgers(database);
  await database.db.query('truncate webhooks cascade');
  ledger = await openTestLedger(database);
  receiver = await startReceiver();
  summary = undefined;
  ends = [() => ledger.close(), () => receiver.stop()];
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function follow(from = ledger) {
  const stop = followEvents(from, {
    db: database.db,
    log: memoryLog().log,
    record: async () => summary,
    onEvents: () => {},
  });
  ends.push(stop);
  return stop;
}

function send({
  allow = ['127.0.0.1'],
  now = () => epochMs(NOW_MS),
  timeoutMs = HOUR_MS,
  pace = PACE as WebhookPace,
} = {}) {
  const client = new OutboundClient({ targets: webhookTargets(allow), timeoutMs });
  const messages = countWebhookMessages();
  const { log, text: logged } = memoryLog();
  const options = { db: database.db, log, secret: SERVER_SECRET, client, messages, now, pace };
  const sender = new WebhookSender(options);
  const stop = async () => {
    await sender.stop();
    client.close();
  };
  ends.push(stop);
  const counted = async () => {
    const { values } = await messages.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.result, value]));
  };
  return { counted, stop, logged };
}

const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, 60_000);
const addWebhook = () =>
  insertWebhook(database.db, { url: receiver.url, secret: SECRET }, SERVER_SECRET, epochMs(NOW_MS));
const webhook = async () => (await listWebhooks(database.db, SERVER_SECRET))[0];
const deliveries = (count: number) => until(() => expect(receiver.delivered()).toHaveLength(count));
const eventsNow = async () =>
  (await readEventsAfter(database.db, 0, 1_000)).map(({ type, index }) => `${type} ${index}`);
const eventsOf = (count: number) => until(async () => expect(await eventsNow()).toHaveLength(count));

/** What so many stories tell. */
const eventsOfStories = (count: number) =>
  Array.from({ length: count }, (_, at) => [
    `signal.recorded ${3 * at}`,
    `signal.settled ${3 * at + 2}`,
  ]).flat();

describe('the events of a ledger', () => {
  test('are stored once, also those that came while no server looked, and by the next server', async () => {
    await ledger.append(stories(2));
    const stop = follow();
    await eventsOf(4);
    await stop();
    await ledger.append(stories(2, 4));
    follow();
    await eventsOf(8);
    await ledger.append(stories(1, 8));
    await eventsOf(10);
    expect(await eventsNow()).toEqual(eventsOfStories(5));
  });

  test('are stored once when two servers believe that they write the ledger', async () => {
    follow();
    follow();
    for (let at = 0; at < 20; at += 1) await ledger.append(stories(1, 2 * at));
    await eventsOf(40);
    expect(await eventsNow()).toEqual(eventsOfStories(20));
  });

  test('tell of a verdict when it changed, once', async () => {
    const arm = {
      settled: 200,
      won: 40,
      lost: 160,
      unchanged: 0,
      rate: 0.2,
      minutes: 200,
      minuteWins: 40,
      wilson: { low: 0, high: 1 },
    };
    const engineArm = { ...arm, watched: { low: 0.1, high: 0.3 } };
    summary = { engine: 'engine-1', size: 3, engineArm, toMs: 5 };
    follow();
    await ledger.append(stories(1));
    await eventsOf(3);
    await ledger.append(stories(1, 2));
    await eventsOf(5);
    summary = { ...summary, size: 9, engineArm: { ...engineArm, watched: { low: 0.1, high: 0.9 } } };
    await ledger.append(stories(1, 4));
    await eventsOf(8);
    const events = await readEventsAfter(database.db, 0, 100);
    expect(events.filter(({ type }) => type === 'record.verdict')).toMatchObject([
      { index: 2, data: { engine: 'engine-1', before: 'too-few', verdict: 'below', payout: 0.8 } },
      { index: 8, data: { before: 'below', verdict: 'no-edge' } },
    ]);
  });
});

describe('a webhook', () => {
  test('gets in order what comes after it was added, signed, and nothing of what was before', async () => {
    follow();
    await ledger.append(stories(1));
    await eventsOf(2);
    await addWebhook();
    const { counted } = send();
    const signal = signalEntry(2);
    const entered = enteredEntry(signal);
    await ledger.append([signal, entered, settledEntry(signal, entered)]);
    await deliveries(2);
    expect(receiver.delivered()).toEqual(['signal.recorded 3', 'signal.settled 5']);
    const [recorded, settled] = receiver.messages.map(({ body }) => JSON.parse(body));
    const { id, pair, timeframe, direction, confidence, startMs, expiryMs } = signal;
    expect(recorded).toMatchObject({
      type: 'signal.recorded',
      timestamp: new Date(signal.atMs).toISOString(),
      data: {
        index: 3,
        ledger: 'test',
        label: null,
        signal: id,
        pair,
        timeframe,
        direction,
        confidence,
        startMs,
        expiryMs,
      },
    });
    expect(recorded.data).not.toHaveProperty('outcome');
    expect(settled.data).toMatchObject({ index: 5, signal: id, pair, outcome: 'won', reason: null });
    for (const { headers, body } of receiver.messages)
      expect(webhookProblem(SECRET, headers, NOW_MS, body)).toBeUndefined();
    await until(async () => expect(await counted()).toEqual({ delivered: 2, failed: 0, aside: 0, dead: 0 }));
  });

  test('that is far behind gets all of it, in order', async () => {
    await addWebhook();
    follow();
    await ledger.append(stories(60));
    await eventsOf(120);
    const { counted } = send();
    await deliveries(120);
    expect(receiver.delivered()).toEqual(eventsOfStories(60));
    await until(async () => expect(await counted()).toMatchObject({ delivered: 120 }));
  });

  test('that fails gets the same message again, by the same id, and nothing overtakes it', async () => {
    await addWebhook();
    follow();
    receiver.answers.push(500, 302, 204, 429);
    send();
    await ledger.append(stories(2));
    await deliveries(7);
    expect(receiver.delivered()).toEqual([
      ...Array.from({ length: 3 }, () => 'signal.recorded 0'),
      ...Array.from({ length: 2 }, () => 'signal.settled 2'),
      'signal.recorded 3',
      'signal.settled 5',
    ]);
    const ids = receiver.messages.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(4);
    expect(ids[0]).toMatch(/^[0-9a-f]{16}_0_signal-recorded$/);
    expect(ids[2]).toBe(ids[0]);
  });

  test('that does not take a message gets the next one, and the first again later or with a replay', async () => {
    const id = await addWebhook();
    follow();
    receiver.answers.push(500, 500, 500);
    const { counted } = send();
    await ledger.append(stories(1));
    await deliveries(4);
    expect(receiver.delivered().at(-1)).toBe('signal.settled 2');
    expect(await listDeadLetters(database.db, 10)).toMatchObject([
      { webhook: id, ledger: 'test', index: 0, type: 'signal.recorded', problem: 'answers 500' },
    ]);
    await until(async () => expect(await counted()).toEqual({ delivered: 1, failed: 3, aside: 1, dead: 0 }));
    const { id: ledgerId } = (await findLedger(database.db, 'test')) as { id: number };
    expect(await replayWebhook(database.db, id, ledgerId, 0)).toBe(2);
    await deliveries(6);
    expect(receiver.delivered().slice(4)).toEqual(['signal.recorded 0', 'signal.settled 2']);
    expect(await listDeadLetters(database.db, 10)).toEqual([]);
  });

  test('is tried twelve times in half an hour, then for a day beside the others; then it is given up', async () => {
    const id = await addWebhook();
    follow();
    let nowMs = NOW_MS;
    const { counted, logged } = send({
      now: () => epochMs(nowMs),
      pace: { ...TRUE_PACE, lookMs: 5 },
    });
    const nextTry = async () => {
      const { rows } = await database.db.query<{ at: Date | null; dead: boolean }>(
        `select coalesce(d.retry_at, w.retry_at) as at, d.event is not null and d.retry_at is null as dead
         from webhooks w left join webhook_dead_letters d on d.webhook = w.id`,
      );
      return rows[0];
    };
    receiver.answers.push(...Array.from({ length: 60 }, () => 500));
    await ledger.append([signalEntry(0)]);
    const triedMs: number[] = [];
    for (let tries = 1; ; tries += 1) {
      await deliveries(tries);
      await until(async () => expect(await counted()).toMatchObject({ failed: tries }));
      triedMs.push(nowMs - NOW_MS);
      // Stored once the next look may use it.
      await until(async () => {
        const next = await nextTry();
        expect(next?.dead === true || (next?.at?.getTime() ?? 0) > nowMs).toBe(true);
      });
      const next = await nextTry();
      if (next?.dead === true) break;
      nowMs = next?.at?.getTime() ?? 0;
    }
    const minutes = triedMs.map((ms) => ms / 60_000);
    expect(minutes[11]).toBeGreaterThan(13);
    expect(minutes[11]).toBeLessThan(28);
    expect(minutes[12]).toBeGreaterThan((minutes[11] ?? 0) + 15);
    const dayAfter = ((minutes.at(-1) ?? 0) - (minutes[11] ?? 0)) / 60;
    expect(dayAfter).toBeGreaterThanOrEqual(24);
    expect(dayAfter).toBeLessThan(28);
    expect(triedMs.length).toBeGreaterThan(12 + 7);
    expect(triedMs.length).toBeLessThan(12 + 16);
    expect(await counted()).toMatchObject({ delivered: 0, aside: 1, dead: 1 });
    expect(logged()).toContain('a webhook message was given up');
    const [letter] = await listDeadLetters(database.db, 10);
    expect(letter).toMatchObject({ webhook: id, index: 0, retryMs: null });
    // Retried by hand it is taken, unless the receiver is gone.
    receiver.answers.splice(0);
    const retry = () => retryLetter(database.db, id, letter?.event ?? 0, epochMs(nowMs));
    await database.db.query('update webhooks set is_gone = true');
    expect(await retry()).toBe(false);
    await database.db.query('update webhooks set is_gone = false');
    expect(await retry()).toBe(true);
    await deliveries(triedMs.length + 1);
    await until(async () => expect(await webhook()).toMatchObject({ again: 0, dead: 0 }));
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  test('of some types gets these, and passes the others over', async () => {
    const id = await addWebhook();
    await setTypes(database.db, id, ['signal.settled']);
    follow();
    await ledger.append(stories(60));
    await eventsOf(120);
    send();
    await deliveries(60);
    expect(new Set(receiver.delivered().map((line) => line.split(' ')[0]))).toEqual(
      new Set(['signal.settled']),
    );
    await setTypes(database.db, id, ['market.open']);
    await ledger.append(stories(1, 120));
    await eventsOf(122);
    const behind = 'select (select max(id) from alert_events) - place as events from webhooks';
    await until(async () => expect((await database.db.query(behind)).rows).toEqual([{ events: 0 }]));
    expect(receiver.messages).toHaveLength(60);
    expect(await webhook()).toMatchObject({ waiting: 0 });
  });

  test('that is paused gets nothing, and goes on where it was', async () => {
    const id = await addWebhook();
    const { url } = receiver;
    await insertWebhook(database.db, { url: `${url}&more`, secret: SECRET }, SERVER_SECRET, epochMs(NOW_MS));
    await setPaused(database.db, id, true);
    follow();
    send();
    await ledger.append(stories(1));
    // Those of the other one.
    await deliveries(2);
    expect(await webhook()).toMatchObject({ isPaused: true, waiting: 2 });
    await setPaused(database.db, id, false);
    await deliveries(4);
  });

  test('whose secret is changed gets messages that both verify, for a day', async () => {
    const id = await addWebhook();
    follow();
    const fresh = newWebhookSecret();
    const server = SERVER_SECRET;
    const found = await findWebhook(database.db, id, server, epochMs(NOW_MS));
    await rotateSecret(database.db, found as DueWebhook, fresh, server, epochMs(NOW_MS));
    const nowMs = NOW_MS + 24 * HOUR_MS;
    const before = send({ now: () => epochMs(nowMs - 1) });
    await ledger.append([signalEntry(0)]);
    await until(async () => expect((await webhook())?.deliveredMs).not.toBeNull());
    // Another sender: a look of this one may have read the time already.
    await before.stop();
    send({ now: () => epochMs(nowMs) });
    await ledger.append([signalEntry(2)]);
    await deliveries(2);
    const problems = receiver.messages.map(({ headers, body }) =>
      [SECRET, fresh].map((secret) => webhookProblem(secret, headers, nowMs, body)),
    );
    expect(problems).toEqual([
      [undefined, undefined],
      ['the signature is wrong', undefined],
    ]);
  });

  test('says with each try whether the signal is over', async () => {
    await addWebhook();
    follow();
    const { expiryMs } = signalEntry(0);
    receiver.answers.push(500);
    send({ now: () => epochMs(expiryMs + (receiver.messages.length === 0 ? -1 : 9)) });
    await ledger.append([signalEntry(0)]);
    await deliveries(2);
    expect(receiver.messages.map(({ body }) => JSON.parse(body).data.expired)).toEqual([false, true]);
  });

  test('gets nothing more once it is gone, until a replay', async () => {
    const id = await addWebhook();
    follow();
    receiver.answers.push(410);
    send();
    await ledger.append(stories(1));
    await until(async () => expect(await webhook()).toMatchObject({ isGone: true, waiting: 2 }));
    expect(receiver.delivered()).toEqual(['signal.recorded 0']);
    const { id: ledgerId } = (await findLedger(database.db, 'test')) as { id: number };
    expect(await replayWebhook(database.db, id, ledgerId, 1)).toBe(1);
    await deliveries(2);
    expect(receiver.delivered().at(-1)).toBe('signal.settled 2');
  });

  test('is left alone for as long as it asks, an hour at most', async () => {
    await addWebhook();
    follow();
    receiver.answers.push({ status: 429, retryAfter: '120' });
    let nowMs = NOW_MS;
    send({ now: () => epochMs(nowMs) });
    await ledger.append([signalEntry(0)]);
    await until(async () => expect(await webhook()).toMatchObject({ failures: 1 }));
    nowMs += 119_000;
    // Looks are 5 ms apart.
    await new Promise((done) => setTimeout(done, 50));
    expect(receiver.messages).toHaveLength(1);
    nowMs += 2_000;
    await deliveries(2);
  });

  test('may ask for it with a date', async () => {
    await addWebhook();
    follow();
    receiver.answers.push({ status: 503, retryAfter: new Date(NOW_MS + 120_000).toUTCString() });
    send();
    await ledger.append([signalEntry(0)]);
    const retryAt = async () => (await database.db.query('select retry_at from webhooks')).rows[0].retry_at;
    await until(async () => expect(await retryAt()).toEqual(new Date(NOW_MS + 120_000)));
  });

  test('that asks for more than an hour is asked again after an hour', async () => {
    await addWebhook();
    follow();
    receiver.answers.push({ status: 503, retryAfter: '7200' });
    let nowMs = NOW_MS;
    send({ now: () => epochMs(nowMs) });
    await ledger.append([signalEntry(0)]);
    await until(async () => expect(await webhook()).toMatchObject({ failures: 1 }));
    nowMs += HOUR_MS;
    await deliveries(2);
  });

  test.each([
    ['is taken', 0, 204],
    ['fails for the last time', PACE.mostTries - 1, 500],
  ])(
    'that is replayed while a message is under way which then %s goes on with the replay',
    async (_what, fails, status) => {
      const id = await addWebhook();
      follow();
      let answer: (answered: number) => void = () => {};
      const held = new Promise<number>((resolve) => {
        answer = resolve;
      });
      receiver.answers.push(204, ...Array.from({ length: fails }, () => 500), held);
      let nowMs = NOW_MS;
      // Each look is a second later: no try waits for long.
      send({ now: () => epochMs((nowMs += 1_000)) });
      await ledger.append(stories(1));
      await deliveries(2 + fails);
      const { id: ledgerId } = (await findLedger(database.db, 'test')) as { id: number };
      expect(await replayWebhook(database.db, id, ledgerId, 0)).toBe(2);
      answer(status);
      await deliveries(4 + fails);
      expect(receiver.delivered().slice(-2)).toEqual(eventsOfStories(1));
      await until(async () => expect(await webhook()).toMatchObject({ waiting: 0, again: 0 }));
    },
  );

  test('that fails is in the log by its number, without its secret or the key in its address', async () => {
    await addWebhook();
    follow();
    receiver.answers.push(...Array.from({ length: PACE.mostTries }, () => 500));
    const { logged } = send();
    await ledger.append([signalEntry(0)]);
    await until(async () => expect(await webhook()).toMatchObject({ again: 1 }));
    expect(logged()).toContain('a webhook does not take messages');
    expect(logged()).toContain('set aside');
    expect(logged()).not.toContain(SECRET.slice(6));
    expect(logged()).not.toContain('key=1');
  });

  test('that hangs is given up at the limit, and another server goes on where this one stopped', async () => {
    await addWebhook();
    const unfollow = follow();
    receiver.answers.push('hang');
    onTestFinished(() => void vi.useRealTimers());
    // The limit passes in the test's hand.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const first = send({ timeoutMs: HOUR_MS });
    await ledger.append(stories(1));
    await deliveries(1);
    vi.advanceTimersByTime(HOUR_MS);
    await deliveries(3);
    await until(async () => expect((await webhook())?.waiting).toBe(0));
    await first.stop();
    await unfollow();
    await ledger.append(stories(1, 2));
    follow();
    send();
    await deliveries(5);
    expect(receiver.delivered().slice(-2)).toEqual(['signal.recorded 3', 'signal.settled 5']);
  });

  test('that hangs holds up no other one, on the same host neither', async () => {
    const other = await startReceiver();
    ends.push(() => other.stop());
    for (const url of [receiver.url, `${receiver.url}&more`, other.url])
      await insertWebhook(database.db, { url, secret: SECRET }, SERVER_SECRET, epochMs(NOW_MS));
    follow();
    // One of the two hangs with its first message.
    receiver.answers.push('hang');
    send({ timeoutMs: 60_000 });
    await ledger.append(stories(2));
    await until(() => expect(other.delivered()).toHaveLength(4));
    await until(() => expect(receiver.messages).toHaveLength(5));
  });

  test('in a private network that is not allowed any more is sent nothing', async () => {
    await addWebhook();
    follow();
    send({ allow: [] });
    await ledger.append([signalEntry(0)]);
    await until(async () =>
      expect((await webhook())?.problem).toContain('not an address of the public Internet'),
    );
    expect(receiver.messages).toEqual([]);
  });

  test('whose secret another server sealed waits', async () => {
    await insertWebhook(
      database.db,
      { url: receiver.url, secret: SECRET },
      testSecret('the secret of another server, long enough'),
      epochMs(NOW_MS),
    );
    follow();
    send();
    await ledger.append([signalEntry(0)]);
    await until(async () => expect(await webhook()).toMatchObject({ isReadable: false, waiting: 1 }));
    expect(receiver.messages).toEqual([]);
  });
});
