import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENGINE_VERSION } from '../../../src/core/engine/version.ts';
import type { AbstainedEntry } from '../../../src/core/ledger/ledger-entry.ts';
import { entryBytes } from '../../../src/core/ledger/entry-bytes.ts';
import { isIncluded } from '../../../src/core/ledger/proofs.ts';
import type { RecordPage, RecordStory, RecordSummary } from '../../../src/core/protocol/record-protocol.ts';
import { judge } from '../../../src/core/record/verdict.ts';
import { serveApiDocs } from '../../../src/server/http/api-docs.ts';
import { sha256 } from '../../../src/server/ledger/ed25519.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import type { SignalRecord } from '../../../src/server/record/record.ts';
import { serveRecord } from '../../../src/server/record/serve-record.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import {
  enteredEntry,
  openTestLedger,
  outageEntry,
  signalEntry,
  START_MS,
} from '../ledger/ledger-support.ts';
import { type DrawnStory, drawnStories, rowsOf } from './drawn-stories.ts';
import { recordServer, SIGNED_IN } from './record-server.ts';

const MINUTE_MS = 60_000;

let database: TestDatabase;
let ledger: OpenedLedger;
let app: FastifyInstance;
let record: SignalRecord;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
let ledgers = 0;
beforeEach(async () => {
  ledgers += 1;
  ledger = await openTestLedger(database, { name: `test-${ledgers}` });
  ({ app, record } = recordServer(database.db));
  record.follow(ledger);
});
afterEach(async () => {
  await app.close();
  await ledger.close();
});

async function get<T>(path: string): Promise<T> {
  const response = await app.inject({ url: `/api/record${path}`, headers: SIGNED_IN });
  expect([response.statusCode, response.body]).toEqual([200, response.body]);
  return response.json<T>();
}

async function append(stories: readonly DrawnStory[]): Promise<void> {
  for (const { entries } of stories) await ledger.append(entries);
}

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

describe('a ledger without a settled signal', () => {
  it('has an empty record of the engine that is at work, too few to judge', async () => {
    const summary = await get<RecordSummary>('');
    expect(summary).toMatchObject({
      ledger: ledger.name,
      label: null,
      engine: ENGINE_VERSION,
      fromMs: null,
      engineArm: { settled: 0, rate: null, watched: { low: 0, high: 1 } },
      points: [],
    });
    expect(summary.choices).toContainEqual({
      ledger: ledger.name,
      label: null,
      engine: ENGINE_VERSION,
      settled: 0,
    });
    expect(judge(summary.engineArm, 0.8).sentence).toBe('Too few to judge.');
    expect(await get<RecordPage>('/signals')).toEqual({ rows: [], total: 0, next: null });
    expect(await get<unknown[]>('/signals.json')).toEqual([]);
    const csv = await app.inject({ url: '/api/record/signals.csv', headers: SIGNED_IN });
    expect(csv.body.split('\r\n')).toEqual([expect.stringMatching(/^ledger,index,id,/), '']);
  });

  it('shows nothing of open signals, whatever way it is asked', async () => {
    const signal = signalEntry(0);
    await ledger.append([signal]);
    await ledger.append([enteredEntry(signal)]);
    expect((await get<RecordSummary>('')).fromMs).toBeNull();
    expect((await get<RecordPage>('/signals')).total).toBe(0);
    expect(await get<unknown[]>('/signals.json')).toEqual([]);
    const story = await app.inject({ url: `/api/record/signals/${signal.id}`, headers: SIGNED_IN });
    const unknown = await app.inject({ url: `/api/record/signals/${randomUUID()}`, headers: SIGNED_IN });
    expect([story.statusCode, unknown.statusCode]).toEqual([404, 404]);
    expect(story.json().error.message).toBe(unknown.json().error.message);
  });
});

describe('the summary', () => {
  it('is the same bytes for a record that followed and for one that was read from the database at once', async () => {
    const stories = drawnStories(1, 60);
    for (const [at, story] of stories.entries()) {
      await append([story]);
      if (at % 7 === 0) await get('');
    }
    await ledger.append([abstained(200), outageEntry(START_MS + 201 * MINUTE_MS)]);
    const later = recordServer(database.db);
    later.record.follow(ledger);
    const [followed, read] = await Promise.all(
      [app, later.app].map((each) => each.inject({ url: '/api/record', headers: SIGNED_IN })),
    );
    expect(followed?.body).toBe(read?.body);
    await later.app.close();
    const scored = stories.filter(({ settled }) => settled.outcome === 'won' || settled.outcome === 'lost');
    expect(followed?.json()).toMatchObject({
      engineArm: {
        settled: scored.length,
        won: scored.filter(({ settled }) => settled.outcome === 'won').length,
        unchanged: stories.filter(({ settled }) => settled.outcome === 'unchanged').length,
      },
      voids: { total: stories.filter(({ settled }) => settled.outcome === 'void').length },
      abstentions: { total: 1, byReason: [{ reason: 'stale' }, { reason: 'thin' }] },
      outages: { total: 1, totalMs: 5_000 },
    });
  });

  it('is sent once: with its ETag the answer is 304 until something is settled, abstained or out', async () => {
    await append(drawnStories(2, 3));
    const first = await app.inject({ url: '/api/record', headers: SIGNED_IN });
    const headers = { ...SIGNED_IN, 'if-none-match': String(first.headers.etag) };
    const again = await app.inject({ url: '/api/record', headers });
    expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([
      304,
      '',
      'private, no-cache',
    ]);
    const open = signalEntry(500);
    await ledger.append([open]);
    expect((await app.inject({ url: '/api/record', headers })).statusCode).toBe(304);
    await ledger.append([abstained(501)]);
    expect((await app.inject({ url: '/api/record', headers })).statusCode).toBe(200);
  });

  it('of a new engine version starts at zero, and the old one can still be chosen', async () => {
    const old = drawnStories(3, 40, 'fade-logit-0');
    await append(old);
    expect((await get<RecordSummary>('')).engineArm.settled).toBe(0);
    const settled = old.filter(({ settled: { outcome } }) => outcome === 'won' || outcome === 'lost').length;
    const chosen = await get<RecordSummary>('?engine=fade-logit-0');
    expect(chosen.engineArm.settled).toBe(settled);
    expect(chosen.choices).toContainEqual({
      ledger: ledger.name,
      label: null,
      engine: 'fade-logit-0',
      settled,
    });
    expect((await get<RecordPage>('/signals')).total).toBe(0);
    expect((await get<RecordPage>('/signals?engine=all')).total).toBe(40);
    expect((await get<RecordPage>('/signals?engine=fade-logit-0')).total).toBe(40);
    const unknown = await app.inject({ url: '/api/record?engine=fade-logit-9', headers: SIGNED_IN });
    expect([unknown.statusCode, unknown.json().error.code]).toEqual([404, 'not_found']);
  });

  it('of another ledger is had by its name, to its end and with that run’s own engine version', async () => {
    await get<RecordSummary>('');
    await append(drawnStories(4, 5));
    await ledger.close();
    const { name } = ledger;
    ledger = await openTestLedger(database, { name: `replay-${ledgers}` });
    record.follow(ledger);
    const mine = await get<RecordSummary>('');
    expect([mine.ledger, mine.fromMs]).toEqual([ledger.name, null]);
    const replayed = await get<RecordSummary>(`?ledger=${name}`);
    expect([replayed.ledger, replayed.voids.total + replayed.engineArm.settled]).not.toContain(0);
    expect((await get<RecordPage>(`/signals?ledger=${name}`)).total).toBe(5);
    for (const path of ['', '/signals', '/signals.csv', `/signals/${randomUUID()}`]) {
      const url = `/api/record${path}?ledger=never-was`;
      expect((await app.inject({ url, headers: SIGNED_IN })).statusCode).toBe(404);
    }
  });

  it('is up to date where another server writes the ledger', async () => {
    const reader = recordServer(database.db);
    const url = `/api/record/signals?ledger=${ledger.name}`;
    const total = async () => (await reader.app.inject({ url, headers: SIGNED_IN })).json<RecordPage>().total;
    expect(await total()).toBe(0);
    await append(drawnStories(5, 4));
    expect(await total()).toBe(4);
    await reader.app.close();
  });

  it('is that of the live ledger, read anew, once this server has given its own way', async () => {
    const stop = record.follow(ledger);
    const [first, second] = drawnStories(9, 2);
    await append([first as DrawnStory]);
    expect((await get<RecordSummary>('')).ledger).toBe(ledger.name);
    stop();
    expect((await get<RecordSummary>('')).ledger).toBe('live');
    // Whoever writes it now, nobody tells of it here.
    await append([second as DrawnStory]);
    expect((await get<RecordPage>(`/signals?ledger=${ledger.name}`)).total).toBe(2);
  });
});

describe('the table', () => {
  const stories = drawnStories(6, 130);
  const rows = rowsOf(stories);
  beforeEach(() => append(stories));

  it('comes newest first, 50 a page, each row once', async () => {
    const pages: RecordPage[] = [];
    for (let before = ''; ; ) {
      const page = await get<RecordPage>(`/signals${before}`);
      pages.push(page);
      if (page.next === null) break;
      before = `?before=${page.next}`;
    }
    expect(pages.map((page) => [page.rows.length, page.total])).toEqual([
      [50, 130],
      [50, 130],
      [30, 130],
    ]);
    expect(pages.flatMap((page) => page.rows)).toEqual(rows);
  });

  it('filters by every column and by the start', async () => {
    const at = (minute: number) => START_MS + minute * MINUTE_MS + 1_000;
    const filters: [string, (row: (typeof rows)[number]) => boolean][] = [
      ['pair=USD/JPY', ({ pair }) => pair === 'USD/JPY'],
      ['timeframe=5s', ({ timeframe }) => timeframe === '5s'],
      ['mode=bot', ({ mode }) => mode === 'bot'],
      ['direction=PUT', ({ direction }) => direction === 'PUT'],
      ['outcome=void', ({ outcome }) => outcome === 'void'],
      ['outcome=unchanged', ({ outcome }) => outcome === 'unchanged'],
      ['source=kraken', () => true],
      ['source=oanda', () => false],
      [`from=${at(100)}&to=${at(104)}`, ({ startMs }) => startMs === at(100) || startMs === at(102)],
      [
        'mode=bot&outcome=won&direction=CALL',
        (row) => row.mode === 'bot' && row.outcome === 'won' && row.direction === 'CALL',
      ],
    ];
    for (const [query, matches] of filters) {
      const page = await get<RecordPage>(`/signals?${query}`);
      const expected = rows.filter(matches);
      expect([query, page.total, page.rows]).toEqual([query, expected.length, expected.slice(0, 50)]);
    }
  });

  it('is exported whole: CSV and JSON say the same, oldest first, in UTC and in the zone', async () => {
    const query = '?outcome=won&zone=Asia/Karachi';
    const csv = await app.inject({ url: `/api/record/signals.csv${query}`, headers: SIGNED_IN });
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="pipcast-record-${ledger.name}.csv"`,
      'cache-control': 'no-store',
    });
    const lines: Record<string, string>[] = parse(csv.body, { columns: true, recordDelimiter: '\r\n' });
    const won = rows.filter(({ outcome }) => outcome === 'won').reverse();
    expect(lines.map(({ id }) => id)).toEqual(won.map(({ id }) => id));
    expect(lines[0]?.['start_utc']).toBe(new Date(won[0]?.startMs ?? 0).toISOString());
    expect(lines[0]?.['start_zone']).toMatch(/\+05:00$/);
    const json = await get<Record<string, string | number | null>[]>(`/signals.json${query}`);
    const text = (value: string | number | null) => (value === null ? '' : String(value));
    expect(
      json.map((line) =>
        Object.fromEntries(Object.entries(line).map(([name, value]) => [name, text(value)])),
      ),
    ).toEqual(lines);
  });

  it('can be exported again and again by one reader', async () => {
    const ends: number[] = [];
    for (let times = 0; times < 6; times += 1)
      ends.push((await app.inject({ url: '/api/record/signals.csv', headers: SIGNED_IN })).statusCode);
    expect(ends).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('leads to the whole story of a signal, whose entries are proven to be under the checkpoint', async () => {
    const [{ signal, settled, entries }] = stories.filter((story) => story.settled.outcome === 'won') as [
      DrawnStory,
    ];
    const story = await get<RecordStory>(`/signals/${signal.id}`);
    expect(story.row).toEqual(rows.find(({ id }) => id === signal.id));
    expect(story.row.entry).toEqual(settled.entry);
    expect(story.entries.map(({ entry }) => entry)).toEqual(entries);
    expect(story.checkpoint).toBe(ledger.checkpoint());
    expect(story.size).toBe(ledger.size());
    const root = Buffer.from(story.checkpoint.split('\n')[2] ?? '', 'base64');
    for (const { entry, index, path, leafHash } of story.entries) {
      const proof = path.map((hash) => Buffer.from(hash, 'base64'));
      expect(isIncluded(sha256, entryBytes(entry), index, { size: story.size, root }, proof)).toBe(true);
      expect(isIncluded(sha256, entryBytes(entry), index + 1, { size: story.size, root }, proof)).toBe(false);
      expect(Buffer.from(leafHash, 'base64')).toHaveLength(32);
    }
  });
});

describe('who may read, and what may be asked', () => {
  it.each(['', '/signals', '/signals.csv', '/signals.json', `/signals/${randomUUID()}`])(
    'refuses /api/record%s to whoever is not signed in, with an ETag too',
    async (path) => {
      const tag = (await app.inject({ url: '/api/record', headers: SIGNED_IN })).headers.etag;
      const headers = { 'if-none-match': String(tag) };
      const response = await app.inject({ url: `/api/record${path}`, headers });
      expect([response.statusCode, response.json().error.code]).toEqual([401, 'unauthorized']);
      expect(response.headers.vary).toBe('authorization');
    },
  );

  it.each([
    '/signals?pair=USD/INR',
    '/signals?pair=EUR/USD&pair=USD/JPY',
    '/signals?timeframe=2min',
    '/signals?mode=auto',
    '/signals?direction=call',
    '/signals?outcome=win',
    '/signals?source=bloomberg',
    '/signals?from=yesterday',
    '/signals?from=-1',
    '/signals?from=',
    '/signals?to=1e9',
    '/signals?to=99999999999999999999',
    '/signals?before=NaN',
    '/signals?before=1.5',
    '/signals?engine=',
    `/signals?engine=${'x'.repeat(101)}`,
    "?ledger=live'--",
    '?ledger=../live',
    '/signals.csv?zone=Mars/Olympus',
    '/signals.csv?zone=',
    `/signals.json?zone=${'x'.repeat(65)}`,
    '/signals.json?pair=%00',
    '/signals/1',
    "/signals/1' or '1'='1",
    '/signals/00000000-0000-4000-8000-00000000000',
  ])('refuses %s with a plain 400', async (path) => {
    const response = await app.inject({ url: `/api/record${encodeURI(path)}`, headers: SIGNED_IN });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: { code: 'bad_request' } });
    expect(response.json().error.message).not.toMatch(/select|ledger_entries|\bat\b.*\.ts/);
  });

  it('finds nothing for an engine version that is an attack', async () => {
    const engine = encodeURIComponent("x' or 1=1; drop table ledger_entries; --");
    expect((await get<RecordPage>(`/signals?engine=${engine}`)).total).toBe(0);
  });
});

it('is documented: every address with its parameters', async () => {
  const documented = Fastify();
  documented.setSerializerCompiler(() => JSON.stringify);
  documented.setValidatorCompiler(validatorCompiler);
  await serveApiDocs(documented, '/');
  serveRecord(documented, { db: database.db, record, mayRead: () => true });
  await documented.ready();
  const { paths } = (await documented.inject('/openapi.json')).json<{
    paths: Record<string, { get: { parameters?: { name: string }[] } }>;
  }>();
  expect(Object.entries(paths).map(([path, { get: route }]) => [path, route.parameters?.length])).toEqual([
    ['/api/record', 2],
    ['/api/record/signals', 11],
    ['/api/record/signals.csv', 11],
    ['/api/record/signals.json', 11],
    ['/api/record/signals/{id}', 2],
  ]);
  await documented.close();
});

it('answers 503 while the database is away, then goes on where it was', async () => {
  let isAway = true;
  let asked = 0;
  const flaky = new Proxy(database.db, {
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
  await append(drawnStories(7, 12));
  const reader = recordServer(flaky);
  reader.record.follow(ledger);
  const ask = () => reader.app.inject({ url: '/api/record/signals', headers: SIGNED_IN });
  const refused = await ask();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5']);
  isAway = false;
  expect((await ask()).json<RecordPage>().total).toBe(12);
  await reader.app.close();
});
