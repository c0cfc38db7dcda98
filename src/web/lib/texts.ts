import { defineTexts } from './catalogue.ts';

export const texts = defineTexts('lib', {
  payoutProblem: 'Enter a payout from 1 to 100%',
  fromTo: '{from} to {to}',
  dollars: '${amount}',
  seconds: '{seconds}\u00A0s',
  marketDay: '{weekday} {date}, {time}',
  /** A sign-in service that does not answer as it should. */
  signInUnreachable: 'The sign-in service cannot be reached. Check your connection and try again.',
  signInUnreadable:
    'The sign-in service gave an answer that this page cannot read ({status}). Try again later.',
});

/** The auth service's refusals by code; in English its own messages are shown. */
export const refusalTexts = defineTexts('lib/refusals', {
  invalid_credentials: 'Invalid login credentials',
  over_request_rate_limit: 'Request rate limit reached',
  user_banned: 'User is banned',
});
