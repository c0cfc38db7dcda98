import { expect, test } from 'vitest';
import { notScoredRows } from './details-fold.tsx';

const NOTHING = {
  engineArm: { unchanged: 0 },
  voids: { total: 0, byReason: [] },
  abstentions: { total: 0, byReason: [] },
  outages: { total: 0, totalMs: 0, byReason: [] },
};

function noteOf(name: string, summary: Partial<typeof NOTHING>) {
  return notScoredRows({ ...NOTHING, ...summary }).find((row) => row.name === name)?.note;
}

function abstentions(...byReason: { reason: string; pairs: number }[]) {
  const all = { abstentions: { total: 9, byReason: byReason as never[] } };
  return noteOf('Decisions without a signal', all);
}

test('the reasons of the engine and of the desk are in words, the most frequent first', () => {
  expect(abstentions({ reason: 'no-feed', pairs: 5 }, { reason: 'rollover', pairs: 1400 })).toBe(
    'pair by pair: Daily rollover, 16:55 to 18:05 New York (1,400); No live prices (5)',
  );
});

test('beyond four reasons the rest is counted together', () => {
  const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((reason, at) => ({ reason, pairs: 10 - at }));
  expect(abstentions(...six)).toBe('pair by pair: a (10); b (9); c (8); d (7); other reasons (11)');
});

test('where nothing happened there is nothing to explain', () => {
  expect(
    notScoredRows(NOTHING)
      .filter(({ name }) => name !== 'Unchanged')
      .map(({ note }) => note),
  ).toEqual([undefined, undefined, undefined]);
});
