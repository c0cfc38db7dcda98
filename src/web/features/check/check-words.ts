import type { CheckFigures } from '../../../core/check/check-record.ts';
import { bestOf, judgeLuck, type Luck } from '../../../core/check/luck.ts';
import { formatCount } from '../../lib/figures.ts';
import { howOften } from '../../lib/how-often.ts';

const LUCK: Readonly<Record<Luck, string>> = {
  'is luck': 'this is what luck looks like',
  'luck explains it': 'luck explains it',
  'may be luck': 'it could still be luck',
  'hard to explain': 'it is hard to explain by luck',
};

/** The verdict in one sentence after the count; `lookedAt` is how many were looked at, this one included. */
export function verdictSentence(figures: CheckFigures, lookedAt: number): string {
  const { n, won, tied, pCoin, neededWins } = figures;
  if (pCoin === null || neededWins === null) return `None of ${formatCount(tied)} trades was won or lost.`;
  const chance = bestOf(lookedAt, pCoin);
  const who = lookedAt === 1 ? 'A coin does that' : `The best of ${lookedAt} coins does that`;
  const short = won < neededWins ? ', and it was not enough' : '';
  return `${formatCount(won)} of ${formatCount(n)} won. ${who} or better ${howOften(chance)}. At these payouts ${decimal(neededWins, 1)} wins were needed${short}; ${LUCK[judgeLuck(chance)]}.`;
}

/** A number with so many decimals and a true minus. */
export function decimal(value: number, digits: number): string {
  return value
    .toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .replace('-', '\u2212');
}
