import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ENGINE_VERSION } from '../../../src/core/engine/model.ts';
import { MINUTE_MS } from '../../../src/core/time/instant.ts';
import type { AbstainedEntry, SignalMode } from '../../../src/core/signals/ledger-entry.ts';
import type { RecordPage, RecordSummary } from '../../../src/core/wire/record.ts';
import { judge } from '../../../src/core/record/verdict.ts';
import { enteredEntry, outageEntry, signalEntry, START_MS } from '../ledger/ledger-support.ts';
import { drawnStories, type DrawnStory } from './drawn-stories.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { SignalRecord } from '../../../src/server/record/record.ts';
import { recordServer, SIGNED_IN } from './record-server.ts';
import { recordedLedger } from './recorded-ledger.ts';

const on = recordedLedger();

function abstained(minute: number): AbstainedEntry {
  const decidedMs = START_MS + minute * MINUTE_MS;
  return {
    kind: 'abstained',
    atMs: decidedMs + 200,
    id: randomUUID(),
    mode: 'special',
    timeframe: '1min',
    decidedMs,
    engine: ENGINE_VERSION,
    source: 'kraken',
    reasons: { 'EUR/USD': 'stale', 'USD/JPY': 'thin' },
  };
}

describe('columns that were altered in the database while the bytes stayed', () => {
  it('change nothing of the record after a restart, are counted and are in the log', async () => {
    await on.append(drawnStories(5, 30));
    const before = await on.get<RecordSummary>('');
    const client = await on.db.connect();
    const ledger = `select id from ledgers where name = '${on.ledger.name}'`;
    await client.query(
      `set session_replication_role = replica;
       update ledger_entries set kind = 'void' where index = 5 and ledger = (${ledger});
       update ledger_entries set pair = 'none' where index = 0 and ledger = (${ledger});
       set session_replication_role = origin`,
    );
    client.release();
    const { log, entries } = memoryLog();
    const restarted = new SignalRecord({ db: on.db, log });
    restarted.follow(on.ledger);
    const after = JSON.parse(String((await restarted.summary({}))?.body)) as RecordSummary;
    expect(after).toEqual(before);
    expect(restarted.findings()).toEqual({ overdueSignals: 0, silentMinutes: 0, wrongEntries: 2 });
    expect(entries().map(({ problem }) => problem)).toEqual([
      expect.stringMatching(/^entry 0 is wrong: its column pair says none/),
      expect.stringMatching(/^entry 5 is wrong: its column kind says void, but the entry says/),
    ]);
  });
});

it('an entry whose bytes cannot be read is counted once, also while it is the last one', async () => {
  await on.append(drawnStories(1, 1));
  const setLastBody = async (body: string) => {
    const client = await on.db.connect();
    await client.query(
      `set session_replication_role = replica;
       update ledger_entries set body = ${body} where index = ${on.ledger.size() - 1}
         and ledger = (select id from ledgers where name = '${on.ledger.name}');
       set session_replication_role = origin`,
    );
    client.release();
  };
  await setLastBody(`'x' || body`);
  const restarted = new SignalRecord({ db: on.db, log: memoryLog().log });
  restarted.follow(on.ledger);
  await restarted.summary({});
  await restarted.summary({});
  expect(restarted.findings().wrongEntries).toBe(1);
  await setLastBody('substr(body, 2)');
});

it('a ledger that ends after the next one began leaves that one the running one', () => {
  const record = new SignalRecord({ db: on.db, log: memoryLog().log });
  const endFirst = record.follow({ name: 'first', label: undefined });
  const endSecond = record.follow({ name: 'second', label: undefined });
  endFirst();
  expect(record.ownName).toBe('second');
  endSecond();
  expect(record.ownName).toBe('live');
});

describe('a ledger without a settled signal', () => {
  it('has an empty record of the engine that is at work, too few to judge', async () => {
    const summary = await on.get<RecordSummary>('');
    expect(summary).toMatchObject({
      ledger: on.ledger.name,
      label: null,
      engine: ENGINE_VERSION,
      fromMs: null,
      engineArm: { settled: 0, rate: null, watched: { low: 0, high: 1 } },
      points: [],
    });
    expect(summary.choices).toContainEqual({
      ledger: on.ledger.name,
      label: null,
      engine: ENGINE_VERSION,
      settled: 0,
    });
    expect(judge(summary.engineArm, 0.8).code).toBe('too-few');
    expect(await on.get<RecordPage>('/signals')).toEqual({ rows: [], total: 0, next: null });
    expect(await on.get<unknown[]>('/signals.json')).toEqual([]);
    const csv = await on.app.inject({ url: '/api/record/signals.csv', headers: SIGNED_IN });
    expect(csv.body.split('\r\n')).toEqual([expect.stringMatching(/^ledger,index,id,/), '']);
  });

  it('shows nothing of open signals, whatever way it is asked', async () => {
    const signal = signalEntry(0);
    await on.ledger.append([signal]);
    await on.ledger.append([enteredEntry(signal)]);
    expect((await on.get<RecordSummary>('')).fromMs).toBeNull();
    expect((await on.get<RecordPage>('/signals')).total).toBe(0);
    expect(await on.get<unknown[]>('/signals.json')).toEqual([]);
    const story = await on.app.inject({ url: `/api/record/signals/${signal.id}`, headers: SIGNED_IN });
    const unknown = await on.app.inject({ url: `/api/record/signals/${randomUUID()}`, headers: SIGNED_IN });
    expect([story.statusCode, unknown.statusCode]).toEqual([404, 404]);
    expect(story.json().error.message).toBe(unknown.json().error.message);
  });
});

describe('the summary', () => {
  it('is the same bytes for a record that followed and for one that was read from the database at once', async () => {
    const stories = drawnStories(1, 60);
    for (const [at, story] of stories.entries()) {
      await on.append([story]);
      if (at % 7 === 0) await on.get('');
    }
    await on.ledger.append([abstained(200), outageEntry(START_MS + 201 * MINUTE_MS)]);
    const later = recordServer(on.db);
    later.record.follow(on.ledger);
    const [followed, read] = await Promise.all(
      [on.app, later.app].map((each) => each.inject({ url: '/api/record', headers: SIGNED_IN })),
    );
    expect(followed?.body).toBe(read?.body);
    await later.app.close();
    const armsOf = (mode: SignalMode) => {
      const some = stories.filter(({ signal }) => signal.mode === mode).map(({ settled }) => settled);
      const counted = (outcomes: readonly (string | undefined)[]) => {
        const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
        const [won, lost, unchanged] = [count('won'), count('lost'), count('unchanged')];
        return { settled: won + lost, won, unchanged };
      };
      return {
        engineArm: counted(some.map(({ outcome }) => outcome)),
        lateArm: counted(some.map(({ enteredLate }) => enteredLate?.outcome)),
      };
    };
    expect(followed?.json()).toMatchObject({
      ...armsOf('special'),
      bot: armsOf('bot'),
      voids: { total: stories.filter(({ settled }) => settled.outcome === 'void').length },
      abstentions: { total: 1, byReason: [{ reason: 'stale' }, { reason: 'thin' }] },
      outages: { total: 1, totalMs: 5_000 },
    });
  });

  it('is sent once: with its ETag the answer is 304 until something is settled, abstained or out', async () => {
    await on.append(drawnStories(2, 3));
    const first = await on.app.inject({ url: '/api/record', headers: SIGNED_IN });
    const headers = { ...SIGNED_IN, 'if-none-match': String(first.headers.etag) };
    const again = await on.app.inject({ url: '/api/record', headers });
    expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([
      304,
      '',
      'private, no-cache',
    ]);
    const open = signalEntry(500);
    await on.ledger.append([open]);
    expect((await on.app.inject({ url: '/api/record', headers })).statusCode).toBe(304);
    await on.ledger.append([abstained(501)]);
    expect((await on.app.inject({ url: '/api/record', headers })).statusCode).toBe(200);
  });

  it('of a new engine version starts at zero, and the old one can still be chosen', async () => {
    const old = drawnStories(3, 40, 'fade-logit-0');
    await on.append(old);
    expect((await on.get<RecordSummary>('')).engineArm.settled).toBe(0);
    const settled = old.filter(({ settled: { outcome } }) => outcome === 'won' || outcome === 'lost').length;
    const chosen = await on.get<RecordSummary>('?engine=fade-logit-0');
    expect(chosen.engineArm.settled + chosen.bot.engineArm.settled).toBe(settled);
    expect(chosen.choices).toContainEqual({
      ledger: on.ledger.name,
      label: null,
      engine: 'fade-logit-0',
      settled,
    });
    expect((await on.get<RecordPage>('/signals')).total).toBe(0);
    expect((await on.get<RecordPage>('/signals?engine=all')).total).toBe(40);
    expect((await on.get<RecordPage>('/signals?engine=fade-logit-0')).total).toBe(40);
    const unknown = await on.app.inject({ url: '/api/record?engine=fade-logit-9', headers: SIGNED_IN });
    expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, 'not_found']);
  });

  it('of another ledger is had by its name, to its end and with that run’s own engine version', async () => {
    await on.get<RecordSummary>('');
    await on.append(drawnStories(4, 5));
    const { name } = on.ledger;
    await on.goOnWithReplay();
    const mine = await on.get<RecordSummary>('');
    expect([mine.ledger, mine.fromMs]).toEqual([on.ledger.name, null]);
    const replayed = await on.get<RecordSummary>(`?ledger=${name}`);
    expect([replayed.ledger, replayed.voids.total + replayed.engineArm.settled]).not.toContain(0);
    expect((await on.get<RecordPage>(`/signals?ledger=${name}`)).total).toBe(5);
    for (const path of ['', '/signals', '/signals.csv', `/signals/${randomUUID()}`]) {
      const url = `/api/record${path}?ledger=never-was`;
      expect((await on.app.inject({ url, headers: SIGNED_IN })).statusCode).toBe(404);
    }
  });

  it('is up to date where another server writes the ledger', async () => {
    const reader = recordServer(on.db);
    const url = `/api/record/signals?ledger=${on.ledger.name}`;
    const total = async () => (await reader.app.inject({ url, headers: SIGNED_IN })).json<RecordPage>().total;
    expect(await total()).toBe(0);
    await on.append(drawnStories(5, 4));
    expect(await total()).toBe(4);
    await reader.app.close();
  });

  it('is that of the live ledger, read again, once this server has given its own way', async () => {
    const stop = on.record.follow(on.ledger);
    const [first, second] = drawnStories(9, 2);
    await on.append([first as DrawnStory]);
    expect((await on.get<RecordSummary>('')).ledger).toBe(on.ledger.name);
    stop();
    expect((await on.get<RecordSummary>('')).ledger).toBe('live');
    // Another process writes it now, and this one is not notified.
    await on.append([second as DrawnStory]);
    expect((await on.get<RecordPage>(`/signals?ledger=${on.ledger.name}`)).total).toBe(2);
  });
});

it('answers 503 while the database is away, then goes on where it was', async () => {
  let isAway = true;
  let asked = 0;
  const flaky = new Proxy(on.db, {
    get: (target, key) =>
      key === 'query'
        ? (...args: Parameters<typeof target.query>) => {
            asked += 1;
            return isAway && asked > 1
              ? Promise.reject(Object.assign(new Error('the connection ended'), { code: '57P01' }))
              : target.query(...args);
          }
        : Reflect.get(target, key),
  });
  await on.append(drawnStories(7, 12));
  const reader = recordServer(flaky);
  reader.record.follow(on.ledger);
  const ask = () => reader.app.inject({ url: '/api/record/signals', headers: SIGNED_IN });
  const refused = await ask();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  isAway = false;
  expect((await ask()).json<RecordPage>().total).toBe(12);
  await reader.app.close();
});
