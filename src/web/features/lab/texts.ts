import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('lab', {
  question: 'Does this rule work?',
  lead: 'Any rule, tested on prices and compared with luck.',
  where:
    '{kept, select, account {The counting runs in this browser; which rules you tried is kept with your account.} other {Rule and prices stay in this browser; the server learns which prices you fetch.}}',

  rule: 'The rule',
  knownRules: 'Well-known rules',
  onBars: 'On <pair></pair> bars of <bar></bar>',
  bar: 'Bar',
  callWhen: '<b>CALL</b> when',
  putWhen: '<b>PUT</b> when',
  and: 'and',
  andWhen: 'and when…',
  remove: 'Remove this condition',
  atMirror: '<b>PUT</b> at the mirror:',
  ownPut: 'Conditions of its own',
  mirrorPut: 'The mirror instead',
  entered: 'Entered <entry></entry> and expiring after <expiry></expiry> bars',
  nextBar: 'at the next bar',
  barsLater: '{count, plural, one {# bar later} other {# bars later}}',
  noDirection: 'This rule has no mirror: it says nothing of up or down. Give PUT conditions of its own.',

  prices: 'Prices',
  madeUp: 'Made-up prices',
  madeUpNote: '<b>Made-up prices.</b> Each step is a coin toss: nothing can be found in them.',
  notLoaded: 'The list of prices did not load: there are the made-up ones.',
  pricesPicture: 'Open: {open}. {part, select, sealed {Sealed:} other {Opened once:}} {sealed}.',
  staysSealed: 'The hatched part stays sealed until you open it, once, for one rule.',
  wereSeen: 'The last third was opened on {date} for {rule}.',
  cameTo: 'Right {right} of {decided}.',
  lookAgain: 'Look at that again',

  tryIt: 'Try it',
  tryMany: 'Try {count} like it',
  counting: 'Counting…',
  many: 'What is changed',
  fieldOf: '{kind}: {field}',
  firstField: 'First number',
  secondField: 'Second number',
  step: 'Step',
  tooMany: 'Each number takes 1 to 40 values, all within its limits.',
  share: 'Link, file, picture',
  open: 'Open a rule',
  save: 'Save the rule and its result',
  noRule: 'This holds no rule that can be read.',
  stale: 'The figures below are of another rule. Try this one.',
  notKept: 'This browser could not keep the opening, so the prices stay sealed.',

  counted: '{decided} decided of {signals, plural, one {# signal} other {# signals}}, {days}.',
  apart: 'Ties: {ties}. Skipped at a gap in the prices: {skipped}.',
  atPayout: 'At a payout of <percent><field></field>%</percent>:',
  tooFew: 'Too few: {count, plural, =0 {no signals} one {# signal} other {# signals}}.',
  tooFewNote: 'From 500 decided signals on, a rule is judged.',
  asLuck:
    '{luck, select, luck {This is what luck looks like.} explained {Luck explains it.} possible {It could be luck.} other {Hard to explain by luck.}}',
  notEnough: 'And it was not enough.',
  enoughSeen:
    'It was enough at a payout of {payout}, on prices that were looked at. What it does on others, these cannot say.',
  enoughUnseen:
    '{entry, plural, =1 {It was enough at a payout of {payout}, on prices that it had not seen, entered at the next bar.} other {It was enough at a payout of {payout}, on prices that it had not seen, entered # bars later.}}',
  eachShuffle:
    '{tries, plural, one {each dot: a coin decides for each day whether its signals are reversed} other {each dot: a coin decides for each day whether its signals are reversed; best of the # you tried}}',
  thisRule: 'this rule {rate}',
  shuffles: 'Of {all} shuffles {count} did as well.',
  atNext: 'Entered as the rule says',
  oneLater: 'One bar later',
  ofRule: 'this rule',

  tried:
    '{count, plural, one {You have tried # rule on these prices} other {You have tried # rules on these prices}}',
  bestOf:
    '{count, plural, one {One that knows nothing shows {rate} in 100.} other {If none of the # knew anything, the best one judged would show {rate} in 100.}}',
  eachTry:
    'Each further try makes the best one look better than it is; the count is saved with every result.',
  notStored: 'This browser could not store the count: it is lost when this page is closed.',
  atOnce: '{count} at once',
  onSealed: 'on the sealed part',

  bestRight: 'The best of {count} judged: right {right} in 100.',
  stillShows: 'Where nothing is to be found, the best still shows {right}.',
  noneJudged: 'None of {count} gave 500 signals.',
  manyLead: '{rules} rules on {bars} bars, {days}; not judged, as they gave fewer than 500 signals: {few}.',
  allAtOnce: 'All {count} at once',
  axes: '{up} up, {right} to the right',
  inHundred: 'right in 100',
  under: 'under 500',
  heatPicture: 'Right in 100 for each rule; the best is {rule} with {rate}.',
  best: 'The best: <b>{rule}</b>, {right} of {decided}.',
  lookingCosts: 'What looking costs',
  eachBest:
    'each dot: the best of the {count} judged, where a coin decides for each day whether its signals are reversed',
  yourBest: 'your best {rate}',
  bestShuffled:
    '{shuffles, select, none {None of {all} shuffles did as well. How much of the {right} is luck, only prices that it has not seen can say.} other {In {count} of {all} shuffles the best did as well: looking for the best brings that much by itself.}}',
  clearest: 'Clearest for its number of signals: <b>{rule}</b>, {right} of {decided}.',
  foundAgain: 'Found in {first}, seen again in {second}',
  foundPicture:
    'One dot per rule: how often it was right in the first half and in the second. {paid} paid off in the first, {again} of them in both.',
  paidAgain:
    '{paid, plural, =0 {No rule paid off in the first half.} one {# rule paid off in the first half; in the second too: {again, number}.} other {# rules paid off in the first half; in the second too: {again, number}.}}',
  onDiagonal:
    'Each dot is a rule; on the diagonal it would be as good again. How far it falls below is what looking for the best adds.',
  paidTwice: 'paid off twice',
  paidOnce: 'paid off once',
  neverFound: 'not found',

  sealed: '<b>{days} is sealed.</b> It can be opened once, for one rule. Choose before you look.',
  openFor: 'Open it for {rule}',
  fewThere: 'Its signals there, at this pace: about {count}, too few to judge.',
  openNow: 'Open it now, for ever',
  notYet: 'Not yet',
  unseenRight: 'Right {count} in 100 on prices it had not seen.',
  chosenFrom:
    '{tries, plural, one {{rule}, chosen from # try, opened once on {date}.} other {{rule}, chosen from # tries, opened once on {date}.}}',
  lookingAdded: 'In hindsight, and after',
  inHindsight: 'In hindsight',
  notSeen: 'Not seen before',
  rightOf: '{right} of {decided}, {cents} cents',
  afterwards: 'More rules can be tried; these prices cannot judge them any more. Bring newer ones.',
});

/** A condition as a sentence with its fields in it. */
export const conditionTexts = defineTexts('lab/conditions', {
  rsi: '<kind></kind> of <length></length> <how></how> <level></level>',
  ema: '<kind></kind> of <fast></fast> <how></how> that of <slow></slow>',
  bollinger:
    'the close <how></how> the <band></band> <kind></kind> band of <length></length> bars, <width></width> deviations',
  macd: '<kind></kind> of <fast></fast> and <slow></slow> <how></how> its signal line of <signal></signal>',
  stochastic:
    '<kind></kind> of <length></length>, smoothed over <smooth></smooth>, <how></how> <level></level>',
  candles: '<kind></kind>: <run></run>, <colour></colour>',
  engulfing: '<kind></kind>, <colour></colour>',
  body: '<kind></kind> <how></how> <percent></percent>% of the candle',
  wick: '<kind></kind> at the <end></end> <how></how> <percent></percent>% of the candle',
  distance:
    '<kind></kind> of the close from the <of></of> of <length></length> bars <how></how> <pips></pips> pips',
  hour: '<kind></kind> from <from></from> to <to></to>, UTC',
});

export const kindTexts = defineTexts('lab/kinds', {
  rsi: 'RSI',
  ema: 'EMA',
  bollinger: 'Bollinger',
  macd: 'MACD',
  stochastic: 'Stochastic',
  candles: 'Candles in a row',
  engulfing: 'Engulfing candle',
  body: 'Body',
  wick: 'Wick',
  distance: 'Distance',
  hour: 'Hours',
});

/** The names of the fields, for those who hear them. */
export const fieldTexts = defineTexts('lab/fields', {
  kind: 'Indicator',
  how: 'Comparison',
  length: 'Length',
  level: 'Level',
  fast: 'Fast',
  slow: 'Slow',
  signal: 'Signal line',
  width: 'Deviations',
  band: 'Band',
  smooth: 'Smoothing',
  run: 'Candles',
  percent: 'Percent',
  end: 'End',
  of: 'High or low',
  pips: 'Pips',
  enterAfterBars: 'Entry, bars later',
  expiryBars: 'Expiry, bars',
});

export const optionTexts = defineTexts('lab/options', {
  'crosses-below': 'falls below',
  'crosses-above': 'rises above',
  'is-below': 'is below',
  'is-above': 'is above',
  lower: 'lower',
  middle: 'middle',
  upper: 'upper',
  up: 'up',
  down: 'down',
  high: 'high',
  low: 'low',
});
