import type { Question, QuestionCode } from '../../core/check/reading/questions.ts';

const QUESTIONS: Readonly<Record<QuestionCode, string>> = {
  sheet: '{count} sheets of the workbook hold trades. Which are meant?',
  'repeated-rows':
    '{count} rows equal another row in every cell and have no number. Are they the same trades?',
  'same-number': '{count} rows have the number of another row. Are they the same trades?',
  'zero-profit': '{count} rows have a profit of 0. What does 0 mean?',
  'running-sums': 'The figures in the profit column follow each other closely. What are they?',
  'payout-kind': 'What do the numbers in the payout column mean?',
  'date-order': 'Which comes first in these dates?',
  'win-loss-columns': 'What do the columns of wins and losses hold?',
  'left-out-rows':
    '{count} rows look like trades, but how they ended is not understood. How are they counted?',
  'result-column': '{count} columns say how trades ended, and differ. Which one counts?',
  'same-ending': 'All {count} trades ended alike. Is this the whole record?',
  'unsure-endings': '{count} messages may say how a signal ended. Do they?',
  'unresolved-signals':
    '{count} signals have no outcome that is understood, but a message follows each. How are they counted?',
  'endings-without-signal': '{count} outcomes have no open signal before them. Are they trades?',
  'two-ends': '{count} messages give a signal another outcome than an earlier message did. Which counts?',
  'target-then-stop': '{count} signals reached a target and later the stop loss. Which counts?',
  'marked-signals': '{count} signals bear a mark. Is it their outcome?',
  circles: '{count} messages hold only coloured circles. What do they show?',
  'opposite-marks':
    'A text gives marks or colours the opposite of their usual meaning. Which one do the outcomes follow?',
  lists: '{count} lines stand in messages that list several outcomes. What are they?',
  'announced-gales':
    'Signals announce doubled stakes. {count} losses do not say how many stakes were lost. How many?',
  'posted-gales': 'Before {count} outcomes a message names a doubled stake. Was a stake lost each time?',
  'gale-without-number':
    '{count} outcomes came after doubled stakes, without their number. How many doublings?',
  'step-number': '{count} outcomes name a step. What is step 1?',
  'timeframe-or-gale': '{count} outcomes hold M1, M2 or M3. What is that?',
  'claimed-rate': 'A rounded rate leaves open how many were won. Which number is taken?',
  'claimed-letters': '{count} letters are neither W nor L. What are they?',
  'claimed-numbers': 'Not all of the text fits its wins and losses. Do these count?',
};

/** A question as one sentence for a terminal. */
export function questionSentence({ code, count }: Question): string {
  return QUESTIONS[code].replace('{count}', count.toLocaleString('en'));
}

const YES_OR_NO = { 'leave-out': 'No: leave them out', count: 'Yes: count them' };
const COUNTED = {
  'leave-out': 'No: leave them out',
  lost: 'Count them as lost',
  won: 'Count them as won',
  tied: 'Ties',
};
const ANSWERS: Readonly<Partial<Record<QuestionCode, Readonly<Record<string, string>>>>> = {
  sheet: { all: 'All of them' },
  'repeated-rows': { once: 'The same: count each once', each: 'Other trades: count all' },
  'same-number': { one: 'The same: count each once', each: 'Other trades: count all' },
  'zero-profit': { lost: 'A lost stake', tied: 'A tie', 'no-trade': 'No trade' },
  'running-sums': { sums: 'The sum so far', 'each-trade': 'The profit of each trade' },
  'payout-kind': {
    net: 'Gain for a stake of 1',
    decimal: 'Decimal odds, stake included',
    percent: 'Percent of the stake',
    total: 'Amount paid back, stake included',
    gain: 'Amount gained',
    american: 'American odds',
    fractional: 'Fractional odds',
    each: 'Each number by its size',
  },
  'date-order': { 'day-first': 'The day', 'month-first': 'The month' },
  'win-loss-columns': { counts: 'How many trades', amounts: 'Amounts of money' },
  'left-out-rows': COUNTED,
  'same-ending': YES_OR_NO,
  'unresolved-signals': COUNTED,
  'claimed-numbers': YES_OR_NO,
  'unsure-endings': YES_OR_NO,
  'endings-without-signal': YES_OR_NO,
  'two-ends': { first: 'The first', last: 'The last' },
  'target-then-stop': { first: 'The first', last: 'The last' },
  'marked-signals': { decoration: 'No: decoration', ending: 'The outcome' },
  circles: { side: 'The direction', outcome: 'The outcome' },
  'opposite-marks': { legend: 'What the text says', usual: 'The usual one' },
  lists: { sums: 'Summaries of what was said before', trades: 'Trades of their own' },
  'announced-gales': { one: 'One', all: 'All that were announced' },
  'posted-gales': YES_OR_NO,
  'gale-without-number': { '1': 'One', '2': 'Two' },
  'step-number': { doubled: 'The first doubled stake', first: 'The first stake' },
  'timeframe-or-gale': { gale: 'A doubled stake', timeframe: 'The timeframe' },
  'claimed-rate': { nearest: 'The nearest', least: 'The fewest', most: 'The most' },
  'claimed-letters': { tie: 'Ties', lost: 'Losses' },
};

/** What an answer means. */
export function answerSentence(code: QuestionCode, answer: string): string {
  return ANSWERS[code]?.[answer] ?? `${code === 'sheet' ? 'Sheet' : 'Column'} ${answer}`;
}
