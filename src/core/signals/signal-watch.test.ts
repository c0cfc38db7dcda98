import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Dispute } from './ledger-entry.ts';
import type { DeskQuote } from './settlement.ts';
import { type Resumed, SignalWatch, type WatchedSignal } from './signal-watch.ts';
import { quoted } from '../../../tests/support/quoted.ts';
import { runs } from '../../../tests/support/rounds.ts';

const START_MS = 1_000_000;
const SIGNAL: WatchedSignal = {
  direction: 'CALL',
  control: 'PUT',
  startMs: START_MS,
  expiryMs: START_MS + 5000,
};
const { expiryMs: EXPIRY_MS } = SIGNAL;

/** A quote that comes when the clock reads `atMs`, dated then unless it says otherwise. */
interface Arrival {
  readonly atMs: number;
  readonly bid: number;
  readonly timeMs?: number;
}

/** Quotes of two feeds, a little more than 10 pips apart. */
const disputeAt = (timeMs: number): Dispute => ({
  own: quoted({ source: 'kraken' as const, bid: 101, ask: 103, timeMs }),
  other: quoted({ source: 'deriv' as const, bid: 202, ask: 204, timeMs }),
});

/** Plays quotes to a watch as the desk does: alarms that are due before the next quote ring first; what is 15 s old is passed over. */
function play(
  arrivals: readonly Arrival[],
  {
    signal = SIGNAL,
    untilMs = signal.expiryMs + 60_000,
    dispute = () => undefined,
    resumed,
  }: {
    readonly signal?: WatchedSignal;
    readonly untilMs?: number;
    readonly dispute?: (nowMs: number) => Dispute | undefined;
    readonly resumed?: Resumed;
  } = {},
) {
  const watch = new SignalWatch(signal, resumed);
  let enteredAtMs: number | undefined;
  let endedAtMs: number | undefined;
  const pass = (nowMs: number) => {
    watch.pass(nowMs, () => dispute(nowMs));
    if (watch.entry !== undefined) enteredAtMs ??= nowMs;
    if (watch.end !== undefined) endedAtMs ??= nowMs;
  };
  const ring = (beforeMs: number) => {
    for (let due = watch.dueMs; due !== undefined && due < beforeMs; due = watch.dueMs) pass(due);
  };
  for (const { atMs, bid, timeMs = atMs } of arrivals) {
    ring(atMs);
    if (atMs - timeMs > 15_000) continue;
    watch.see(quoted({ bid, ask: bid + 2, timeMs }));
    pass(atMs);
  }
  ring(untilMs);
  return { entry: watch.entry, end: watch.end, enteredAtMs, endedAtMs, dueMs: watch.dueMs };
}

describe('the entry price', () => {
  test('is that of the last quote at or before the start, final with the first quote after it', () => {
    const { entry, enteredAtMs } = play([
      { atMs: START_MS - 900, bid: 100 },
      { atMs: START_MS, bid: 101 },
      { atMs: START_MS + 40, bid: 102 },
    ]);
    expect(entry).toEqual({ bid: 101, ask: 103, timeMs: START_MS, ageMs: 0 });
    expect(enteredAtMs).toBe(START_MS + 40);
  });

  test('of quotes dated the same is that of the last', () => {
    const { entry } = play([
      { atMs: START_MS - 10, bid: 100, timeMs: START_MS - 500 },
      { atMs: START_MS - 5, bid: 101, timeMs: START_MS - 500 },
      { atMs: START_MS + 1, bid: 102 },
    ]);
    expect(entry?.bid).toBe(101);
  });

  test('is waited for while quotes arrive late, up to 15 s', () => {
    const late = play([
      { atMs: START_MS - 100, bid: 100, timeMs: START_MS - 3000 },
      { atMs: START_MS + 2900, bid: 105, timeMs: START_MS - 100 },
      { atMs: START_MS + 3100, bid: 106, timeMs: START_MS + 100 },
    ]);
    expect(late.entry).toMatchObject({ bid: 105, ageMs: 100 });
    const silent = play([{ atMs: START_MS - 100, bid: 100 }]);
    expect([silent.entry?.bid, silent.enteredAtMs]).toEqual([100, START_MS + 15_001]);
  });

  test.each([
    [15_000, 'unchanged'],
    [15_001, 'no-entry'],
  ])('may be %i ms old at most', (ageMs, ending) => {
    const { end } = play([
      { atMs: START_MS - ageMs, bid: 100 },
      { atMs: START_MS + 1, bid: 100 },
      { atMs: EXPIRY_MS + 1, bid: 100 },
    ]);
    expect(end?.reason ?? end?.outcome).toBe(ending);
  });

  test('without a quote is missed with the first quote after the start', () => {
    expect(play([{ atMs: START_MS + 1, bid: 100 }])).toMatchObject({
      entry: undefined,
      end: { outcome: 'void', control: 'void', reason: 'no-entry' },
      endedAtMs: START_MS + 1,
      dueMs: undefined,
    });
  });

  test('waits for the start on the clock, though the source is ahead of it', () => {
    const { enteredAtMs } = play([
      { atMs: START_MS - 1500, bid: 100, timeMs: START_MS - 10 },
      { atMs: START_MS - 1000, bid: 101, timeMs: START_MS + 490 },
    ]);
    expect(enteredAtMs).toBe(START_MS);
  });
});

describe('the outcome', () => {
  const before: Arrival[] = [{ atMs: START_MS - 1, bid: 100 }];
  test.each([
    ['CALL', 'PUT', 101, 'won', 'lost'],
    ['CALL', 'CALL', 99, 'lost', 'lost'],
    ['PUT', 'CALL', 99, 'won', 'lost'],
    ['PUT', 'PUT', 100, 'unchanged', 'unchanged'],
  ] as const)('of %s against %s from 100 to %i is %s, and %s', (direction, control, bid, outcome, other) => {
    const arrivals = [...before, { atMs: EXPIRY_MS, bid }, { atMs: EXPIRY_MS + 1, bid: 500 }];
    const { end, endedAtMs } = play(arrivals, { signal: { ...SIGNAL, direction, control } });
    expect(end).toMatchObject({
      outcome,
      control: other,
      entry: { bid: 100, ask: 102, timeMs: START_MS - 1, ageMs: 1 },
      exit: { bid, ask: bid + 2, timeMs: EXPIRY_MS, ageMs: 0 },
      provenMs: EXPIRY_MS + 1,
    });
    expect(endedAtMs).toBe(EXPIRY_MS + 5000 + 30_001);
  });

  test('is not known before the expiry on the clock, though the source is ahead of it', () => {
    const { end, endedAtMs } = play([
      ...before,
      { atMs: EXPIRY_MS - 900, bid: 103, timeMs: EXPIRY_MS },
      { atMs: EXPIRY_MS - 800, bid: 90, timeMs: EXPIRY_MS + 100 },
      { atMs: EXPIRY_MS + 4100, bid: 90, timeMs: EXPIRY_MS + 5100 },
    ]);
    expect(end).toMatchObject({ outcome: 'won', provenMs: EXPIRY_MS + 100 });
    expect(endedAtMs).toBe(EXPIRY_MS + 5000);
  });

  test.each([
    [15_000, 'won'],
    [15_001, 'no-proof'],
  ])('needs a quote within 15 s after the expiry: %i ms', (afterMs, ending) => {
    const { end, endedAtMs } = play([
      ...before,
      { atMs: EXPIRY_MS, bid: 101 },
      { atMs: EXPIRY_MS + afterMs, bid: 100 },
    ]);
    expect(end?.reason ?? end?.outcome).toBe(ending);
    expect(endedAtMs).toBe(EXPIRY_MS + Math.max(afterMs, 5001));
  });

  test('is void as soon as no proof can come any more, not with the next quote', () => {
    const { end, endedAtMs } = play([...before, { atMs: EXPIRY_MS - 1, bid: 101 }]);
    expect([end?.reason, endedAtMs]).toEqual(['no-proof', EXPIRY_MS + 30_001]);
  });

  test('is proven by a quote of the last millisecond that is 15 s on its way', () => {
    const proof = { atMs: EXPIRY_MS + 30_000, bid: 101, timeMs: EXPIRY_MS + 15_000 };
    const { end } = play([...before, { atMs: EXPIRY_MS, bid: 101 }, proof]);
    expect(end).toMatchObject({ outcome: 'won', provenMs: EXPIRY_MS + 15_000 });
  });

  test('is void when the last quote before the expiry was too old, though the feed came back', () => {
    const signal = { ...SIGNAL, expiryMs: START_MS + 60_000 };
    const { end } = play([...before, { atMs: signal.expiryMs + 1, bid: 101 }], { signal });
    expect(end?.reason).toBe('no-exit');
  });

  test.each([
    ['at its start', START_MS, 'feeds-disagree'],
    ['at its expiry', EXPIRY_MS, 'feeds-disagree'],
    ['only in between', START_MS + 2000, undefined],
  ])('is void when two feeds disagreed %s: %s', (_when, disputedMs, reason) => {
    const arrivals = [...before, { atMs: START_MS + 2000, bid: 101 }, { atMs: EXPIRY_MS + 1, bid: 101 }];
    const { end } = play(arrivals, {
      dispute: (nowMs) => (nowMs === disputedMs ? disputeAt(nowMs) : undefined),
    });
    expect(end?.reason).toBe(reason);
    expect(end?.dispute).toEqual(reason === undefined ? undefined : disputeAt(disputedMs));
  });

  test('is not void for quotes that disagree when it is asked, but are of another time', () => {
    const arrivals = [...before, { atMs: START_MS + 2000, bid: 101 }, { atMs: EXPIRY_MS + 1, bid: 101 }];
    const { end } = play(arrivals, { dispute: (nowMs) => disputeAt(nowMs + 2_001) });
    expect(end?.reason).toBeUndefined();
  });

  test('that is void stays so, without an entry price from then on', () => {
    const watch = new SignalWatch(SIGNAL);
    watch.see(quoted({ bid: 100, ask: 102, timeMs: START_MS - 1 }));
    watch.void('clock-set');
    watch.void('late');
    watch.pass(EXPIRY_MS + 60_000, () => undefined);
    expect(watch.end).toEqual({ outcome: 'void', control: 'void', reason: 'clock-set' });
    expect([watch.entry, watch.dueMs]).toEqual([undefined, undefined]);
  });

  test('is proven by the first quote after the expiry, though more come before the clock is there', () => {
    const { end } = play([
      ...before,
      { atMs: EXPIRY_MS - 900, bid: 103, timeMs: EXPIRY_MS + 100 },
      { atMs: EXPIRY_MS - 800, bid: 90, timeMs: EXPIRY_MS + 200 },
    ]);
    expect(end?.provenMs).toBe(EXPIRY_MS + 100);
  });

  test('waits for every quote of the last millisecond in which one still counts', () => {
    const watch = new SignalWatch(SIGNAL);
    const arrive = (atMs: number, bid: number, timeMs: number) => {
      watch.see(quoted({ bid, ask: bid + 2, timeMs }));
      watch.pass(atMs, () => undefined);
    };
    watch.pass(START_MS, () => undefined);
    watch.pass(EXPIRY_MS, () => undefined);
    for (const bid of [100, 101]) arrive(START_MS + 15_000, bid, START_MS);
    for (const bid of [102, 103]) arrive(EXPIRY_MS + 15_000, bid, EXPIRY_MS);
    expect([watch.entry?.bid, watch.end]).toEqual([101, undefined]);
    arrive(EXPIRY_MS + 15_000, 104, EXPIRY_MS + 1);
    arrive(EXPIRY_MS + 15_000, 104, EXPIRY_MS + 5001);
    expect(watch.end).toMatchObject({ outcome: 'won', exit: { bid: 103 } });
  });
});

describe('an entry 5 s late', () => {
  const signal = { ...SIGNAL, expiryMs: START_MS + 60_000 };
  const quotes: Arrival[] = [
    { atMs: START_MS, bid: 100 },
    { atMs: START_MS + 4000, bid: 102 },
    { atMs: START_MS + 5001, bid: 500 },
    { atMs: signal.expiryMs, bid: 101 },
    { atMs: signal.expiryMs + 1000, bid: 101 },
    { atMs: signal.expiryMs + 5000, bid: 99 },
    { atMs: signal.expiryMs + 5002, bid: 500 },
  ];
  const without = (...atMs: number[]) => quotes.filter((quote) => !atMs.includes(quote.atMs - START_MS));

  test('is settled with the signal on the prices 5 s after start and expiry', () => {
    const { end, endedAtMs } = play(quotes, { signal });
    expect(end).toMatchObject({ outcome: 'won', provenMs: signal.expiryMs + 1000 });
    expect(end?.enteredLate).toEqual({
      outcome: 'lost',
      entry: { bid: 102, ask: 104, timeMs: START_MS + 4000, ageMs: 1000 },
      exit: { bid: 99, ask: 101, timeMs: signal.expiryMs + 5000, ageMs: 0 },
      provenMs: signal.expiryMs + 5002,
    });
    expect(endedAtMs).toBe(signal.expiryMs + 5002);
  });

  test('without a proof is void, 30 s after its expiry', () => {
    const { end, endedAtMs } = play(without(65_002), { signal });
    expect(end).toMatchObject({ outcome: 'won', enteredLate: { outcome: 'void', reason: 'no-proof' } });
    expect(endedAtMs).toBe(signal.expiryMs + 35_001);
  });

  test('without a fresh quote at its own instant is void, though the official entry had one', () => {
    const stale = quotes.map((quote, at) => ({ ...quote, atMs: quote.atMs - (at === 0 ? 11_000 : 0) }));
    const { end } = play(
      stale.filter(({ bid }) => bid !== 102),
      { signal },
    );
    expect(end).toMatchObject({ outcome: 'won', enteredLate: { outcome: 'void', reason: 'no-entry' } });
  });

  test('of a signal that is void is nothing', () => {
    expect(play(without(0), { signal }).end).toEqual({
      outcome: 'void',
      control: 'void',
      reason: 'no-entry',
    });
  });

  test('that a stop cuts off leaves the outcome that is known, and no outcome unknown', () => {
    const watch = new SignalWatch(SIGNAL);
    const arrive = (atMs: number, bid: number) => {
      watch.see(quoted({ bid, ask: bid + 2, timeMs: atMs }));
      watch.pass(atMs, () => undefined);
    };
    arrive(START_MS, 100);
    arrive(EXPIRY_MS, 101);
    watch.finish();
    expect(watch.end).toBeUndefined();
    arrive(EXPIRY_MS + 1, 101);
    watch.finish();
    const enteredLate = { outcome: 'void', reason: 'server-down' };
    expect(watch.end).toMatchObject({ outcome: 'won', enteredLate });
  });

  test('of a signal whose server was away for it is void for the server', () => {
    const { end } = play(without(0, 4000, 5001), {
      signal,
      resumed: { entry: quoted({ bid: 100, ask: 102, timeMs: START_MS, ageMs: 0 }) },
    });
    expect(end).toMatchObject({ outcome: 'won', enteredLate: { outcome: 'void', reason: 'server-down' } });
  });
});

describe('a signal that another server began', () => {
  const entry = quoted({ bid: 100, ask: 102, timeMs: START_MS - 5, ageMs: 5 });

  test('keeps its recorded entry price and is settled when quotes are back before its expiry', () => {
    const { end } = play(
      [
        { atMs: EXPIRY_MS - 1000, bid: 104 },
        { atMs: EXPIRY_MS + 10, bid: 0 },
      ],
      { resumed: { entry } },
    );
    expect(end).toMatchObject({ outcome: 'won', entry, exit: { bid: 104, ageMs: 1000 } });
  });

  test('is void for the server when quotes come back only after its expiry', () => {
    const { end } = play([{ atMs: EXPIRY_MS + 10, bid: 104 }], { resumed: { entry } });
    expect(end?.reason).toBe('server-down');
  });

  test('is void for the server when no quote is back before its start', () => {
    const { end } = play([{ atMs: START_MS + 10, bid: 104 }], { resumed: { entry: undefined } });
    expect(end?.reason).toBe('server-down');
  });

  test('is void for its price when the last one from before its start has grown too old', () => {
    const { end } = play(
      [
        { atMs: START_MS - 15_001, bid: 104 },
        { atMs: START_MS + 10, bid: 104 },
      ],
      { resumed: { entry: undefined } },
    );
    expect(end?.reason).toBe('no-entry');
  });

  test('is void for the feed when that was silent', () => {
    const { end } = play([{ atMs: EXPIRY_MS - 10, bid: 104 }], { resumed: { entry } });
    expect(end?.reason).toBe('no-proof');
  });
});

describe('whatever is quoted', () => {
  const arrivals = fc
    .array(
      fc.record({
        /** Mostly a second or two apart, now and then a silence. */
        waitMs: fc.oneof(
          { weight: 6, arbitrary: fc.integer({ min: 0, max: 2000 }) },
          { weight: 1, arbitrary: fc.constantFrom(15_000, 15_001, 20_000) },
        ),
        /** How long it was on its way; the source may also be ahead. */
        delayMs: fc.integer({ min: -1500, max: 3000 }),
        bid: fc.integer({ min: 99, max: 101 }),
      }),
      { maxLength: 40 },
    )
    .map((steps): Arrival[] => {
      let atMs = START_MS - 30_000;
      return steps.map(({ waitMs, delayMs, bid }) => {
        atMs += waitMs;
        return { atMs, bid, timeMs: atMs - delayMs };
      });
    });

  test('the outcome is what the whole list of quotes says afterwards', () => {
    fc.assert(
      fc.property(arrivals, fc.constantFrom<'CALL' | 'PUT'>('CALL', 'PUT'), (list, direction) => {
        const { end } = play(list, { signal: { ...SIGNAL, direction } });
        expect(end?.reason ?? end?.outcome).toBe(afterwards(list, direction));
        const late = end?.enteredLate;
        if (end?.outcome === 'void') expect(late).toBeUndefined();
        else expect(late?.reason ?? late?.outcome).toBe(afterwards(list, direction, 5000));
      }),
      { numRuns: runs(400, 2_000) },
    );
  });

  test('the feeds are compared at its start and its expiry on the clock, and never else', () => {
    fc.assert(
      fc.property(arrivals, fc.constantFrom(5000, 60_000), (list, lengthMs) => {
        const asked: number[] = [];
        const signal = { ...SIGNAL, expiryMs: START_MS + lengthMs };
        const dispute = (nowMs: number) => void asked.push(nowMs);
        const { endedAtMs = 0 } = play(list, { signal, dispute });
        expect(asked).toEqual(endedAtMs < signal.expiryMs ? [START_MS] : [START_MS, signal.expiryMs]);
      }),
    );
  });

  test('a signal is decided in the first millisecond in which it can be, its entry price before its expiry', () => {
    const signal = { ...SIGNAL, expiryMs: START_MS + 60_000 };
    expect(play([{ atMs: START_MS - 1, bid: 100 }], { signal }).enteredAtMs).toBe(START_MS + 15_001);
  });

  /** What comes more than 15 s after an instant is too late for it; in the millisecond in which that is decided it still counts. */
  const LAST_MS = 15_001;

  /** Works it out from the list as a whole, by the rule as it is written down. */
  function afterwards(list: readonly Arrival[], direction: 'CALL' | 'PUT', lateMs = 0): string {
    const [startMs, expiryMs] = [SIGNAL.startMs + lateMs, SIGNAL.expiryMs + lateMs];
    const inOrder: (DeskQuote & { atMs: number })[] = [];
    for (const { atMs, bid, timeMs = atMs } of list) {
      if (timeMs >= (inOrder.at(-1)?.timeMs ?? 0)) inOrder.push(quoted({ atMs, bid, ask: bid + 2, timeMs }));
    }
    const priceAt = (instantMs: number) => {
      const known = inOrder.filter(({ timeMs, atMs }) => timeMs <= instantMs && atMs <= instantMs + LAST_MS);
      const last = known.at(-1);
      return last !== undefined && instantMs - last.timeMs <= 15_000 ? last : undefined;
    };
    const entry = priceAt(startMs);
    if (entry === undefined) return 'no-entry';
    const exit = priceAt(expiryMs);
    if (exit === undefined) return 'no-exit';
    const isProven = inOrder.some(({ timeMs }) => timeMs > expiryMs && timeMs <= expiryMs + 15_000);
    if (!isProven) return 'no-proof';
    if (exit.bid === entry.bid) return 'unchanged';
    return exit.bid > entry.bid === (direction === 'CALL') ? 'won' : 'lost';
  }
});
