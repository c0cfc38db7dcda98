import { expect, it } from 'vitest';
import { fixedClock } from '../../../time/wall-clock.ts';
import { judged } from '../../judgement.ts';
import { tradesTextReader } from '../read-trades.ts';

/** Sixty rows below these names; `cells` is what each holds besides its outcome. */
const tableOf = (names: string, cells: (at: number, isWon: boolean) => string): string =>
  [names, ...Array.from({ length: 60 }, (_, at) => cells(at, (at * 37 + 11) % 60 < 37))].join('\n');
const ending = (isWon: boolean): string => (isWon ? 'won' : 'lost');

it.each<[string, boolean, string]>([
  [
    'decimal odds',
    true,
    tableOf('event,odds,result', (at, won) => `A${at} v B,1.${70 + (at % 9)},${ending(won)}`),
  ],
  [
    'decimal odds of one number',
    true,
    tableOf('event,cote,result', (at, won) => `A${at} v B,1.70,${ending(won)}`),
  ],
  [
    'American odds',
    true,
    tableOf('event,odds,result', (at, won) => `A${at} v B,-${130 + at},${ending(won)}`),
  ],
  [
    'fractional odds',
    true,
    tableOf('event,odds,result', (at, won) => `A${at} v B,${7 + (at % 2)}/10,${ending(won)}`),
  ],
  [
    'Hong Kong odds beside what the bets brought',
    true,
    tableOf(
      'event,odds,stake,profit',
      (at, won) => `A${at} v B,0.${70 + (at % 9)},10,${won ? (7 + (at % 9) / 10).toFixed(2) : -10}`,
    ),
  ],
  [
    'targets and stops beside stakes',
    true,
    tableOf('pair,stake,tp pips,sl pips,result', (_, won) => `EUR/USD,10,10,13,${ending(won)}`),
  ],
  [
    'multipliers of bets on up or down',
    false,
    tableOf('pair,direction,multiplier,result', (_, won) => `EUR/USD,CALL,1.85,${ending(won)}`),
  ],
  [
    'odds of bets on a pair',
    false,
    tableOf('pair,odds,result', (_, won) => `EUR/USD OTC,1.85,${ending(won)}`),
  ],
  [
    'payouts in percent',
    false,
    tableOf('pair,payout,result', (at, won) => `EUR/USD,${80 + (at % 9)}%,${ending(won)}`),
  ],
])('%s follow the chance of winning: %s', (_name, follows, text) => {
  const { trades, signals } = tradesTextReader(text)({ payout: 0.8, clock: fixedClock('UTC', 0) });
  expect(trades).toHaveLength(60);
  expect(signals.paysByChance).toBe(follows);
  expect(judged(trades, 37, signals).against).toBe(follows ? 'break-even' : 'coin');
});
