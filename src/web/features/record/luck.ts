import { binomialAtLeast } from '../../../core/check/binomial.ts';
import { judgeLuck } from '../../../core/check/luck.ts';
import type { RecordSummary } from '../../../core/wire/record.ts';
import { formatRate } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import { texts } from './texts.ts';

/** The chance that as many fair coins do as well as the engine did, or better: the exact tail. */
export function chanceOfCoins({ won, settled }: { readonly won: number; readonly settled: number }): number {
  return binomialAtLeast(won, settled, 0.5);
}

/** Whether it could be luck, what the actual coin did, and whether it is enough: one sentence each. `dots` ascending, in wins. */
export function luckSentences(
  { engineArm, controlArm }: Pick<RecordSummary, 'engineArm' | 'controlArm'>,
  breakEven: number,
  dots: readonly number[],
): readonly string[] {
  const { won, settled } = engineArm;
  const chance = chanceOfCoins(engineArm);
  const coinRate = formatRate(controlArm.won / settled);
  const need = formatRate(breakEven);
  const isBeyondDots = breakEven * settled > (dots.at(-1) ?? 0);
  return [
    texts.answer({ luck: judgeLuck(chance), often: howOften(chance) }),
    controlArm.won >= won ? texts.coinNoWorse({ rate: coinRate }) : texts.coinGot({ rate: coinRate }),
    won >= breakEven * settled
      ? texts.isAbove({ rate: need })
      : isBeyondDots
        ? texts.beyondDots({ rate: need })
        : texts.notEnough({ rate: need }),
  ];
}
