import { defineTexts } from '../../../lib/catalogue.ts';

export const texts = defineTexts('market-signals/alerts', {
  all: 'Notifications, quiet hours and more',
  countdown: '{direction} {seconds}s',
});
