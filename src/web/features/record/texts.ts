import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('record', {
  stale: 'Newer figures did not load. {problem}',
  replay: '{label}. Not part of the live record.',

  tooEarly: 'Too early: {count, plural, =0 {no signals} one {# signal} other {# signals}}.',
  ofWhat: '{decided} decided of {all, plural, one {# market signal} other {# market signals}}, {days}.',
  bothModes:
    'P-Special: {special, number} decided, {days}. P-BOT: {bot, number} decided, {rate, select, unknown {too few for a rate.} other {right {engine} in 100, a coin {coin}.}}',
  ofNothing: 'No market signal has ended yet.',
  excuses:
    'Never decided: {undecided} of {minutes, plural, one {# open minute} other {# open minutes}}. Void: {voids} of {signals, plural, one {# signal} other {# signals}}. Outages: {span} in all.',
  tooEarlyToSay: 'Too early to say.',
  stakeAnswer:
    '{verdict, select, few {Too few to judge.} above {Above break-even.} below {{count, plural, =0 {No.} other {No. # in 100 short.}}} other {{count, plural, =0 {Not proven.} other {Not proven. # in 100 short so far.}}}}',
  beatsCoin: 'Does it beat a coin?',
  coinAnswer:
    '{luck, select, luck {Not proven. This is what luck looks like.} explained {Not proven. Luck explains it.} possible {Not proven. It could be luck.} other {Luck hardly explains it.}}',
  coinsDo: 'Coin tosses do this well or better {often}.',
  worthStake: 'Is it worth a stake at <payout></payout>%?',

  entryLate:
    'Entered 5 s later: {way, select, even {nothing won or lost.} lost {{cents} cents lost.} other {{cents} cents won.}}',

  coinSame: 'Coin, same signals',
  late: 'Engine, entered 5 s later',
  lateInHundred: '{count}, entered 5 s later',
  waffleLegend:
    '{is, select, short {Outlined: the {count} more you need at a payout of {payout}.} other {At a payout of {payout} you need {needed}.}}',
  rightSoFar: 'Right so far',
  ofSoMany: '{count, plural, one {of # signal} other {of # signals}}',
  fewWaffle: '{right} of {all} filled; a rate takes 30',
  fewLegend: 'Filled: right. Hollow: wrong. From 30 signals on, they are counted per 100.',

  eachDot:
    'each dot: a series of {flips} coin flips, one for each minute with {signals, plural, one {the # signal} other {any of the # signals}}',
  markEngine: 'engine {rate}',
  need: '{where, select, above {The engine is above the {rate} you need, so far.} beyond {The {rate} you need lies beyond all the dots.} other {You need {rate}.}}',

  calibration: 'Does it mean what it says?',
  said: 'said, %',
  cameTrue: 'came true, %',
  saidAndCame: 'said {said}, came {came}',
  tooFewToSay: 'too few to say',
  calibrationHint: 'On the line: as said. Dot: number of signals; hollow under 100.',
  calibrationPart: '{said} said, {true} came true ({signals})',
  calibrationSentence: '{parts}.',

  hours: 'Better at some hours?',
  hoursSentence: 'Right in 100 by weekday and hour: {parts}.',
  hoursPart: '{day} {hour}: {count}',
  byHours:
    'Right in 100, by {hours, select, one {hour,} other {three hours,}} UTC+5. Blank: under 100 signals.',
  blockLuck:
    '{blocks, select, one {One block is shown: tossing a coin gets at least {right} there {often}.} other {Of {count} blocks one looks good: {right} right. The best of {count} coins does as well {often}.}}',

  details: 'Details',
  detailsHint: 'by pair, not scored, files',
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
  lateWatched: 'Entered 5 s later, 95%, however often you look',
  fairCoin: 'A fair coin each minute does this well or better',
  tail: 'p = {chance}, one-sided',
  breakEvenRate: 'Break-even win rate',
  perStake: 'Expected value per $1',
  ifLost: 'Win rate with {count} unchanged as lost',
  brier: 'Brier score, a coin 0.2500',
  logLoss: 'Log loss, a coin 0.6931',

  allSignals: 'All signals',
  filters: 'Filters',
  filtersOn: 'Filters, {count} on',
  signalCount: '{count, plural, one {# signal} other {# signals, the newest first}}',
  noMatch: 'No signal matches. Choose fewer filters.',
  noneEnded: 'No signal has ended yet. They appear here as the market engine settles them.',
  time: 'Time (UTC+5)',
  moved: 'In its favour',
  outcome: 'Outcome',
  older: 'Show older',
  all: 'All',

  ledger: 'Ledger',
  nothingRecorded: 'Nothing has been recorded yet.',
  recordedFirst:
    '<b>Every signal was recorded before it was shown.</b> <hint>{count, plural, one {# entry} other {# entries}}.</hint>',
  checked: 'Entries checked: {count}',
  failed:
    '{how, select, unread {<b>The ledger could not be read</b> <hint>{problem}</hint>} broken {<b>The ledger does not verify</b> <hint>{problem}</hint>} other {<b>Not all of the ledger could be checked</b> <hint>{problem}</hint>}}',
  verified:
    '<b>Ledger verified</b> <hint>{count, plural, one {# entry} other {# entries}}. {past} Checkpoint <hash>{root}</hash>. This does not prove that the feed’s prices are right, that outages were real, that the operator has no other ledger, or that strangers asked P-BOT.</hint>',
  ledgerPast:
    'Since {since}: {outages, plural, one {# outage} other {# outages}}, {span} in all; {engines, plural, one {# change} other {# changes}} of the engine, {keys, number} of the key.',
  checking: 'Checking...',
  check: 'Check it yourself',
  checkAgain: 'Check again',
  copyHash: 'Copy checkpoint hash',
  badKey: 'The server gave a key that cannot be read.',
  noEd25519:
    'This browser cannot check Ed25519 signatures. Use a newer one, or the command npx pipcast verify.',
  noPart: 'The server has no {path}.',

  seen: '{witnesses, select, none {{count, plural, one {The one witness has not seen this ledger yet.} other {None of # witnesses has seen this ledger yet.}}} few {Seen by {seen, number} of {count, number} witnesses, last {ago} ago. That is too few.} other {Seen by {seen, number} of {count, number} witnesses, last {ago} ago.}}',
  seenInTime: 'Signals seen before they expired: {seen, number} of {count, number}.',

  ownRecord: 'My own record',
  taken: 'Signals that I took',
  takenLate: 'The same, entered 5 s late',
  allOfEngine: 'All signals of the engine',
  wonOf: '{are, select, few {Too few: {won}} other {{won}}} of {decided} won',
  takenDelay:
    '{count, plural, =1 {It was taken {delay} after its start.} =2 {Both were taken within {delay} of their start.} other {Half of mine were taken within {delay} of their start.}}',
  notSettled: '{count, plural, one {# is} other {# are}} not settled yet.',
  newestTaken: 'Counted here are the newest {count} of {total} signals; the files have all that are settled.',
  ownPrices: 'Outcomes are those of the record’s prices. Your broker’s may differ.',
  ownFiles: 'Mine as files',

  missing: 'There is no such settled signal',
  missingHint: 'It may not be settled yet, or be in another ledger.',
  signal: 'Signal',
  madeFrom: '{mode}, {source}',

  picture:
    '{pair} from {from} to {to}. {wins}; the entry is {entry}. It ended at {exit}, {pips}: {outcome}. The coin said {coin}.',
  movedWords:
    '{side, select, for {{pips} pip in its favour} against {{pips} pip against it} other {the price did not move}}',
  voidPicture: '{pair} from {from} to {to}. Void: {reason}.',
  noPath: 'The prices in between are not kept any more.',
  coinSide: 'Coin: {direction}',

  timeline: 'What happened when',
  clock: 'UTC+5, milliseconds',
  stepDecided: 'Decided',
  decidedHint: 'from the prices up to then',
  recorded: 'Recorded',
  recordedHint: 'Entry {index} of the ledger, {ms, number} ms later, before it was shown',
  entered: 'Entered',
  priceHint: '{price}, a price {age} old',
  noPrice: 'no price counts',
  settledHint: 'once a later price had come: {outcome}',
  voidHint: 'Void: {reason}',

  engineSaid: 'Engine said',
  coinDrew: 'Coin drew',
  enteredLate: 'Entered 5 s later',
  needed: 'Needed at your payout of <payout></payout>%',
  paidBack: '$1 would have paid back',

  nothing: 'One signal proves nothing',
  nothingText:
    'A coin wins every second time too. The <record>record of all signals</record> is what counts.',

  proof: 'Proof',
  proofHint:
    '{count, plural, one {one ledger entry, its hash, the signed checkpoint} other {# ledger entries, their hashes, the signed checkpoint}}',
  proofText:
    'The ledger only grows. Each entry below is a leaf of a hash tree as in RFC 6962; with the hashes of its path it leads to the root in the signed checkpoint. The file to keep is checked by <code>npx pipcast verify</code>, years later and without this site.',
  ledgerSize: 'Ledger {ledger}, {count, plural, one {# entry} other {# entries}}',
  entry: 'Entry {index}: {kind}, recorded {time}',
  leafHash: 'Leaf hash',
  path: 'Path to the root',
  isRoot: 'The leaf is the root.',
  checkpoint: 'Signed checkpoint',
  save: 'Save the proof',
});
