import { defineTexts } from '../../lib/catalogue.ts';

export const drawsTexts = defineTexts('draws', {
  right: 'Draws like this were <b>right {right} in 100</b> ({count} draws).',
  rightMark: 'right {right}',
  otherRight: 'Market signals come from prices, and each is scored: right {right} in 100. You need {needed}.',
});
