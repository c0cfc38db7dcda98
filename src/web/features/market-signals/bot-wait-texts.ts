import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('market-signals/bot-wait', {
  decidesIn: 'Decided in {seconds} s',
  cancel: 'Cancel request',
});
