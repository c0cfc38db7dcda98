import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('signals', {
  mode: 'Mode',
  source: 'Source',
  simulated: 'Simulated',
  market: 'Market',
  currentSignal: 'Current signal',
  latestBotSignal: 'Latest P-BOT signal',
  latestSignal: 'Latest signal',
  drawnAtRandom: 'Drawn at random. Not market analysis.',
  announcement: '{pair} {direction}, {timeframe}, confidence {percent}, simulated',

  availablePairs: 'Available pairs',
  paused: 'Paused',
  oneIsDrawn: 'One is drawn each time',
  drawnNow: 'Drawn now',

  botRunsNow: 'P-BOT runs now',
  botRunsNowHow: 'OTC pairs, 24 hours a day. Drawn at random. Not market analysis.',
  openBot: 'Open P-BOT',

  botBadge: 'P-BOT - 24/7 OTC SIGNALS',
  botFoot: 'OTC pairs available 24/7 - No market hour restrictions',
  selectPair: 'Select OTC Pair',
  expired: 'Expired',
  signalExpired: 'Signal expired. Generate another at any time.',
  noSignal: 'No signal',
  noSignalYet: 'No signal yet',
  chooseAndGenerate: 'Choose a pair and a timeframe, then generate one.',

  howBotIsMade: 'How a P-BOT signal is made',
  youChoose: 'You choose',
  pairAndTimeframe: 'Pair and timeframe',
  drawDecides: 'A random draw decides',
  directionAndConfidence: 'Direction and confidence',
  worth: 'What it is worth',
  notScored: 'A coin flip, so the <record>Record</record> does not score it',
  coinFlip: 'A coin flip. No market is analysed.',
});

export const pairGroupTexts = defineTexts('signals/pair-groups', { 'Major Pairs': 'Major Pairs' });
