import { expect, test } from 'vitest';
import { settledFor, signalAt } from '../../../../tests/support/fake-market-store.ts';
import { recordRow } from '../../../core/record/ledger-fold.ts';
import type { SettledEntry, SignalEntry } from '../../../core/signals/ledger-entry.ts';
import { storyPicture } from './story-race.tsx';

const MINUTE = Date.parse('2026-11-18T09:32:00Z');

/** CALL from 1.15908 to 1.15917. */
function rowOf(signal: Partial<SignalEntry> = {}, settled: Partial<SettledEntry> = {}) {
  const entry = signalAt(MINUTE, signal);
  return recordRow(2, entry, settledFor(entry, settled));
}

test('as much time is shown before the start as the signal lasts, and a second more', () => {
  const long = storyPicture(rowOf(), null);
  expect(long.fromMs).toBe(MINUTE - 60_000);
  const { fromMs, startX, expiryX } = storyPicture(
    rowOf({ timeframe: '5s', expiryMs: MINUTE + 6_000 }),
    null,
  );
  expect(fromMs).toBe(MINUTE - 5_000);
  // Both times have their place on a phone.
  expect(expiryX - startX).toBeGreaterThan(0.4);
});

test('the line before leads to the entry, the one during from there to the end', () => {
  const { startMs, expiryMs } = rowOf();
  const path = [startMs - 5_000, startMs - 1_000, startMs + 4_000, expiryMs - 3_000].map(
    (atMs) => [atMs, 231_820] as const,
  );
  const { before, during, race, startX, expiryX } = storyPicture(rowOf(), path);
  expect(before).toHaveLength(1);
  expect(before[0]?.at(-1)).toEqual([startX, race?.entryY]);
  expect(during[0]?.[0]).toEqual([startX, race?.entryY]);
  expect(during.at(-1)?.at(-1)).toEqual(race?.end);
  expect(race?.end[0]).toBe(expiryX);
});

test('a feed that was lost is a gap, not a line', () => {
  const { startMs, expiryMs } = rowOf();
  const path = [startMs + 1_000, startMs + 2_000, startMs + 30_000, expiryMs - 1_000].map(
    (atMs) => [atMs, 231_820] as const,
  );
  expect(storyPicture(rowOf(), path).during.map((line) => line.length)).toEqual([3, 1, 2]);
});

test('all that is drawn lies in the picture, with a pip on each side of the entry', () => {
  const { startMs } = rowOf();
  const wild = [-50_000, -20_000, 5_000, 20_000, 40_000].map(
    (ms, at) => [startMs + ms, 231_816 + (at % 2 === 0 ? 400 : -400)] as const,
  );
  for (const path of [null, wild, [[startMs, 231_816]] as const]) {
    const { before, during, race } = storyPicture(rowOf(), path);
    for (const [x, y] of [...before.flat(), ...during.flat(), race?.end ?? [0, 0]]) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(1);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(1);
    }
  }
});

test.each(['CALL', 'PUT'] as const)('no line enters the rows of the words beside a %s', (direction) => {
  for (const control of ['CALL', 'PUT'] as const) {
    const row = rowOf({ direction, control });
    const path = [-30_000, 10_000, 30_000].map(
      (ms, at) => [row.startMs + ms, 231_816 + 300 * (at - 1)] as const,
    );
    const ys = [storyPicture(row, path)].flatMap((picture) => [...picture.before, ...picture.during].flat());
    const calls = [direction, control].filter((side) => side === 'CALL').length;
    // Of 172 px on a phone: the times, then each side's words.
    expect(Math.min(...ys.map(([, y]) => y)) * 172).toBeGreaterThanOrEqual([21, 38, 55][calls] ?? 0);
    expect((1 - Math.max(...ys.map(([, y]) => y))) * 172).toBeGreaterThanOrEqual([39, 22, 0][calls] ?? 0);
  }
});

test('a void signal has no race, and its path ends where the prices ended', () => {
  const { startMs } = rowOf();
  const path = [-10_000, -2_000, 3_000, 9_000].map((ms) => [startMs + ms, 231_820] as const);
  const { race, before, during } = storyPicture(rowOf({}, { reason: 'no-exit' }), path);
  expect([race, before.length, during.length]).toEqual([undefined, 1, 1]);
  expect(storyPicture(rowOf({}, { reason: 'no-exit' }), null)).toMatchObject({ before: [], during: [] });
});
