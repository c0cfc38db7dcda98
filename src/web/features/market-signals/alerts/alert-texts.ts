import { defineTexts } from '../../../lib/catalogue.ts';

export const texts = defineTexts('market-signals/alerts', {
  countdown: '{direction} {seconds}s',
});
