import { binomialAtLeast } from '../../../core/check/binomial.ts';
import { formatRate } from '../../lib/figures.ts';
import { texts } from './texts.ts';

/** The chance that as many fair coins do as well as the engine did, or better: the exact tail. */
export function chanceOfCoins({ won, settled }: { readonly won: number; readonly settled: number }): number {
  return binomialAtLeast(won, settled, 0.5);
}

/** Where the need lies among the dots of the picture; `dots` ascending, in wins. */
export function needSentence(
  { won, settled }: { readonly won: number; readonly settled: number },
  breakEven: number,
  dots: readonly number[],
): string {
  const rate = formatRate(breakEven);
  if (won >= breakEven * settled) return texts.isAbove({ rate });
  return breakEven * settled > (dots.at(-1) ?? 0) ? texts.beyondDots({ rate }) : texts.notEnough({ rate });
}
