import { describe, expect, test } from 'vitest';
import { abstainedAt, settledFor, signalAt } from '../../../tests/support/entries.ts';
import type { LedgerEntry } from '../signals/ledger-entry.ts';
import { EventFinder } from './ledger-events.ts';

/** Monday 04:00 of the market clock. */
const OPENS_MS = Date.UTC(2026, 10, 15, 23);
const MINUTE_MS = 60_000;
const NOTHING = { lostMs: undefined, openedMs: undefined };

function typesIn(entries: readonly LedgerEntry[], finder = new EventFinder(NOTHING)) {
  return entries.map((entry, index) =>
    finder
      .add({ index, entry })
      .map(({ type }) => type)
      .join(' '),
  );
}

const noFeed = (ms: number) => {
  const { source: _source, ...rest } = abstainedAt(ms);
  return rest;
};
const outage = (atMs: number): LedgerEntry => ({
  kind: 'outage',
  atMs,
  id: 'b2b1f0a2-0000-4000-8000-000000000000',
  fromMs: atMs - 90_000,
  toMs: atMs,
  reason: 'no-feed',
});
const afternoon = OPENS_MS + 300 * MINUTE_MS;

describe('what the entries of a ledger tell', () => {
  test('a signal and its settlement, each at its own entry', () => {
    const signal = signalAt(afternoon);
    expect(typesIn([signal, settledFor(signal)])).toEqual(['signal.recorded', 'signal.settled']);
  });

  test('that the feed is lost, once, and that it is back, once, in front of the signal that shows it', () => {
    const lost = [afternoon, afternoon + MINUTE_MS].map(noFeed);
    const back = afternoon + 2 * MINUTE_MS;
    expect(typesIn([...lost, signalAt(back), signalAt(back + MINUTE_MS)])).toEqual([
      'feed.lost',
      '',
      'feed.back signal.recorded',
      'signal.recorded',
    ]);
    expect(typesIn([...lost, outage(back), abstainedAt(back)])).toEqual(['feed.lost', '', 'feed.back', '']);
  });

  test('an outage that no decision saw is none of the feed being back', () => {
    expect(typesIn([outage(afternoon)])).toEqual(['']);
  });

  test('a loss that an earlier server saw is over with the next price, and says when it began', () => {
    const finder = new EventFinder({ ...NOTHING, lostMs: 5 });
    expect(finder.add({ index: 9, entry: abstainedAt(afternoon) })).toMatchObject([
      { index: 9, type: 'feed.back', data: { lostMs: 5 } },
    ]);
  });

  test('the opening, with the first decision after it, once', () => {
    const entries = [
      signalAt(OPENS_MS),
      abstainedAt(OPENS_MS + MINUTE_MS),
      signalAt(OPENS_MS + 2 * MINUTE_MS),
    ];
    expect(typesIn(entries)).toEqual(['market.open signal.recorded', '', 'signal.recorded']);
    const finder = new EventFinder(NOTHING);
    expect(finder.add({ index: 0, entry: signalAt(OPENS_MS) })[0]?.data).toEqual({ openedMs: OPENS_MS });
    expect(typesIn(entries, new EventFinder({ ...NOTHING, openedMs: OPENS_MS }))[0]).toBe('signal.recorded');
  });

  test('no opening in the afternoon, when the first decision comes late, nor by a request', () => {
    expect(typesIn([signalAt(OPENS_MS + 6 * MINUTE_MS)])).toEqual(['signal.recorded']);
    expect(typesIn([signalAt(OPENS_MS, { mode: 'bot' })])).toEqual(['signal.recorded']);
  });

  test('no opening by a decision while the market is closed', () => {
    expect(typesIn([signalAt(Date.UTC(2026, 10, 21))])).toEqual(['signal.recorded']);
  });

  test('every opening of a week', () => {
    const finder = new EventFinder(NOTHING);
    const openings = [];
    for (let minute = 0; minute < 7 * 1_440; minute += 1) {
      const entry = abstainedAt(OPENS_MS + minute * MINUTE_MS);
      const weekday = new Date(entry.decidedMs + 5 * 3_600_000);
      const hour = weekday.getUTCHours();
      if (weekday.getUTCDay() % 6 === 0 || hour < 4 || hour >= 22) continue;
      openings.push(...finder.add({ index: minute, entry }).map(({ data }) => data?.openedMs));
    }
    expect(openings).toEqual([0, 1, 2, 3, 4].map((day) => OPENS_MS + day * 86_400_000));
  });
});
