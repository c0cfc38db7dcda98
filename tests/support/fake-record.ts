import type { Outcome } from '../../src/core/signals/ledger-entry.ts';
import type { RecordSummary } from '../../src/core/wire/record.ts';
import { OutageTally } from '../../src/core/record/ledger-fold.ts';
import { RecordBook } from '../../src/core/record/record-book.ts';
import { settle, type SettledSignal } from './settled-signal.ts';
import type { RecordApi } from '../../src/web/features/record/record-api.ts';

/** 14:32:00 on the market's clock. */
const FIRST_MS = Date.parse('2026-11-18T09:32:00Z');
const MINUTE_MS = 60_000;

/** A signal a minute from 14:32 on 18 November, UTC+5, as the server would sum them up: `outcomes[i]` is the engine's. */
export function summaryOfSignals(
  outcomes: readonly Outcome[],
  change: (index: number) => Partial<SettledSignal> = () => ({}),
): RecordSummary {
  const book = new RecordBook();
  outcomes.forEach((outcome, index) => {
    const decidedMs = FIRST_MS + index * MINUTE_MS;
    settle(book, {
      mode: 'special',
      pair: 'EUR/USD',
      timeframe: '1min',
      confidence: 50.4,
      decidedMs,
      startMs: decidedMs + 1_000,
      settledMs: decidedMs + 62_000,
      outcome,
      control: outcome === 'won' || outcome === 'lost' ? (index % 2 === 0 ? 'won' : 'lost') : outcome,
      ...change(index),
    });
  });
  const choice = { ledger: 'live', label: null, engine: 'engine-1' };
  return {
    ...book.figures(),
    ...choice,
    size: 3 * outcomes.length,
    choices: [{ ...choice, settled: book.settled }],
    outages: new OutageTally().outages,
    openMinutes: { total: outcomes.length, undecided: 0 },
  };
}

/** So many signals of which every n-th one is lost: 3 of 4 won where `everyLost` is 4. */
export function wonBut(settled: number, everyLost: number): Outcome[] {
  return Array.from({ length: settled }, (_, index) => ((index + 1) % everyLost === 0 ? 'lost' : 'won'));
}

/** A record without rows; what is given answers instead. */
export function fakeRecordApi(given: Partial<RecordApi>): RecordApi {
  const refuse = () => Promise.reject(new Error('not asked for in this test'));
  return {
    own: undefined,
    summary: refuse,
    page: async () => ({ rows: [], total: 0, next: null }),
    story: refuse,
    witnesses: async () => ({ total: 0, signals: null, newest: null }),
    proof: refuse,
    file: refuse,
    ...given,
  };
}
