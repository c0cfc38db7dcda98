import { expect, test } from 'vitest';
import { foldEntry, NO_SIGNALS } from '../../../../core/signals/fold-signals.ts';
import { type LedgerEntry, type Outcome, signalId } from '../../../../core/signals/ledger-entry.ts';
import type { SignalMark } from '../../../../core/wire/market.ts';
import { epochMs } from '../../../../core/time/instant.ts';
import { settledFor, signalAt } from '../../../../../tests/support/fake-market-store.ts';
import { countOf, stripColumns, stripSpan } from './today-strip.tsx';

/** A Wednesday, 14:32:00 on the market's clock. */
const MINUTE = Date.parse('2026-11-18T09:32:00Z');
const stories = (...entries: LedgerEntry[]) =>
  entries.reduce(
    (folded, entry, index) => foldEntry(folded, { index, entry }, { special: 9, bot: 9 }),
    NO_SIGNALS,
  ).stories;
const endAt = (atMs: number, ...entries: LedgerEntry[]) =>
  (stripSpan(stories(...entries), epochMs(atMs)).endMs - MINUTE) / 60_000;
const mark = (minute: number, outcome: Outcome, control: Outcome): SignalMark => ({
  id: signalId(String(minute)),
  pair: 'EUR/USD',
  direction: 'CALL',
  decidedMs: MINUTE + minute * 60_000,
  outcome,
  control,
});

test('a minute has its column once its signal is settled, and one without a signal once it would be over', () => {
  const signal = signalAt(MINUTE);
  expect(endAt(MINUTE + 30_000, signal)).toBe(0);
  expect(endAt(MINUTE + 60_999)).toBe(0);
  expect(endAt(MINUTE + 61_000)).toBe(1);
  expect(endAt(MINUTE + 65_000, signal)).toBe(0);
  expect(endAt(MINUTE + 65_000, signal, settledFor(signal))).toBe(1);
});

test('an open signal of P-BOT holds nothing back', () => {
  expect(endAt(MINUTE + 65_000, signalAt(MINUTE - 600_000, { mode: 'bot' }))).toBe(1);
});

test('of a closed market the strip ends with the close', () => {
  const sunday = epochMs(Date.parse('2026-11-22T09:32:00Z'));
  const friday = Date.parse('2026-11-20T17:00:00Z');
  expect(stripSpan([], sunday)).toEqual({ endMs: friday, closedMs: friday });
});

test('columns are minutes with a gap where there was no signal, and both arms are counted over them', () => {
  const columns = stripColumns(
    [mark(-4, 'won', 'won'), mark(-3, 'won', 'lost'), mark(-1, 'lost', 'lost'), mark(0, 'won', 'won')],
    MINUTE,
    3,
  );
  expect(columns.map((each) => each?.id)).toEqual(['-3', undefined, '-1']);
  expect(countOf(columns, 'outcome')).toEqual({ won: 1, decided: 2 });
  expect(countOf(columns, 'control')).toEqual({ won: 0, decided: 2 });
});

test('unchanged and void are in neither count', () => {
  expect(countOf([mark(1, 'unchanged', 'void'), mark(2, 'void', 'unchanged')], 'outcome')).toEqual({
    won: 0,
    decided: 0,
  });
});
