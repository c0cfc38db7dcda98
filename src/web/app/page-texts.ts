import { defineTexts } from '../lib/catalogue.ts';

/** For pages that the server draws. */
export const pageTexts = defineTexts('app/page', {
  needsScript: 'Signing in needs JavaScript. Please switch it on and reload.',
});
