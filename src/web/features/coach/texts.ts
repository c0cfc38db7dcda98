import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('coach', {
  name: 'First visit, {step, number} of 3',
  step: '{step, number} of 3',
  skip: 'Skip',
  back: 'Back',
  next: 'Next',
  start: 'Start',
  drawnOrMeasured: 'Drawn or measured?',
  simulated: '<b>Simulated</b> is drawn at random, like a die. Dashed.',
  market:
    '<b>Market</b> is computed from {prices, select, live {live prices} other {prices that are not live}}. Each signal is scored {record, select, public {in public} other {in the record}}. Solid.',
  youNeed: 'You need {needed} in 100',
  onlyEven:
    'At a payout of {payout} a right signal wins {payout} of the stake and a wrong one loses all of it. <b>{needed} right in 100</b> only keeps you even.',
  onlyMeasured: 'Compare only a measured percentage with it. A simulated one is a random draw.',
  setPayout: 'Set your payout',
  brokerShows: 'Your broker shows it beside the pair. Everything here is compared with it.',
});
