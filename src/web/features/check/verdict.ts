import type { CheckFigures } from '../../../core/check/check-record.ts';
import {
  bestOf,
  chanceSelected,
  FEWEST_TRADES,
  judgeLuck,
  type Selection,
} from '../../../core/check/luck.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import { decimal } from './decimal.ts';
import { texts, verdictTexts } from './texts.ts';

/** The judgement as a headline, and under it what it is made of. */
export interface Verdict {
  readonly headline: string;
  readonly reasons: string;
}

/** The verdict on what was chosen so. */
export function verdictOf(figures: CheckFigures, selection: Selection): Verdict {
  const { lookedAt, part } = selection;
  const { n, won, tied, judgement, neededWins } = figures;
  if (judgement === null || neededWins === null)
    return { headline: texts.nothingDecided({ tied }), reasons: '' };
  const { unresolved, bets, p } = judgement;
  const chance = chanceSelected(p, selection);
  const luck = judgeLuck(chance);
  const counts = { won: formatCount(won), trades: formatCount(n) };
  const sentences = [
    unresolved === 0
      ? verdictTexts.counted(counts)
      : verdictTexts.unresolved({
          won: counts.won,
          resolved: counts.trades,
          unresolved,
          all: formatCount(n + unresolved),
        }),
    chanceSentence(figures, lookedAt),
    part === 'whole' ? '' : verdictTexts.part({ often: howOften(chance) }),
    verdictTexts.needed({ needed: decimal(neededWins, 1), enough: won < neededWins ? 'no' : 'yes' }),
    bets < n ? verdictTexts.bets({ bets: formatCount(bets) }) : '',
    n >= FEWEST_TRADES && luck === 'hard' ? verdictTexts.otherwise : '',
  ];
  return {
    headline: n < FEWEST_TRADES ? verdictTexts.few({ count: n }) : verdictTexts[luck],
    reasons: sentences.filter((sentence) => sentence !== '').join(' '),
  };
}

function chanceSentence({ judgement, pCoin }: CheckFigures, lookedAt: number): string {
  if (judgement === null || pCoin === null) return '';
  const { against, doublings, chance, p } = judgement;
  const often = howOften(bestOf(lookedAt, p));
  switch (against) {
    case 'coin':
      return verdictTexts.coin({ lookedAt, often });
    case 'doubling':
      return verdictTexts.doubling({ doublings, rate: formatRate(chance), lookedAt, often });
    case 'break-even':
      return verdictTexts.breakEven({
        lookedAt,
        rate: formatRate(chance),
        often,
        coin: howOften(bestOf(lookedAt, pCoin)),
      });
  }
}
