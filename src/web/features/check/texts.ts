import { defineTexts } from '../../lib/catalogue.ts';

export const texts = defineTexts('check', {
  title: 'Check a track record: skill or luck?',
  lead: 'For the signals of a seller, a channel, a robot, or for your own trades. A minute is enough.',
  private: 'Nothing leaves your browser. Nothing is stored.',
  tradesPrivate: 'Your trades never leave your browser. Nothing is stored.',

  drop: 'Drop a file here',
  kinds:
    'CSV, XLSX, HTML or JSON: the history of a broker or a trading terminal, or the export of a chat (Telegram, WhatsApp)',
  choose: 'Choose a file',
  counts: 'Or type three numbers',
  won: 'Won',
  of: 'Of',
  payout: 'Payout, %',
  wholeNumber: '{name}: a whole number from {least} to {most}.',
  check: 'Check',
  paste: 'Or paste signals or trades',
  pasteExample: 'EUR/USD CALL 14:32 win\nGBP/USD PUT 14:40 loss\none per line, any order of words',
  checkText: 'Check this text',
  wasItLuck: 'Was it luck?',
  luckPromise: 'How often tossing a coin does as well, computed exactly.',
  wasItEnough: 'Was it enough?',
  enoughPromise: 'The wins that the payouts needed.',
  whatIsHidden: 'What is hidden?',
  hiddenPromise: 'Stakes that double, runs that end it, sellers you never saw.',
  ours: 'Check ours the same way',

  lookedAtQuestion: 'How many sellers, channels or rules did you look at before this one?',
  lookedAtWhy: 'The best of many looks like skill by luck alone. The verdict changes with it.',
  ties: 'Ties',
  tiesRefunded: 'Ties refunded',
  tiesLost: 'Ties lost',
  print: 'Print',
  saveShort: 'Save',
  again: 'Check another',
  save: 'Save this report',
  withRows: 'with the rows',
  saveFailed:
    'The rows could not be read again, so nothing was saved. Choose the file once more, or save without the rows.',
  cameWithLink:
    '{kind, select, record {These numbers came with a link; its sender says that a record holds them. Nothing proves that.} other {These numbers came with a link. Nothing proves them.}}',

  isMeant: '{source, select, file {{file}: is} other {Is}} this what you meant?',
  understood:
    '{what, select, messages {{understood} of {read} messages understood} other {{understood} of {read} rows understood}}',
  counted:
    '{won} won, {lost} lost, {tied} {span, select, unknown {tied.} other {tied; {dates}, {pace, plural, one {# trade} other {# trades}} a day.}}',
  checkThese: '{count, plural, one {Check this trade} other {Check these # trades}}',
  columnsUsed: '{all, plural, one {One column} other {# columns}}, {used} used',
  firstValue: 'first value shown',
  missedAndWhy:
    '{what, select, messages {{count, plural, one {One message not understood, and why} other {# messages not understood, and why}}} other {{count, plural, one {One row not understood, and why} other {# rows not understood, and why}}}}',
  questionsFirst:
    '{count, plural, one {One question before the verdict} other {# questions before the verdict}}',
  questionExamples: 'For example: {examples}',
  answerEffect: '{won} won, {lost} lost, {tied} tied; payout {payout}',
  answerAllFirst: 'Answer the questions first: what is not certain is not guessed.',
  changeRead: 'Read it differently',
  inTheFile: 'In the file',
  readAs: 'Read as',
  example: 'For example',
  columnIsReadAs: '{column} is read as',
  unused: 'not used',
  rowNumber: '{what, select, message {Message {line}} other {Row {line}}}',
  firstShown: 'The first {count} are shown; npx pipcast check --json lists all.',
  clockQuestion:
    '{zones, select, hours {Time zone of hours and weekdays} some {Some times name no time zone. The zone for them, and for hours and weekdays:} other {The times name no time zone. To compare them with prices, they are read as times in}}',

  trades: '{count, plural, one {The one trade} other {The # trades}}',
  pips: '{isEnough, select, yes {Ringed: the last win needed} other {Outlined: the wins that are missing}}',
  coin: 'A coin',
  countAndRate: '{count}, {rate}',
  howCounted: 'How this is counted',
  howTrades:
    'n = {n}. Needed: the sum of 1 / (1 + payout) over the trades. One look: Clopper and Pearson 1934. However often you look: the confidence sequence of this server’s own record (Howard and others 2021).',

  couldItBeLuck: 'Could it be luck?',
  eachDot:
    '{against, select, coin {{n, plural, one {each dot: # coin flip} other {each dot: one series of # coin flips}}} other {{n, plural, one {each dot: # bet, which luck wins with a chance of {rate}} other {each dot: # bets, each of which luck wins with a chance of {rate}}}}}',
  asGood: '{dots, plural, one {# of the 100 dots is} other {# of the 100 dots are}} as good or better.',
  thinLine:
    'The thin line is what the payouts needed; if each trade had just that chance, this many wins would come {often}.',
  groups: 'By pair, hour, direction',
  thisRecord: 'this record: {won}',
  neededHere: 'needed: {needed}',
  howLuck:
    'n = {n}. A coin: the binomial tail, exact (Loader 2000). The best of k coins: 1 − (1 − p)^k. At the chances that the payouts need: the Poisson-binomial tail (Hoeffding 1956).',

  money:
    '{against, select, coin {The money against 200 coin flippers} other {The money against 200 who have only luck}}',
  endHigher:
    '{against, select, coin {{share} of flippers end higher} other {{share} of those who have only luck end higher}}',
  moneySentence:
    '{against, select, coin {{share} of coin flippers end higher. Deepest fall: {fall}; {fellAsDeep} of 200 flippers fell as deep or deeper. The flippers are random draws (seed {seed}).} other {{share} of those who have only luck, at the chances that these payouts need, end higher. Deepest fall: {fall}; {fellAsDeep} of 200 fell as deep or deeper. They are random draws (seed {seed}).}}',
  moneyChart:
    '{against, select, coin {The money over {trades, plural, one {# trade} other {# trades}}, at the end {end}, among 200 coin flippers between {low} and {high}.} other {The money over {trades, plural, one {# trade} other {# trades}}, at the end {end}, among 200 who have only luck between {low} and {high}.}}',
  staked: 'Staked',
  profit: 'Profit',
  perStake: 'Per stake of 1',
  perStakeValue: '{mean} (95%: {low} to {high})',
  howMoney:
    'n = {n}. Flippers who end higher: exact where all stakes and payouts are the same, else 20,000 seeded draws. Per stake: percentile bootstrap of 10,000 resamples (Efron 1979). Above 5,000 trades: the normal distribution in place of draws and resamples.',

  stakes: 'Stakes and losing runs',
  stakesGrow: 'Stakes grow after a loss',
  stakesDouble: 'Stakes double after a loss',
  doubledTimes: '{doubled} of {followed} times',
  nextStake:
    '{known, select, same {The stake stays the same after a win and after a loss.} both {The next stake is usually {afterLoss} times the last one after a loss, and {afterWin} times it after a win.} loss {The next stake is usually {afterLoss} times the last one after a loss.} other {The next stake is usually {afterWin} times the last one after a win.}}',
  lossesEndIt:
    '<b>{losses, plural, one {After # loss} other {After # losses in a row}} the money is gone:</b> an amount as large as the deepest fall no longer pays the next stake. In 100 trades such a run comes with a chance of {chance}.',
  flatStakes: 'With the same stake each time the profit would be {flat}, not {profit}.',
  losingRuns:
    '{runs, plural, one {# losing run.} other {# losing runs.}} In a random order of the same wins and losses, so unusual a number of runs comes {often}.',
  stakeBars: 'Stakes of a losing run: {stakes}.',
  runCosts: 'One run of {losses, plural, one {# loss} other {# losses}} costs {cost}.',
  runWait:
    'On average that run comes every {coin} if a coin {own, select, unknown {decides.} other {decides, every {own} at this win rate.}} Filled: stakes that were used.',
  wait: '{pace, select, unknown {{count} trades} other {{count} trades ({days, plural, one {# day} other {# days}} at this pace)}}',
  howStakes:
    'n = {n}. Medians of the next stake over the last. Runs: Wald and Wolfowitz 1940, exact. A run in 100 trades: exact. The wait for a run: Feller 1968.',

  tooGood: 'Too good to be true?',
  nothingUnusual: 'nothing unusual',
  unusual: '{count} unusual',
  unusualMeans:
    'Unusual: fewer than 1 in 100 honest records look like this, or entries are missing or could not be read. It does not tell why.',

  howManyMore: 'How many more until you would know?',
  moreAgainstCoin: '{more} more, against a coin',
  fromCoin:
    '{trades, select, never {No number of trades tells {rate} from a coin: it is not above it.} enough {Enough trades to tell {rate} from a coin.} more {<b>{more} more</b> to tell {rate} from a coin.} other {<b>{more} more</b> ({days, plural, one {# day} other {# days}} at this pace) to tell {rate} from a coin.}}',
  fromNeeded:
    '{trades, select, never {No number of trades tells it from the {needed} that is needed: it is not above that.} enough {Enough trades to tell it from the {needed} that is needed.} more {<b>{more} more</b> to tell it from the {needed} that is needed.} other {<b>{more} more</b> ({days, plural, one {# day} other {# days}} at this pace) to tell it from the {needed} that is needed.}}',
  ifReal: 'If the rate is real, this many trades show it in 4 of 5 records.',
  howMore:
    'n = {n}. One-sided test at 5% of all that was looked at together, power 80%, normal approximation (Fleiss, Levin and Paik 2003).',

  rangeText: '{rate}, between {low} and {high}',
  wonOf: '{won} of {n}',
  allSmall: 'Fewer than 10 independent bets each: nothing but luck shows.',
  best: 'Best: {name}. {against, select, coin {{of, plural, =1 {A coin does} other {The best of # coins does}}} other {{of, plural, =1 {Luck alone does} other {The best of # with only luck does}}}} as well {often}{part, select, whole {} other {, in the best part of a longer record}}.',
  howGroups:
    'The bars hold for all groups of all that was looked at: Clopper and Pearson 1934 at 5% over their number (Bonferroni). The tick is what the payouts need.',

  prices: 'Against prices',
  pricesOffer:
    'Days and pairs in this record that this server has prices of: {have} of {all}. Comparing fetches whole days: the server learns which pairs and days, and no trade.',
  pricesOnly:
    '{days, plural, one {One day} other {# days}} at most are compared, those with the most trades.',
  compare: 'Compare with prices',
  comparing: 'Days: {done} of {all}…',
  pricesFailed: 'Days whose prices did not come: {missing} of {all}. {why}',
  winsMissed:
    '{missed, plural, =0 {Every claimed win that can be compared did happen ({claimed}).} one {# of {claimed} claimed wins that can be compared did not happen.} other {# of {claimed} claimed wins that can be compared did not happen.}}',
  noWins: 'None of the claimed wins can be compared.',
  byAPip:
    '{count, plural, =0 {In none of them did the price go a pip or more the other way.} one {In one of them the price went a pip or more the other way.} other {In # of them the price went a pip or more the other way.}}',
  lossesWon:
    '{count, plural, one {# of {claimed} claimed losses would have won.} other {# of {claimed} claimed losses would have won.}}',
  entries:
    'The price at entry that is claimed differs by {pips} pips from the real one (median of {n}). {better, plural, one {# entry is} other {# entries are}} better by a pip or more than any price there was, {worse} worse.',
  openAtMinutes:
    '{count, plural, one {# trade} other {# trades}} could not be decided: prices of one minute do not tell.',
  unpriced: '{count, plural, one {# trade has} other {# trades have}} no price at entry or expiry.',
  unclear: '{count, plural, one {# row lacks} other {# rows lack}} a time, pair, direction or expiry.',
  withoutMarket:
    '{count, plural, one {# trade is} other {# trades are}} on a pair without a public price, as all OTC pairs are: only its broker knows that price.',
  pricesCaution:
    'Each trade is settled at the second that the record names; on another clock all of this is wrong. Prices of brokers differ by parts of a pip.',
  winsThatWereNot: 'Claimed wins that did not happen',
  when: 'Time, UTC',
  claimedEntry: 'Entry, claimed',
  against: 'Pips against it',
  howPrices:
    'Settled by the rules of this server’s own signals (docs/signals.md, S4 to S7): the mid of the last quote, at most 15 s old. Of one-minute bars only what no price inside them contradicts.',

  second: 'Beside a second record',
  secondWhy:
    'Before and after, or another seller: choose a second file. A later export of the same chat shows what was deleted or edited since.',
  chooseSecond: 'Choose a second file',
  first: 'First',
  secondName: 'Second: {file}',
  secondRate:
    '{way, select, higher {The win rate of the second is {points} percentage points higher (95%: {low} to {high}).} lower {The win rate of the second is {points} percentage points lower (95%: {low} to {high}).} other {The win rates are the same (95%: {low} to {high} percentage points).}}',
  differByLuck: 'Between two records with the same win rate, a difference this large comes {often}.',
  secondAsks: 'The second file leaves questions open, so it is not compared.',
  secondEmpty: 'No trade of the second record was won or lost.',
  howSecond:
    'n = {first} and {second}. Fisher’s exact test (1935); interval of the difference: Newcombe 1998, method 10.',

  reportTrades: 'The trades',
  expiryTitle: 'Expiry',
});

/** What each meaning of a column is called. */
export const meaningTexts = defineTexts('check/meanings', {
  time: 'time',
  date: 'date',
  clock: 'time of day',
  closed: 'time of expiry',
  pair: 'pair',
  direction: 'direction',
  expiry: 'time to expiry',
  entry: 'price at entry',
  stake: 'stake',
  payout: 'payout',
  profit: 'profit',
  returned: 'amount paid back',
  result: 'won or lost',
  wins: 'won, of two columns',
  losses: 'lost, of two columns',
  ties: 'tied, of several columns',
  id: 'number of the trade',
});

export const groupTexts = defineTexts('check/groups', {
  pair: 'By pair',
  weekday: 'By weekday',
  hour: 'By hour',
  direction: 'By direction',
  expiry: 'By expiry',
});

/** What was chosen out of a longer record. */
export const partTexts = defineTexts('check/parts', {
  question: 'Was it chosen by its outcomes?',
  whole: 'No',
  stretch:
    '{times, plural, =2 {One stretch of a record twice as long} other {One stretch of a record # times as long}}',
  months: '{times, plural, =2 {Months chosen from twice as many} other {Months chosen from # times as many}}',
});
