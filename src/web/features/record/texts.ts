import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('record', {
  loading: 'Loading the record',
  stale: 'Newer figures did not load. {problem}',
  replay: '{label}. Not part of the live record.',
  more: 'More',

  tooEarly: 'Too early: {count, plural, =0 {no signals} one {# signal} other {# signals}}.',
  ofWhat: '{decided} decided of {all, plural, one {# market signal} other {# market signals}}, {days}.',
  beside:
    'P-Special: {special, number} decided, {days}. P-BOT: {bot, number} decided, right {engine} in 100, a coin {coin}.',
  besideFew:
    'P-Special: {special, number} decided, {days}. P-BOT: {bot, number} decided, too few for a rate.',
  ofNothing: 'No market signal has ended yet.',
  excuses:
    'Never decided: {undecided} of {minutes, plural, one {# open minute} other {# open minutes}}. Void: {voids} of {signals, plural, one {# signal} other {# signals}}. Outages: {span} in all.',
  questions: 'Two questions',
  tooEarlyToSay: 'Too early to say.',
  beatsCoin: 'Does it beat a coin?',
  coinAnswer:
    '{luck, select, luck {Not proven. This is what luck looks like.} explained {Not proven. Luck explains it.} possible {Not proven. It could be luck.} other {Luck hardly explains it.}}',
  coinsDo: 'Coin tosses do this well or better {often}.',
  worthStake: 'Is it worth a stake at <payout></payout>%?',
  stakeNo: '{count, plural, =0 {No.} other {No. # in 100 short.}}',
  stakeNotProven: '{count, plural, =0 {Not proven.} other {Not proven. # in 100 short so far.}}',

  lateLost: 'Entered 5 s later: {cents} cents lost.',
  lateWon: 'Entered 5 s later: {cents} cents won.',

  inHundred: 'Out of 100 signals',
  coinSame: 'Coin, same signals',
  late: 'Engine, entered 5 s later',
  lateInHundred: '{count}, entered 5 s later',
  missing: 'Outlined: the {count} more you need at a payout of {payout}.',
  enough: 'At a payout of {payout} you need {needed}.',
  soFar: 'Signals so far',
  rightSoFar: 'Right so far',
  ofSoMany: '{count, plural, one {of # signal} other {of # signals}}',
  fewWaffle: '{right} of {all} filled; a rate takes 30',
  fewLegend: 'Filled: right. Hollow: wrong. From 30 signals on, they are counted per 100.',

  eachDot: 'each dot: a series of {flips} coin flips, one for each minute with signals',
  bell: 'Where {flips} coin flips land: 98 of 100 times between {low} and {high}. The engine has {engine}, the coin {coin}, needed are {needed}.',
  markEngine: 'engine {rate}',
  markCoin: 'the coin {rate}',
  isAbove: 'The engine is above the {rate} you need, so far.',
  beyondDots: 'The {rate} you need lies beyond all the dots.',
  notEnough: 'You need {rate}.',

  courseSentence:
    'Right signals above half after {signals} signals: the engine {engine}, the coin {coin}; break-even would be {even}. 95 of 100 coins stay within {reach}.',

  calibration: 'Does it mean what it says?',
  said: 'said, %',
  cameTrue: 'came true, %',
  saidAndCame: 'said {said}, came {came}',
  tooFewToSay: 'too few to say',
  calibrationHint: 'On the line: as said. Dot: number of signals; hollow under 100.',
  calibrationPart: '{said} said, {true} came true ({signals})',
  calibrationSentence: '{parts}.',
  nothingSaid: 'Nothing was said yet.',

  hours: 'Better at some hours?',
  hoursSentence: 'Right in 100 by weekday and hour: {parts}.',
  hoursPart: '{day} {hour}: {count}',
  noBlocks: 'No block of hours has 100 signals yet.',
  byHour: 'Right in 100, by hour, UTC+5. Blank: under 100 signals.',
  byThreeHours: 'Right in 100, by three hours, UTC+5. Blank: under 100 signals.',
  noBlockYet: 'No block has as many yet.',
  oneBlock: 'One block is shown: tossing a coin gets at least {right} there {often}.',
  manyBlocks:
    'Of {count} blocks one looks good: {right} right. The best of {count} coins does as well {often}.',

  details: 'Details',
  detailsHint: 'by pair, not scored, files',
  byPair: 'By pair',
  byKind: 'By kind',
  byTimeframe: 'By timeframe',
  byWeekdayAndHour: 'By weekday and hour',
  comparison: 'Engine and coin',
  saidAndTrue: 'Said and came true',
  asTable: '{caption}, as a table',
  tableRegion: '{caption}, table',
  who: 'Who',
  kind: 'Kind',
  decided: 'Decided',
  right: 'Right',
  rate: 'Rate',
  settledAt: 'Settled at',
  breakEvenHead: 'Break-even',
  saidHead: 'Said',
  meanSaid: 'Mean said',
  cameTrueHead: 'Came true',
  interval: 'Interval',
  fromHour: 'From, UTC+5',
  record: 'Record',
  choice: '{label}, engine {engine}, {decided} decided',
  live: 'Live prices',

  notScored: 'Simulated signals are drawn at random and not scored.',
  unchangedNote: 'the price at expiry was the price at the start',
  abstentions: 'Decisions without a signal',
  pairByPair: 'pair by pair: {reasons}',
  outages: 'Outages',
  outageTime: '{span} in all',
  reason: '{text} ({count})',
  otherReasons: 'other reasons ({count})',

  files: 'All signals that the filters let through',
  noFile: 'The file could not be made',

  statistics: 'For statisticians',
  statisticsHint: 'intervals, Brier, log loss',
  noStatistics: 'Win rate and intervals stand here from the first signal that is won or lost.',
  winRate: 'Win rate',
  winRateValue: '{rate} ({won} of {decided})',
  wilson: '95%, Wilson, if you look once',
  coinWatched: 'Coin, 95%, however often you look',
  rateAndInterval: '{rate}, {interval}',
  difference: 'Engine less coin, percentage points',
  differenceValue: '{points}, {low} to {high}',
  lateWatched: 'Entered 5 s later, 95%, however often you look',
  fairCoin: 'A fair coin each minute does this well or better',
  tail: 'p = {chance}, one-sided',
  breakEvenRate: 'Break-even win rate',
  perStake: 'Expected value per $1',
  perStakeValue: '{value}, {low} to {high}',
  ifLost: 'Win rate if {count} unchanged count as lost',
  brier: 'Brier score, a coin 0.2500',
  logLoss: 'Log loss, a coin 0.6931',

  allSignals: 'All signals',
  allSignalsTable: 'All signals, table',
  filters: 'Filters',
  filtersOn: 'Filters, {count} on',
  loadingSignals: 'Loading the signals',
  signalCount: '{count, plural, one {# signal} other {# signals, the newest first}}',
  noMatch: 'No signal matches. Choose fewer filters.',
  noneEnded: 'No signal has ended yet. They appear here as the market engine settles them.',
  time: 'Time (UTC+5)',
  moved: 'Moved',
  outcome: 'Outcome',
  older: 'Show older',
  all: 'All',

  ledger: 'Ledger',
  nothingRecorded: 'Nothing has been recorded yet.',
  recordedFirst:
    '<b>Every signal was recorded before it was shown.</b> <hint>{count, plural, one {# entry} other {# entries}}.</hint>',
  checked: '{count} entries checked',
  notRead: '<b>The ledger could not be read</b> <hint>{problem}</hint>',
  verified:
    '<b>Ledger verified</b> <hint>{count, plural, one {# entry} other {# entries}}. {past} Checkpoint <hash>{root}</hash>. This does not prove that the feed’s prices are right, that outages were real, that the operator has no other ledger, or that strangers asked P-BOT.</hint>',
  ledgerPast:
    'Since {since}: {outages, plural, one {# outage} other {# outages}}, {span} in all; {engines, plural, one {# change} other {# changes}} of the engine, {keys, number} of the key.',
  notVerified: '<b>The ledger does not verify</b> <hint>{problem}</hint>',
  notCompared: '<b>Not all of the ledger could be checked</b> <hint>{problem}</hint>',
  checking: 'Checking...',
  check: 'Check it yourself',
  checkAgain: 'Check again',
  copyHash: 'Copy checkpoint hash',
  copy: 'Copy',
  copied: 'Checkpoint copied',
  notCopied: 'Not copied: this browser does not allow it',
  badKey: 'The server gave a key that cannot be read.',
  noEd25519:
    'This browser cannot check Ed25519 signatures. Use a newer one, or the command npx pipcast verify.',
  noPart: 'The server has no {path}.',

  notSeen: 'None of {count, number} witnesses has seen this ledger yet.',
  seen: 'Seen by {seen, number} of {count, number} witnesses, last {ago} ago.',
  seenInTime: '{seen, number} of {count, number} signals were seen before they expired.',
  seenByFew: 'Seen by {seen, number} of {count, number} witnesses, last {ago} ago. They are too few.',
});

export const verdictTexts = defineTexts('record/verdicts', {
  'too-few': 'Too few to judge.',
  above: 'Above break-even.',
});

export const modeTexts = defineTexts('record/modes', {
  special: 'P-Special',
  bot: 'P-BOT',
});

export const weekdayTexts = defineTexts('record/weekdays', {
  1: 'Mon',
  2: 'Tue',
  3: 'Wed',
  4: 'Thu',
  5: 'Fri',
  6: 'Sat',
  7: 'Sun',
});

/** Units have plurals of their own in other languages. */
export const spanTexts = defineTexts('record/spans', {
  seconds: '{seconds, plural, other {#\u00A0s}}',
  minutes: '{minutes, plural, other {#\u00A0min}}',
  hours: '{hours, plural, other {#\u00A0h}}',
  days: '{days, plural, one {# day} other {# days}}',
  hoursAndMinutes: '{hours, plural, other {#\u00A0h}} {minutes, plural, other {#\u00A0min}}',
  daysAndHours: '{days, plural, one {# day} other {# days}} {hours, plural, other {#\u00A0h}}',
});
