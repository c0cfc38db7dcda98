import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('signals', {
  mode: 'Mode',
  source: 'Source',
  market: 'Market',
  drawnAtRandom: 'Drawn at random. Not market analysis.',

  oneIsDrawn: 'One is drawn each time',
  drawnNow: 'Drawn now',
  drawnMark: 'drawn {percent}',

  otherSource: 'The other source is measured',
  otherScored:
    'Market signals come from prices, and each is scored. The Record says how often they were right.',

  botRunsNow: 'P-BOT runs now',
  botRunsNowHow: 'OTC pairs, 24 hours a day. Drawn at random. Not market analysis.',
  openBot: 'Open P-BOT',

  botBadge: 'P-BOT - 24/7 OTC SIGNALS',
  botFoot: 'OTC pairs available 24/7 - No market hour restrictions',
  selectPair: 'Select OTC Pair',
  majorPairs: 'Major Pairs',
  analyzing: 'Analyzing Market...',
  signalExpired: 'Signal expired. Generate another at any time.',
  chooseAndGenerate: 'Choose a pair and a timeframe, then generate one.',

  right: 'Draws like this were <b>right {right} in 100</b> ({count} draws).',
  rightMark: 'right {right}',
  otherRight: 'Market signals come from prices, and each is scored: right {right} in 100. You need {needed}.',
});
