import { defineTexts } from '../lib/catalogue.ts';

/** What every score says: the record's, and that of a rule in the Lab. */
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
