import { expect, it } from 'vitest';
import { madeUpTrades } from '../../../tests/support/made-up-trades.ts';
import { epochMs } from '../time/instant.ts';
import { fixedClock } from '../time/wall-clock.ts';
import { claimed } from './reading/claims/claim.ts';
import { tradesTextReader } from './reading/read-trades.ts';
import { type RecordFact, recordFacts } from './record-facts.ts';
import type { Trade } from './trade.ts';

const OPTIONS = { ties: 'refund', offsetMsAt: () => 0, nowMs: Date.UTC(2030, 0) } as const;
const DAY_MS = 86_400_000;

const factsOf = (
  trades: readonly Trade[],
  { numbers = [], unresolved = 0 }: { numbers?: readonly number[]; unresolved?: number } = {},
): readonly RecordFact[] =>
  recordFacts(
    {
      trades,
      numbers,
      columns: [{ meaning: 'stake', at: 0, name: 'Stake' }],
      hasOrder: true,
      signals: {
        resolved: trades.length,
        unresolved,
        announcedGales: 0,
        hasDistances: false,
        assumesPayout: false,
      },
    },
    OPTIONS,
  );

const factOf = (facts: readonly RecordFact[], kind: RecordFact['kind']): RecordFact | undefined =>
  facts.find((one) => one.kind === kind);

/** Trades that end as the letters say (w, l), otherwise as made up. */
function ending(letters: string): Trade[] {
  return madeUpTrades(1, letters.length).map((trade, at) => ({
    ...trade,
    outcome: letters[at] === 'w' ? 'won' : 'lost',
  }));
}

const unusual = (facts: readonly RecordFact[]): string[] =>
  facts.filter(({ isUnusual }) => isUnusual).map(({ kind }) => kind);
it('has no facts of three numbers, which have no order', () => {
  const { trades, numbers, columns, hasOrder, signals } = claimed({ won: 37, lost: 23, tied: 0 }, 0.8);
  expect(recordFacts({ trades, numbers, columns, hasOrder, signals }, OPTIONS)).toEqual([]);
});

it('says how many losing runs a fair record has, and that a record has none', () => {
  const facts = factsOf(ending('wlwlwwllwwlwlw'.repeat(20)));
  expect(unusual(facts)).toContain('losing runs');
  expect(factOf(facts, 'losing runs')).toMatchObject({ length: 3, runs: 0 });
});

it('finds that every fourth trade is lost', () => {
  const facts = factsOf(ending('wwwl'.repeat(12)));
  expect(factOf(facts, 'cycle')).toMatchObject({ every: 4, alike: 44, of: 44 });
});

it('says which numbers are missing where they count this record alone', () => {
  const trades = madeUpTrades(1, 20);
  const numbers = Array.from({ length: 20 }, (_, at) => at + 1);
  expect(factOf(factsOf(trades, { numbers }), 'numbers')).toMatchObject({ first: 1, last: 20, missing: 0 });
  const gaps = factsOf(trades, { numbers: numbers.filter((number) => number % 5 !== 0 || number === 20) });
  expect(factOf(gaps, 'numbers')).toMatchObject({ missing: 3, examples: [5, 10, 15] });
  expect(unusual(gaps)).toContain('numbers');
  // A broker's numbers count the trades of all.
  const sparse = factsOf(trades, { numbers: numbers.map((number) => 54_000_000 + number * 731) });
  expect(factOf(sparse, 'numbers')).toBeUndefined();
});

it('counts signals whose end nothing tells as lost ones', () => {
  const facts = factsOf(ending('wwwwwwwlll'), { unresolved: 4 });
  expect(factOf(facts, 'unresolved signals')).toMatchObject({ signals: 14, unresolved: 4, rateIfLost: 0.5 });
});

it('finds days without a trade where the pace leaves none, and no fault with weekends', () => {
  const monday = Date.UTC(2026, 2, 2);
  const at = (day: number, place: number): Trade => ({
    ...(madeUpTrades(day + 1, 12)[place] as Trade),
    timeMs: epochMs(monday + day * DAY_MS + place * 3_600_000),
  });
  const days = Array.from({ length: 28 }, (_, day) => day).filter((day) => day % 7 < 5);
  const record = (kept: readonly number[]): Trade[] =>
    kept.flatMap((day) => Array.from({ length: 12 }, (_, place) => at(day, place)));
  expect(factOf(factsOf(record(days)), 'empty days')).toMatchObject({
    days: 20,
    empty: 0,
    firstEmptyMs: null,
  });
  const facts = factsOf(record(days.filter((day) => day !== 9)));
  expect(unusual(facts)).toContain('empty days');
  expect(factOf(facts, 'empty days')).toMatchObject({ empty: 1, firstEmptyMs: Date.UTC(2026, 2, 11) });
});

it('says that a rate is above all known ones only where the interval is, and every expiry short', () => {
  const shortTrades = madeUpTrades(3, 400, { chance: 0.85 });
  expect(unusual(factsOf(shortTrades))).toEqual(['rate']);
  expect(unusual(factsOf(shortTrades.slice(0, 20)))).toEqual([]);
  // Signals without an end may all have lost.
  expect(unusual(factsOf(shortTrades, { unresolved: 300 }))).not.toContain('rate');
  const longer = shortTrades.map((trade) => ({ ...trade, expirySeconds: 3_600 }));
  expect(factOf(factsOf(longer), 'rate')).toBeUndefined();
  // 10 against 40 wins as often by luck.
  const walks = shortTrades.map((trade) => ({ ...trade, payout: 0.25 }));
  expect(factOf(factsOf(walks), 'rate')).toBeUndefined();
});

it('finds each kind unusual in at most about 1 of 100 records of coins', () => {
  const found = new Map<string, number>();
  for (let seed = 1; seed <= 1_000; seed += 1)
    for (const kind of unusual(factsOf(madeUpTrades(seed, 150)))) found.set(kind, (found.get(kind) ?? 0) + 1);
  expect(Math.max(...found.values())).toBeLessThan(22);
});

it('says that stakes know their outcomes where larger ones win more often than luck lets them', () => {
  const edited = ending('wl'.repeat(30)).map((trade) => ({
    ...trade,
    stake: trade.outcome === 'won' ? 20 : 10,
  }));
  expect(unusual(factsOf(edited))).toContain('stakes know');
  const doubled = ending('wl'.repeat(30)).map((trade, at) => ({ ...trade, stake: at % 3 === 0 ? 20 : 10 }));
  expect(unusual(factsOf(doubled))).not.toContain('stakes know');
});

it('says which trades lie in the future or on hours of the weekend without a market', () => {
  const at = (ms: number, pair: string) =>
    ending('w').map((trade) => ({ ...trade, pair, timeMs: epochMs(ms) }));
  const saturday = Date.UTC(2026, 2, 7, 12);
  expect(factOf(factsOf(at(saturday, 'EUR/USD')), 'closed market')).toMatchObject({ trades: 1, of: 1 });
  expect(factOf(factsOf(at(saturday, 'EUR/USD OTC')), 'closed market')).toBeUndefined();
  expect(factOf(factsOf(at(Date.UTC(2026, 2, 6, 21, 59), 'EUR/USD')), 'closed market')).toBeUndefined();
  expect(factOf(factsOf(at(Date.UTC(2026, 2, 8, 20), 'EUR/USD')), 'closed market')).toBeUndefined();
  // Of dates without times, from Thursday to Sunday, the market is closed on all of Saturday alone.
  const days = [5, 6, 7, 8].flatMap((day) => at(Date.UTC(2026, 2, day), 'EUR/USD'));
  expect(factOf(factsOf(days), 'closed market')).toMatchObject({ trades: 1, of: 4 });
  expect(factOf(factsOf(at(Date.UTC(2031, 0), 'EUR/USD')), 'future')).toMatchObject({ trades: 1 });
});

const startMs = Date.UTC(2026, 2, 2, 12);
/** Won trades at these milliseconds from a Monday noon. */
const timed = (...offsets: readonly number[]): Trade[] =>
  ending('w'.repeat(offsets.length)).map((trade, at) => ({
    ...trade,
    pair: 'EUR/USD',
    expirySeconds: 900,
    timeMs: epochMs(startMs + (offsets[at] as number)),
  }));
const everyMinute = (count: number): number[] => Array.from({ length: count }, (_, at) => at * 60_000);
const numbered = (...numbers: readonly number[]) => factsOf(timed(0), { numbers });

it.each<[string, RecordFact['kind'], boolean, readonly RecordFact[]]>([
  ['30 trades', 'cycle', true, factsOf(ending(`${'wwwl'.repeat(7)}ww`))],
  ['29 trades', 'cycle', false, factsOf(ending(`${'wwwl'.repeat(7)}w`))],
  ['all wins before the losses', 'cycle', false, factsOf(ending(`${'w'.repeat(40)}${'l'.repeat(20)}`))],
  ['10 numbers of 20', 'numbers', true, numbered(1, 2, 3, 4, 5, 6, 7, 8, 9, 20)],
  ['10 numbers of 21', 'numbers', false, numbered(1, 2, 3, 4, 5, 6, 7, 8, 9, 21)],
  ['9 numbers', 'numbers', false, numbered(1, 2, 3, 4, 5, 6, 7, 8, 9)],
  ['14 days', 'empty days', true, factsOf(timed(0, 13 * DAY_MS))],
  ['13 days', 'empty days', false, factsOf(timed(0, 12 * DAY_MS))],
  ['an expiry of 15 minutes', 'rate', true, factsOf(timed(0))],
  ['a day ahead', 'future', false, factsOf(timed(OPTIONS.nowMs + DAY_MS - startMs))],
  ['Friday 22:00', 'closed market', true, factsOf(timed(4 * DAY_MS + 10 * 3_600_000))],
  ['30 trades', 'regular times', true, factsOf(timed(...everyMinute(30)))],
  ['29 trades', 'regular times', false, factsOf(timed(...everyMinute(29)))],
])('at its bound, with %s, the fact "%s" is there: %s', (_which, kind, has, facts) => {
  expect(factOf(facts, kind) !== undefined).toBe(has);
});

it('finds no fault with numbers of which none is missing, and names at most five that are', () => {
  expect(unusual(numbered(1, 2, 3, 4, 5, 6, 7, 8, 9, 10))).not.toContain('numbers');
  const gap = factOf(numbered(1, 2, 3, 4, 5, 6, 7, 8, 9, 20), 'numbers');
  expect(gap).toMatchObject({ missing: 10, examples: [10, 11, 12, 13, 14] });
});

it('counts a tie as lost only where it loses the stake', () => {
  const trades = ending('w'.repeat(40)).map((trade, at) => ({
    ...trade,
    outcome: at % 2 === 0 ? trade.outcome : ('tied' as const),
  }));
  const rateOf = (ties: 'refund' | 'lose') =>
    factOf(
      recordFacts(
        {
          trades,
          numbers: [],
          columns: [],
          hasOrder: true,
          signals: {
            resolved: 40,
            unresolved: 0,
            announcedGales: 0,
            hasDistances: false,
            assumesPayout: false,
          },
        },
        { ...OPTIONS, ties },
      ),
      'rate',
    );
  expect(rateOf('refund')).toMatchObject({ rate: 1 });
  expect(rateOf('lose')).toMatchObject({ rate: 0.5 });
});

it('calls losing runs unusual only outside of what is usual, not at its ends', () => {
  const seen = new Map<string, boolean>();
  for (let runs = 0; runs <= 40; runs += 1) {
    // As many lost and won, in so many runs of three.
    const letters = `${'lllw'.repeat(runs)}${'lw'.repeat(120 - 3 * runs)}`.padEnd(241, 'w');
    const fact = factOf(factsOf(ending(letters)), 'losing runs');
    if (fact?.kind !== 'losing runs') throw new Error('no fact');
    expect(fact).toMatchObject({ length: 3, runs });
    for (const [name, edge] of [
      ['low', fact.low],
      ['high', fact.high],
    ] as const)
      if (Math.abs(runs - edge) <= 1) seen.set(`${name} ${runs - edge}`, fact.isUnusual);
  }
  expect(Object.fromEntries(seen)).toEqual({
    'low -1': true,
    'low 0': false,
    'low 1': false,
    'high -1': false,
    'high 0': false,
    'high 1': true,
  });
});

it('finds a cycle as long as a quarter of the record', () => {
  expect(factOf(factsOf(ending('wwlwllwlwwwl'.repeat(4))), 'cycle')).toMatchObject({ every: 12, of: 36 });
});

it('names times as regular from 9 of 10 on', () => {
  const late = (count: number) =>
    everyMinute(31).map((ms, at) => ms + Math.max(0, at - 30 + count) * 7_000 * (at - 30 + count));
  expect(factOf(factsOf(timed(...late(3))), 'regular times')).toMatchObject({
    alike: 27,
    of: 30,
    seconds: 60,
  });
  expect(factOf(factsOf(timed(...late(4))), 'regular times')).toBeUndefined();
});

it('takes the smallest stake as usual where most are the largest one, and counts luck to its last case', () => {
  const record = (letters: string, stakes: readonly number[]) =>
    factOf(
      factsOf(ending(letters).map((trade, at) => ({ ...trade, stake: stakes[at] as number }))),
      'stakes know',
    );
  const [small, large] = [Array.from({ length: 20 }, () => 10), Array.from({ length: 30 }, () => 20)];
  expect(record(`${'l'.repeat(20)}${'w'.repeat(30)}`, [...small, ...large])).toMatchObject({
    large: { n: 30, won: 30 },
    small: { n: 20, won: 0 },
  });
  // One in 252 tries of luck.
  expect(record('lllllwwwww', [10, 10, 10, 10, 10, 20, 20, 20, 20, 20])).toBeUndefined();
});

it('says how many outcomes were edited later, by what a chat says of its messages', () => {
  const editedAfter = (minutes: number, isWon: boolean): string =>
    JSON.stringify({
      messages: Array.from({ length: 40 }, (_, at) => ({
        id: at + 1,
        date: '2026-03-02T09:00:00',
        ...(at % 8 === 1 && {
          edited: new Date(Date.UTC(2026, 2, 2, 9, minutes)).toISOString().slice(0, 19),
        }),
        text: at % 2 === 0 ? 'EURUSD CALL M5' : isWon ? 'WIN ✅' : 'LOSS ❌',
      })),
    });
  const factOfChat = (text: string, kind: 'edited later' | 'edited' = 'edited later') =>
    factOf(
      recordFacts(
        tradesTextReader(text)({
          payout: 0.8,
          clock: fixedClock('UTC', 0),
          answers: new Map([['same-ending', 'count']]),
        }),
        OPTIONS,
      ),
      kind,
    );
  expect(factOfChat(editedAfter(61, true))).toMatchObject({ trades: 5, won: 5, isUnusual: true });
  expect(factOfChat(editedAfter(61, false))).toMatchObject({ trades: 5, won: 0 });
  expect(factOfChat(editedAfter(59, true))).toBeUndefined();
  const marked = Array.from({ length: 40 }, (_, at) => {
    const mark = at % 8 === 1 ? ' <This message was edited>' : '';
    return `02/03/2026, 09:${10 + at} - Seller: ${at % 2 === 0 ? 'EURUSD CALL M5' : `WIN ✅${mark}`}`;
  });
  expect(factOfChat(marked.join('\n'), 'edited')).toMatchObject({ trades: 5, won: 5, isUnusual: false });
});

it('accuses no stakes that follow from what trades lost', () => {
  const rows = Array.from({ length: 80 }, (_, at) => {
    const [stake, isWon] = [at % 2 === 0 ? 10 : 20, at % 16 < 7];
    return `2026-03-02 ${String(8 + (at >> 3)).padStart(2, '0')}:0${at % 8},EURUSD,${isWon ? stake * 0.85 : -stake},85%`;
  });
  const reading = tradesTextReader(['Time,Pair,P/L,Payout', ...rows].join('\n'))({
    payout: 0.8,
    clock: fixedClock('UTC', 0),
  });
  expect(reading.trades.length).toBe(80);
  expect(factOf(recordFacts(reading, OPTIONS), 'stakes know')).toBeUndefined();
});

it.each([
  ['Date', '18/09', 0],
  ['Date', 'Apr 07', 0],
  ['Tag', 'Montag', 3],
  ['Date', '2026-03-02', 0],
  ['Time', '09:30', 0],
])('says that the times of a column could not be read, as of %s: %s', (name, cell, trades) => {
  const table = [`${name},pair,result`, ...['won', 'lost', 'won'].map((end) => `${cell},EUR/USD,${end}`)];
  const reading = tradesTextReader(table.join('\n'))({ payout: 0.8, clock: fixedClock('UTC', 0) });
  const said = factOf(recordFacts(reading, OPTIONS), 'unread times');
  if (trades === 0) expect(said).toBeUndefined();
  else expect(said).toMatchObject({ trades, of: 3, column: name, isUnusual: true });
});

it('takes no column of zeros beside small profits for a balance', () => {
  const lines = Array.from(
    { length: 40 },
    (_, at) => `2026-03-02 10:${10 + at},EUR/USD,0.00000,${at % 6 === 5 ? '-3.36' : '0.70'}`,
  );
  const { balance } = tradesTextReader(['time,pair,SL,profit', ...lines].join('\n'))({
    payout: 0.8,
    clock: fixedClock('UTC', 0),
  });
  expect(balance).toBeUndefined();
});

it('says how often a balance moved otherwise than the trades say', () => {
  const rowsOf = (gains: readonly number[]) => {
    let balance = 500;
    return gains.map((gain, at) => {
      balance += gain;
      return `2026-03-02 ${10 + Math.floor(at / 6)}:${10 + (at % 6)},EUR/USD,${gain},${balance}`;
    });
  };
  const rows = rowsOf(Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? -10 : 8.5)));
  const factFor = (lines: readonly string[]) => {
    const reading = tradesTextReader(['time,pair,profit,balance', ...lines].join('\n'));
    return factOf(
      recordFacts(reading({ payout: 0.8, clock: fixedClock('UTC', 0) }), OPTIONS),
      'balance gaps',
    );
  };
  expect(factFor(rows)).toBeUndefined();
  const kept = rows.filter((_row, at) => at % 15 !== 6);
  expect(factFor(kept)).toMatchObject({ gaps: 2, of: 27, sum: -20 });
  expect(factFor(kept.toReversed())).toMatchObject({ gaps: 2, sum: -20 });
  // A quarter of all trades, each a loss, is left out.
  const uneven = rowsOf(
    Array.from({ length: 60 }, (_, at) => (at % 4 === 1 || at % 8 === 3 ? -10 - (at % 5) : 5 + (at % 7))),
  );
  expect(factFor(uneven.filter((_row, at) => at % 4 !== 1))).toMatchObject({ gaps: 15, of: 44 });
});
