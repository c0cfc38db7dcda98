import type { CheckFigures } from '../../core/check/check-record.ts';
import { countSaid } from '../../core/check/compare-records.ts';
import type { HowManyMore, TradesNeeded } from '../../core/check/how-many-more.ts';
import { factSentence } from '../../core/check/fact-texts.ts';
import { judgedLuck } from '../../core/check/judged-luck.ts';
import { FEWEST_TRADES, type Part, type Selection } from '../../core/check/luck.ts';
import { answerSentence, othersSentence, questionSentence } from '../../core/check/question-texts.ts';
import type { ExportChanges } from '../../core/check/reading/chats/compare-exports.ts';
import type { Question, QuestionCode } from '../../core/check/reading/questions.ts';
import type { Reading } from '../../core/check/reading/reading.ts';
import {
  type listedTrades,
  type Switches,
  switchOf,
  type TradeSwitch,
} from '../../core/check/reading/trade-switches.ts';
import { originSentence, rowSentence } from '../../core/check/reason-texts.ts';
import { isOfKnowingStakes, type RecordFact } from '../../core/check/record-facts.ts';
import { NO_STAKING } from '../../core/check/staking.ts';
import { verdictOf } from '../../core/check/verdict-texts.ts';
import { printable } from '../../server/platform/printable.ts';
import { counted, formatPairs } from '../output.ts';
import format, { type CompiledMessage } from 'icu-minify/format';
import type { TradeOutcome } from '../../core/check/trade.ts';
import type { Writing } from '../../core/check/shared-texts.ts';

/** Of a list, how many lines a terminal shows. */
export const SHOWN_ROWS = 10;

/** A reading whose first trades are listed with their texts, as they were read, beside the reader's word on them. */
export type ListedReading = Omit<Reading, 'textsOf'> & {
  readonly listed: ReturnType<typeof listedTrades> & { readonly switches: Switches };
};

/** The figures of a record as text for a terminal: what was read, then the sentence that matters. */
export function checkText(
  file: string,
  reading: ListedReading,
  figures: CheckFigures,
  facts: readonly RecordFact[],
  more: HowManyMore,
  flags: CheckFlags,
  selection: Selection,
): string {
  const { headline, reasons } = verdictOf(figures, selection, ENGLISH);
  return [
    ...readingLines(file, reading, flags),
    '',
    `${headline} ${reasons}`.trim(),
    ...(judgedLuck(figures, selection)?.luck === 'hard' ? assumedLines(flags) : []),
    '',
    ...figureLines(figures, more, flags, facts.some(isOfKnowingStakes)),
    ...groupLines(figures),
    ...factLines(facts),
  ].join('\n');
}

/** What of the selection is assumed: the command asks nothing about it. */
export function assumedOf(flags: CheckFlags): ('lookedAt' | 'part')[] {
  return (['lookedAt', 'part'] as const).filter((one) => flags[one] === undefined);
}

const ASSUMED = {
  lookedAt: 'you looked at this seller, channel or rule alone (else --looked-at N)',
  part: 'this is the whole record, no part of it that was chosen (else --part WHICH)',
};

function assumedLines(flags: CheckFlags): string[] {
  const assumed = assumedOf(flags).map((one) => ASSUMED[one]);
  return assumed.length === 0 ? [] : [`This holds if ${assumed.join(', and if ')}.`];
}

/** What was deleted and edited since an earlier export. */
export function changeLines({ compared, deleted, edited }: ExportChanges): string[] {
  const all = [...deleted, ...edited];
  return [
    '',
    `Of ${compared} messages of the earlier export, missing now: ${deleted.length} (losses: ${countSaid(deleted, 'said', 'lost')}, wins: ${countSaid(deleted, 'said', 'won')}); edited: ${edited.length} (losses before: ${countSaid(edited, 'said', 'lost')}, wins now: ${countSaid(edited, 'says', 'won')}).`,
    ...firstLines(
      all,
      ({ line, before, after }) =>
        `  message ${line}: “${printable(before)}” ${after === null ? 'deleted' : `now “${printable(after)}”`}`,
    ),
  ];
}

function firstLines<Row>(
  rows: readonly Row[],
  lineOf: (row: Row) => string,
  left = rows.length - SHOWN_ROWS,
): string[] {
  const lines = rows.slice(0, SHOWN_ROWS).map(lineOf);
  return left > 0 ? [...lines, `  and ${left} more; --json lists all`] : lines;
}

/** What a file leaves open, and the options that answer it. */
export function questionText(
  file: string,
  reading: ListedReading,
  questions: readonly Question[],
  flags: CheckFlags,
): string {
  return [
    ...readingLines(file, reading, flags),
    '',
    `${questions.length === 1 ? 'One question' : `${questions.length} questions`} before the verdict.`,
    ...questions.flatMap((question) => [
      '',
      questionSentence(question, ENGLISH),
      `  for example: ${question.examples.map((example) => `“${printable(example)}”`).join(', ')}`,
      formatPairs(
        question.options.map(({ answer, won, lost, tied, payout }) => [
          `  --answer ${question.code}=${answer}`,
          `${answerSentence(question.code, answer, ENGLISH)} (${won} won, ${lost} lost, ${tied} tied; payout ${percent(payout)})`,
        ]),
      ),
    ]),
    '',
    `${othersSentence(questions, ENGLISH)} Answer with these options, or go on with the first answer of each: --assume`.trim(),
  ].join('\n');
}

function readingLines(
  file: string,
  { rows, columns, found, neededZone, listed, questions }: ListedReading,
  { zone }: CheckFlags,
): string[] {
  const what = found.length === 0 ? 'message' : 'row';
  const isOpen = questions.some(({ given }) => given === null);
  const read = listed.kinds.reduce((sum, [, count]) => sum + count, 0);
  const unused = found.filter(({ at, name }) => name !== '' && columns.every((used) => used.at !== at));
  const used = columns.map(
    ({ meaning, at, name }) => `${printable(name) || `column ${at + 1}`} as ${meaning}`,
  );
  return [
    `${printable(file)}: ${rows.understood} of ${rows.read} rows understood.`,
    ...(used.length === 0 ? [] : [`Columns: ${used.join(', ')}.`]),
    ...(unused.length === 0 ? [] : [`Not used: ${unused.map(({ name }) => printable(name)).join(', ')}.`]),
    ...(neededZone ? [`Times without a zone are read in ${zone} (--zone).`] : []),
    ...firstLines(
      rows.notUnderstood,
      ({ line, why }) => `  line ${line}: ${printable(rowSentence(why, ENGLISH))}`,
    ),
    ...(read === 0
      ? []
      : [
          `Trades by kind${isOpen ? ', with the first answer to each open question' : ''}: ${listed.kinds.map(([kind, count]) => `${count} as “${kind}” (${originSentence(kind, ENGLISH)})`).join(', ')}.`,
        ]),
    ...firstLines(
      listed.list,
      ({ at, line, kind, outcome, count, text, signal, signalText }) =>
        `  ${what} ${line}: ${count === 1 ? '' : `${count} `}${outcomeNow(outcome, switchOf(listed.switches, at, { kind }))}; “${printable(text)}”${signal === null || signal === line ? '' : `, signal in message ${signal}: “${printable(signalText)}”`}`,
      listed.list.reduce((left, { count }) => left - count, read),
    ),
  ];
}

function outcomeNow(asRead: TradeOutcome, said: TradeSwitch | undefined): string {
  return said === undefined ? asRead : `${said} (--set; read as ${asRead})`;
}

function figureLines(
  figures: CheckFigures,
  more: HowManyMore,
  { seed, bankroll }: CheckFlags,
  stakesKnow: boolean,
): string[] {
  const { interval, watched, ev, money, runs, judgement } = figures;
  const staking = stakesKnow ? NO_STAKING : figures.staking;
  if (figures.winRate === null || interval === null || watched === null) return [];
  const between = (low: number | null, high: number | null): string => `${percent(low)} to ${percent(high)}`;
  const staked = money.staked === null ? '' : `staked ${amount(money.staked)}, `;
  // A rate of a few trades says nothing about the trades to come.
  const unended = judgement?.unresolvedStakes ?? 0;
  const atWorst =
    unended === 0 ? '' : `at ${percent(figures.won / (figures.n + unended))}, signals without an end lost: `;
  const saysMore = figures.n >= FEWEST_TRADES && judgement?.against !== 'doubling';
  const lines: readonly (readonly [name: string, value: string | false])[] = [
    [
      'Win rate',
      `${percent(figures.winRate)} (95 %: ${between(...interval)} for one look, ${between(...watched)} however often you look)`,
    ],
    [
      'Break-even',
      `${percent(figures.breakEvenRate)}${judgement?.assumesPayout === true ? ' at the payout that is assumed (--payout)' : ''}`,
    ],
    [
      'By luck',
      // At worst, as in the verdict; of luck that doubles unseen the verdict says it.
      judgement !== null &&
        judgement.against !== 'doubling' &&
        `a coin does as well with chance ${chance(judgement.pOfCoin)}, bets at the break-even rate with chance ${chance(judgement.pOfBreakEven)}`,
    ],
    [
      'Per stake',
      ev.perStake !== null &&
        `${percent(ev.perStake)}${ev.low === null ? '' : ` (95 %: ${between(ev.low, ev.high)})`}`,
    ],
    [
      'Money',
      money.profit !== null &&
        `${staked}profit ${amount(money.profit)}, deepest fall ${amount(money.worstFall)}`,
    ],
    [
      judgement?.oneBet === 'break-even' ? 'Luck alone' : 'Coin flippers',
      money.flippersAbove !== null &&
        `${percent(money.flippersAbove)} end higher with the same stakes (seed ${seed})`,
    ],
    [
      'Next stake',
      (staking.factorAfterLoss ?? staking.factorAfterWin) !== null &&
        `${factor(staking.factorAfterLoss)} after a loss, ${factor(staking.factorAfterWin)} after a win${staking.isOfPair ? ', each pair by itself' : ''}`,
    ],
    [
      'Money is gone',
      staking.endsAfterLosses !== null &&
        `after losses in a row: ${staking.endsAfterLosses}, where it is ${bankroll === undefined ? 'as much as the deepest fall (else --bankroll N)' : amount(bankroll)}; such a run comes in 100 trades with chance ${chance(staking.chanceOfThatRunIn100)}`,
    ],
    [
      'To know',
      saysMore &&
        `${atWorst}${moreFor(more.fromCoin, 'a coin')}, ${moreFor(more.fromBreakEven, 'break-even')}`,
    ],
    [
      'Losing runs',
      runs.losing !== null && `${runs.losing}; so many or so few come with chance ${chance(runs.p)}`,
    ],
  ];
  return [formatPairs(lines.flatMap(([name, value]) => (value === false ? [] : [[name, value] as const])))];
}

function moreFor(needed: TradesNeeded | null, what: string): string {
  if (needed === null) return `not above ${what}`;
  if (needed.more === 0) return `enough trades to tell from ${what}`;
  const days = needed.days === null ? '' : ` (${counted(needed.days, 'day')})`;
  return `${counted(needed.more, 'more trade')}${days} to tell from ${what}`;
}

/** Groups whose difference is more than luck after the correction; silence about the others. */
function groupLines({ groups }: CheckFigures): string[] {
  const tested = groups.filter(({ pHolm }) => pHolm !== null);
  if (tested.length === 0) return [];
  const clear = tested.filter(({ pHolm }) => pHolm !== null && pHolm < 0.05);
  return [
    '',
    `Of ${tested.length} groups by pair, weekday, hour, direction and expiry ${clear.length === 0 ? 'none differs' : clear.length === 1 ? 'one differs' : `${clear.length} differ`} from break-even by more than luck.`,
    ...clear.map(
      ({ by, value, won, n, pHolm }) =>
        `  ${by} ${printable(String(value))}: ${won} of ${n} won (Holm ${chance(pHolm)})`,
    ),
  ];
}

/** All facts, as on the page: the unusual first. */
function factLines(facts: readonly RecordFact[]): string[] {
  return [true, false].flatMap((isUnusual) => {
    const some = facts.filter((fact) => fact.isUnusual === isUnusual);
    if (some.length === 0) return [];
    const heading = isUnusual ? 'Unusual for a record:' : 'Not unusual:';
    return ['', heading, ...some.map((fact) => `  ${factSentence(fact, ENGLISH)}`)];
  });
}

function percent(rate: number | null): string {
  return rate === null ? '-' : ENGLISH.rate(rate);
}

function amount(money: number | null): string {
  return money === null ? '-' : ENGLISH.decimal(money, 2);
}

function factor(ratio: number | null): string {
  return ratio === null ? 'unknown' : `x ${ENGLISH.decimal(ratio, 2)}`;
}

function chance(p: number | null): string {
  if (p === null) return '-';
  return p >= 0.001 || p === 0 ? ENGLISH.decimal(p, 3) : p.toExponential(1);
}

export interface CheckFlags {
  /** Net: 0.8 for 80 %. */
  readonly payout: number;
  readonly ties: 'refund' | 'lose';
  readonly lookedAt?: number;
  readonly part?: Part;
  readonly bankroll?: number;
  readonly zone: string;
  readonly seed: number;
  /** Answers to questions, as `code=answer`. */
  readonly answer: readonly (readonly [code: QuestionCode, answer: string])[];
  /** The reader's word on rows or messages, by their numbers, and on kinds. */
  readonly set: ReadonlyMap<string, TradeSwitch>;
  /** An earlier export of the same chat. */
  readonly earlier?: string;
  /** Takes the first answer of each question. */
  readonly assume?: boolean;
}

/** English as a terminal shows it, of messages that the build has compiled. */
export const ENGLISH: Writing = {
  say([, messages], key, values = {}) {
    const message: CompiledMessage = messages[key] as string;
    return String(format(message, 'en', values, { formatters: FORMATTERS }));
  },
  count: (value) => value.toLocaleString('en'),
  decimal: (value, digits) =>
    value.toLocaleString('en', {
      // A zero has no sign, also one that was rounded to it.
      signDisplay: 'negative',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
  month: (month) =>
    new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1)),
  rate: (value) => `${ENGLISH.decimal(value * 100, 1)} %`,
};

const FORMATTERS = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};
