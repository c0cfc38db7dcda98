import { defineTexts } from '../lib/catalogue.ts';

export const signalWords = defineTexts('ui/signal', {
  currentSignal: 'Current signal',
  latestBotSignal: 'Latest P-BOT signal',
  latestSignal: 'Latest signal',
  expired: 'Expired',
  settled: 'Settled',
  noSignal: 'No signal',
  noSignalYet: 'No signal yet',
  availablePairs: 'Available pairs',
  pair: 'Pair',
  direction: 'Direction',
  entry: 'Entry',
  confidence: 'Confidence',
  time: 'Time',
  engine: 'Engine',
  coin: 'Coin',
  heard:
    '{pair} {direction}, {timeframe}, confidence {percent}, {kind, select, measured {measured} other {simulated}}',
  needed: 'Needed',
  watched: '95%, however often you look',

  start: '<wide>Start </wide>{time}',
  expiry: '<wide>Expiry </wide>{time}',
  pips: '{pips} pip',
  when: '{timeframe}, {start} to {expiry} {zone}',

  marketClosed: 'MARKET CLOSED',
  autoSignalsWillStart: 'Auto signals will start when market opens',
  waiting: 'Waiting for Market Open',
  daysAndTime: '{days, plural, one {# day} other {# days}} {time}',
  opens: 'Opens',
  yourTime: '{time} in your time zone, {zone}',
  firstThen: 'Asian session, then Tokyo at {time}',
  closedForTheWeekend: 'Closed for the weekend',
  closedForTheNight: 'Closed for the night',
});

/** Terms, the same in every language. */
export const MODE_NAMES = { special: 'P-Special', bot: 'P-BOT' } as const;

/** The side of the entry price that wins. */
export const winsTexts = defineTexts('ui/wins', {
  CALL: 'CALL wins above',
  PUT: 'PUT wins below',
});
