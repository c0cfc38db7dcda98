import { expect, it } from 'vitest';
import { telegram } from '../../../../../tests/support/chat-layouts.ts';
import { pairOf, stamp, startOf, WON } from '../../../../../tests/support/layout.ts';
import { fixedClock } from '../../../time/wall-clock.ts';
import { tradesTextReader } from '../read-trades.ts';

const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0) };
const TEXT = [
  'time,pair,side,expiry,stake,payout,result',
  ...WON.map((isWon, at) =>
    [stamp(at), pairOf(at), at % 2 ? 'CALL' : 'PUT', 300, 10 + at, 85, isWon ? 'Win' : 'Tough one'].join(),
  ),
].join('\n');

it('keeps what a row says, and its place, where the reader says how it ended', () => {
  const answers = new Map([['left-out-rows', 'lost'] as const]);
  const { trades, origins } = tradesTextReader(TEXT)({ ...OPTIONS, answers });
  expect(
    trades.map(({ timeMs, pair, direction, expirySeconds, outcome, stake, profit }) =>
      [timeMs, pair, direction, expirySeconds, outcome, stake, profit].join(),
    ),
  ).toEqual(
    WON.map((isWon, at) =>
      [
        startOf(at),
        pairOf(at).replace(/^.../, '$&/'),
        at % 2 ? 'CALL' : 'PUT',
        300,
        isWon ? 'won' : 'lost',
        10 + at,
        isWon ? (10 + at) * 0.85 : -(10 + at),
      ].join(),
    ),
  );
  expect(origins.map(({ line }) => line)).toEqual(WON.map((_isWon, at) => at + 2));
});

it('reads what it can of a row whose time of day does not exist', () => {
  const rows = WON.map((isWon, at) =>
    [at === 5 ? '25:61:00' : stamp(at).slice(11), pairOf(at), 10, isWon ? 'Win' : 'Loss'].join(),
  );
  const answers = new Map([['left-out-rows', 'each'] as const]);
  const { trades } = tradesTextReader(['time,pair,stake,result', ...rows].join('\n'))({
    ...OPTIONS,
    answers,
  });
  expect(trades[5]).toMatchObject({
    pair: 'GBP/USD',
    outcome: WON[5] === true ? 'won' : 'lost',
    timeMs: null,
    clockMs: null,
  });
});

it('misses no number of a row that a word leaves out', () => {
  const rows = WON.map((isWon, at) =>
    [100 + at, stamp(at), pairOf(at), 10, at % 9 === 4 ? 'Cancelled' : isWon ? 'Win' : 'Loss'].join(),
  );
  const { numbers } = tradesTextReader(['Ticket,time,pair,stake,result', ...rows].join('\n'))(OPTIONS);
  expect(numbers).toEqual(WON.map((_isWon, at) => 100 + at));
});

it('does not doubt an order that was cancelled before its price came, whatever prices it names', () => {
  const rows = WON.map((isWon, at) => {
    const isOrder = at % 9 === 4;
    const type = `${at % 2 === 0 ? 'buy' : 'sell'}${isOrder ? ' limit' : ''}`;
    const [open, close] = isWon === (at % 2 === 0) ? ['1.07100', '1.08000'] : ['1.08000', '1.07100'];
    const end = isOrder ? ['cancelled'] : ['0.00', '0.00', isWon ? '8.00' : '-9.00'];
    return [100 + at, stamp(at), type, '0.10', 'eurusd', open, stamp(at + 1), close, ...end].join();
  });
  const names = 'Ticket,Open Time,Type,Size,Item,Price,Close Time,Price,Commission,Swap,Profit';
  expect(tradesTextReader([names, ...rows].join('\n'))(OPTIONS).questions).toEqual([]);
});

it('asks about an order that was not filled, and leaves it out where the reader does not count it', () => {
  const text = telegram([
    ...WON.flatMap((isWon, at) => [`${pairOf(at)} CALL LIMIT`, isWon ? 'TP hit ✅' : 'SL hit ❌']),
    'EURJPY PUT LIMIT',
    'Order not filled, removed',
    'NZDUSD CALL LIMIT',
  ]);
  const read = (answers: ReadonlyMap<'unresolved-signals', string>) => {
    const { trades, signals, questions } = tradesTextReader(text)({ ...OPTIONS, answers });
    const asked = questions.map(({ code, count }) => `${code} ${count}`);
    return { won: trades.filter(({ outcome }) => outcome === 'won').length, open: signals.unresolved, asked };
  };
  const asked = ['unresolved-signals 1', 'target-distance 60'];
  expect(read(new Map())).toEqual({ won: 37, open: 2, asked });
  expect(read(new Map([['unresolved-signals', 'leave-out']]))).toEqual({ won: 37, open: 1, asked });
});

it('leaves out an order that was called off where the reader does not count it', () => {
  const text = telegram(
    WON.flatMap((isWon, at) => [
      `${pairOf(at)} BUY 1.1000\nTP 1.1020\nSL 1.0980`,
      at < 2 ? `${pairOf(at)} Cancelled ❌` : isWon ? 'TP hit ✅' : 'SL hit ❌',
    ]),
  );
  const openWith = (answer: string): number =>
    tradesTextReader(text)({ ...OPTIONS, answers: new Map([['unresolved-signals', answer]]) }).signals
      .unresolved;
  expect([openWith('leave-out'), openWith('lost')]).toEqual([0, 0]);
  expect(tradesTextReader(text)(OPTIONS).signals.unresolved).toBe(2);
});

it.each(['Cancelled', 'Signal cancelled ❌', 'Sinal cancelado 🚫'])(
  'leaves out a signal that is called off before its expiry: %s',
  (calledOff) => {
    const text = telegram(
      WON.flatMap((isWon, at) => [
        `${pairOf(at)} CALL M15`,
        at < 2 ? calledOff : isWon ? 'WIN ✅' : 'LOSS ❌',
      ]),
    );
    const answers = new Map([['unresolved-signals', 'leave-out']] as const);
    expect(tradesTextReader(text)({ ...OPTIONS, answers }).signals.unresolved).toBe(0);
  },
);
