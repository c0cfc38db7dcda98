import { expect, it } from 'vitest';
import { pairOf } from '../../../../../tests/support/layout.ts';
import { seededRandom } from '../../../../../tests/support/seeded-random.ts';
import { fixedClock } from '../../../time/wall-clock.ts';
import { tradesTextReader } from '../read-trades.ts';

const random = seededRandom(4);
let [stake, balance] = [10, 1_000];
/** Each stake after a loss is twice the last one. */
const TRADES = Array.from({ length: 80 }, (_, at) => {
  const isWon = random() % 2 === 0;
  const trade = { at, stake, gain: isWon ? stake * 0.8 : -stake, balance: 0, isWon };
  stake = isWon ? 10 : stake * 2;
  balance += trade.gain;
  return { ...trade, balance };
});
type Made = (typeof TRADES)[number];
const clockOf = (minutes: number): string =>
  `${9 + Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
const rest = ({ at, stake: staked, gain }: Made): string => [pairOf(at), staked, gain.toFixed(2)].join();

it.each([
  ['numbers that count down', 'No.', ({ at }: Made) => `${at + 1}`],
  ['numbers behind a word', 'Trade', ({ at }: Made) => `Trade ${at + 1}`],
  ['contracts with gaps', 'Contract ID', ({ at }: Made) => `${9_000 + at * 3 + (at % 2)}`],
  ['times of a day', 'Time', ({ at }: Made) => clockOf(at * 5)],
  ['times of several days', 'Time', ({ at }: Made) => clockOf((at % 20) * 25)],
  ['numbers of one day', 'No.,Date', ({ at }: Made) => `${at + 1},2026-03-02`],
  ['a balance', 'Balance', (trade: Made) => trade.balance.toFixed(2)],
] as const)('turns a table with the newest row first by %s', (_, name, cell) => {
  const lines = TRADES.map((trade) => `${cell(trade)},${rest(trade)}`);
  const stakesOf = (rows: readonly string[]) =>
    tradesTextReader([`${name},Pair,Stake,Profit`, ...rows].join('\n'))({
      payout: 0.8,
      clock: fixedClock('UTC', 0),
    });
  const truth = TRADES.map((trade) => trade.stake);
  expect(stakesOf(lines).trades.map((trade) => trade.stake)).toEqual(truth);
  const turned = stakesOf(lines.toReversed());
  expect(turned.trades.map((trade) => trade.stake)).toEqual(truth);
  expect([turned.origins[0]?.line, turned.textsOf(0).end]).toEqual([81, lines[0]?.replaceAll(',', ', ')]);
});

it('turns no table whose times of day fall and rise alike', () => {
  const lines = TRADES.map((trade) => `${clockOf(((trade.at * 37) % 80) * 5)},${rest(trade)}`);
  const { trades } = tradesTextReader(['Time,Pair,Stake,Profit', ...lines].join('\n'))({
    payout: 0.8,
    clock: fixedClock('UTC', 0),
  });
  expect(trades.map((trade) => trade.stake)).toEqual(TRADES.map((trade) => trade.stake));
});
