import { defineTexts } from '../lib/catalogue.ts';

export const texts = defineTexts('app/kept', {
  offline: 'You are offline',
  noAnswer: 'The server did not answer. You see a saved copy of this page. Signing in needs the server.',
  newVersion: 'A new version is ready',
  howToHaveIt: 'This page stays as it is until you load the new version.',
  load: 'Load it',
  loadsLater: 'It is loaded once the running signal has ended.',
});
