import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('market-took', {
  take: 'I took this',
  taken: 'Taken {delay} after its start',
  undo: 'Undo',
  failed: 'This was not saved',
});
