import { binomialAtLeast } from '../../../core/check/binomial.ts';
import type { RecordRate } from '../../../core/wire/record.ts';
import { formatRate } from '../../lib/figures.ts';
import { texts } from './texts.ts';

export type Minutes = Pick<RecordRate, 'minutes' | 'minuteWins'>;

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
  const rate = formatRate(breakEven);
  if (minuteWins >= breakEven * minutes) return texts.isAbove({ rate });
  return breakEven * minutes > (dots.at(-1) ?? 0) ? texts.beyondDots({ rate }) : texts.notEnough({ rate });
}
