import { defineTexts } from './catalogue.ts';

export const texts = defineTexts('lib/figures', {
  rates: '{from}–{to}%',
  signedRates: '{from}% to {to}%',
  seconds: '{seconds}\u00A0s',
});
