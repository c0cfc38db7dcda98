import { defineTexts } from '../lib/catalogue.ts';
import { formatTenths } from '../lib/figures.ts';

/** Texts of every score: the record's, and a rule's in the Lab. */
export const scoreTexts = defineTexts('record/score', {
  rightInHundred: 'Right {count} in 100.',
  aCoin: 'A coin: {count}.',
  youNeed: 'You need {count}.',
  cameBack: 'Each $1 staked came back, no more and no less.',
  lost: 'Each $1 staked lost {cents} cents.',
  won: 'Each $1 staked won {cents} cents.',
  waffle: '{right} of 100 filled, {needed} needed',
  markNeed: 'you need {rate}',
  breakEven: 'break-even',
  funnel: '95 of 100 coins',
  course: 'Right signals above half',
  courseHead: 'Right signals above half, by signal number',
  couldItBeLuck: 'Could this be luck?',
});

/** What each $1 came to on average, in cents with one decimal. */
export function stakeSentence(cents: number): string {
  const amount = formatTenths(cents);
  if (amount === '0.0') return scoreTexts.cameBack;
  return cents < 0 ? scoreTexts.lost({ cents: amount }) : scoreTexts.won({ cents: amount });
}
