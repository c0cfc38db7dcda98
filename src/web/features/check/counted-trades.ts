import type { Reading } from '../../../core/check/reading/table-trades.ts';
import type { Trade } from '../../../core/check/trade.ts';

/** A record of which only the counts are known: stakes of 1 at one payout, wins and losses spread evenly. */
export function countedTrades(won: number, of: number, payout: number): Reading {
  const trades = Array.from({ length: of }, (_, at): Trade => {
    // Bresenham's spread: the wins so far are the share of the trades so far, rounded down.
    const isWon = Math.floor(((at + 1) * won) / of) > Math.floor((at * won) / of);
    return {
      timeMs: null,
      pair: null,
      direction: null,
      expirySeconds: null,
      entryPrice: null,
      outcome: isWon ? 'won' : 'lost',
      stake: 1,
      payout,
      profit: isWon ? payout : -1,
    };
  });
  return {
    trades,
    rows: { read: of, understood: of, notUnderstood: [] },
    columns: [],
    found: [],
    neededZone: false,
    namedZone: false,
    numbers: [],
    signals: { told: 0, untold: 0 },
  };
}
