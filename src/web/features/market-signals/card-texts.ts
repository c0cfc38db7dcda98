import { defineTexts } from '../../lib/catalogue.ts';

export const cardTexts = defineTexts('market-card', {
  openSignal: 'Open signal',
  openStory: 'This signal is still open. Its story stands here once it is settled.',
  livePrice: 'Live price, <b>{age}</b> old',
  price: 'Price, <b>{age}</b> old',
  noPriceFor: 'No price for <b>{age}</b>',
  noPriceYet: 'No price yet',
  /** The pips have a sign: + is ahead, for CALL and for PUT. */
  ended: '{time} {direction}, {pips} pip<more>, {entry} to {exit}</more>',
  voided: '{time} {direction}: {reason}',
  heardWon: '{time} {direction} won, plus {pips} pip',
  heardLost: '{time} {direction} lost, minus {pips} pip',
  heardUnchanged: '{time} {direction} unchanged',
  heardVoid: '{time} {direction} void: {reason}',
  heardSignal: '{pair} {direction}, {timeframe}, confidence {percent}, measured',
  heardNoSignal: 'No signal this minute: {reason}',
  heardNoBotSignal: '{pair}, {timeframe}: no signal. {reason}',
  when: '{timeframe}, {start} to {expiry} {zone}',
  times: '{timeframe}. Generated <time></time>, starts {start}, expires {expiry}.',
  entryFrom: 'Entry price {entry} from {source}, {age} old.',
  entryAhead: 'Its entry price is the one at its start.',
  noEntry: 'It has no entry price.',
  connecting: 'Connecting',
  asking: 'Asking',
  deciding: 'Deciding',
  notWorth:
    'You need <even>{need}</even> at your payout of <paid>{payout}%</paid>. <b>Not worth a stake.</b>',
  mayBeWorth:
    'You need <even>{need}</even> at your payout of <paid>{payout}%</paid>. <b>Worth a stake only if it holds; see the record.</b>',
  leastConfidence:
    'Below 50.2% confidence the engine gives no signal. You need <even>{need}</even> at your payout of <paid>{payout}%</paid>.',
  gauge: '{value} on a line from 48 to 58; you need {need}',
  coin: 'coin 50',
  youNeed: 'you need {need}',
  eachPair: 'What each pair said',
  reasonAt: '{reason} at {time}.',
  severalReasons: 'No pair could be called',
  recordedToo: 'Minutes without a signal are recorded too.',
  withoutSignal:
    '{count, plural, one {# of the last 60 minutes had no signal. It is recorded too.} other {# of the last 60 minutes had no signal. They are recorded too.}}',
  nothingWithoutPrices: 'Nothing is issued without fresh prices.',
  waiting: 'Waiting',
  oncePerMinute: 'The engine decides once a minute, on the minute.',
  highestConfidence: 'The pair with the highest confidence is issued, if the engine can stand for one.',
  chooseAndAsk: 'Choose a pair and a timeframe, then ask for one.',
  decidesOnGrid: 'The engine decides at the next full {timeframe}, or says that it cannot.',
  replay: '<b>{label}.</b> Not live prices.',
  heardTrouble: '{title}: {reason}',
  clockOff: "This computer's clock is off. The countdowns here follow the server's.",
  clockBehind: "This computer's clock is {age} behind the server's. The countdowns here follow the server's.",
  clockAhead:
    "This computer's clock is {age} ahead of the server's. The countdowns here follow the server's.",
  noAnswer: 'No answer',
  askAgain: 'No decision has come for this request. Ask again.',
});

export const raceTexts = defineTexts('market-race', {
  ahead: 'ahead, {seconds} s left',
  behind: 'behind, {seconds} s left',
  level: 'level, {seconds} s left',
  startsIn: 'Starts in {seconds} s',
  entryAtStart: 'entry: the price at its start',
  started: 'Started',
  entryComes: 'waiting for its entry price',
  settling: 'Settling',
  nextPrice: 'waiting for the next price',
  stopped: 'Prices stopped',
  voidUnless: 'void if none by {time}',
  cutOff: 'its outcome comes once reconnected',
  noPriceCame: 'no price came',
  notScored: 'not scored',
  noSignalOnIt: 'no signal on it',
  lastMinute: '{pair}, last minute',
  saysSignal: '{pair} around a {direction} that starts {start} and expires {expiry}.',
  saysEntry: '{pair} around a {direction} that started {start} at {entry} and expires {expiry}.',
  saysNone: '{pair}, without a signal',
});

/** The signal before, in the left half: `14:31 PUT, lost`. */
export const beforeTexts = defineTexts('market-race/before', {
  won: '{time} {what}, won',
  lost: '{time} {what}, lost',
  unchanged: '{time} {what}, unchanged',
  void: '{time} {what}, void',
  runs: '{time} {what}, running out',
  settles: '{time} {what}, settling',
});
