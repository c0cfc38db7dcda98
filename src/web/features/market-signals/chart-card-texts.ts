import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('market-signals/chart-card', {
  priceChart: 'Price chart',
  age: 'Last price {age} old',
});
