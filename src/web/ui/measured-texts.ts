import { defineTexts } from '../lib/catalogue.ts';

export const texts = defineTexts('ui/measured', { measured: 'Measured' });

export const outcomeTexts = defineTexts('ui/outcomes', {
  won: 'Won',
  lost: 'Lost',
  unchanged: 'Unchanged',
  void: 'Void',
});
