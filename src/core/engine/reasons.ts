import { type Rule, RULES } from './feature-table.ts';

/** A rule and what it saw: `ema-distance-up` is a price above its averages, whichever side that speaks for. */
export type ReasonCode = `${Rule}-${'up' | 'down'}`;

export const REASON_CODES: readonly ReasonCode[] = RULES.flatMap(
  (rule) => [`${rule}-up`, `${rule}-down`] as const,
);

/**
 * What each rule added to a signal's confidence, in percentage points with two decimals; negative where it spoke against
 * the direction. They add up to the confidence less 50, exactly.
 */
export type Reasons = Readonly<Partial<Record<ReasonCode, number>>>;

/**
 * Shares a whole number out in proportion to `parts`, whose sum must not be zero: whole shares that add up to it, what
 * rounding leaves over going to the largest remainders.
 */
export function wholeShares(parts: readonly number[], whole: number): number[] {
  const sum = parts.reduce((total, part) => total + part, 0);
  const exact = parts.map((part) => (part / sum) * whole);
  const shares = exact.map(Math.floor);
  const left = whole - shares.reduce((total, share) => total + share, 0);
  const byRemainder = exact.map((share, index) => [share - Math.floor(share), index] as const);
  for (const [, index] of byRemainder.sort(([a], [b]) => b - a).slice(0, left))
    shares[index] = (shares[index] as number) + 1;
  return shares;
}

/** Shares percentage points out in proportion to `parts`, in hundredths; what gets none is left out. */
export function sharedPoints(parts: ReadonlyMap<ReasonCode, number>, points: number): Reasons {
  const hundredths = wholeShares([...parts.values()], Math.round(points * 100));
  const shares = [...parts.keys()].map((code, index) => [code, (hundredths[index] as number) / 100] as const);
  return Object.fromEntries(shares.filter(([, share]) => share !== 0));
}

/** Why the engine says nothing. Codes are kept in records; the texts are for people. */
export const ABSTENTIONS = {
  history: 'not enough closed bars in a row since the start or the last gap',
  gap: 'no quote in the bar before, so there is no last move to read',
  stale: 'no fresh quote: the price is older than it may be',
  thin: 'too few quotes in the last 60 bars',
  spread: 'the spread is several times its usual width',
  rollover: 'daily rollover, 16:55 to 18:05 New York',
  untrained: 'the model has not seen enough settled decisions',
  unproven: 'the calibration supports no claim above 50% yet',
  undecided: 'too close to even: the chance of the likelier side is under 50.2%',
} as const;

export type AbstentionReason = keyof typeof ABSTENTIONS;
