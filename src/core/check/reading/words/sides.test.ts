import { expect, it } from 'vitest';
import { stamp } from '../../../../../tests/support/layout.ts';
import { table } from '../../../../../tests/support/table-parts.ts';
import { fixedClock } from '../../../time/wall-clock.ts';
import { tradesTextReader } from '../read-trades.ts';

const read = (text: string, answers: readonly (readonly [string, string])[] = []) =>
  tradesTextReader(text)({ payout: 0.8, clock: fixedClock('UTC', 0), answers: new Map(answers) });

it('reads side and asset of a contract of Deriv out of its sentence', () => {
  const { trades } = read(
    table('Transaction time,Contract,Buy price,Sell price', (at, won) => [
      stamp(at),
      `Win payout if AUD/USD is strictly ${at % 2 === 0 ? 'higher' : 'lower'} than entry spot at 1 minute after contract start time.`,
      10,
      won ? 19.5 : 0,
    ]),
  );
  expect(trades.slice(0, 2)).toMatchObject([
    { pair: 'AUD/USD', direction: 'CALL' },
    { pair: 'AUD/USD', direction: 'PUT' },
  ]);
});

it.each(['Rise/Fall', 'Higher / Lower'])('takes the name of a kind of contract for no side: %s', (kind) => {
  const { trades } = read(
    table('Type,Buy time,Stake,Total profit/loss', (at, won) => [kind, stamp(at), 10, won ? 9.5 : -10]),
  );
  expect(trades[0]).toMatchObject({ pair: null, direction: null });
});

it('turns sides that prices deny where the outcomes count as read', () => {
  const text = table('Time,Symbol,Side,Open Price,Close Price,Profit', (at, won) => {
    const isBuy = at % 3 !== 0;
    // The side is that of the order that closed.
    return [stamp(at), 'EURUSD', isBuy ? 'Buy' : 'Sell', 1.1, won === isBuy ? 1.098 : 1.102, won ? 10 : -10];
  });
  const sidesWith = (answer: string) => {
    const { trades, questions } = read(text, [['doubtful-outcomes', answer]]);
    expect(questions.map(({ code }) => code)).toContain('doubtful-outcomes');
    return trades.slice(0, 2).map(({ direction }) => direction);
  };
  expect(sidesWith('count')).toEqual(['CALL', 'PUT']);
  expect(sidesWith('other')).toEqual(['PUT', 'CALL']);
});
