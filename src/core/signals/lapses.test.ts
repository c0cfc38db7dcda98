import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { abstainedAt, settledFor, signalAt } from '../../../tests/support/entries.ts';
import { epochMs } from '../time/instant.ts';
import { marketStatus } from '../time/market-hours.ts';
import {
  currencyProblem,
  DECIDED_WITHIN_MS,
  LapseFinder,
  lapseText,
  missedBefore,
  SETTLED_WITHIN_MS,
} from './lapses.ts';
import { type LedgerEntry, type OutageReason, type SignalEntry, signalId } from './ledger-entry.ts';
import { runs } from '../../../tests/support/rounds.ts';

const MINUTE = 60_000;
/** Friday, 10:00 UTC: the market is open until 17:00 UTC. */
const T = Date.UTC(2026, 10, 20, 10);
const idOf = (number: number) => signalId(`3f0e8a52-1f7c-4c1d-9f0a-${String(number).padStart(12, '0')}`);

const special = (minute: number, number = minute): SignalEntry =>
  signalAt(T + minute * MINUTE, { id: idOf(number) });
const abstained = (minute: number, atMs = T + minute * MINUTE + 300): LedgerEntry =>
  abstainedAt(T + minute * MINUTE, { atMs });
const ended = (signal: SignalEntry, atMs = signal.expiryMs + 300): LedgerEntry =>
  settledFor(signal, { reason: 'no-exit', atMs });
const outage = (
  fromMs: number,
  toMs: number,
  reason: OutageReason = 'server-down',
  atMs = toMs,
): LedgerEntry => ({
  kind: 'outage',
  atMs,
  id: idOf(9_999),
  fromMs,
  toMs,
  reason,
});

/** What the entries prove to be missing, in words. */
function lapses(entries: readonly LedgerEntry[]): string[] {
  const finder = new LapseFinder();
  return entries.flatMap((entry, index) => finder.add(entry, index)).map(lapseText);
}

describe('S10: a signal is settled by its deadline', () => {
  const one = special(0);
  const deadlineMs = one.expiryMs + 60_000;

  test('one that is settled at the deadline is in time', () => {
    expect(lapses([one, abstained(1), abstained(2), ended(one, deadlineMs)])).toEqual([]);
  });

  test('one that is settled a millisecond later is named', () => {
    expect(lapses([one, abstained(1), abstained(2), ended(one, deadlineMs + 1)])).toEqual([
      `The signal ${one.id} (entry 0) is overdue: it had no settlement by 2026-11-20 10:02:01 UTC.`,
    ]);
  });

  test('one that is never settled is named once, by the first entry behind its deadline', () => {
    const rest = [1, 2, 3, 4].map((minute) => abstained(minute));
    expect(lapses([one, ...rest])).toEqual([expect.stringContaining('(entry 0) is overdue')]);
  });

  test('one that the ledger ends with is not judged', () => {
    const finder = new LapseFinder();
    expect(finder.add(one, 0)).toEqual([]);
    expect([finder.openSignals, finder.counts.overdueSignals]).toEqual([1, 0]);
  });

  test.each<[OutageReason, number]>([
    ['server-down', 0],
    ['database-lost', 0],
    ['missed', 0],
    ['no-feed', 1],
  ])('the time of an outage %s is %i times counted', (reason, overdue) => {
    const backMs = T + 30 * MINUTE;
    const entries = [one, outage(T + 30_000, backMs, reason), ended(one, backMs + 100)];
    expect(lapses(entries)).toHaveLength(overdue);
  });

  test('an outage that begins behind the deadline does not help, nor does one beyond its end', () => {
    const late = T + 30 * MINUTE;
    expect(lapses([one, abstained(1), abstained(2), outage(deadlineMs + 1, late)])).toHaveLength(1);
    const claimsFuture = outage(T, late, 'server-down', T + 10_000);
    expect(lapses([one, claimsFuture, outage(T + 10_000, late, 'no-feed'), ended(one, late)])).toHaveLength(
      1,
    );
  });

  test('an outage gives as much more time as it lasted behind the expiry, and no time twice', () => {
    const later = (ms: number) => ended(one, deadlineMs + ms);
    const pause = outage(one.expiryMs + 10_000, one.expiryMs + 20_000);
    const rest = [abstained(1), abstained(2)];
    expect(lapses([one, outage(one.atMs, one.atMs), ...rest, later(1)])).toHaveLength(1);
    expect(lapses([one, outage(one.atMs, one.expiryMs), ...rest, later(1)])).toHaveLength(1);
    expect(lapses([one, abstained(1), pause, abstained(2), later(10_000)])).toEqual([]);
    expect(lapses([one, abstained(1), pause, pause, abstained(2), later(10_001)])).toHaveLength(1);
  });

  test('where the clock was set, the deadline counts from the new time', () => {
    const back = outage(T - 60 * MINUTE, T + 30_000, 'clock-set', T - 60 * MINUTE);
    const newMs = T - 60 * MINUTE + SETTLED_WITHIN_MS;
    expect(lapses([one, back, ended(one, newMs)])).toEqual([]);
    expect(lapses([one, back, outage(0, newMs + 1, 'no-feed')])).toHaveLength(1);
  });
});

describe('S11: each open minute has a decision or an outage', () => {
  test('signals, abstentions and outages in any mixture leave no silent minute', () => {
    const [first, third] = [special(0), special(3)];
    expect(
      lapses([
        first,
        abstained(1),
        ended(first),
        abstained(2),
        third,
        outage(third.atMs, T + 6 * MINUTE + 10, 'database-lost'),
        ended(third, T + 6 * MINUTE + 20),
        abstained(7),
      ]),
    ).toEqual([]);
  });

  test('silent minutes are named as stretches, once', () => {
    const entries = [abstained(0), abstained(2), abstained(3), abstained(7), abstained(8)];
    expect(lapses(entries)).toEqual([
      'The minute 2026-11-20 10:01 UTC has neither a P-Special signal nor an abstention nor an outage.',
      'The 3 minutes from 2026-11-20 10:04 UTC on have neither a P-Special signal nor an abstention nor an outage.',
    ]);
  });

  test('a P-BOT decision is none of P-Special', () => {
    const bot: LedgerEntry = { ...special(1), mode: 'bot' };
    expect(lapses([abstained(0), bot, abstained(2)])).toEqual([expect.stringContaining('10:01 UTC has')]);
  });

  test('a decision counts that is recorded 5 s after its minute began; later it was made with hindsight', () => {
    const recordedAt = (atMs: number) => [
      abstained(0),
      outage(T + 10, T + 20, 'no-feed', atMs),
      abstained(1, atMs),
    ];
    expect(lapses(recordedAt(T + MINUTE + 5_000))).toEqual([]);
    expect(lapses(recordedAt(T + MINUTE + 5_001))).toEqual([expect.stringContaining('10:01 UTC has')]);
  });

  test('an outage covers each minute that it touches, and no other', () => {
    const silentBeside = (fromMs: number, toMs: number) =>
      lapses([abstained(0), outage(fromMs, toMs, 'no-feed'), abstained(3)]).length;
    const second = T + 2 * MINUTE;
    expect(silentBeside(second - 1, second)).toBe(0);
    expect(silentBeside(second, second)).toBe(1);
    expect(silentBeside(second - 1, second - 1)).toBe(1);
  });

  test('minutes that come again when the clock was set back are due again', () => {
    const [hour, at] = [60 * MINUTE, T + 30_000];
    const forth = outage(at, at + hour, 'clock-set');
    const back = outage(at, at + hour, 'clock-set', at);
    expect(lapses([abstained(0), forth, back, abstained(1), abstained(2)])).toEqual([]);
    expect(lapses([abstained(0), forth, back, abstained(2), abstained(3)])).toEqual([
      expect.stringContaining('10:01 UTC has'),
    ]);
  });

  test('the night and the weekend are not silent', () => {
    const friday = T + 7 * 60 * MINUTE - MINUTE;
    const sunday = Date.UTC(2026, 10, 22, 23);
    const at = (ms: number) => abstained((ms - T) / MINUTE);
    expect(lapses([at(friday), at(sunday), at(sunday + MINUTE)])).toEqual([]);
    expect(
      lapses([at(friday - MINUTE), at(sunday), at(sunday + 2 * MINUTE), at(sunday + 3 * MINUTE)]),
    ).toEqual([
      expect.stringContaining('2026-11-20 16:59 UTC has'),
      expect.stringContaining('2026-11-22 23:01 UTC has'),
    ]);
  });

  test('the first minute is the one after the first entry, the last one is judged by a later entry', () => {
    expect(lapses([outage(T + 1, T + 1, 'no-feed'), abstained(1)])).toEqual([]);
    expect(lapses([abstained(0), outage(T + MINUTE, T + MINUTE + DECIDED_WITHIN_MS, 'no-feed')])).toEqual([]);
  });

  test('says for any history what a look at each minute says', () => {
    const step = fc.record({
      minutes: fc.constantFrom(0, 1, 1, 1, 2, 5, 400, 4_000),
      ms: fc.integer({ min: 0, max: 59_999 }),
      what: fc.constantFrom('special', 'special', 'special', 'outage', 'other'),
      lengthMs: fc.integer({ min: 0, max: 10 * MINUTE }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let nowMs = T + 3 * 60 * MINUTE;
        const entries = steps.map(({ minutes, ms, what, lengthMs }, index): LedgerEntry => {
          nowMs = Math.max(
            nowMs,
            Math.floor(nowMs / MINUTE) * MINUTE + minutes * MINUTE + (minutes === 1 ? ms % 6_000 : ms),
          );
          if (what === 'special')
            return { ...abstained(Math.floor((nowMs - T) / MINUTE), nowMs), id: idOf(index) } as LedgerEntry;
          return outage(what === 'outage' ? nowMs - lengthMs : nowMs, nowMs, 'no-feed');
        });
        const finder = new LapseFinder();
        const silent = entries
          .flatMap((entry, index) => finder.add(entry, index))
          .flatMap((lapse) =>
            lapse.kind === 'silent'
              ? Array.from({ length: lapse.minutes }, (_, at) => lapse.fromMs + at * MINUTE)
              : [],
          );
        expect(silent).toEqual(silentByMinute(entries));
      }),
      { numRuns: runs(60, 300) },
    );
  });
});

/** Each minute by itself, by the entries that were there when it was judged. */
function silentByMinute(entries: readonly LedgerEntry[]): number[] {
  const first = entries[0];
  const last = entries.at(-1);
  if (first === undefined || last === undefined) return [];
  const silent: number[] = [];
  for (
    let minute = Math.floor(first.atMs / MINUTE) * MINUTE + MINUTE;
    minute + DECIDED_WITHIN_MS < last.atMs;
    minute += MINUTE
  ) {
    const judge = entries.findIndex(({ atMs }) => atMs > minute + DECIDED_WITHIN_MS);
    const known = entries.slice(0, judge + 1);
    const isRecorded = known.some((entry) =>
      entry.kind === 'outage'
        ? entry.fromMs < minute + MINUTE && entry.toMs >= minute
        : entry.kind === 'abstained' && entry.decidedMs === minute,
    );
    if (!isRecorded && marketStatus(epochMs(minute)).anyActive) silent.push(minute);
  }
  return silent;
}

describe('before entries that would prove a lapse the writer records an outage', () => {
  const newId = () => idOf(5);
  function after(entries: readonly LedgerEntry[], next: LedgerEntry) {
    const finder = new LapseFinder();
    for (const [index, entry] of entries.entries()) finder.add(entry, index);
    return { finder, missed: missedBefore(finder, [next], newId) };
  }

  test('none where nothing is missing', () => {
    expect(after([abstained(0)], abstained(1)).missed).toBeUndefined();
    expect(after([], abstained(1)).missed).toBeUndefined();
  });

  test('from the first silent minute on, and nothing is missing then', () => {
    const next = abstained(3);
    const { finder, missed } = after([abstained(0)], next);
    expect(missed).toMatchObject({ fromMs: T + MINUTE, toMs: next.atMs, atMs: next.atMs, reason: 'missed' });
    expect(finder.add(missed as LedgerEntry, 1)).toEqual([]);
    expect(finder.add(next, 2)).toEqual([]);
  });

  test('from the expiry of an overdue signal on: the time it gives is the time it lasted', () => {
    const one = special(0);
    const next = abstained(3);
    const { finder, missed } = after([one, abstained(1), abstained(2)], next);
    expect(missed).toMatchObject({ fromMs: one.expiryMs });
    for (const entry of [missed as LedgerEntry, next, ended(one, next.atMs + 1)])
      expect(finder.add(entry, 3)).toEqual([]);
  });

  test('also when a server goes on in a minute that the one before it did not decide', () => {
    const one = special(0);
    const recent = [one, ended(one)].map((entry, index) => ({ entry, index }));
    const missed = missedBefore(LapseFinder.from(recent, []), [abstained(2)], newId);
    expect(missed).toMatchObject({ fromMs: T + MINUTE });
    const decided = [...recent, { entry: abstained(1, T + MINUTE + 1_400), index: 2 }];
    expect(missedBefore(LapseFinder.from(decided, []), [abstained(2)], newId)).toBeUndefined();
  });

  test('of signals that are open since before the last entries it knows the expiry alone', () => {
    const one = special(0);
    const finder = LapseFinder.from([{ entry: abstained(1), index: 7 }], [{ signal: one, index: 3 }]);
    expect(missedBefore(finder, [abstained(2)], newId)).toBeUndefined();
    finder.add(abstained(2), 8);
    expect(missedBefore(finder, [abstained(3)], newId)).toMatchObject({ fromMs: one.expiryMs });
  });

  test.each<[string, number, number]>([
    ['set forward, and that is recorded minutes later', T + MINUTE, T + MINUTE + 20_000],
    ['set back after minutes in which the process stood still', T + 5 * MINUTE, T + 5 * MINUTE + 20_000],
  ])('also where the clock was %s', (_what, fromMs, toMs) => {
    const set = outage(fromMs, toMs, 'clock-set', T + 5 * MINUTE + 6_000);
    const { finder, missed } = after([special(0)], set);
    for (const entry of [missed as LedgerEntry, set]) expect(finder.add(entry, 1)).toEqual([]);
  });

  test('none where the clock is set, however far: it says so itself', () => {
    expect(after([special(0)], outage(T + 9_000, T + 90 * MINUTE, 'clock-set')).missed).toBeUndefined();
    const back = outage(T - 90 * MINUTE, T + 9_000, 'clock-set', T - 90 * MINUTE);
    expect(after([special(0)], back).missed).toBeUndefined();
  });

  test('an outage of the server tells of the time itself', () => {
    expect(after([abstained(0)], outage(T + 300, T + 30 * MINUTE)).missed).toBeUndefined();
    expect(after([abstained(0)], outage(T + 29 * MINUTE, T + 30 * MINUTE, 'no-feed')).missed).toBeDefined();
  });
});

test('a live ledger is current while its newest entry is 65 s old at most in market hours, and not dated ahead', () => {
  const at = (ms: number, nowMs = T) => currencyProblem(ms, epochMs(nowMs));
  expect([at(T), at(T - 65_000), at(T + 65_000), currencyProblem(undefined, epochMs(T))]).toEqual(
    Array.from({ length: 4 }),
  );
  expect(at(T - 65_001)).toContain('The newest entry is 65 s old by');
  expect(at(T + 66_000)).toBe("The newest entry is dated 66 s ahead of this computer's clock.");
  const closed = Date.UTC(2026, 10, 20, 18);
  const opens = Date.UTC(2026, 10, 22, 23);
  expect([at(T, closed), at(T, opens + 64_000)]).toEqual([undefined, undefined]);
  expect(at(T, opens + 65_000)).toContain('the market is open');
});

test('minutes that an outage stands for are counted, and those that were judged', () => {
  const finder = new LapseFinder();
  const entries = [
    abstained(0),
    abstained(1),
    outage(T + 2 * MINUTE, T + 4 * MINUTE + 10),
    abstained(5),
    abstained(8),
  ];
  for (const [index, entry] of entries.entries()) finder.add(entry, index);
  expect(finder.counts).toMatchObject({ openMinutes: 7, outageMinutes: 3, silentMinutes: 2 });
});

test('a history of absurd times is judged in no time, and names a bounded number of lapses', () => {
  const entries = [
    outage(T, T, 'no-feed'),
    outage(8e15, 8e15, 'no-feed'),
    outage(8.64e15, 8.64e15, 'no-feed'),
  ];
  expect(lapses(entries).length).toBeLessThanOrEqual(2_000);
});
