import type { CheckFigures } from '../../../core/check/check-record.ts';
import { binomialAtLeast } from '../../../core/check/binomial.ts';
import { areNearEven } from '../../../core/check/judgement.ts';
import { bestOf, judgeLuck } from '../../../core/check/luck.ts';

export const LOOKED_AT = ['1', '5', '10', '20', '50', '200', '1000'] as const;
export type LookedAt = (typeof LOOKED_AT)[number];
export const MOST_COUNTED = 1_000_000;
const KINDS = ['record', 'numbers'] as const;
const MOST_PAYOUT_PERCENT = 10_000;

const ROUNDING = 1e-6;

/** A verdict as its sender saw it; the receiver's browser computes it again. */
export interface SentVerdict {
  readonly won: number;
  readonly of: number;
  readonly payoutPercent: number;
  readonly lookedAt: LookedAt;
  /** Whether the sender gave a record, or three numbers. */
  readonly kind: (typeof KINDS)[number];
  /** Whether near-even payouts follow the chance of winning, as odds do. */
  readonly paysByChance: boolean;
}

/**
 * The fragment of a link to a verdict, which browsers do not send to a server. Undefined where the numbers alone would be judged
 * otherwise than the record: with signals that never ended, announced doublings, trades at the same time, sizes that are not known, or
 * payouts that differ so much that their mean does not tell how likely its wins are.
 */
export function verdictFragment(
  { n, won, neededWins, judgement }: CheckFigures,
  lookedAt: LookedAt,
  kind: SentVerdict['kind'],
): string | undefined {
  if (judgement === null || neededWins === null) return undefined;
  const { unresolved, doublings, bets, against, p, pOfWins, pOfCoin, pOfBreakEven } = judgement;
  if (unresolved > 0 || doublings > 0 || bets < n || p > pOfWins * (1 + ROUNDING)) return undefined;
  const wordOf = (chance: number): string => judgeLuck(bestOf(Number(lookedAt), chance));
  const isSame = (chance: number, own: number): boolean =>
    wordOf(binomialAtLeast(won, n, chance)) === wordOf(own);
  if (!isSame(0.5, pOfCoin) || !isSame(neededWins / n, pOfBreakEven)) return undefined;
  // The payout at which each trade needs what these need on average.
  const payout = Math.round((n / neededWins - 1) * 1e6) / 1e4;
  const isEven = areNearEven([{ payout: payout / 100 }]);
  if (against === 'coin' && !isEven) return undefined;
  const pays = isEven && against === 'break-even' ? '&pays=odds' : '';
  const fragment = `#won=${won}&of=${n}&payout=${payout}&k=${lookedAt}&kind=${kind}${pays}`;
  return verdictOfFragment(fragment) && fragment;
}

/** What a link to a verdict holds; undefined of any other fragment. */
export function verdictOfFragment(fragment: string): SentVerdict | undefined {
  const fields = new URLSearchParams(fragment.slice(1));
  const number = (name: string): number => {
    const text = fields.get(name) ?? '';
    return /^\d{1,7}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
  };
  const [won, of, payoutPercent] = [number('won'), number('of'), number('payout')];
  const lookedAt = LOOKED_AT.find((count) => count === fields.get('k'));
  const kind = KINDS.find((one) => one === fields.get('kind'));
  const isCount = Number.isInteger(won) && Number.isInteger(of) && of > 0 && won <= of && of <= MOST_COUNTED;
  const isPayout = payoutPercent > 0 && payoutPercent <= MOST_PAYOUT_PERCENT;
  if (!isCount || !isPayout || lookedAt === undefined || kind === undefined) return undefined;
  return { won, of, payoutPercent, lookedAt, kind, paysByChance: fields.get('pays') === 'odds' };
}
