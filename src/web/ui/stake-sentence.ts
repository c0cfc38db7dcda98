import { formatCents } from '../lib/figures.ts';
import { scoreTexts } from './score-texts.ts';

/** What each $1 came to on average, in cents with one decimal. */
export function stakeSentence(cents: number): string {
  const amount = formatCents(cents);
  if (amount === '0.0') return scoreTexts.cameBack;
  return cents < 0 ? scoreTexts.lost({ cents: amount }) : scoreTexts.won({ cents: amount });
}
