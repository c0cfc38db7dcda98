import { defineTexts } from './catalogue.ts';

export const texts = defineTexts('lib/figures', {
  rates: '{from}–{to}',
  signedRates: '{from} to {to}',
  dollars: '${amount}',
  seconds: '{seconds}\u00A0s',
});
