import { defineTexts } from './catalogue.ts';

/** What may be needed before anything of the page is there. */
export const startTexts = defineTexts('lib/start', {
  noAnswer: 'The server did not answer. Check your connection.',
  errorAnswer: 'The server answered with an error ({status}).',
  unusableConfig: 'The server answered /config.json with something this page cannot use.',
  signInUnreachable: 'The sign-in service cannot be reached. Check your connection and try again.',
  signInUnreadable:
    'The sign-in service gave an answer that this page cannot read ({status}). Try again later.',
});
