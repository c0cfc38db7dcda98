import type { Question, QuestionCode } from './reading/questions.ts';
import { sharedTexts, type Writing } from './shared-texts.ts';

/** What a source leaves open. */
const QUESTION_TEXTS = sharedTexts('check/questions', {
  apart: 'Asked apart: the text is another one here.',
  'others-first': 'The counts of an answer take the first answer to each other open question.',
  sheet:
    '{count, number} tables of the file hold trades (in a workbook, each sheet is a table). Which should be checked?',
  chat: '{count, number} chats of the export hold outcomes. Which one should be checked?',
  groups:
    '{count, number} groups of trades may not be one record: they have different senders, tags, titles, accounts or persons, or their outcomes differ too much. Which should be checked?',
  'repeated-messages':
    '{count, plural, one {# message has the text of an earlier one. Is it the same message?} other {# messages have the texts of earlier ones. Are they the same messages?}}',
  'edited-messages':
    '{count, plural, one {# message stands more than once under its number, but with different texts. Which text counts?} other {# messages stand more than once under their numbers, but with different texts. Which text counts?}}',
  'repeated-rows':
    '{count, plural, one {# row says the same as another row. Is it the same trade?} other {# rows say the same as other rows. Are they the same trades?}}',
  'same-number':
    '{count, plural, one {# row has the number or the opening of another row. Is it the same trade?} other {# rows have the number or the opening of another row. Are they the same trades?}}',
  'zero-profit':
    '{count, plural, one {# row has a profit of 0. What does 0 mean?} other {# rows have a profit of 0. What does 0 mean?}}',
  'target-distance':
    '{count, plural, one {# signal ends at a target or a stop, and does not say how far away these are. How far was the target?} other {# signals end at a target or a stop, and do not say how far away these are. How far were the targets?}}',
  'running-sums':
    'From row to row the profit column changes little, as a running sum does. What is each of its figures?',
  'payout-kind': 'What do the numbers of the payout mean?',
  amounts: 'What are the amounts beside the outcomes?',
  'dotted-amounts':
    '{count, plural, one {# amount has} other {# amounts have}} three digits after a dot or a comma. Does it separate thousands or decimals?',
  'expiry-unit': 'The column of durations names no unit. Are its numbers seconds or minutes?',
  durations:
    'It is not said how long a trade runs. {count, plural, one {# trade begins} other {# trades begin}} soon after another of the same pair or currency: trades that run at the same time are one bet. How long does a trade run?',
  'date-order': 'Which comes first in these dates?',
  'win-loss-columns': 'What do the columns of wins and losses hold?',
  'left-out-rows':
    '{count, plural, one {# row looks like a trade, but how it ended is not understood. How is it counted?} other {# rows look like trades, but how they ended is not understood. How are they counted?}}',
  'row-kinds':
    '{count, plural, one {# kind of rows or messages differs from the others: a word in it is not known, or it lacks what the others have. Are they trades?} other {# kinds of rows or messages differ from the others: words in them are not known, or they lack what the others have. Are they trades?}}',
  'doubtful-outcomes':
    '{count, plural, one {# outcome does not fit another column of its row or the prices in its messages, or its profit is nearly 0. Does it count as it was read?} other {# outcomes do not fit another column of their rows or the prices in their messages, or their profits are nearly 0. Do they count as they were read?}}',
  'edited-outcomes':
    'Messages of {count, number} wins were edited later, and of no loss. Do they count as wins?',
  'result-column': '{count, number} columns say how trades ended, and differ. Which one counts?',
  'same-ending':
    'All {count, number} trades ended alike. Is this the whole record? An outcome that only the colour of a cell or text shows is not read.',
  'result-letters': 'Outcomes are letters. What do they stand for?',
  'debit-credit':
    '{count, plural, one {# row has a debit or a credit. Is this what one trade lost or gained?} other {# rows have a debit or a credit. Are these what single trades lost and gained?}}',
  'outcome-order':
    'The order of signals and outcomes is not clear: {count, plural, one {# is} other {# are}} left over. Where does an outcome stand?',
  'unsure-endings':
    '{count, plural, one {# message may say how a signal ended. Does it?} other {# messages may say how a signal ended. Do they?}}',
  'several-outcomes':
    '{count, plural, one {# message may tell the outcomes of several trades. Does it?} other {# messages may each tell the outcomes of several trades. Do they?}}',
  'unresolved-signals':
    '{count, plural, one {# signal has no outcome that is understood, but a message follows it. How is it counted?} other {# signals have no outcome that is understood, but a message follows each. How are they counted?}}',
  'endings-without-signal':
    '{count, plural, one {# outcome has no open signal before it. Is it a trade?} other {# outcomes have no open signal before them. Are they trades?}}',
  'two-ends':
    '{count, plural, one {# outcome differs from an earlier one of the same signal. Which counts?} other {# outcomes differ from an earlier one of the same signal. Which counts?}}',
  'taken-back':
    '{count, plural, one {# message may take back an outcome. How does this outcome count?} other {# messages may take back outcomes. How do these outcomes count?}}',
  'target-then-stop':
    '{count, plural, one {# signal reached a target and later the stop loss. Which counts?} other {# signals reached a target and later the stop loss. Which counts?}}',
  'further-targets':
    '{count, plural, one {# signal reached a further target. Whose pips count?} other {# signals reached a further target. Whose pips count?}}',
  'marked-signals':
    '{count, plural, one {# signal bears a mark. Is it its outcome?} other {# signals bear a mark. Is it their outcome?}}',
  circles:
    '{count, plural, one {# message or signal has coloured circles. What do they show?} other {# messages or signals have coloured circles. What do they show?}}',
  'tie-marks':
    '{count, plural, one {# outcome is only a dash or an arrow. How did the trade end?} other {# outcomes are only a dash or an arrow. How did these trades end?}}',
  'opposite-marks':
    'A text gives marks, colours or signs the opposite of their usual meaning. Which meaning do the outcomes follow?',
  lists:
    '{count, plural, one {# line stands in a message that lists several outcomes. What is it?} other {# lines stand in messages that list several outcomes. What are they?}}',
  'announced-gales':
    'Signals or outcomes name doubled stakes. {count, plural, one {# loss does not say how many stakes were lost. How many?} other {# losses do not say how many stakes were lost. How many?}}',
  'posted-gales':
    '{count, plural, one {Before # outcome a message says that the stake was doubled, or may say so. Was a stake lost?} other {Before # outcomes a message says that the stake was doubled, or may say so. Was a stake lost each time?}}',
  'gale-without-number':
    '{count, plural, one {# outcome, or its signal, speaks of doubled stakes or a recovered loss, without a number. How many times was the stake doubled?} other {# outcomes, or their signals, speak of doubled stakes or a recovered loss, without a number. How many times was the stake doubled?}}',
  'step-number':
    '{count, plural, one {# outcome names a step or has a mark such as ² or *. What is step 1?} other {# outcomes name a step or have a mark such as ² or *. What is step 1?}}',
  'timeframe-or-gale':
    '{count, plural, one {# outcome holds M1, M2 or M3. What is that?} other {# outcomes hold M1, M2 or M3. What is that?}}',
  'claimed-rate': 'A rounded rate leaves open how many were won. Which number is taken?',
  'claimed-letters':
    '{count, plural, one {# letter is neither W nor L. What is it?} other {# letters are neither W nor L. What are they?}}',
  'claimed-pair': 'The text holds numbers without words. Are they won and lost trades?',
  'claimed-numbers': 'Not all of the text fits its wins and losses. Do these count?',
  'several-claims': 'The text says how many were won more than once. Which numbers count?',
});

const ANSWER_TEXTS = sharedTexts('check/answers', {
  all: 'All of them',
  letters: '{won} is won, {lost} is lost',
  number: 'Only number {number}',
  'as-other': 'No: as the other column or the prices say; nearly 0 is a tie',
  column: 'Column {number}',
  once: 'The same: count each once',
  different: 'Different: count all',
  'no-trade': 'No trade',
  'sum-so-far': 'The sum so far',
  'each-trade': 'The profit of each trade',
  stakes: 'The stakes',
  net: 'Gain for a stake of 1',
  decimal: 'Decimal odds, stake included',
  percent: 'Percent of the stake',
  back: 'Percent paid back, stake included',
  mean: 'The mean of the two',
  total: 'Amount paid back, stake included',
  gain: 'Amount gained',
  american: 'American odds',
  implied: 'Chance of a win',
  fractional: 'Fractional odds',
  'no-payout': 'No payout: leverage or the like',
  'risk-first': 'The risk, then what a win brings',
  'reward-first': 'What a win brings, then the risk',
  each: 'Each number by its size',
  thousands: 'Thousands',
  decimals: 'Decimals',
  seconds: 'Seconds',
  minutes: 'Minutes',
  day: 'A day',
  hour: 'An hour',
  'quarter-hour': 'A quarter of an hour',
  'five-minutes': 'Five minutes',
  'one-minute': 'One minute',
  'until-next': 'It ends before the next one begins',
  'day-first': 'The day',
  'month-first': 'The month',
  counts: 'How many trades',
  amounts: 'Amounts of money',
  'leave-out': 'Do not count',
  lost: 'Count as lost',
  won: 'Count as won',
  tied: 'Count as tied',
  count: 'Yes: count',
  'as-said': 'As it was said',
  'as-sounds': 'Each as its words and marks suggest',
  first: 'The first',
  last: 'The last',
  after: 'After its signal',
  before: 'Before its signal',
  corrects: 'No: some correct the outcome before them',
  decoration: 'No: decoration',
  'others-lost': 'The outcome; signals without a mark were lost',
  outcome: 'The outcome',
  side: 'The direction',
  candle: 'The colour of the candle',
  legend: 'What the text says',
  usual: 'The usual one',
  sums: 'Summaries of what was said before',
  trades: 'Trades of their own',
  'as-said-first': 'Yes: each as what it says first',
  'each-signal': 'Yes: one for each trade',
  no: 'No',
  'one-stake': 'One',
  'as-far': '{times, plural, =1 {As far as the stop} other {# times as far as the stop}}',
  times: '{count, plural, =0 {Never} one {Once} =2 {Twice} other {# times}}',
  'step-doubled': 'The first doubled stake',
  'step-first': 'The first stake',
  'step-none': 'No doubled stake',
  gale: 'A doubled stake',
  timeframe: 'The timeframe',
  nearest: 'The nearest',
  least: 'The fewest',
  most: 'The most',
  record: 'Yes: won, then lost, then tied',
  of: 'Yes: won, of all trades',
});

type AnswerKey = keyof (typeof ANSWER_TEXTS)[1];

/** Answers whose text is not that of their own name. */
const NAMES: Readonly<Partial<Record<QuestionCode, Readonly<Record<string, AnswerKey>>>>> = {
  'repeated-rows': { each: 'different' },
  'repeated-messages': { each: 'different' },
  'same-number': { one: 'once', each: 'different' },
  'running-sums': { sums: 'sum-so-far' },
  'win-loss-columns': { sums: 'sum-so-far' },
  'left-out-rows': { each: 'as-sounds' },
  'unsure-endings': { each: 'as-said-first', 'after-gale': 'gale' },
  'several-outcomes': { each: 'each-signal' },
  'unresolved-signals': { each: 'as-sounds' },
  'taken-back': { count: 'as-said' },
  'endings-without-signal': { last: 'corrects' },
  'marked-signals': { ending: 'outcome' },
  'announced-gales': { one: 'one-stake' },
  'step-number': { doubled: 'step-doubled', first: 'step-first', none: 'step-none' },
  'doubtful-outcomes': { other: 'as-other' },
  'claimed-letters': { tie: 'tied' },
};

/** What is asked once more, of those with another text. */
const APART = {
  'zero-others': 'zero-profit',
  'left-out-others': 'left-out-rows',
  'unresolved-others': 'unresolved-signals',
} as const;
type Apart = keyof typeof APART;

const isApart = (code: QuestionCode): code is Apart => code in APART;

export function questionSentence({ code, count }: Question, { say }: Writing): string {
  if (!isApart(code)) return say(QUESTION_TEXTS, code, { count });
  return `${say(QUESTION_TEXTS, APART[code], { count })} ${say(QUESTION_TEXTS, 'apart')}`;
}

/** With which answers to other questions the counts of an answer are; empty where none is open. */
export function othersSentence(questions: readonly Question[], { say }: Writing): string {
  const isOpen = questions.length > 1 && questions.some(({ given }) => given === null);
  return isOpen ? say(QUESTION_TEXTS, 'others-first') : '';
}

/** What an answer means; where it is one of the sheets or columns of a file, its number. */
export function answerSentence(code: QuestionCode, answer: string, { say }: Writing): string {
  if (code === 'result-column') return say(ANSWER_TEXTS, 'column', { number: answer });
  if (code === 'result-letters')
    return say(ANSWER_TEXTS, 'letters', { won: answer[0] as string, lost: answer[1] as string });
  if (code === 'target-distance') return say(ANSWER_TEXTS, 'as-far', { times: Number(answer) });
  if (code === 'gale-without-number') return say(ANSWER_TEXTS, 'times', { count: Number(answer) });
  if (/^\d+$/.test(answer)) return say(ANSWER_TEXTS, 'number', { number: answer });
  return say(ANSWER_TEXTS, NAMES[isApart(code) ? APART[code] : code]?.[answer] ?? (answer as AnswerKey));
}
