import type { Trade } from '../trade.ts';

/** What a source leaves open. Each is answered with one of its options before the verdict. */
export const QUESTION_CODES = [
  'sheet',
  'chat',
  'repeated-rows',
  'repeated-messages',
  'edited-messages',
  'same-number',
  'zero-profit',
  'running-sums',
  'payout-kind',
  'date-order',
  'win-loss-columns',
  'left-out-rows',
  'row-kinds',
  'doubtful-outcomes',
  'result-column',
  'same-ending',
  'outcome-order',
  'unsure-endings',
  'several-outcomes',
  'unresolved-signals',
  'unresolved-others',
  'endings-without-signal',
  'two-ends',
  'target-then-stop',
  'marked-signals',
  'circles',
  'opposite-marks',
  'lists',
  'announced-gales',
  'posted-gales',
  'gale-without-number',
  'step-number',
  'timeframe-or-gale',
  'claimed-rate',
  'claimed-letters',
  'claimed-pair',
  'claimed-several',
  'claimed-numbers',
] as const;
export type QuestionCode = (typeof QUESTION_CODES)[number];

/** An answer, and what the record would be with it. */
export interface QuestionOption {
  readonly answer: string;
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
  /** The mean payout; null without a trade. */
  readonly payout: number | null;
}

export interface Question {
  readonly code: QuestionCode;
  /** How many rows, messages or sheets it is about. */
  readonly count: number;
  /** The first of them as the source writes them. */
  readonly examples: readonly string[];
  readonly options: readonly QuestionOption[];
  /** The answer that is taken while there is none. */
  readonly assumed: string;
  /** The reader's answer. */
  readonly given: string | null;
}

/** The reader's answers by the codes of the questions. */
export type Answers = ReadonlyMap<string, string>;

/** A question before it is known what its options would change. */
type Open = Omit<Question, 'options'> & { readonly answers: readonly string[] };

const MOST_EXAMPLES = 3;

/** Collects what a reading leaves open, with the answers that it has. */
export class Asker {
  readonly #answers: Answers;
  readonly open: Open[] = [];

  constructor(answers: Answers | undefined) {
    this.#answers = answers ?? new Map();
  }

  /** The answer to a question that is asked later, when it is known what it is about. */
  given<Answer extends string>(code: QuestionCode, answers: readonly [Answer, ...Answer[]]): Answer {
    return answers.find((answer) => answer === this.#answers.get(code)) ?? answers[0];
  }

  /** The answer to a question about texts or rows of cells; the first of its answers where there is none yet. */
  ask<Answer extends string>(
    code: QuestionCode,
    answers: readonly [Answer, ...Answer[]],
    about: readonly (string | readonly string[])[],
  ): Answer {
    const answer = this.given(code, answers);
    this.open.push({
      code,
      count: about.length,
      examples: about
        .slice(0, MOST_EXAMPLES)
        .map((one) => (typeof one === 'string' ? one : one.filter((cell) => cell !== '').join(', '))),
      answers,
      assumed: answers[0],
      given: this.#answers.get(code) === answer ? answer : null,
    });
    return answer;
  }
}

const FEWEST_ALIKE = 10;

/** Whether trades are counted of which all won, or all lost: how the others ended may be written in a way that is not read. */
export function countsAlike(
  trades: readonly Pick<Trade, 'outcome'>[],
  asker: Asker,
  textOf: (trade: number) => string,
): boolean {
  const decided = new Set(trades.map(({ outcome }) => outcome));
  decided.delete('tied');
  const isOpen = asker.open.some(({ given }) => given === null);
  if (isOpen || trades.length < FEWEST_ALIKE || decided.size !== 1) return true;
  const texts = trades.map((_trade, at) => (at < MOST_EXAMPLES ? textOf(at) : ''));
  return asker.ask('same-ending', ['count', 'leave-out'], texts) === 'count';
}

/** The questions of a reading, each option with what comes of it when the source is read so. */
export function weighed(
  open: readonly Open[],
  read: readonly Trade[],
  answers: Answers | undefined,
  tradesWith: (answers: Answers) => readonly Trade[],
): readonly Question[] {
  const questions = open.map(({ answers: options, ...question }) => ({
    ...question,
    options: options.map((answer) => {
      const isRead = answer === (question.given ?? question.assumed);
      const trades = isRead ? read : tradesWith(new Map(answers).set(question.code, answer));
      const count = (outcome: Trade['outcome']): number =>
        trades.filter((trade) => trade.outcome === outcome).length;
      const payouts = trades.reduce((sum, { payout }) => sum + payout, 0);
      return {
        answer,
        won: count('won'),
        lost: count('lost'),
        tied: count('tied'),
        payout: trades.length === 0 ? null : payouts / trades.length,
      };
    }),
  }));
  // What rows are that change nothing is not asked.
  const differ = ({ options }: Question): boolean =>
    options.some(
      ({ won, lost, tied }) =>
        won !== options[0]?.won || lost !== options[0].lost || tied !== options[0].tied,
    );
  return questions.filter((question) => !OF_ROWS.has(question.code) || differ(question));
}

const OF_ROWS: ReadonlySet<QuestionCode> = new Set([
  'zero-profit',
  'same-number',
  'left-out-rows',
  'row-kinds',
]);
