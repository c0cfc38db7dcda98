import { describe, expect, test } from 'vitest';
import { drawnStories } from '../../../tests/server/record/drawn-stories.ts';
import type { RecordSummary } from '../wire/record.ts';
import type { LedgerEntry, PlacedEntry } from '../signals/ledger-entry.ts';
import { LedgerFold } from './ledger-fold.ts';
import { RecordCheck, readRecords } from './record-check.ts';

const ENTRIES: readonly LedgerEntry[] = [
  ...drawnStories(1, 60, 'engine-1').flatMap(({ entries }) => entries),
  ...drawnStories(2, 60, 'engine-2').flatMap(({ entries }) => entries),
];
const placed = ENTRIES.map((entry, index): PlacedEntry => ({ index, entry }));

/** What an honest record says of the first so many entries. */
function served(engine: string, size = placed.length): RecordSummary {
  const fold = new LedgerFold();
  for (const each of placed.slice(0, size)) fold.add(each);
  const summary = { ledger: 'live', label: null, engine, choices: [], ...fold.figures(engine) };
  return JSON.parse(JSON.stringify(summary)) as RecordSummary;
}

function problems(...summaries: RecordSummary[]): readonly string[] {
  return checked(summaries).problems();
}

function checked(summaries: RecordSummary[], problem?: string): RecordCheck {
  const check = new RecordCheck({ summaries, problem });
  for (const each of placed) check.add(each);
  return check;
}

test('figures that the entries give hold, of every engine version and at every size', () => {
  expect(
    problems(served('engine-2'), served('engine-1'), served('engine-1', 50), served('engine-1', 0)),
  ).toEqual([]);
});

describe('a figure that the entries do not give is named', () => {
  test('one win more', () => {
    const summary = served('engine-1');
    const { engineArm } = summary;
    const more = { ...summary, engineArm: { ...engineArm, won: engineArm.won + 1 } };
    expect(problems(more)).toEqual([
      `The record of engine-1 is wrong: engineArm.won says ${engineArm.won + 1}, but by the entries it is ${engineArm.won}.`,
    ]);
  });

  test('a rate that is a little better, a figure that is missing, a point too few or too many', () => {
    const summary = served('engine-1');
    const better = { ...summary, rateUnchangedLost: (summary.rateUnchangedLost ?? 0) + 1e-6 };
    expect(problems(better)).toEqual([expect.stringContaining('rateUnchangedLost says')]);
    const { brier: _, ...less } = summary;
    expect(problems(less as RecordSummary)).toEqual([expect.stringContaining('brier says nothing')]);
    for (const points of [summary.points.slice(1), [...summary.points, ...summary.points.slice(-1)]])
      expect(problems({ ...summary, points })).toEqual([
        `The record of engine-1 is wrong: points says "${points.length} values", but by the entries it is "${summary.points.length}".`,
      ]);
  });

  test('that is a text without end, by its beginning', () => {
    const endless = { ...served('engine-1'), brier: 'x'.repeat(1e6) as never };
    expect(problems(endless).map(({ length }) => length)).toEqual([expect.closeTo(330, -2)]);
  });

  test('the last digit of a logarithm is none', () => {
    const summary = served('engine-1');
    const value = (summary.logLoss.value ?? 0) * (1 + 1e-12);
    expect(problems({ ...summary, logLoss: { ...summary.logLoss, value } })).toEqual([]);
  });

  test('a record of more entries than there are', () => {
    expect(problems({ ...served('engine-1'), size: placed.length + 1 })).toEqual([
      `The record of engine-1 is wrong: it says that it is of ${placed.length + 1} entries, but the ledger has only ${placed.length}.`,
    ]);
  });
});

describe('what was not compared is said', () => {
  const both = () => [served('engine-1'), served('engine-2')];

  test('nothing is, where every engine version in the entries was published', () => {
    expect([checked(both()).notCompared(), checked(both()).compared]).toEqual([[], 2]);
  });

  test('an engine version that was left out, and a record that there is not', () => {
    expect(checked([served('engine-2')]).notCompared()).toEqual([
      'The record of engine-1 was not compared: the site does not show it.',
    ]);
    expect(checked(both(), 'there is no record').notCompared()).toEqual([
      'The record was not compared: there is no record.',
    ]);
  });

  test('a record that stands still while the ledger goes on', () => {
    const atMs = (index: number) => placed[index]?.entry.atMs ?? 0;
    const size = placed.findLastIndex(({ index }) => atMs(index) < atMs(placed.length - 1) - 60_000);
    const old = served('engine-2', size);
    expect(checked([served('engine-1'), old]).notCompared()).toEqual([
      expect.stringMatching(/^The record of engine-2 was not compared: it is \d+ s older than the ledger\.$/),
    ]);
  });

  test('no record is old for want of the newest entry, however long nothing was recorded before that', () => {
    const summaries = [served('engine-1', placed.length - 1), served('engine-2', placed.length - 1)];
    const record = new RecordCheck({ summaries, problem: undefined });
    for (const one of placed.slice(0, -1)) record.add(one);
    const last = placed.at(-1) as PlacedEntry;
    record.add({ ...last, entry: { ...last.entry, atMs: last.entry.atMs + 600_000 } });
    expect(record.notCompared()).toEqual([]);
  });
});

describe('a site that is asked for its record', () => {
  const summary = (engine: string, engines: readonly string[]) =>
    ({
      engine,
      choices: engines.map((each) => ({ ledger: 'live', label: null, engine: each, settled: 0 })),
    }) as never;

  test('is asked for each engine version once, and four at a time', async () => {
    const engines = ['a', 'b', 'c', 'd', 'e', 'f', 'b'];
    let [under, most] = [0, 0];
    const asked: (string | undefined)[] = [];
    const { summaries, problem } = await readRecords('live', async (engine) => {
      asked.push(engine);
      under += 1;
      most = Math.max(most, under);
      await Promise.resolve();
      under -= 1;
      return summary(engine ?? 'a', engines);
    });
    expect([asked, summaries.length, problem, most]).toEqual([
      [undefined, 'b', 'c', 'd', 'e', 'f'],
      6,
      undefined,
      4,
    ]);
  });

  test('that lists thousands is asked for 64, and it is said', async () => {
    const engines = Array.from({ length: 3_000 }, (_, at) => `engine-${at}`);
    const { summaries, problem } = await readRecords('live', async (engine) =>
      summary(engine ?? 'engine-0', engines),
    );
    expect(summaries).toHaveLength(65);
    expect(problem).toBe('the record lists 3000 engine versions, and 2935 were not had');
  });

  test('that has no record, or not of every version that it lists, says why', async () => {
    const gone = () => Promise.resolve(undefined);
    expect(await readRecords('live', gone)).toEqual({ summaries: [], problem: 'there is no record' });
    const some = await readRecords('live', (engine) =>
      engine === undefined ? Promise.resolve(summary('a', ['a', 'b'])) : gone(),
    );
    expect([some.summaries.length, some.problem]).toEqual([
      1,
      'the record lists 2 engine versions, and 1 were not had',
    ]);
  });
});

test('a settlement that an altered ledger holds twice is counted once', () => {
  const fold = new LedgerFold();
  for (const each of placed) fold.add(each);
  const before = fold.figures('engine-1').engineArm;
  for (const { entry } of placed) if (entry.kind === 'settled') fold.add({ index: fold.size, entry });
  expect(fold.figures('engine-1').engineArm).toEqual(before);
});

test('minutes of market hours without a decision are counted, whether an outage covers them or nothing', () => {
  const fold = new LedgerFold();
  const firstMs = Date.UTC(2026, 10, 18, 12);
  const id = '00000000-0000-4000-8000-000000000000';
  const decided = (minute: number): LedgerEntry => {
    const decidedMs = firstMs + minute * 60_000;
    return {
      kind: 'abstained',
      id,
      timeframe: '1min',
      engine: 'engine-1',
      mode: 'special',
      decidedMs,
      atMs: decidedMs + 40,
      reasons: {},
    };
  };
  const [fromMs, toMs] = [firstMs + 120_000, firstMs + 240_010];
  const entries: readonly LedgerEntry[] = [
    decided(0),
    decided(1),
    { kind: 'outage', id, reason: 'server-down', fromMs, toMs, atMs: toMs + 1 },
    decided(5),
    decided(8),
  ];
  for (const [index, entry] of entries.entries()) fold.add({ index, entry });
  expect(fold.figures('engine-1').openMinutes).toEqual({ total: 7, undecided: 5 });
});
