import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time/instant.ts';
import { entryBytes } from '../../../src/core/signals/entry-bytes.ts';
import { isIncluded } from '../../../src/core/log/proofs.ts';
import type { RecordPage, RecordStory } from '../../../src/core/wire/record.ts';
import { sha256 } from '../../../src/server/ledger/ed25519.ts';
import { START_MS } from '../ledger/ledger-support.ts';
import { drawnStories, type DrawnStory, rowsOf } from './drawn-stories.ts';
import { SIGNED_IN } from './record-server.ts';
import { recordedLedger } from './recorded-ledger.ts';

const on = recordedLedger();

describe('the table', () => {
  const stories = drawnStories(6, 130);
  const rows = rowsOf(stories);
  beforeEach(() => on.append(stories));

  it('comes newest first, 50 a page, each row once', async () => {
    const pages: RecordPage[] = [];
    for (let before = ''; ; ) {
      const page = await on.get<RecordPage>(`/signals${before}`);
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
      const page = await on.get<RecordPage>(`/signals?${query}`);
      const expected = rows.filter(matches);
      expect([query, page.total, page.rows]).toEqual([query, expected.length, expected.slice(0, 50)]);
    }
  });

  it('is exported whole: CSV and JSON say the same, oldest first, in UTC and in the zone', async () => {
    const query = '?outcome=won&zone=Asia/Karachi';
    const csv = await on.app.inject({ url: `/api/record/signals.csv${query}`, headers: SIGNED_IN });
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="pipcast-record-${on.ledger.name}.csv"`,
      'cache-control': 'no-store',
    });
    const lines: Record<string, string>[] = parse(csv.body, { columns: true, recordDelimiter: '\r\n' });
    const won = rows.filter(({ outcome }) => outcome === 'won').reverse();
    expect(lines.map(({ id }) => id)).toEqual(won.map(({ id }) => id));
    expect(lines[0]?.['start_utc']).toBe(new Date(won[0]?.startMs ?? 0).toISOString());
    expect(lines[0]?.['start_zone']).toMatch(/\+05:00$/);
    const json = await on.get<Record<string, string | number | null>[]>(`/signals.json${query}`);
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
      ends.push((await on.app.inject({ url: '/api/record/signals.csv', headers: SIGNED_IN })).statusCode);
    expect(ends).toEqual([200, 200, 200, 200, 200, 200]);
  });

  it('draws a story with the prices of its own feed from a minute before to 5 s after, while they are kept', async () => {
    const { signal } = stories[0] as DrawnStory;
    const asked: unknown[] = [];
    on.keepPrices(async (...query) => {
      asked.push(query);
      return [[signal.startMs, 231_816]];
    });
    const { path } = await on.get<RecordStory>(`/signals/${signal.id}`);
    expect(path).toEqual([[signal.startMs, 231_816]]);
    expect(asked).toEqual([
      [signal.source, signal.pair, { fromMs: signal.startMs - 61_000, toMs: signal.expiryMs + 5_000 }],
    ]);
    on.keepPrices(async () => []);
    expect((await on.get<RecordStory>(`/signals/${signal.id}`)).path).toBeNull();
    // The market's prices are not those of a run that is over.
    const { name } = on.ledger;
    on.keepPrices(async () => [[signal.startMs, 231_816]]);
    await on.goOnWithReplay();
    expect((await on.get<RecordStory>(`/signals/${signal.id}?ledger=${name}`)).path).toBeNull();
  });

  it('leads to the whole story of a signal, whose entries are proven to be under the checkpoint', async () => {
    const [{ signal, settled, entries }] = stories.filter((story) => story.settled.outcome === 'won') as [
      DrawnStory,
    ];
    const story = await on.get<RecordStory>(`/signals/${signal.id}`);
    expect(story.row).toEqual(rows.find(({ id }) => id === signal.id));
    expect(story.row.entry).toEqual(settled.entry);
    expect(story.entries.map(({ entry }) => entry)).toEqual(entries);
    expect(story.checkpoint).toBe(on.ledger.checkpoint());
    expect(story.size).toBe(on.ledger.size());
    const root = Buffer.from(story.checkpoint.split('\n')[2] ?? '', 'base64');
    for (const { entry, index, path, leafHash } of story.entries) {
      const proof = path.map((hash) => Buffer.from(hash, 'base64'));
      expect(isIncluded(sha256, entryBytes(entry), index, { size: story.size, root }, proof)).toBe(true);
      expect(isIncluded(sha256, entryBytes(entry), index + 1, { size: story.size, root }, proof)).toBe(false);
      expect(Buffer.from(leafHash, 'base64')).toHaveLength(32);
    }
  });
});
