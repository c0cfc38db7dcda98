import { FEWEST_TRADES } from '../luck.ts';
import type { Trade } from '../trade.ts';

/** What a source leaves open. Each is answered with one of its options before the verdict. */
export const QUESTION_CODES = [
  'sheet',
  'chat',
  'groups',
  'repeated-rows',
  'repeated-messages',
  'edited-messages',
  'same-number',
  'zero-profit',
  'zero-others',
  'running-sums',
  'payout-kind',
  'amounts',
  'target-distance',
  'dotted-amounts',
  'expiry-unit',
  'durations',
  'date-order',
  'win-loss-columns',
  'left-out-rows',
  'left-out-others',
  'row-kinds',
  'doubtful-outcomes',
  'edited-outcomes',
  'result-column',
  'same-ending',
  'result-letters',
  'debit-credit',
  'outcome-order',
  'unsure-endings',
  'several-outcomes',
  'unresolved-signals',
  'unresolved-others',
  'endings-without-signal',
  'two-ends',
  'taken-back',
  'target-then-stop',
  'further-targets',
  'marked-signals',
  'circles',
  'tie-marks',
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
  'claimed-numbers',
  'several-claims',
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
  /** The first is assumed. */
  readonly options: readonly QuestionOption[];
  /** The answer that is taken while there is none. */
  readonly assumed: string;
  /** The reader's answer. */
  readonly given: string | null;
}

/** The reader's answers by the codes of the questions. */
export type Answers = ReadonlyMap<string, string>;

const NONE: Answers = new Map();

/** A question before it is known what its options would change. */
type Open = Omit<Question, 'options'> & { readonly answers: readonly string[]; readonly stands: boolean };

const MOST_EXAMPLES = 3;
/** Of each record that can be chosen its name is needed. */
const MOST_RECORDS = 12;

/** The answer among those of a question: the reader's, else the one that is assumed, else the first. */
function chosen<Answer extends string>(
  { code, answers }: { readonly code: QuestionCode; readonly answers: readonly Answer[] },
  ...known: readonly Answers[]
): Answer {
  const said = known.map((some) => some.get(code));
  return said.flatMap((one) => answers.filter((answer) => answer === one))[0] ?? (answers[0] as Answer);
}

/** Collects what a reading leaves open, with the answers that it has. */
export class Asker {
  readonly #answers: Answers;
  readonly #assumed: Answers;
  /** The answers that were taken, each with its question. */
  readonly #taken = new Map<string, Pick<Open, 'code' | 'answers'> & { readonly answer: string }>();
  readonly open: Open[] = [];

  constructor({ answers = NONE, assumed = NONE }: { answers?: Answers; assumed?: Answers }) {
    this.#answers = answers;
    this.#assumed = assumed;
  }

  /** The answer to a question that is asked later, when it is known what it is about. */
  given<Answer extends string>(code: QuestionCode, answers: readonly [Answer, ...Answer[]]): Answer {
    const answer = chosen({ code, answers }, this.#answers, this.#assumed);
    this.#taken.set([code, ...answers].join(), { code, answers, answer });
    return answer;
  }

  /** One that has asked the same with other answers; undefined where these come to another answer than was taken. */
  with(other: ConstructorParameters<typeof Asker>[0]): Asker | undefined {
    const asker = new Asker(other);
    for (const { code, answers, answer } of this.#taken.values())
      if (asker.given(code, answers as [string, ...string[]]) !== answer) return undefined;
    for (const question of this.open) asker.#list(question);
    return asker;
  }

  #list(question: Omit<Open, 'assumed' | 'given'>): void {
    const answer = chosen(question, this.#answers, this.#assumed);
    this.open.push({
      ...question,
      assumed: chosen(question, this.#assumed),
      given: this.#answers.get(question.code) === answer ? answer : null,
    });
  }

  /** The answer to a question about texts or rows of cells; the first of its answers, which `stands` where the source speaks for it, where there is none yet. */
  ask<Answer extends string>(
    code: QuestionCode,
    answers: readonly [Answer, ...Answer[]],
    about: readonly (string | readonly string[])[],
    stands = STANDS.has(code),
  ): Answer {
    const answer = this.given(code, answers);
    this.#list({
      code,
      count: about.length,
      examples: about
        .slice(0, RECORDS.has(code) ? MOST_RECORDS : MOST_EXAMPLES)
        .map((one) => (typeof one === 'string' ? one : one.filter((cell) => cell !== '').join(', ')))
        .filter((example) => example !== ''),
      answers,
      stands,
    });
    return answer;
  }
}

const FEWEST_ALIKE = 10;

/** Whether trades are counted of which all won, all lost or all tied: how the others ended may be written in a way that is not read. */
export function countsAlike(
  trades: readonly Pick<Trade, 'outcome'>[],
  asker: Asker,
  textOf: (trade: number) => string,
): boolean {
  const decided = new Set(trades.map(({ outcome }) => outcome));
  decided.delete('tied');
  const isOpen = asker.open.some(({ given }) => given === null);
  if (isOpen || trades.length < FEWEST_ALIKE || decided.size > 1) return true;
  const texts = trades.map((_trade, at) => (at < MOST_EXAMPLES ? textOf(at) : ''));
  return asker.ask('same-ending', ['count', 'leave-out'], texts) === 'count';
}

const FEWEST_OF_SIDE = 4;

/** Whether trades are counted of which all purchases lost and all sales won: their profits may be what was paid and what was received. */
export function countsPaid(
  trades: readonly Pick<Trade, 'outcome' | 'direction'>[],
  asker: Asker,
  textOf: (trade: number) => string,
): boolean {
  const paid = trades.filter(({ outcome, direction }) => direction === 'CALL' && outcome === 'lost').length;
  const received = trades.filter(({ outcome, direction }) => direction === 'PUT' && outcome === 'won').length;
  if (Math.min(paid, received) < FEWEST_OF_SIDE || paid + received < Math.max(FEWEST_ALIKE, trades.length))
    return true;
  const texts = trades.map((_trade, at) => (at < MOST_EXAMPLES ? textOf(at) : ''));
  return asker.ask('debit-credit', ['leave-out', 'count'], texts) === 'count';
}

/** A source as it was read with some answers. */
interface Known {
  readonly open: Asker['open'];
  readonly answers: Answers;
  readonly assumed: Answers;
  readonly counts: Counts;
}

/** Whether other answers come to the same reading: each question that it asked has the answer that it had. */
function readsAs({ open, ...known }: Known, answers: Answers, assumed: Answers): boolean {
  const asked = new Set<string>(open.map(({ code }) => code));
  const others = [...known.answers, ...known.assumed, ...answers, ...assumed].filter(
    ([code]) => !asked.has(code),
  );
  return (
    open.every((one) => chosen(one, answers, assumed) === chosen(one, known.answers, known.assumed)) &&
    others.every(
      ([code]) =>
        known.answers.get(code) === answers.get(code) && known.assumed.get(code) === assumed.get(code),
    )
  );
}

/** A reading of so many trades is not kept beside another. */
const LARGE = 50_000;

/**
 * Reads a source, with the worst answer for the record to each question that has none and whose first one rests on nothing in the
 * source, and lists the questions, each option with what comes of it.
 */
export function questioned<Read extends { readonly trades: readonly Trade[]; readonly open: Asker['open'] }>(
  answers: Answers = NONE,
  read: (answers: Answers, assumed: Answers) => Read,
): { readonly reading: Read; readonly questions: readonly Question[] } {
  let assumed: Answers = NONE;
  const known: Known[] = [];
  let readings = new Map<Known | undefined, Read>();
  const readWith = (given: Answers, current?: Known): Known => {
    const before = known.find((one) => readsAs(one, given, assumed));
    if (before !== undefined) return before;
    // Two readings of a large source at once take too much memory: the first is made once more in the end.
    readings = new Map([...readings].filter(([of, { trades }]) => of === current && trades.length < LARGE));
    const reading = read(given, assumed);
    const of: Known = { open: reading.open, answers: given, assumed, counts: counted(reading.trades) };
    known.push(of);
    readings.set(of, reading);
    return of;
  };
  for (;;) {
    const current = readWith(answers);
    const questions = current.open.map(({ answers: all, stands, ...question }) => {
      const taken = chosen({ code: question.code, answers: all }, answers, assumed);
      const options = all.map((answer) => ({
        answer,
        ...(answer === taken || COUNTS_STAY.has(question.code)
          ? current
          : readWith(new Map(answers).set(question.code, answer), current)
        ).counts,
      }));
      if (!stands)
        options.sort(
          worstFirst(
            options,
            RECORDS.has(question.code) ? FEWEST_TRADES : Number.POSITIVE_INFINITY,
            question.code === 'row-kinds',
          ),
        );
      const given = answers.get(question.code) === taken ? taken : null;
      return { ...question, given, options, assumed: (options[0] as Counted).answer };
    });
    const other = questions.find(
      ({ code, given, assumed: worst }, at) =>
        given === null && !assumed.has(code) && worst !== chosen(current.open[at] as Open, assumed),
    );
    if (other === undefined)
      return {
        reading: readings.get(current) ?? read(answers, assumed),
        questions: questions
          .filter(
            ({ code, options: [first, ...others] }) =>
              !OF_COUNTS.has(code) ||
              others.some(differsFrom(first as Counted)) ||
              // Where all won, what each brought is all that tells, as it is of two columns that differ in it alone.
              (code === 'running-sums' && first?.lost === 0) ||
              (code === 'result-column' && others.some(({ payout }) => payout !== first?.payout)),
          )
          .map((question) => ({
            ...question,
            options: question.options.map(({ edge: _edge, ...one }) => one),
          })),
      };
    assumed = new Map(assumed).set(other.code, other.assumed);
  }
}

/** What comes of an answer, and how far its rate is above half of the one that its payouts need; not a number without a decided trade. */
type Counts = Omit<QuestionOption, 'answer'> & { readonly edge: number };
type Counted = Counts & { readonly answer: string };

function counted(trades: readonly Trade[]): Counts {
  const counts = { won: 0, lost: 0, tied: 0 };
  let [needed, payouts] = [0, 0];
  for (const { outcome, payout } of trades) {
    counts[outcome] += 1;
    payouts += payout;
    if (outcome !== 'tied') needed += 1 / (1 + payout);
  }
  return {
    ...counts,
    payout: trades.length === 0 ? null : payouts / trades.length,
    edge: (counts.won - needed / 2) / (counts.won + counts.lost),
  };
}

function differsFrom({ won, lost, tied }: Counted): (other: Counted) => boolean {
  return (other) => other.won !== won || other.lost !== lost || other.tied !== tied;
}

function isAllWon(counts: Counted | undefined): boolean {
  return counts !== undefined && counts.won >= FEWEST_ALIKE && counts.lost === 0;
}

/** Smaller differences leave the options as they are, but for rows of a kind that only lost. */
const WORSE = 0.015;

/** Puts the option first that is the worst for the record, where it is worse than the one that stands there and half of the trades, or at least so many. */
function worstFirst(
  options: readonly Counted[],
  fewest: number,
  isOfRows: boolean,
): (one: Counted, other: Counted) => number {
  const [first] = options;
  const sizeOf = ({ won, lost, tied }: Counted): number => won + lost + tied;
  const size = Math.max(...options.map(sizeOf));
  // A list of losers is no record, and a small part of the trades is none that speaks for all.
  // That some wins came after a doubled stake, in words that are not known, is not more likely than that they are none.
  const records = options.filter(
    (one) =>
      one.answer !== 'after-gale' &&
      (one.won > 0 || first?.won === 0) &&
      (sizeOf(one) * 2 >= size || sizeOf(one) >= fewest),
  );
  // All won is no record either: what is left out instead says nothing.
  const none = isAllWon(first) ? options.find((one) => one.won + one.lost === 0) : undefined;
  const worst =
    none ?? records.reduce((least, one) => (one.edge < least.edge ? one : least), first as Counted);
  const addsLosses = isOfRows && worst.won === first?.won && worst.lost > first.lost;
  const isWorse = none !== undefined || addsLosses || worst.edge < (first as Counted).edge - WORSE;
  return (one, other) => (isWorse ? Number(other === worst) - Number(one === worst) : 0);
}

/** Questions whose first answer is what the source itself speaks for, or whose signals count as lost in the verdict in any case. */
const STANDS: ReadonlySet<QuestionCode> = new Set([
  'chat',
  'zero-profit',
  'zero-others',
  'opposite-marks',
  'unresolved-signals',
  'unresolved-others',
  'claimed-letters',
  'claimed-pair',
]);

/** No answer changes what is counted. */
const COUNTS_STAY: ReadonlySet<QuestionCode> = new Set(['expiry-unit', 'durations']);

/** Each of their options is a record by itself, also a small one. */
const RECORDS: ReadonlySet<QuestionCode> = new Set(['groups', 'sheet', 'several-claims']);

/** Questions that are left out where no answer changes a count. */
const OF_COUNTS: ReadonlySet<QuestionCode> = new Set([
  'result-column',
  'running-sums',
  'repeated-rows',
  'same-number',
  'zero-profit',
  'marked-signals',
  'circles',
  'lists',
  'posted-gales',
  'unsure-endings',
  'endings-without-signal',
  'claimed-pair',
  'several-claims',
]);

/** Asks which of the groups that trades are of is one record; its place, or undefined where all of them are. Only so many are offered. */
export function askGroup(texts: readonly string[], offered: number, asker: Asker): number | undefined {
  const numbers = texts.slice(0, offered).map((_text, at) => String(at + 1));
  const numbered = texts.map((text, at) => `${at + 1}: ${text}`);
  const answer = asker.ask('groups', ['all', ...numbers], numbered);
  return answer === 'all' ? undefined : Number(answer) - 1;
}
