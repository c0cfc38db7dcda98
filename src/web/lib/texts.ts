import { defineTexts } from './catalogue.ts';

export const texts = defineTexts('lib', {
  payoutProblem: 'Enter a payout from 1 to 100%',
  rates: '{from}–{to}',
  signedRates: '{from} to {to}',
  dollars: '${amount}',
  seconds: '{seconds}\u00A0s',
  marketDay: '{weekday} {date}, {time}',
  /** A sign-in service that does not answer as it should. */
  signInUnreachable: 'The sign-in service cannot be reached. Check your connection and try again.',
  signInUnreadable:
    'The sign-in service gave an answer that this page cannot read ({status}). Try again later.',
});
