import { defineTexts } from './catalogue.ts';

/** For a sign-in service that does not answer as it should. */
export const startTexts = defineTexts('lib/start', {
  signInUnreachable: 'The sign-in service cannot be reached. Check your connection and try again.',
  signInUnreadable:
    'The sign-in service gave an answer that this page cannot read ({status}). Try again later.',
});
