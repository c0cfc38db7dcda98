import { binomialAtLeast } from '../../../core/check/binomial.ts';
import { FEWEST_TRADES } from '../../../core/check/luck.ts';
import { formatRate } from '../../lib/figures.ts';
import { wonOrLost } from '../../ui/score-texts.ts';
import { texts } from './texts.ts';
import type { RecordRate } from '../../../core/wire/record.ts';
import { judge, neededInHundred, type Verdict } from '../../../core/record/verdict.ts';

/** The figures of the first line: counts out of 100, as they are drawn. */
export interface Headline {
  /** Undefined while there are too few decided signals for a rate. */
  readonly engine: number | undefined;
  readonly coin: number | undefined;
  readonly late: number | undefined;
  /** How many right ones in 100 a stake needs so as not to lose; the next whole one. */
  readonly needed: number;
  /** What each $1 brings, in cents; undefined while nothing is decided. */
  readonly engineCents: number | undefined;
  readonly lateCents: number | undefined;
  readonly verdict: Verdict;
}

interface Arms {
  readonly engineArm: RecordRate;
  readonly controlArm: RecordRate;
  readonly lateArm: RecordRate;
}

/** The figures of the first line at a payout of `payoutPercent`, 1 to 100. */
export function headlineOf({ engineArm, controlArm, lateArm }: Arms, payoutPercent: number): Headline {
  const payout = payoutPercent / 100;
  const verdict = judge(engineArm, payout);
  const isEarly = engineArm.settled < FEWEST_TRADES;
  const inHundred = ({ rate }: RecordRate) => (rate === null || isEarly ? undefined : Math.round(rate * 100));
  const cents = ({ rate }: RecordRate) => (rate === null ? undefined : ((1 + payout) * rate - 1) * 100);
  return {
    engine: inHundred(engineArm),
    coin: inHundred(controlArm),
    late: inHundred(lateArm),
    needed: neededInHundred(verdict.breakEven),
    engineCents: cents(engineArm),
    lateCents: cents(lateArm),
    verdict,
  };
}

/** The same of entries 5 s late. */
export function lateSentence(cents: number): string {
  return texts.entryLate(wonOrLost(cents));
}

type Minutes = Pick<RecordRate, 'minutes' | 'minuteWins'>;

/** Sums of thirds and sevenths miss whole numbers by less. */
const ROUNDING = 1e-9;

/**
 * How often a fair coin in each minute does as well as the engine did, or better. Signals of one minute share their market, so
 * a minute is one observation, as it is for the verdict. No minute whose chance is 50 % varies more than one coin does.
 */
export function chanceOfCoins({ minutes, minuteWins }: Minutes): number {
  return binomialAtLeast(Math.floor(minuteWins + ROUNDING), minutes, 0.5);
}

/** Where the need lies among the dots of the picture; `dots` ascending, in wins. */
export function needSentence(
  { minutes, minuteWins }: Minutes,
  breakEven: number,
  dots: readonly number[],
): string {
  const needed = breakEven * minutes;
  const where = minuteWins >= needed ? 'above' : needed > (dots.at(-1) ?? 0) ? 'beyond' : 'among';
  return texts.need({ where, rate: formatRate(breakEven) });
}
