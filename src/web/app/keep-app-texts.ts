import { defineTexts } from '../lib/catalogue.ts';

export const texts = defineTexts('app/kept', {
  offline: 'You are offline',
  noAnswer: 'The server did not answer: this page is the one that was kept. Signing in needs the server.',
  newVersion: 'A new version is here',
  howToHaveIt: 'This page goes on as it is. Load it again to have the new one.',
});
