import { formatCents } from '../../lib/figures.ts';
import { texts } from './texts.ts';

/** What each $1 came to on average, in cents with one decimal: at the head of the page. */
export function stakeSentence(cents: number): string {
  const amount = formatCents(cents);
  if (amount === '0.0') return texts.cameBack;
  return cents < 0 ? texts.lost({ cents: amount }) : texts.won({ cents: amount });
}

/** The same beside a waffle. */
export function stakeNote(cents: number): string {
  const amount = formatCents(cents);
  if (amount === '0.0') return texts.noteCameBack;
  return cents < 0 ? texts.noteLost({ cents: amount }) : texts.noteWon({ cents: amount });
}

/** The same in a row that has one above it. */
export function shortNote(cents: number): string {
  const amount = formatCents(cents);
  return cents < 0 ? texts.shortLost({ cents: amount }) : texts.shortWon({ cents: amount });
}
