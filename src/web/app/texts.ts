import { defineTexts } from '../lib/catalogue.ts';

export const authTexts = defineTexts('app/auth', {
  headline: 'Signals that say what they are.',
  promise:
    'Every number is either measured and scored {record, select, public {in public} other {in the record}}, or says that it is a random draw.',
  promiseOfDraws: 'Every number of a signal says that it is a random draw. None is market analysis.',
  wasShown: 'Were you shown a win rate? <check>Check it.</check>',
});
