import { readdirSync, readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { fixedClock } from '../../time/wall-clock.ts';
import type { Trade } from '../trade.ts';
import type { Meaning } from './words/column-names.ts';
import { type FileTools, tradesFileReader } from './read-file.ts';
import { whyNoTrade } from './read-trades.ts';
import type { Reading, ReadingOptions } from './reading.ts';
import type { RowReason } from './unreadable.ts';

const LEFT_OUT = new Map([['left-out-rows', 'leave-out']]);
const readTradesFile = (bytes: Uint8Array, tools: FileTools, options: ReadingOptions): Promise<Reading> =>
  tradesFileReader(bytes, tools).then((readWith) => readWith({ answers: LEFT_OUT, ...options }));

/** Made-up exports of one record of twelve trades: WWLWTL on the first day, WWLLWW on the next, seven minutes apart. */
const FOLDER = new URL('../../../../tests/check-layouts/', import.meta.url);
const ENDINGS = ['won', 'won', 'lost', 'won', 'tied', 'lost', 'won', 'won', 'lost', 'lost', 'won', 'won'];
const STAKES = [10, 10, 10, 20, 10, 10, 20, 10, 10, 20, 40, 10];
const TIMES = STAKES.map(
  (_, at) => Date.UTC(2026, 10, 16, 9, 2) + at * 7 * 60_000 + (at >= 6 ? 86_400_000 : 0),
);
const PAIRS = STAKES.map((_, at) => ['EUR/USD', 'GBP/USD', 'USD/JPY'][at % 3]);
const DIRECTIONS = STAKES.map((_, at) => (at % 2 === 0 ? 'CALL' : 'PUT'));
const PAYOUTS = STAKES.map((_, at) => (at % 3 === 1 ? 0.82 : 0.8));
const RISING = STAKES.map(() => 1);

const TOOLS: FileTools = {
  decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
  inflate: (bytes) => Promise.resolve(inflateRawSync(bytes)),
};

interface Expected {
  readonly meanings?: readonly Meaning[];
  readonly lines?: readonly (readonly [line: number, why: RowReason])[];
  /** Differences from the record; null where the layout does not tell. */
  readonly times?: readonly number[] | null;
  readonly pairs?: readonly (string | undefined)[] | null;
  readonly directions?: readonly string[] | null;
  readonly expirySeconds?: number | null;
  readonly stakes?: readonly number[];
  readonly payouts?: readonly number[] | null;
}

const OTC = PAIRS.map((pair) => `${pair} OTC`);
const EXPECTED: Readonly<Record<string, Expected>> = {
  '01-minimal.csv': {
    meanings: ['time', 'pair', 'direction', 'expiry', 'stake', 'payout', 'result'],
    expirySeconds: 60,
  },
  '02-german-semicolon.csv': {
    meanings: ['date', 'clock', 'pair', 'direction', 'expiry', 'stake', 'payout', 'result', 'profit'],
    expirySeconds: 60,
    lines: [[14, { code: 'sum' }]],
  },
  '03-us-profit-only.tsv': { pairs: OTC, payouts: null },
  '04-spanish-gross.csv': {},
  '05-portuguese-returned.csv': { pairs: OTC, expirySeconds: 60, payouts: null },
  '06-russian.csv': {},
  '07-chinese.txt': {},
  '08-quoted-duplicate-total.csv': {
    lines: [
      [8, { code: 'repeated', what: 'row', line: 6 }],
      [28, { code: 'no-outcome', cell: 'Cancelled', isKnown: true }],
      [29, { code: 'sum' }],
    ],
  },
  '09-result-only.csv': {
    times: null,
    pairs: null,
    directions: null,
    stakes: RISING,
    payouts: RISING.map(() => 0.8),
  },
  '10-marks-and-month-names.csv': { stakes: RISING, payouts: RISING.map(() => 0.8) },
  '11-title-above.csv': {
    times: TIMES.map((ms) => ms - 2 * 3_600_000),
    expirySeconds: 300,
    payouts: null,
    lines: [
      [1, { code: 'above-names' }],
      [2, { code: 'above-names' }],
    ],
  },
  '12-no-names.csv': { meanings: ['time', 'result', 'pair', 'direction', 'payout'], stakes: RISING },
  '13-objects.json': { expirySeconds: 60 },
  '14-lines.ndjson': { payouts: null },
  // Lots are no stake: a lost trade staked what it lost, a won one what is usually lost.
  '15-terminal-statement.html': {
    expirySeconds: 60,
    stakes: STAKES.map(() => 12.5),
    payouts: null,
    lines: [
      [1, { code: 'above-names' }],
      [2, { code: 'above-names' }],
      [4, { code: 'sum' }],
      [17, { code: 'no-time', cell: '0.00' }],
      [18, { code: 'no-ending' }],
      [19, { code: 'names-columns' }],
      [20, { code: 'other-table' }],
    ],
  },
  '16-terminal-report.html': {
    expirySeconds: 60,
    stakes: STAKES.map(() => 12.5),
    payouts: null,
    lines: [
      [1, { code: 'above-names' }],
      [15, { code: 'no-time', cell: 'Deals' }],
      [16, { code: 'names-columns' }],
      [17, { code: 'other-table' }],
    ],
  },
  '17-telegram.json': {
    pairs: OTC,
    expirySeconds: 60,
    stakes: RISING,
    payouts: RISING.map(() => 0.8),
    lines: [
      [1, { code: 'no-signal' }],
      [26, { code: 'sum' }],
      [27, { code: 'unresolved' }],
    ],
  },
  '18-whatsapp.txt': {
    expirySeconds: 60,
    stakes: RISING,
    payouts: RISING.map(() => 0.8),
    lines: [
      [1, { code: 'no-signal' }],
      [26, { code: 'no-signal' }],
    ],
  },
  '19-pasted.txt': {
    times: null,
    expirySeconds: 60,
    stakes: RISING,
    payouts: RISING.map(() => 0.8),
    lines: [[14, { code: 'no-signal' }]],
  },
  '20-spreadsheet.xlsx': { lines: [[1, { code: 'above-names' }]] },
  '21-french.csv': { payouts: null },
  '23-pipcast-export.csv': {
    expirySeconds: 60,
    stakes: RISING,
    payouts: RISING.map(() => 0.8),
    lines: [[14, { code: 'no-outcome', cell: 'void', isKnown: true }]],
  },
};

const read = (name: string): Promise<Reading> =>
  readTradesFile(readFileSync(new URL(name, FOLDER)), TOOLS, { payout: 0.8, clock: fixedClock('UTC', 0) });
const each = <Value>(trades: readonly Trade[], value: (trade: Trade) => Value): Value[] => trades.map(value);

it.each(Object.entries(EXPECTED))('understands %s', async (name, expected) => {
  const { trades, rows, columns } = await read(name);
  expect(each(trades, ({ outcome }) => outcome)).toEqual(ENDINGS);
  expect(each(trades, ({ timeMs }) => timeMs)).toEqual(
    expected.times === null ? TIMES.map(() => null) : (expected.times ?? TIMES),
  );
  expect(each(trades, ({ pair }) => pair)).toEqual(
    expected.pairs === null ? PAIRS.map(() => null) : (expected.pairs ?? PAIRS),
  );
  expect(each(trades, ({ direction }) => direction)).toEqual(
    expected.directions === null ? PAIRS.map(() => null) : DIRECTIONS,
  );
  expect(new Set(each(trades, ({ expirySeconds }) => expirySeconds))).toEqual(
    new Set([expected.expirySeconds ?? null]),
  );
  const stakes = expected.stakes ?? STAKES;
  expect(each(trades, ({ stake }) => stake)).toEqual(stakes);
  for (const [at, trade] of trades.entries()) {
    // Where a layout has no payouts, they follow from profits; the statements have lots for stakes, all alike.
    if (expected.payouts !== null)
      expect(trade.payout).toBeCloseTo((expected.payouts ?? PAYOUTS)[at] as number, 9);
    const stake = expected.payouts === null ? (STAKES[at] as number) : trade.stake;
    const payout = expected.payouts === null ? (PAYOUTS[at] as number) : trade.payout;
    const paid = trade.outcome === 'won' ? stake * payout : trade.outcome === 'lost' ? -stake : 0;
    expect(trade.profit).toBeCloseTo(paid, 9);
  }
  expect(rows.notUnderstood.map(({ line, why }) => [line, why])).toEqual(expected.lines ?? []);
  expect(rows.read).toBe(rows.understood + rows.notUnderstood.length);
  if (expected.meanings !== undefined)
    expect(columns.map(({ meaning }) => meaning)).toEqual(expected.meanings);
});

it('counts a win at the second doubled stake as the losses before it and a win', async () => {
  const { trades, rows } = await read('22-gale.txt');
  expect(each(trades, ({ pair, outcome, stake }) => [pair, outcome, stake])).toEqual([
    ['EUR/USD', 'won', 1],
    ['GBP/USD', 'lost', 1],
    ['GBP/USD', 'won', 2],
    ['USD/JPY', 'lost', 1],
    ['USD/JPY', 'lost', 2],
    ['USD/JPY', 'lost', 4],
  ]);
  expect(rows).toEqual({
    read: 7,
    understood: 6,
    notUnderstood: [{ line: 7, text: expect.stringMatching(/./), why: { code: 'sum' } }],
  });
});

it('reads columns as the reader says, and lists all that the table has', async () => {
  const bytes = readFileSync(new URL('02-german-semicolon.csv', FOLDER));
  const { columns, found, trades } = await readTradesFile(bytes, TOOLS, {
    payout: 0.8,
    clock: fixedClock('UTC', 0),
    meanings: new Map([
      [5, null],
      [6, 'stake'],
    ] as const),
  });
  expect(found.map(({ name }) => name).slice(4, 7)).toEqual([
    'Laufzeit (Minuten)',
    'Einsatz €',
    'Auszahlung %',
  ]);
  expect(found[5]?.example).toBe('10,00 €');
  expect(columns.find(({ meaning }) => meaning === 'stake')).toEqual({
    meaning: 'stake',
    at: 6,
    name: 'Auszahlung %',
  });
  expect(columns.some(({ meaning }) => meaning === 'payout')).toBe(false);
  expect(trades[0]?.stake).toBe(80);
});

it('reads a table as nothing else once the reader says what its columns mean', async () => {
  const bytes = readFileSync(new URL('02-german-semicolon.csv', FOLDER));
  const meanings = new Map([
    [7, null],
    [8, null],
  ]);
  const reading = await readTradesFile(bytes, TOOLS, {
    payout: 0.8,
    clock: fixedClock('UTC', 0),
    meanings,
  });
  expect(whyNoTrade(reading)).toEqual({
    code: 'no-trade',
    rows: 13,
    line: 2,
    why: { code: 'no-ending' },
  });
});

it('names the word that says no more than that an option ended', async () => {
  const bytes = new TextEncoder().encode(
    'Date,Symbol,Status\n2026-03-02,AAPL,Expired\n2026-03-03,AAPL,Assigned',
  );
  const reading = await readTradesFile(bytes, TOOLS, { payout: 0.8, clock: fixedClock('UTC', 0) });
  expect(whyNoTrade(reading)).toMatchObject({ why: { code: 'no-outcome', cell: 'Expired' } });
});

it('reads a table of unknown columns once the reader says what they mean', async () => {
  const bytes = new TextEncoder().encode('No.;Zeug;Δ\n1;a;8,00\n2;b;-10,00\n3;c;8,00\n');
  const options = { payout: 0.8, clock: fixedClock('UTC', 0) };
  const unknown = await readTradesFile(bytes, TOOLS, options);
  expect(unknown.found.map(({ name, example }) => [name, example])).toEqual([
    ['No.', '1'],
    ['Zeug', 'a'],
    ['Δ', '8,00'],
  ]);
  expect(whyNoTrade(unknown)).toEqual({ code: 'no-outcomes', part: 'table' });
  const answered = await readTradesFile(bytes, TOOLS, {
    ...options,
    meanings: new Map([[2, 'profit']] as const),
  });
  expect(whyNoTrade(answered)).toBeUndefined();
  expect(answered.trades.map(({ outcome, stake }) => [outcome, stake])).toEqual([
    ['won', 10],
    ['lost', 10],
    ['won', 10],
  ]);
});

it('has a test for each of the layouts', () => {
  expect(readdirSync(FOLDER).sort()).toEqual([...Object.keys(EXPECTED), '22-gale.txt'].sort());
});
