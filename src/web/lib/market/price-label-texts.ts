import { defineTexts } from '../catalogue.ts';

export const texts = defineTexts('lib/price-labels', {
  replay: 'Replay of {days}',
  synthetic: 'Synthetic prices',
});
