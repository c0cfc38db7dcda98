import { type EpochMs, epochMs } from '../../time/instant.ts';
import { groupBy } from '../grouping.ts';
import { median } from '../staking.ts';
import type { Trade, TradeOutcome } from '../trade.ts';

/** A trade before what others of its source tell is filled in. */
export interface Row {
  readonly timeMs: EpochMs | null;
  readonly clockMs?: number | null;
  readonly pair: string | null;
  direction: 'CALL' | 'PUT' | null;
  readonly expirySeconds: number | null;
  /** How long it ran, where its expiry is not known. */
  readonly ranSeconds?: number;
  readonly entryPrice: number | null;
  readonly outcome: TradeOutcome;
  readonly isDoubled?: boolean;
  /** How large its stake is beside those of others, where these are not known. */
  readonly size?: number | null;
  /** What is still to be added to its profit, below 0 where it costs. */
  readonly fees?: number;
  stake: number | null;
  payout: number | null;
  profit: number | null;
}

const USUAL_SECONDS = 60;

/** A doubled stake, which is placed when those before it have ended. */
export function afterSteps(step: number, row: Row): Row {
  const { timeMs, expirySeconds } = row;
  if (step === 0 || timeMs === null) return row;
  return { ...row, timeMs: epochMs(timeMs + step * (expirySeconds ?? USUAL_SECONDS) * 1_000) };
}

/** How a trade that brought so much ended. */
export function endingOfProfit(profit: number): TradeOutcome {
  return profit > 0 ? 'won' : profit < 0 ? 'lost' : 'tied';
}

/** Trades, and what of them their source does not say. */
interface Completed {
  readonly trades: readonly Trade[];
  /** Of won trades the source says what they brought, and neither a stake nor a payout, as where a target or a stop ends them. */
  readonly hasDistances: boolean;
  /** Of no trade the source says what it pays. */
  readonly assumesPayout: boolean;
  /** Stakes, or what trades brought in money, are the source's. */
  readonly saysMoney: boolean;
}

/**
 * Fills in what a row does not tell from what the others do, in the rows themselves: copies of 200,000 would take 30 MB. Where
 * `currencies` are given, that of each trade, each has a stake of 1. Profits that are no `areAmounts` are pips, percent or multiples of a risk.
 */
export function completeTrades(
  rows: readonly Row[],
  fallbackPayout: number,
  currencies: readonly string[] = [],
  areAmounts = true,
): Completed {
  if (currencies.length > 0) {
    const all = [...new Set(currencies)].map((one) =>
      completeTrades(
        rows.filter((_row, trade) => currencies[trade] === one),
        fallbackPayout,
        [],
        areAmounts,
      ),
    );
    return {
      trades: inStakes(rows as readonly Trade[]),
      hasDistances: all.some(({ hasDistances }) => hasDistances),
      assumesPayout: all.every(({ assumesPayout }) => assumesPayout),
      saysMoney: all.some(({ saysMoney }) => saysMoney),
    };
  }
  // An outcome that fees would turn is asked about: where it stays, so does its profit. A tie costs its fees.
  for (const row of rows) {
    const net = (row.profit ?? 0) + (row.fees ?? 0);
    if (row.profit !== null && ['tied', endingOfProfit(net)].includes(row.outcome)) row.profit = net;
  }
  const saysMoney = rows.some(({ stake, profit }) => stake !== null || (areAmounts && (profit ?? 0) !== 0));
  const hasDistances = rows.some(
    ({ outcome, stake, payout, profit }) =>
      outcome === 'won' && stake === null && payout === null && profit !== null,
  );
  // The stake of a trade of size 1 is what such a one loses on average; what it brings, its payout.
  const [won, loss] = [meanOf(rows, 'won'), meanOf(rows, 'lost')];
  const usualStake = median(rows.flatMap(({ stake }) => stake ?? []));
  const paid = rows.map(({ outcome, stake, payout, profit, fees = 0 }) => {
    if (payout !== null || profit === null) return payout;
    if (stake === null) return won === null || loss === null ? null : won / loss;
    return outcome === 'won' ? profit / (stake - Math.min(0, fees)) : null;
  });
  const staked = rows.map(({ outcome, stake, payout, profit, size }) => {
    if (stake !== null) return stake;
    if (outcome === 'won' && payout !== null && profit !== null) return profit / payout;
    return loss === null ? (usualStake ?? 1) : loss * (size ?? 1);
  });
  const usual = usualPayouts(rows, paid);
  for (const [at, row] of rows.entries()) {
    const stake = staked[at] as number;
    const payout = paid[at] ?? usual.get(row.pair) ?? usual.get(ALL) ?? fallbackPayout;
    const fees = row.stake === null ? 0 : (row.fees ?? 0);
    row.stake = stake;
    row.payout = payout;
    const gain = { won: stake * payout, lost: -stake, tied: 0 }[row.outcome];
    row.profit ??= gain + fees;
  }
  return {
    trades: rows as readonly Trade[],
    hasDistances,
    assumesPayout: paid.every((payout) => payout === null),
    saysMoney,
  };
}

/** Trades with a stake of 1 each: amounts in several currencies are no sum. */
export function inStakes(trades: readonly Trade[]): readonly Trade[] {
  return trades.map((trade) => ({ ...trade, profit: trade.profit / trade.stake, stake: 1 }));
}

/** What won or lost trades without a stake bring or lose for their size, on average; null where there is none. */
function meanOf(rows: readonly Row[], ending: 'won' | 'lost'): number | null {
  const amounts = rows.flatMap(({ outcome, stake, profit, size }) =>
    outcome === ending && stake === null && profit !== null ? [Math.abs(profit) / (size ?? 1)] : [],
  );
  const mean = amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length;
  return mean > 0 ? mean : null;
}

const ALL = '';

/** The median payout of the won trades, by pair and of all. */
function usualPayouts(rows: readonly Row[], paid: readonly (number | null)[]): Map<string | null, number> {
  const won = [...paid.keys()].filter((at) => rows[at]?.outcome === 'won' && paid[at] !== null);
  const byPair = groupBy<string | null, number>(won, (at) => rows[at]?.pair ?? undefined).set(ALL, won);
  return new Map(
    [...byPair].flatMap(([pair, places]) => {
      const middle = median(places.map((at) => paid[at] as number));
      return middle === null ? [] : [[pair, middle] as const];
    }),
  );
}
