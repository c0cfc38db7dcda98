import { expect, it } from 'vitest';
import { fixedClock } from '../../../time/wall-clock.ts';
import { tradesTextReader } from '../read-trades.ts';
import type { SumOf } from '../unreadable.ts';

const statement = (...below: readonly string[]) =>
  tradesTextReader(
    [
      'Ticket,Open Time,Symbol,Size,Commission,Profit',
      ...[85, -40, 120, -30, -20].map(
        (profit, at) => `${at + 1},2026-03-02 0${at}:00,EURUSD,0.10,-0.70,${profit}.00`,
      ),
      ...below,
    ].join('\n'),
  )({ payout: 0.8, clock: fixedClock('UTC', 0) }).rows.notUnderstood.map(({ why }) => why);

it('says that the total of a statement is not what its trades brought after their fees', () => {
  expect(statement('Closed P/L:,115.00')).toEqual([
    { code: 'sum-differs', of: 'profit', stated: 115, counted: expect.closeTo(111.5, 9) },
  ]);
});

it('finds no fault with a total after fees, nor with a sum before them', () => {
  const whys = [...statement('Closed P/L:,111.50'), ...statement('Total,,,,,115.00')];
  expect(whys.map(({ code }) => code)).not.toContain('sum-differs');
});

it.each([
  ['Starting balance,1000.00', 'Ending balance,1111.50', []],
  ['Starting balance,1000.00', 'Ending balance,1300.00', [300]],
  ['"Opening balance 2026-03-02, 1000.00"', 'Closing balance: 1300.00', [300]],
  ['Saldo inicial,1000.00', 'Saldo final,1300.00', [300]],
  ['Deposit,1000.00', 'Ending balance,1300.00', []],
  ['Total trades,,,,,5', 'Total commission,,,,,-3.50', []],
])('compares balances with what trades brought between them: %s, %s', (one, other, stated) => {
  const differing = statement(one, other).filter(({ code }) => code === 'sum-differs');
  expect(differing.map((why) => 'stated' in why && why.stated)).toEqual(stated);
});

it('compares the sum of a page with the trades of that page', () => {
  const table = (second: number) =>
    tradesTextReader(
      [
        '№,Дата,Пара,Итог',
        ...[2, -1, -1, -1].map((profit, at) => `${at + 1},2026-03-02 0${at}:00,EURUSD,${profit}`),
        ',,итого по странице,-1',
        ...[2, 2, -1, 2].map((profit, at) => `${at + 5},2026-03-03 0${at}:00,EURUSD,${profit}`),
        `,,итого по странице,${second}`,
        ',,итого,4',
      ].join('\n'),
    )({ payout: 0.8, clock: fixedClock('UTC', 0) }).rows.notUnderstood.map(({ why }) => why);
  const sum = { code: 'sum' };
  expect(table(5)).toEqual([sum, sum, sum]);
  expect(table(7)).toEqual([sum, { code: 'sum-differs', of: 'profit', stated: 7, counted: 5 }, sum]);
});

const whysOf = (text: string) =>
  tradesTextReader(text)({ payout: 0.8, clock: fixedClock('UTC', 0) }).rows.notUnderstood.map(
    ({ why }) => why,
  );
const differs = (stated: number, counted: number, of: SumOf = 'won') => ({
  code: 'sum-differs',
  of,
  stated,
  counted,
});

/** Thirty rows, ten of them lost. */
const tableWith = (above: readonly string[], below: readonly string[]) =>
  whysOf(
    [
      ...above,
      'Date,Pair,Side,Result',
      ...Array.from(
        { length: 30 },
        (_, at) => `2026-03-02 ${10 + (at % 10)}:0${at % 6},EURUSD,CALL,${at % 3 === 0 ? 'loss' : 'win'}`,
      ),
      ...below,
    ].join('\n'),
  );

it.each([
  ['Total: 31 trades 21 won 10 lost', differs(21, 20)],
  ['Win rate,91%', differs(91, 66.666, 'rate')],
  ['Wins,21', differs(21, 20)],
  ['Winning trades: 21 (70%)', differs(21, 20)],
  ['Итого: 20 побед и 3 поражения', differs(3, 10, 'lost')],
  ['Total,,,21W 9L', differs(21, 20)],
  ['Wins,21,Losses,9', differs(21, 20)],
  ['Score: 21-9', differs(21, 20)],
  ['মোট: ২১ জয়, ৯ হার', differs(21, 20)],
])('says that what a table states below its rows is not what these are: %s', (row, why) => {
  expect(tableWith([], [row])).toContainEqual(
    'counted' in why ? { ...why, counted: expect.closeTo(why.counted, 2) } : why,
  );
});

it('says that what a table states above the names of its columns is not what its rows are', () => {
  expect(tableWith(['Signals of March', 'Wins: 25  Losses: 5'], [])).toContainEqual(differs(25, 20));
});

it.each([
  'Total: 30 trades 20 won 10 lost',
  'Win rate,66.7%',
  'Win rate: 67 %',
  'Winning trades: 20 (66.67%)',
  'Max consecutive wins,7',
  'Average wins a day,5',
  'Short positions (won %): 10 (60%)',
  'Best day: 5 wins 0 losses',
])('finds no fault with what a table states: %s', (row) => {
  expect(tableWith([], [row]).map(({ code }) => code)).not.toContain('sum-differs');
  expect(tableWith([row], []).map(({ code }) => code)).not.toContain('sum-differs');
});

it.each([
  ['Total,12,4', []],
  ['Total,14,4', [differs(14, 12)]],
  ['Total,12,1', [differs(1, 4, 'lost')]],
])('compares the totals of columns of wins and losses with their rows: %s', (row, whys) => {
  const days = [3, 4, 2, 3].map((won, at) => `2026-03-0${at + 2},${won},${at === 1 ? 4 : 0}`);
  expect(whysOf(['Date,Wins,Losses', ...days, row].join('\n')).filter(({ code }) => code !== 'sum')).toEqual(
    whys,
  );
});

it('asks nothing of rows of labels and their numbers below a table', () => {
  const names = 'Date,Pair,Side,Result';
  const rows = Array.from(
    { length: 30 },
    (_, at) => `2026-03-${at + 1},EURUSD,CALL,${at % 3 === 0 ? 'loss' : 'win'}`,
  );
  const below = ['Total trades,30', 'Wins,20', 'Losses,10', 'Win rate,66.67%'];
  const { questions, trades } = tradesTextReader([names, ...rows, ...below].join('\n'))({
    payout: 0.8,
    clock: fixedClock('UTC', 0),
  });
  expect([questions, trades.length]).toEqual([[], 30]);
});

it('compares each total of a chat with the signals since the one before it', () => {
  const session = (count: number) =>
    Array.from({ length: count }, (_, at) => [
      'EURUSD CALL 5 min',
      at % 4 === 0 ? 'LOSS ❌' : 'WIN ✅',
    ]).flat();
  const texts = [
    ...session(12),
    'Total: 10 wins 2 losses',
    ...session(8),
    'Total: 6 wins 2 losses',
    'Grand total: 16 wins 4 losses',
  ];
  const chat = texts
    .map((text, at) => `[12.11.26, 09:${String(at).padStart(2, '0')}:00] Desk: ${text}`)
    .join('\n');
  expect(whysOf(chat)).toEqual([differs(10, 9), { code: 'sum' }, differs(16, 15)]);
});

it('compares the last total of a chat with its signals', () => {
  const chat = (total: string) =>
    whysOf(
      [
        ...Array.from({ length: 12 }, (_, at) => [
          'EURUSD CALL 5 min',
          at % 4 === 0 ? 'LOSS ❌' : 'WIN ✅',
        ]).flat(),
        total,
      ]
        .map((text, at) => `[12.11.26, 09:${String(10 + at).padStart(2, '0')}:00] Desk: ${text}`)
        .join('\n'),
    ).filter(({ code }) => code === 'sum-differs');
  expect(chat('Total: 11 wins 1 loss')).toEqual([differs(11, 9)]);
  expect(chat('Total: 9 wins 3 losses')).toEqual([]);
  expect(chat('Results: 9/12 ✅')).toEqual([]);
  expect(chat('Last month: 140 wins, 60 losses')).toEqual([]);
  expect(chat('140 wins 60 losses yesterday')).toEqual([]);
});

it('compares what a chat states of a day with the signals of that day', () => {
  const chat = (total: string) =>
    whysOf(
      Array.from({ length: 12 }, (_, at) => {
        const time = `[${at < 8 ? 12 : 13}.11.26, 09:${10 + at}:00] Desk:`;
        return `${time} EURUSD CALL 5 min\n${time} ${at % 4 === 0 ? 'LOSS ❌' : 'WIN ✅'}`;
      })
        .concat(`[13.11.26, 10:00:00] Desk: ${total}`)
        .join('\n'),
    ).filter(({ code }) => code === 'sum-differs');
  expect(chat('Total today 3-1')).toEqual([]);
  expect(chat('Total today 4-0')).toEqual([differs(4, 3)]);
});
