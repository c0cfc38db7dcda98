import { defineTexts } from './catalogue.ts';

export const texts = defineTexts('lib', {
  payoutProblem: 'Enter a payout from 1 to 100%',
});

export const streamTexts = defineTexts('lib/market', {
  lost: 'The connection to the server was lost.',
  offline: 'This device is offline.',
  hidden: 'Paused while the tab is hidden.',
});
