import { expect, it } from 'vitest';
import { fixedClock } from '../../time/wall-clock.ts';
import { tradesTextReader } from './read-trades.ts';

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
    { code: 'sum-differs', stated: 115, counted: expect.closeTo(111.5, 9) },
  ]);
});

it('finds no fault with a total after fees, nor with a sum before them', () => {
  const whys = [...statement('Closed P/L:,111.50'), ...statement('Total,,,,,115.00')];
  expect(whys.map(({ code }) => code)).not.toContain('sum-differs');
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
  expect(table(7)).toEqual([sum, { code: 'sum-differs', stated: 7, counted: 5 }, sum]);
});
