import { defineTexts } from './catalogue.ts';

export const apiTexts = defineTexts('lib/api', {
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  noToken: 'The sign-in service cannot be reached, or you are signed out.',
  unreadable: 'The server gave an answer that this page cannot read ({status}).',
  tooMany: 'Too many requests. Try again in {seconds, number} s.',
});

/** Shown in place of the server's message, which is in English; what only operators can be refused for has that one. */
export const errorTexts = defineTexts('lib/api-errors', {
  bad_request: 'The server did not understand what this page asked for. Reload the page.',
  unauthorized: 'Your session ended. Sign in again.',
  not_found: 'The server has nothing by this name.',
  too_many_requests: 'Too many requests. Try again in a moment.',
  too_many_streams: 'You have this page open in too many tabs or on too many devices. Close one of them.',
  no_market: 'There are no market signals at the moment.',
  internal: 'Something went wrong on the server.',
  unavailable: 'The server cannot do this at the moment. Try again soon.',
});
