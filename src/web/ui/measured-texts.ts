import { defineTexts } from '../lib/catalogue.ts';

export const texts = defineTexts('ui/measured', { measured: 'Measured' });

export const outcomeTexts = defineTexts('ui/outcomes', {
  won: 'Won',
  lost: 'Lost',
  unchanged: 'Unchanged',
  void: 'Void',
});

/** The same inside a sentence or a legend. */
export const outcomeWords = defineTexts('ui/outcome-words', {
  won: 'won',
  lost: 'lost',
  unchanged: 'unchanged',
  void: 'void',
});
