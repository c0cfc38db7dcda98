import { defineTexts } from '../lib/catalogue.ts';

export const texts = defineTexts('app/kept', {
  offline: 'You are offline',
  noAnswer: 'The server did not answer. You see a saved copy of this page. Signing in needs the server.',
  newVersion: 'A new version is ready',
  howToHaveIt: 'This page goes on as it is until you load it.',
  load: 'Load it',
  loadsLater: 'It is loaded once the running signal has ended.',
});
