import { DAY_MS, type EpochMs } from '../time/instant.ts';

export type TradeOutcome = 'won' | 'lost' | 'tied';

/** One trade or signal of a track record, as far as its source says. */
export interface Trade {
  /** When it was opened. */
  readonly timeMs: EpochMs | null;
  /** The time of day at which it was opened, where its source does not say on which day. */
  readonly clockMs?: number | null;
  readonly pair: string | null;
  readonly direction: 'CALL' | 'PUT' | null;
  readonly expirySeconds: number | null;
  /** How long it ran, by what is known of it beside its expiry; only tells which trades ran at the same time. */
  readonly ranSeconds?: number;
  readonly outcome: TradeOutcome;
  /** A stake that followed a lost one of the same signal. */
  readonly isDoubled?: boolean;
  /** The price at entry that the source claims. */
  readonly entryPrice: number | null;
  /** Above 0, in the currency of the source. */
  readonly stake: number;
  /** What a won stake of 1 brings on top of itself; above 0. */
  readonly payout: number;
  /** What the trade brought in the end, in the currency of the source. */
  readonly profit: number;
}

/** By time where each trade has one, else as given; of one time the later first in the source where that goes back in time. */
export function inOrder(trades: readonly Trade[]): readonly Trade[] {
  const isKnown = trades.every(({ timeMs }) => timeMs !== null);
  const timeAt = (at: number): number => trades[at]?.timeMs as number;
  // Of 200,000 trades in order a copy each time would take 2 MB.
  if (!isKnown || trades.every((_trade, at) => at === 0 || timeAt(at) >= timeAt(at - 1))) return trades;
  const forward = trades.reduce((sum, _trade, at) => sum + (at && Math.sign(timeAt(at) - timeAt(at - 1))), 0);
  const given = forward < 0 ? trades.toReversed() : [...trades];
  return given.sort((a, b) => (a.timeMs as number) - (b.timeMs as number));
}

/** Whether the times of trades on several days are those of a day alone: all at one hour, or at two where the clocks change. */
export function areDays(trades: readonly Pick<Trade, 'timeMs'>[]): boolean {
  const [days, hours] = [new Set<number>(), new Set<number>()];
  for (const { timeMs } of trades) {
    if (timeMs === null || hours.size > 2) return false;
    hours.add(timeMs % DAY_MS);
    days.add(Math.floor(timeMs / DAY_MS));
  }
  return hours.size <= 2 && days.size > 2;
}

/** The trades for coins to be thrown for: where no stake is known, each has the one that fits what it brought at its payout. */
export function toThrow(
  trades: readonly Trade[],
  { hasDistances }: { readonly hasDistances?: boolean },
): readonly Trade[] {
  if (hasDistances !== true) return trades;
  return trades.map((trade) => {
    const { outcome, profit, payout } = trade;
    return outcome === 'tied' ? trade : { ...trade, stake: outcome === 'won' ? profit / payout : -profit };
  });
}
