import { defineTexts } from '../../lib/catalogue.ts';

export const drawsTexts = defineTexts('draws', {
  right: 'Draws like this were right {right} in 100 ({count} draws).',
  rightMark: 'right {right}',
});
