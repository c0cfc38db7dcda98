import { defineTexts } from '../lib/catalogue.ts';

export const explanationTexts = defineTexts('ui/explanations', {
  drawnConfidence:
    'A random draw, like the direction: every whole percent is as likely as any other. It says nothing about the market.',
  confidence:
    'The chance that the engine gives this direction, calibrated on past prices. A coin has 50%. The record shows how often signals like it were right.',
  breakEven:
    'The share of signals that must be right so that the right ones pay for the wrong ones: 100 ÷ (100 + payout). At a payout of 80% that is 55.6%.',
  engine:
    'How many signals of the engine were right, of those that won or lost. Unchanged and void ones are not counted.',
  coin: 'For comparison: beside each signal the server tosses a coin for the direction, and settles it on the same two prices. An engine that knows nothing does as well.',
  inHundred:
    'Of 100 signals that won or lost, this many were right, rounded. Unchanged and void ones do not count.',
  cents:
    'What each $1 staked came to on average at your payout: a right signal adds the payout, a wrong one loses the stake.',
  late: 'The same signals, entered 5 s after their start: about what you get if you read the signal before you act.',
});
