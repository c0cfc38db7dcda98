import { describe, expect, test } from 'vitest';
import { HistoryChecker } from './check-history.ts';
import {
  type AbstainedEntry,
  type Dispute,
  type EnteredEntry,
  type LateEntry,
  type LedgerEntry,
  type OutageEntry,
  type RefusedEnd,
  type SettledEntry,
  type SignalEntry,
  signalId,
} from './ledger-entry.ts';
import type { FeedSource } from '../market/tick.ts';
import { settledFor, signalAt } from '../../../tests/support/entries.ts';
import { quoted } from '../../../tests/support/quoted.ts';

/** A whole minute. */
const T = 1_795_132_800_000;
const idOf = (number: number) => signalId(`3f0e8a52-1f7c-4c1d-9f0a-${String(number).padStart(12, '0')}`);

const SIGNAL = signalAt(T, { id: idOf(1) });
const ENTRY = quoted({ bid: 108_500, ask: 108_512, timeMs: T + 900, ageMs: 100 });
const EXIT = quoted({ bid: 108_501, ask: 108_512, timeMs: T + 60_500, ageMs: 500 });
const LATE_ENTRY = quoted({ bid: 108_503, ask: 108_512, timeMs: T + 6_000, ageMs: 0 });
const LATE_EXIT = quoted({ bid: 108_501, ask: 108_512, timeMs: T + 65_000, ageMs: 1_000 });
const LATE: LateEntry = { outcome: 'lost', entry: LATE_ENTRY, exit: LATE_EXIT, provenMs: T + 66_100 };
const ENTERED: EnteredEntry = { kind: 'entered', atMs: T + 1_300, signal: SIGNAL.id, quote: ENTRY };
const SETTLED: SettledEntry = {
  kind: 'settled',
  atMs: T + 66_300,
  signal: SIGNAL.id,
  outcome: 'won',
  control: 'lost',
  entry: ENTRY,
  exit: EXIT,
  provenMs: T + 61_100,
  enteredLate: LATE,
};
const VOID = settledFor(SIGNAL, { reason: 'server-down', atMs: T + 80_000 });
const DOWN: OutageEntry = {
  kind: 'outage',
  atMs: T + 80_000,
  id: idOf(98),
  fromMs: T + 2_000,
  toMs: T + 80_000,
  reason: 'server-down',
};
const FIVE: SignalEntry = { ...SIGNAL, mode: 'bot', timeframe: '5s', expiryMs: T + 6_000 };
const ABSTAINED: AbstainedEntry = {
  kind: 'abstained',
  atMs: T + 200,
  id: idOf(50),
  mode: 'bot',
  timeframe: '5s',
  decidedMs: T,
  engine: 'fade-logit-1',
  source: 'kraken',
  reasons: {},
};
const { entry: _entry, ...WITHOUT_ENTRY } = SETTLED;
const { exit: _exit, ...WITHOUT_EXIT } = SETTLED;
const { provenMs: _provenMs, ...WITHOUT_PROOF } = SETTLED;
const { enteredLate: _late, ...WITHOUT_LATE } = SETTLED;
const LATE_VOID: LateEntry = { outcome: 'void', reason: 'no-proof' };
/** Histories whose late entry alone is wrong. */
const lateChanges = (changes: readonly [Partial<LateEntry>, string][]) =>
  changes.map(([change, problem]): [string, LedgerEntry[], string] => [
    `a late entry with ${JSON.stringify(change)}`,
    [SIGNAL, ENTERED, { ...SETTLED, enteredLate: { ...LATE, ...change } }],
    `2: of the late entry: ${problem}`,
  ]);
const outage = (atMs: number, reason: OutageEntry['reason'] = 'no-feed'): OutageEntry => ({
  kind: 'outage',
  atMs,
  id: idOf(99),
  fromMs: atMs,
  toMs: atMs + 1,
  reason,
});

/** The first problem of a history, with the place of its entry. */
function firstProblem(entries: readonly LedgerEntry[], name = 'live'): string | undefined {
  const checker = new HistoryChecker(name);
  for (const [index, entry] of entries.entries()) {
    const problem = checker.problemWith(entry);
    if (problem !== undefined) return `${index}: ${problem}`;
    checker.add(entry, index);
  }
  return undefined;
}

test('a story with its start price and its settlement obeys the rules, and so does one that is void', () => {
  expect(firstProblem([SIGNAL, ENTERED, SETTLED])).toBeUndefined();
  expect(firstProblem([SIGNAL, DOWN, VOID])).toBeUndefined();
  expect(firstProblem([SIGNAL, ENTERED, DOWN, VOID])).toBeUndefined();
});

describe('a history that breaks a rule is refused at the entry that does', () => {
  test.each<[string, LedgerEntry[], string]>([
    ['a settlement of nothing', [SETTLED], '0: there is no open signal'],
    ['a start price of nothing', [ENTERED], '0: there is no open signal'],
    ['two settlements', [SIGNAL, ENTERED, SETTLED, VOID], '3: there is no open signal'],
    ['two start prices', [SIGNAL, ENTERED, ENTERED], 'has had its start price already'],
    ['a signal twice', [SIGNAL, SIGNAL], 'is there already'],
    ['a decision twice', [SIGNAL, { ...SIGNAL, id: idOf(2) }], 'the same decision has made a signal already'],
    [
      'P-Special twice in a minute',
      [SIGNAL, { ...SIGNAL, id: idOf(2), pair: 'USD/JPY' }],
      '1: the same decision has made a signal already',
    ],
    [
      'P-BOT twice for the same',
      [FIVE, { ...FIVE, id: idOf(2) }],
      '1: the same decision has made a signal already',
    ],
    ['an abstention of foreign prices', [{ ...ABSTAINED, source: 'synthetic' }], 'do not belong'],
    [
      'an abstention off the grid',
      [{ ...ABSTAINED, decidedMs: T - 1 }],
      '0: it was not decided at a whole 5s',
    ],
    [
      'an abstention before its decision',
      [{ ...ABSTAINED, atMs: T - 1 }],
      '0: it was recorded before it was decided',
    ],
    [
      'a start price before the start',
      [SIGNAL, { ...ENTERED, atMs: T - 1_001 }],
      "1: it was recorded before the signal's start",
    ],
    ['void with a start price', [SIGNAL, { ...VOID, entry: ENTRY }], 'it is void and yet has a price'],
    ['void with a sign of life', [SIGNAL, { ...VOID, provenMs: T }], 'it is void and yet has a price'],
    ['won without an entry price', [SIGNAL, ENTERED, WITHOUT_ENTRY], '2: it is won without an entry price'],
    ['won without an exit price', [SIGNAL, ENTERED, WITHOUT_EXIT], '2: it is won without an entry price'],
    ['won without a proof', [SIGNAL, ENTERED, WITHOUT_PROOF], '2: it is won without an entry price'],
    ...[quoted({ ask: 108_513 }), { timeMs: T + 899 }].map((change): [string, LedgerEntry[], string] => [
      `a start price with another ${Object.keys(change)}`,
      [SIGNAL, ENTERED, { ...SETTLED, entry: { ...ENTRY, ...change } }],
      '2: its entry price is not the start price',
    ]),
    [
      'an exit older than the entry',
      [FIVE, ENTERED, { ...SETTLED, exit: { ...EXIT, timeMs: T + 800, ageMs: 5_200 }, provenMs: T + 6_001 }],
      '2: its exit quote is older than its entry quote',
    ],
    [
      'a control that is said to be unchanged',
      [SIGNAL, ENTERED, { ...SETTLED, control: 'unchanged' }],
      'it says that the control is unchanged, but by its prices it lost',
    ],
    [
      'time that goes back in small steps',
      [outage(T), outage(T - 2_000), outage(T - 4_000)],
      '2: it was recorded 4000 ms before the entry in front of it',
    ],
    ['another start', [{ ...SIGNAL, startMs: T + 999 }], 'its start is not a second after its decision'],
    ['another expiry', [{ ...SIGNAL, expiryMs: T + 60_000 }], 'its expiry is not 1min after its start'],
    ['P-Special of 5 s', [{ ...SIGNAL, timeframe: '5s' }], 'a P-Special signal lasts a minute'],
    [
      'off the minute',
      [{ ...SIGNAL, decidedMs: T + 1, startMs: T + 1_001 }],
      'it was not decided at a whole 1min',
    ],
    ['before its decision', [{ ...SIGNAL, atMs: T - 1 }], 'it was recorded before it was decided'],
    ['prices of a replay', [{ ...SIGNAL, source: 'replay' }], 'prices of the feed replay do not belong'],
    [
      'a start price with another age',
      [SIGNAL, ENTERED, { ...SETTLED, entry: { ...ENTRY, ageMs: 99 } }],
      '2: the entry quote gives a wrong age',
    ],
    [
      'late, yet won',
      [{ ...SIGNAL, atMs: T + 1_001 }, ENTERED, SETTLED],
      '2: it is won, but its signal was recorded only after its start',
    ],
    ['won without a start price', [SIGNAL, SETTLED], '1: it is won, but no start price was recorded before'],
    [
      'another start price',
      [SIGNAL, ENTERED, { ...SETTLED, entry: quoted({ ...ENTRY, bid: 108_400 }) }],
      'its entry price is not the start price',
    ],
    [
      'a wrong outcome',
      [SIGNAL, ENTERED, { ...SETTLED, outcome: 'lost' }],
      'it says lost, but by its prices it is won',
    ],
    [
      'a tie that won',
      [SIGNAL, ENTERED, { ...SETTLED, exit: quoted({ ...EXIT, bid: 108_500 }) }],
      'it says won, but by its prices it is unchanged',
    ],
    [
      'a wrong control',
      [SIGNAL, ENTERED, { ...SETTLED, control: 'won' }],
      'it says that the control won, but by its prices it lost',
    ],
    [
      'a quote after the start',
      [SIGNAL, { ...ENTERED, quote: { ...ENTRY, timeMs: T + 1_001, ageMs: -1 } }],
      'is later than the instant',
    ],
    ['a wrong age', [SIGNAL, { ...ENTERED, quote: { ...ENTRY, ageMs: 99 } }], 'gives a wrong age'],
    [
      'an old quote',
      [SIGNAL, { ...ENTERED, quote: { ...ENTRY, timeMs: T - 14_001, ageMs: 15_001 } }],
      'is older than 15 s',
    ],
    [
      'a bid above the ask',
      [SIGNAL, { ...ENTERED, quote: quoted({ ...ENTRY, bid: 108_513 }) }],
      'has a bid above its ask',
    ],
    [
      'an old exit',
      [SIGNAL, ENTERED, { ...SETTLED, exit: { ...EXIT, timeMs: T + 800, ageMs: 60_200 } }],
      'the exit quote is older than 15 s',
    ],
    [
      'no sign of life',
      [SIGNAL, ENTERED, { ...SETTLED, provenMs: T + 61_000 }],
      'the sign of life came before its expiry',
    ],
    [
      'a late sign of life',
      [SIGNAL, ENTERED, { ...SETTLED, provenMs: T + 76_001 }],
      'too long after its expiry',
    ],
    [
      'settled too early',
      [SIGNAL, ENTERED, { ...SETTLED, atMs: T + 50_000 }],
      'it was settled before its expiry',
    ],
    [
      'void without a reason',
      [SIGNAL, { kind: 'settled', atMs: T, signal: SIGNAL.id, outcome: 'void', control: 'void' }],
      'it is void without a reason',
    ],
    [
      'without a late entry',
      [SIGNAL, ENTERED, WITHOUT_LATE],
      '2: it is won without what a late entry came to',
    ],
    [
      'void with a late entry',
      [SIGNAL, { ...VOID, enteredLate: LATE_VOID }],
      'it is void and yet has a late',
    ],
    ...lateChanges([
      [{ outcome: 'won' }, 'it says won, but by its prices it is lost'],
      [{ outcome: 'void' }, 'it is void without a reason'],
      [{ outcome: 'void', reason: 'no-exit' }, 'it is void and yet has a price'],
      [{ reason: 'no-exit' }, 'it is lost and yet has a reason'],
      [{ entry: ENTRY }, 'the entry quote gives a wrong age'],
      [{ entry: quoted({ ...LATE_ENTRY, bid: 108_513 }) }, 'the entry quote has a bid above its ask'],
      [{ exit: { ...LATE_EXIT, timeMs: T + 66_001, ageMs: -1 } }, 'the exit quote is later than the instant'],
      [{ provenMs: T + 66_000 }, 'the sign of life came before its expiry'],
      [{ provenMs: T + 81_001 }, 'the sign of life came too long after its expiry'],
    ]),
    [
      'a late entry settled too early',
      [SIGNAL, ENTERED, { ...SETTLED, atMs: T + 63_999 }],
      'of the late entry: it was settled before its expiry',
    ],
    ['void with prices', [SIGNAL, { ...VOID, exit: EXIT }], 'it is void and yet has a price'],
    ['void with a control', [SIGNAL, { ...VOID, control: 'won' }], 'its control is not'],
    [
      'won with a reason',
      [SIGNAL, ENTERED, { ...SETTLED, reason: 'late' }],
      'it is won and yet has a reason',
    ],
    [
      'time that goes back',
      [outage(T), outage(T - 2_001)],
      '1: it was recorded 2001 ms before the entry in front of it',
    ],
    ['an outage that ends first', [{ ...outage(T), toMs: T - 1 }], 'it ends before it begins'],
    [
      'a clock that is set, recorded the wrong way round',
      [{ ...outage(T, 'clock-set'), toMs: T - 1 }],
      'it ends before it begins',
    ],
  ])('%s', (_, entries, problem) => {
    expect(firstProblem(entries)).toContain(problem);
  });
});

describe('a void that needs quotes to say why (L6)', () => {
  const feed = (source: FeedSource, bid: number, timeMs = T + 900) =>
    quoted({ source, bid, ask: bid + 12, timeMs });
  const OWN = feed('kraken', 108_500);
  const APART = { own: OWN, other: feed('deriv', 108_601) };
  const disputed = (dispute: Dispute | undefined, change: Partial<SettledEntry> = {}): SettledEntry => ({
    ...settledFor(SIGNAL, { reason: 'feeds-disagree', atMs: T + 66_300 }),
    ...(dispute && { dispute }),
    ...change,
  });
  const refused = (end: RefusedEnd | undefined): SettledEntry => ({
    ...settledFor(SIGNAL, { reason: 'refused', atMs: T + 80_000 }),
    ...(end && { refused: end }),
  });
  const OTHER: SignalEntry = { ...SIGNAL, id: idOf(2), mode: 'bot' };
  const OTHER_ENTERED = { ...ENTERED, signal: OTHER.id };
  const bent = quoted({ ...ENTRY, bid: 108_400 });

  test.each<[string, LedgerEntry[], string | undefined]>([
    ['names two feeds at its start', [SIGNAL, ENTERED, disputed(APART)], undefined],
    [
      'names two feeds at its expiry',
      [
        SIGNAL,
        ENTERED,
        disputed({ own: feed('kraken', 108_500, T + 61_000), other: feed('oanda', 108_399, T + 46_000) }),
      ],
      undefined,
    ],
    ['has no quotes', [SIGNAL, ENTERED, disputed(undefined)], '(L6)'],
    ['is of another reason', [SIGNAL, ENTERED, DOWN, { ...VOID, dispute: APART }], '(L6)'],
    [
      'names quotes 10 pips apart',
      [SIGNAL, ENTERED, disputed({ ...APART, other: feed('deriv', 108_600) })],
      '(L6)',
    ],
    [
      'names quotes of another time',
      [SIGNAL, ENTERED, disputed({ ...APART, other: feed('deriv', 108_601, T + 3_001) })],
      '(L6)',
    ],
    [
      'names one feed twice',
      [SIGNAL, ENTERED, disputed({ own: OWN, other: feed('kraken', 108_601) })],
      '(L6)',
    ],
    ['names two others', [SIGNAL, ENTERED, disputed({ ...APART, own: feed('oanda', 108_500) })], '(L6)'],
    [
      'names made-up prices',
      [SIGNAL, ENTERED, disputed({ ...APART, other: feed('replay', 108_601) })],
      'do not belong',
    ],
    [
      'names another quote of its feed than its start price',
      [SIGNAL, ENTERED, disputed({ ...APART, own: feed('kraken', 108_499) })],
      '(L1)',
    ],
    [
      'names a newer quote than its start price',
      [SIGNAL, ENTERED, disputed({ ...APART, own: feed('kraken', 108_500, T + 901) })],
      '(L2)',
    ],
    [
      'names a quote of the other feed that was used otherwise',
      [
        SIGNAL,
        ENTERED,
        { ...OTHER, source: 'deriv' },
        OTHER_ENTERED,
        disputed({ ...APART, other: feed('deriv', 108_601) }),
      ],
      '(L1)',
    ],
    ['refuses nothing', [SIGNAL, refused(undefined)], '(L6)'],
    ['refuses, and is of another reason', [SIGNAL, DOWN, { ...VOID, refused: { entry: bent } }], '(L6)'],
    [
      'refuses a start price that fits',
      [SIGNAL, refused({ entry: ENTRY })],
      'contradicts no other entry (L6)',
    ],
    [
      'refuses a start price that another entry contradicts',
      [SIGNAL, OTHER, OTHER_ENTERED, refused({ entry: bent })],
      undefined,
    ],
    [
      'refuses an end that another entry contradicts',
      [
        SIGNAL,
        OTHER,
        ENTERED,
        OTHER_ENTERED,
        { ...SETTLED, signal: OTHER.id },
        refused({ reason: 'no-exit' }),
      ],
      undefined,
    ],
    [
      'refuses an end that none contradicts',
      [SIGNAL, ENTERED, refused({ entry: ENTRY, exit: EXIT, provenMs: T + 61_100, enteredLate: LATE })],
      'contradicts no other entry (L6)',
    ],
  ])('%s', (_, entries, problem) => {
    const found = firstProblem(entries);
    if (problem === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(problem);
  });
});

describe('what is just within the rules is taken', () => {
  test.each<[string, LedgerEntry[]]>([
    ['P-BOT for two pairs at once', [FIVE, { ...FIVE, id: idOf(2), pair: 'USD/JPY' }]],
    ['P-BOT and P-Special for one pair at once', [SIGNAL, { ...FIVE, id: idOf(2) }]],
    ['a signal recorded at its very decision', [{ ...SIGNAL, atMs: SIGNAL.decidedMs }, ENTERED, SETTLED]],
    ['a signal recorded at its very start', [{ ...SIGNAL, atMs: SIGNAL.startMs }, ENTERED, SETTLED]],
    ['a start price two seconds early', [SIGNAL, { ...ENTERED, atMs: T - 1_000 }]],
    [
      'a start price 15 s old',
      [SIGNAL, { ...ENTERED, quote: { ...ENTRY, timeMs: T - 14_000, ageMs: 15_000 } }],
    ],
    ['a bid at the ask', [SIGNAL, { ...ENTERED, quote: quoted({ ...ENTRY, ask: ENTRY.bid }) }]],
    ['a sign of life 15 s after the expiry', [SIGNAL, ENTERED, { ...SETTLED, provenMs: T + 76_000 }]],
    [
      'a settlement two seconds early',
      [SIGNAL, ENTERED, { ...SETTLED, atMs: T + 59_000, enteredLate: LATE_VOID }],
    ],
    [
      'one quote for entry and exit',
      [
        FIVE,
        // Without a later quote a price is final 15 s after its instant.
        { ...ENTERED, atMs: T + 16_001 },
        {
          ...SETTLED,
          outcome: 'unchanged',
          control: 'unchanged',
          exit: { ...ENTRY, ageMs: 5_100 },
          provenMs: T + 6_001,
          enteredLate: LATE_VOID,
        },
      ],
    ],
    ['an abstention without prices', [{ ...ABSTAINED, atMs: T }]],
    ['an outage of no length', [{ ...outage(T), toMs: T }]],
  ])('%s', (_, entries) => {
    expect(firstProblem(entries)).toBeUndefined();
  });
});

test('signals that are open come in their order, also when a settlement was taken back', () => {
  const checker = new HistoryChecker('live');
  const second = { ...FIVE, id: idOf(2) };
  checker.add(SIGNAL, 0);
  checker.add(second, 1);
  checker.add(VOID, 2)();
  expect(checker.open().map(({ index }) => index)).toEqual([0, 1]);
});

test('time may go back a little, and any way behind an entry that says the clock was set', () => {
  expect(firstProblem([outage(T), outage(T - 2_000), outage(T - 2_000)])).toBeUndefined();
  const back = T - 3_600_000;
  expect(firstProblem([outage(T), outage(back, 'clock-set'), outage(back + 1)])).toBeUndefined();
});

test('each kind of ledger takes prices of its own kind alone', () => {
  const replayed: SignalEntry = { ...SIGNAL, source: 'replay' };
  expect(firstProblem([replayed], 'replay-2014-05-08')).toBeUndefined();
  expect(firstProblem([replayed], 'synthetic-1')).toContain('do not belong');
  expect(firstProblem([SIGNAL], 'replay-2014-05-08')).toContain('do not belong');
});

test('an entry that is taken back leaves no trace', () => {
  const checker = new HistoryChecker('live');
  const undo = [SIGNAL, ENTERED, SETTLED].map((entry, index) => checker.add(entry, index));
  undo[2]?.();
  expect(checker.open()[0]?.entered).toEqual(ENTERED);
  undo[1]?.();
  expect(checker.open()).toEqual([{ index: 0, signal: SIGNAL, entered: undefined }]);
  undo[0]?.();
  expect(checker.open()).toEqual([]);
  expect(checker.lastAtMs).toBeUndefined();
  expect(checker.problemWith(SIGNAL)).toBeUndefined();
});

test('decisions are remembered for at least a day, and not for ever', () => {
  const checker = new HistoryChecker('live');
  const five = (at: number): SignalEntry => {
    const decidedMs = T + at * 5_000;
    return {
      ...SIGNAL,
      id: idOf(at),
      mode: 'bot',
      timeframe: '5s',
      decidedMs,
      atMs: decidedMs,
      startMs: decidedMs + 1_000,
      expiryMs: decidedMs + 6_000,
    };
  };
  for (let at = 0; at < 40_001; at += 1) {
    checker.add(five(at), 2 * at);
    checker.add({ ...VOID, signal: idOf(at), atMs: T + at * 5_000 }, 2 * at + 1);
  }
  const again = { ...five(40_000 - 17_000), id: idOf(99_999), atMs: five(40_000).atMs };
  expect(checker.problemWith(again)).toBe('the same decision has made a signal already');
});
