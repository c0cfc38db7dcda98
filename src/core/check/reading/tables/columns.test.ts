import { expect, it } from 'vitest';
import { fixedClock } from '../../../time/wall-clock.ts';
import { findHeading, namesOf, unknownHeading } from './columns.ts';
import { joiningColumn } from './number-column.ts';
import { tradesTextReader } from '../read-trades.ts';
import { rivalResults } from './rival-columns.ts';
import { hasBothEndings } from './settled-columns.ts';
import { tableColumns } from '../words/table-columns.ts';

const table = (text: string): string[][] => text.split('; ').map((row) => row.split(','));
const heading = (text: string): string | undefined =>
  findHeading(table(text), '.')
    ?.columns.map(({ meaning, at }) => `${meaning} ${at}`)
    .join(', ');

it.each([
  [
    'the longer name of a time says that it is that of the end',
    'Ngày,Giờ,Thời gian đóng,Kết quả; 02/03/2026,10:00,02/03/2026 10:05,Thắng',
    'date 0, clock 1, closed 2, result 3',
  ],
  ['half of a named column fits', 'result,pair; won,EURUSD; what,EURUSD', 'result 0, pair 1'],
  ['less than half fits', 'result,pair; won,EURUSD; what,EURUSD; what,EURUSD', 'pair 1'],
  ['a 0 is among the percentages of a profit', 'result,profit %; won,80%; lost,0%', 'result 0, profit 1'],
  ['all percentages are above 0', 'result,profit %; won,80%; lost,1%', 'result 0, payout 1'],
  ['odds are American', 'odds,result,profit; -110,won,9.09; +120,lost,-10', 'payout 0, result 1, profit 2'],
  ['odds are fractions or even', 'odds,result; 10/11,won; Evens,lost', 'payout 0, result 1'],
  ['a pair has 40 letters', `result,pair; won,${'x'.repeat(40)}`, 'result 0, pair 1'],
  ['a pair has 41 letters', `result,pair; won,${'x'.repeat(41)}`, 'result 0'],
  [
    'four cells of five fit, without names',
    `EURUSD,won; ${'EURUSD,won; '.repeat(3)}what,huh`,
    'result 1, pair 0',
  ],
  ['three cells of four fit, without names', `EURUSD,won; ${'EURUSD,won; '.repeat(2)}what,huh`, undefined],
  ['outcomes are in half of the rows, without names', 'EURUSD,won; EURUSD,; EURUSD,lost; EURUSD,', undefined],
  ['no amount is above 0, without names', 'EURUSD,0; EURUSD,-8', undefined],
  ['no amount is below 0, without names', 'EURUSD,0; EURUSD,8', undefined],
])('takes the columns where %s', (_where, text, columns) => {
  expect(heading(text)).toBe(columns);
});

it('takes a row for names from half of its cells on', () => {
  expect(namesOf(['result', 'stake', 'foo', 'bar'])).toBeDefined();
  expect(namesOf(['result', 'stake', 'foo', 'bar', 'baz'])).toBeUndefined();
});

it.each([
  ['in two rows of ten', ['lost', 'lost'], [0, 1]],
  ['in one row of ten', ['lost'], []],
  ['in nine cells of ten', [...Array(9).fill('lost'), 'what'], [0, 1]],
  ['in eight cells of nine', [...Array(8).fill('lost'), 'what'], []],
] as const)('finds a second column of outcomes where it has them %s', (_where, cells, at) => {
  const rows = Array.from({ length: 10 }, (_, row) => ['won', cells[row] ?? '']);
  const named = { row: -1, columns: [{ meaning: 'result', at: 0, name: 'result' }] } as const;
  expect(rivalResults(tableColumns(named, ['result', ''], rows, '.'))).toEqual(at);
});

it.each([
  ['one of wins and losses', ['Won', 'Lost'], ['Returned'], []],
  ['another one of wins and losses', ['Returned'], ['Won', 'Lost'], [1]],
  ['one of wins alone', ['Returned'], ['Won'], [0, 1]],
] as const)('a column of ties is none of two beside %s', (_which, first, second, at) => {
  const rows = Array.from({ length: 10 }, (_, row) =>
    [first, second].map((cells) => cells[row % cells.length] as string),
  );
  const named = { row: -1, columns: [{ meaning: 'result', at: 0, name: 'result' }] } as const;
  expect(rivalResults(tableColumns(named, ['result', ''], rows, '.'))).toEqual(at);
});

it.each([
  [['Won', 'Lost'], true],
  [['Won', 'Won'], false],
  [[...Array.from({ length: 8 }, () => 'Won'), 'Lost', 'Cash Out'], true],
  [[...Array.from({ length: 7 }, () => 'Won'), 'Lost', 'Cash Out'], false],
] as const)('the cells %j say how trades ended: %s', (cells, is) => {
  expect(hasBothEndings(cells)).toBe(is);
});

it.each([
  ['five pairs', [2, 2, 2, 2, 2], 0],
  ['four pairs and a row', [2, 2, 2, 2, 1], undefined],
  ['nine pairs and two rows', [2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1], 0],
  ['eight pairs and two rows', [2, 2, 2, 2, 2, 2, 2, 2, 1, 1], undefined],
] as const)('joins rows by the number of %s', (_which, sizes, at) => {
  const rows = sizes.flatMap((size, trade) =>
    Array.from({ length: size }, (_, row) => [`${trade}`, `${trade} ${row}`]),
  );
  expect(joiningColumn(tableColumns({ row: -1, columns: [] }, ['', ''], rows, '.'))).toBe(at);
});

it.each([
  ['two rows of two cells', 'a,b; c,d', 0],
  ['one row', 'a,b', undefined],
  ['half of the rows alike', 'a,b; c,d; e; f,g,h', 0],
  ['less than half of them alike', 'a,b; c,d; e; f,g,h; i,j,k,l', undefined],
])('finds where unknown columns begin in %s', (_which, text, row) => {
  expect(unknownHeading(table(text))?.row).toBe(row);
});

it('takes the sides of orders for the opposite where all prices beside what was realized deny them', () => {
  const rows = Array.from({ length: 20 }, (_, at) => {
    const [side, isLong] = at % 3 === 0 ? ['Sell', true] : ['Buy', false];
    const exit = isLong === (at % 2 === 0) ? 1.2 : 1;
    return `2026-03-02 ${10 + (at % 10)}:${10 + at},EURUSD,${side},1.1,${exit},${at % 2 === 0 ? 9 : -8}`;
  });
  const text = ['Time,Symbol,Side,Entry price,Exit price,Realized PnL', ...rows].join('\n');
  const { trades, questions } = tradesTextReader(text)({ payout: 0.8, clock: fixedClock('UTC', 0) });
  expect(trades.slice(0, 3).map(({ direction }) => direction)).toEqual(['CALL', 'PUT', 'PUT']);
  expect(questions).toEqual([]);
});

it('shows no sides beside what was realized where fees hide whose they are', () => {
  const rows = Array.from({ length: 40 }, (_, at) => {
    const [side, exit] = [at % 2 === 0 ? 'Buy' : 'Sell', at % 3 === 0 ? 101 : 99];
    return [
      `2026-03-${String((at % 28) + 1).padStart(2, '0')}`,
      'BTCUSDT',
      side,
      100,
      exit,
      at < 4 ? 3 : -2,
    ].join();
  });
  const text = ['date,symbol,side,entry price,exit price,closed pnl', ...rows].join('\n');
  const { trades } = tradesTextReader(text)({ payout: 0.8, clock: fixedClock('UTC', 0) });
  expect([trades.length, new Set(trades.map(({ direction }) => direction))]).toEqual([40, new Set([null])]);
});

it.each([
  ['taken off the profits', 'Profit', ['Ticket', 'Mood', 'Profit']],
  ['taken off by the file itself', 'Net profit', ['Ticket', 'Mood', 'Commission', 'Swap', 'Net profit']],
])('names the columns of fees only where they are not used: %s', (_what, profit, names) => {
  const trades = ['1,calm,-0.7,0.1,20', '2,calm,-0.7,0,-17', '3,calm,-0.7,0,5.9'];
  const text = [`Ticket,Mood,Commission,Swap,${profit}`, ...trades].join('\n');
  const { found } = tradesTextReader(text)({ payout: 0.8, clock: fixedClock('UTC', 0) });
  expect(found.map(({ name }) => name)).toEqual(names);
});
