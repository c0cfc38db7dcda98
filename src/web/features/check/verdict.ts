import type { CheckFigures } from '../../../core/check/check-record.ts';
import { bestOf, judgeLuck } from '../../../core/check/luck.ts';
import { formatCount } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';
import { decimal } from './decimal.ts';
import { texts } from './texts.ts';

/** The verdict after the count; `lookedAt` is how many were looked at, this one included. */
export function verdictSentence(figures: CheckFigures, lookedAt: number): string {
  const { n, won, tied, pCoin, neededWins } = figures;
  if (pCoin === null || neededWins === null) return texts.nothingDecided({ tied });
  const chance = bestOf(lookedAt, pCoin);
  return texts.verdict({
    won: formatCount(won),
    trades: formatCount(n),
    lookedAt,
    often: howOften(chance),
    needed: decimal(neededWins, 1),
    enough: won < neededWins ? 'no' : 'yes',
    luck: judgeLuck(chance),
  });
}
