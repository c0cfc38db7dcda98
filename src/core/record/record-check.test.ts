import { describe, expect, test } from 'vitest';
import { drawnStories } from '../../../tests/server/record/drawn-stories.ts';
import type { RecordSummary } from '../wire/record.ts';
import type { LedgerEntry, PlacedEntry } from '../signals/ledger-entry.ts';
import { LedgerFold } from './ledger-fold.ts';
import { RecordCheck } from './record-check.ts';

const ENTRIES: readonly LedgerEntry[] = [
  ...drawnStories(1, 60, 'engine-1').flatMap(({ entries }) => entries),
  ...drawnStories(2, 60, 'engine-2').flatMap(({ entries }) => entries),
];
const placed = ENTRIES.map((entry, index): PlacedEntry => ({ index, entry }));

/** What an honest record says of the first so many entries. */
function told(engine: string, size = placed.length): RecordSummary {
  const fold = new LedgerFold();
  for (const each of placed.slice(0, size)) fold.add(each);
  const summary = { ledger: 'live', label: null, engine, choices: [], ...fold.figures(engine) };
  return JSON.parse(JSON.stringify(summary)) as RecordSummary;
}

function problems(...summaries: RecordSummary[]): readonly string[] {
  const check = new RecordCheck(summaries);
  for (const each of placed) check.add(each);
  return check.problems();
}

test('figures that the entries give hold, of every engine version and at every size', () => {
  expect(problems(told('engine-2'), told('engine-1'), told('engine-1', 50), told('engine-1', 0))).toEqual([]);
});

describe('a figure that the entries do not give is named', () => {
  test('one win more', () => {
    const summary = told('engine-1');
    const { engineArm } = summary;
    const more = { ...summary, engineArm: { ...engineArm, won: engineArm.won + 1 } };
    expect(problems(more)).toEqual([
      `The record of engine-1 is wrong: engineArm.won says ${engineArm.won + 1}, but by the entries it is ${engineArm.won}.`,
    ]);
  });

  test('a rate that is a little better, a figure that is missing, a point too few or too many', () => {
    const summary = told('engine-1');
    const better = { ...summary, rateUnchangedLost: (summary.rateUnchangedLost ?? 0) + 1e-6 };
    expect(problems(better)).toEqual([expect.stringContaining('rateUnchangedLost says')]);
    const { brier: _, ...less } = summary;
    expect(problems(less as RecordSummary)).toEqual([expect.stringContaining('brier says undefined')]);
    for (const points of [summary.points.slice(1), [...summary.points, ...summary.points.slice(-1)]])
      expect(problems({ ...summary, points })).toEqual([
        `The record of engine-1 is wrong: points says "${points.length} values", but by the entries it is "${summary.points.length}".`,
      ]);
  });

  test('the last digit of a logarithm is none', () => {
    const summary = told('engine-1');
    const value = (summary.logLoss.value ?? 0) * (1 + 1e-12);
    expect(problems({ ...summary, logLoss: { ...summary.logLoss, value } })).toEqual([]);
  });

  test('a record of more entries than there are', () => {
    expect(problems({ ...told('engine-1'), size: placed.length + 1 })).toEqual([
      `The record of engine-1 is wrong: it says that it is of ${placed.length + 1} entries, but the ledger has only ${placed.length}.`,
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
