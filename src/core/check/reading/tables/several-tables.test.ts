import { expect, it } from 'vitest';
import { fixedClock } from '../../../time/wall-clock.ts';
import { withQuestions } from '../read-trades.ts';
import type { Reading } from '../reading.ts';
import { tablesReader } from './several-tables.ts';
import type { Table } from '../unreadable.ts';

const table = (...rows: string[]): Table => ({
  rows: rows.map((row) => row.split(',')),
  lines: rows.map((_row, at) => at + 1),
});
const read = (tables: readonly Table[], answer?: string) =>
  withQuestions(
    {
      payout: 0.8,
      clock: fixedClock('UTC', 0),
      answers: new Map([
        ['left-out-rows', 'leave-out'],
        ...(answer === undefined ? [] : [['sheet', answer] as const]),
      ]),
    },
    (options) => {
      const reading = tablesReader(tables)(options);
      if (reading === undefined) throw new Error('no table');
      return reading;
    },
  );
const byAnswer = ([question]: Reading['questions']) =>
  question?.options.toSorted((one, other) => one.answer.localeCompare(other.answer));
/** How many questions, wins and losses. */
const countsOf = (tables: readonly Table[]): readonly number[] => {
  const { trades, questions } = read(tables);
  const won = trades.filter(({ outcome }) => outcome === 'won').length;
  return [questions.length, won, trades.length - won];
};
const month = (number: number, ends: string): string[] =>
  [...ends].map((end, at) => `2026-0${number}-0${at + 1} 10:00,EUR/USD,${end === 'w' ? 'won' : 'lost'}`);
const NAMES = 'date,pair,result';
const FIRST = table(NAMES, ...month(1, 'wwlwl'));
const SECOND = table(NAMES, ...month(2, 'lwll'));

it('does not count the trades of a sheet that only sums up the others', () => {
  expect(countsOf([FIRST, SECOND, table('Month,Wins,Losses', 'Jan,3,2', 'Feb,1,3')])).toEqual([0, 4, 5]);
});

it('offers a sheet of counts that do not equal the others, and leaves it out of all of them', () => {
  const { questions } = read([FIRST, table('Month,Wins,Losses', 'Jan,30,20', 'Feb,1,3')]);
  expect(byAnswer(questions)).toMatchObject([
    { answer: '1', won: 3, lost: 2 },
    { answer: '2', won: 31, lost: 23 },
    { answer: 'all', won: 3, lost: 2 },
  ]);
});

it.each([
  [
    'below',
    table(NAMES, ...month(1, 'wwlwl'), 'Live,,', 'Ticket,Symbol,Open,Lots,Profit', ...orders('lwlll')),
  ],
  [
    'beside',
    table(
      `${NAMES},${NAMES}`,
      ...month(1, 'wwlwl').map((row, at) => `${row},${month(1, 'lwlll')[at]?.replace('EUR', 'GBP')}`),
    ),
  ],
])('asks which of two tables counts that stand %s each other', (_where, both) => {
  const { questions } = read([both]);
  expect(questions.map(({ code }) => code)).toEqual(['sheet']);
  expect(byAnswer(questions)).toMatchObject([
    { answer: '1', won: 3, lost: 2 },
    { answer: '2', won: 1, lost: 4 },
    { answer: 'all', won: 4, lost: 6 },
  ]);
  expect(read([both], '2').trades).toHaveLength(5);
});

it('reads three tables beside each other, of which one is shorter', () => {
  const rows = month(1, 'wwlwl').map((row) => [row, row.replace('won', 'lost'), row].join());
  const { questions } = read([table([NAMES, NAMES, NAMES].join(), ...rows, `${month(2, 'w')[0]},,,,,,`)]);
  expect(byAnswer(questions)).toMatchObject([
    { answer: '1', won: 4, lost: 2 },
    { answer: '2', won: 0, lost: 5 },
    { answer: '3', won: 3, lost: 2 },
    { answer: 'all', won: 7, lost: 9 },
  ]);
});

it.each([
  ['the same trades once more', orders('wwlwl', 1), []],
  ['fewer than five, which may be open, and asks', orders('llll'), [{ code: 'left-out-rows', count: 4 }]],
])('reads one table where the other holds %s', (_what, rows, questions) => {
  const both = table(NAMES, ...month(1, 'wwlwl'), 'Ticket,Symbol,Open,Lots,Profit', ...rows);
  expect(read([both]).questions).toMatchObject(questions);
  expect(read([both]).questions).toHaveLength(questions.length);
  expect(read([both]).trades).toHaveLength(5);
});

function orders(ends: string, of = 2): string[] {
  return [...ends].map(
    (end, at) => `${900 + at},GBP/USD,2026-0${of}-0${at + 1} 10:00,0.1,${end === 'w' ? 8 : -10}`,
  );
}

/** Trades of a month below names: gains, losses, and amounts without a sign. */
const gainsOf = (heading: string, number: number, signs: string): string[] => [
  heading,
  ...[...signs].map(
    (sign, at) => `2026-0${number}-0${at + 1},EUR/USD,${sign === '+' ? 20 : sign === '-' ? -18 : 18}`,
  ),
];

it.each([
  ['Date,Pair,Loss', '9999999', 5, 9],
  ['Datum,Paar,Verlust', '9999999', 5, 9],
  ['Date,Pair,Amount lost', '9999999', 5, 9],
  ['Day,Symbol,P/L', '++-+-++', 10, 4],
])(
  'asks which tables count where one with the names %s stands below, and takes all as one',
  (names, signs, won, lost) => {
    const first = gainsOf('Date,Pair,Profit', 1, '++-+-++');
    const { questions } = read([table(...first, ...gainsOf(names, 2, signs), ...gainsOf(names, 3, ''))]);
    expect(questions.map(({ code }) => code)).toEqual(['sheet']);
    expect(byAnswer(questions)?.at(-1)).toMatchObject({ answer: 'all', won, lost });
    const { trades } = read([table(...first), table(...gainsOf(names, 2, signs))], 'all');
    const paid = (18 * 2 + (lost - 2) * 18) / lost;
    expect(new Set(trades.map(({ payout }) => payout.toFixed(6)))).toEqual(new Set([(20 / paid).toFixed(6)]));
  },
);

it.each(['When,What,Minus', 'Date,Pair,Fell by', 'Date,Pair,Amount'])(
  'asks what rows are that stand below names as %s, which it does not read',
  (names) => {
    const below = gainsOf(names, 2, '9999999');
    const { questions } = withQuestions({ payout: 0.8, clock: fixedClock('UTC', 0) }, (options) => {
      const reading = tablesReader([table(...gainsOf('Date,Pair,Profit', 1, '++-+-++'), ...below)])(options);
      if (reading === undefined) throw new Error('no table');
      return reading;
    });
    expect(questions).toMatchObject([
      { code: 'left-out-rows', count: 7, options: [{ won: 5, lost: 9 }, {}, {}, {}] },
    ]);
  },
);

it('reads tables with the names of the first below others as those of the first', () => {
  const [first, third] = [1, 3].map((of) => gainsOf('Date,Pair,Profit', of, '++-+-++'));
  const between = gainsOf('Day,Symbol,P/L', 2, '++-+-++');
  const { questions } = read([table(...(first as string[]), ...between, ...(third as string[]))]);
  expect(byAnswer(questions)).toMatchObject([
    { answer: '1', won: 10, lost: 4 },
    { answer: '2', won: 5, lost: 2 },
    { answer: 'all', won: 15, lost: 6 },
  ]);
});

it('counts trades once that a second sheet lists by their closings', () => {
  const gains = [12.4, -7.1, 8.85, -3.3, 21.6, -9.95];
  const closings = table(
    'date,details,type,realized profit',
    ...gains.flatMap((gain, at) => [
      `2026-01-0${at + 1} 10:00,EUR/USD,open position,`,
      `2026-01-0${at + 1} 10:20,EUR/USD,position closed,${gain}`,
    ]),
  );
  const positions = table(
    'number,pair,open time,profit',
    ...gains.map((gain, at) => `${700 + at},EUR/USD,2026-01-0${at + 1} 10:00,${gain}`),
  );
  const { trades, questions } = read([positions, closings]);
  expect(trades).toHaveLength(6);
  expect(questions.map(({ code }) => code)).not.toContain('sheet');
});

it.each([
  ['behind', 0],
  ['before', 1],
])('knows what tables say of payouts that stand %s one that says nothing', (_where, first) => {
  const gains = table(
    'date,pair,profit',
    ...month(3, 'wlwl').map((row) => row.replace('won', '8').replace('lost', '-10')),
  );
  const both = [gains, FIRST];
  const ofAll = (tables: readonly Table[]) => read(tables, 'all').signals;
  // What pays what is assumed is not hidden behind what does not.
  expect(ofAll([both[1 - first] as Table, both[first] as Table])).toMatchObject({
    hasDistances: true,
    assumesPayout: true,
  });
  expect(ofAll([FIRST, SECOND])).toMatchObject({ hasDistances: false, assumesPayout: true });
});

it.each([
  ['Profit (USD)', 'Profit (EUR)', ''],
  ['Net', 'Net', '¥'],
])('counts each trade as one stake where sheets in %s and %s %s are joined', (name, other, sign) => {
  const sheet = (profit: string, of: number, stake: number, mark = ''): Table =>
    table(
      `date,pair,stake,${profit}`,
      ...[0.9, -1, -1, 0.8].map(
        (gain, at) => `2026-0${of}-0${at + 1} 10:00,EUR/USD,${mark}${stake},${mark}${gain * stake}`,
      ),
    );
  const sheets = [sheet(name, 1, 10, sign && '$'), sheet(other, 2, 1_500, sign)];
  const { trades, columns } = read(sheets, 'all');
  expect(trades.map(({ profit }) => profit)).toEqual([0.9, -1, -1, 0.8, 0.9, -1, -1, 0.8]);
  expect(columns.map(({ meaning }) => meaning)).not.toContain('stake');
  expect(read(sheets, '2').trades.map(({ profit }) => profit)).toEqual([1350, -1500, -1500, 1200]);
});

it('adds no amounts of a sheet with a currency to those of one without', () => {
  const sheet = (name: string, days: number): Table =>
    table(
      `date,pair,stake,${name}`,
      ...['8', '-10', '8'].map((gain, at) => `2026-0${days}-0${at + 1},EUR/USD,10,${gain}`),
    );
  const { trades } = read([sheet('profit (JPY)', 1), sheet('profit', 2)], 'all');
  expect(trades.map(({ stake }) => stake)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(read([sheet('profit', 1), sheet('profit', 2)], 'all').trades[0]?.stake).toBe(10);
});

it('counts a copy of a sheet once, and names the sheets that hold trades', () => {
  const sheets = [table('Month,Wins,Losses', 'Jan,3,2', 'Feb,1,3'), FIRST, FIRST, SECOND];
  const names = ['Summary', 'January', 'Copy of January', 'February'];
  const named = (ofLast: string): Table[] =>
    sheets.map((sheet, at) => ({
      ...sheet,
      name: names[at] === 'February' ? ofLast : (names[at] as string),
    }));
  expect(countsOf(named('February'))).toEqual([0, 4, 5]);
  const { questions } = read(named('Demo'));
  expect(questions).toMatchObject([{ code: 'sheet', examples: ['2: January', '4: Demo'] }]);
  expect(byAnswer(questions)).toMatchObject([
    { answer: '2', won: 3, lost: 2 },
    { answer: '4', won: 1, lost: 3 },
    { answer: 'all', won: 4, lost: 5 },
  ]);
});

it('does not count a sheet that holds the trades of the others once more', () => {
  const all = table(NAMES, ...month(1, 'wwlwl'), ...month(2, 'lwlll'));
  expect(countsOf([FIRST, table(NAMES, ...month(2, 'lwlll')), all])).toEqual([0, 4, 6]);
});

it.each([
  ['none where months of one layout follow each other', { ...SECOND, name: 'Feb 2026' }, undefined],
  [
    'the worst first where one has the name of something else',
    { ...SECOND, name: 'Demo' },
    ['2', 'all', '1'],
  ],
  [
    'the worst first where they are of the same days',
    table(NAMES, ...month(1, 'lwll').map((row) => row.replace('EUR', 'GBP'))),
    ['2', 'all', '1'],
  ],
  [
    'the worst first where they have other columns',
    table('date,asset,result', ...month(2, 'lwll')),
    ['2', 'all', '1'],
  ],
])('offers sheets: %s', (_what, second, answers) => {
  const many = (some: Table): Table => ({
    ...some,
    rows: [
      some.rows[0] as string[],
      ...Array.from({ length: 9 }, () => some.rows.slice(1))
        .flat()
        .map((row, at) => row.with(0, (row[0] as string).replace(':00', `:${10 + at}`))),
    ],
    lines: Array.from({ length: some.rows.length * 10 }, (_row, at) => at + 1),
  });
  const { questions } = read([many(FIRST), many(second)]);
  expect(questions[0]?.options.map(({ answer }) => answer)).toEqual(answers);
});
