import type { CheckFigures } from '../../core/check/check-record.ts';
import type { HowManyMore, TradesNeeded } from '../../core/check/how-many-more.ts';
import {
  bestOf,
  chanceSelected,
  FEWEST_TRADES,
  judgeLuck,
  monthsOf,
  type Selection,
} from '../../core/check/luck.ts';
import { countSaid, type ExportChanges } from '../../core/check/reading/compare-exports.ts';
import type { Question } from '../../core/check/reading/questions.ts';
import type { Reading } from '../../core/check/reading/reading.ts';
import type { RecordFact } from '../../core/check/record-facts.ts';
import { printable } from '../../server/platform/printable.ts';
import { formatPairs } from '../output.ts';
import type { CheckFlags } from './check-flags.ts';
import { factSentence } from './fact-sentence.ts';
import { answerSentence, questionSentence } from './question-sentence.ts';
import { rowSentence } from './reason-sentence.ts';

const SHOWN_ROWS = 10;

/** The figures of a record as text for a terminal: the sentence that matters first. */
export function checkText(
  file: string,
  reading: Reading,
  {
    figures,
    facts,
    more,
  }: { readonly figures: CheckFigures; readonly facts: readonly RecordFact[]; readonly more: HowManyMore },
  flags: CheckFlags,
): string {
  return [
    verdict(figures, { lookedAt: flags.lookedAt, part: flags.part, months: monthsOf(reading.trades) }),
    '',
    ...readingLines(file, reading, flags),
    '',
    ...figureLines(figures, more, flags),
    ...groupLines(figures),
    ...factLines(facts),
  ].join('\n');
}

/** What was deleted and edited since an earlier export. */
export function changeLines({ compared, deleted, edited }: ExportChanges): string[] {
  const all = [...deleted, ...edited];
  return [
    '',
    `Of ${compared} messages of the earlier export ${deleted.length} are missing now (${countSaid(deleted, 'said', 'lost')} said a loss, ${countSaid(deleted, 'said', 'won')} a win) and ${edited.length} were edited (${countSaid(edited, 'said', 'lost')} said a loss before, ${countSaid(edited, 'says', 'won')} say a win now).`,
    ...all
      .slice(0, SHOWN_ROWS)
      .map(
        ({ line, before, after }) =>
          `  message ${line}: “${printable(before)}” ${after === null ? 'deleted' : `now “${printable(after)}”`}`,
      ),
    ...(all.length > SHOWN_ROWS ? [`  and ${all.length - SHOWN_ROWS} more; --json lists all`] : []),
  ];
}

/** What a file leaves open, and the options that answer it. */
export function questionText(file: string, questions: readonly Question[]): string {
  return [
    `${printable(file)}: ${questions.length === 1 ? 'one question' : `${questions.length} questions`} before the verdict.`,
    ...questions.flatMap((question) => [
      '',
      questionSentence(question),
      `  for example: ${question.examples.map((example) => `“${printable(example)}”`).join(', ')}`,
      formatPairs(
        question.options.map(({ answer, won, lost, tied, payout }) => [
          `  --answer ${question.code}=${answer}`,
          `${answerSentence(question.code, answer)} (${won} won, ${lost} lost, ${tied} tied; payout ${percent(payout)})`,
        ]),
      ),
    ]),
    '',
    'Answer with these options, or go on with the first answer of each: --assume',
  ].join('\n');
}

/** What a record says about luck and money in one paragraph, the judgement first: bad news in the same words as good. */
function verdict(
  { n, won, tied, neededWins, lookedAt: { k }, pCoin, judgement }: CheckFigures,
  selection: Selection,
): string {
  if (neededWins === null || pCoin === null || judgement === null)
    return `None of ${tied} trades was won or lost.`;
  const { against, doublings, unresolved, bets, p } = judgement;
  const rate = percent(judgement.chance);
  const chanceOfAll = chanceSelected(p, selection);
  const luck = judgeLuck(chanceOfAll);
  const often = `that or better: ${howOften(bestOf(k, p))}`;
  const best = k === 1 ? '' : `The best of ${k} `;
  const byLuck = {
    coin: `${best === '' ? 'By tossing a coin you get' : `${best}coin tossers gets`} ${often}.`,
    'break-even': `${best === '' ? 'Luck alone' : `${best}who have only luck`}, at the ${rate} that these payouts need, gets ${often}; tossing a coin: ${howOften(bestOf(k, pCoin))}.`,
    doubling: `Tossing a coin with ${doublings === 1 ? 'one doubling' : `${doublings} doublings`} wins ${rate}; ${best === '' ? 'it' : `the best of ${k}`} gets ${often}.`,
  }[against];
  return [
    n < FEWEST_TRADES ? `Too few: ${n === 1 ? 'one trade' : `${n} trades`}.` : LUCK[luck],
    unresolved === 0
      ? `${won} of ${n} won.`
      : `${won} of ${n} won; ${unresolved} ${unresolved === 1 ? 'signal has' : 'signals have'} no known end: ${won} of ${n + unresolved} at worst.`,
    byLuck,
    ...(selection.part === 'whole'
      ? []
      : [
          `In the best part of a record that much longer, luck gets that or better: ${howOften(chanceOfAll)}.`,
        ]),
    `At these payouts you needed ${decimal(neededWins, 1)} wins${won < neededWins ? ', so this was not enough' : ''}.`,
    ...(bets < n ? [`Trades ran at the same time on the same pair: they are ${bets} independent bets.`] : []),
    ...(n >= FEWEST_TRADES && luck === 'hard'
      ? ['What else explains it: losses left out, doubled stakes hidden, or an invented record.']
      : []),
  ].join(' ');
}

const LUCK = {
  luck: 'This is what luck looks like.',
  explained: 'Luck explains it.',
  possible: 'It could still be luck.',
  hard: 'It is hard to explain by luck.',
} as const;

/** How often a chance comes, as people say it. */
function howOften(p: number): string {
  if (p > 0.95) return 'nearly always';
  if (p >= 0.2) return `${Math.round(p * 10)} times in 10`;
  const tries = Math.round(1 / p);
  return tries > 1e9
    ? 'less than once in 1,000,000,000 tries'
    : `once in ${tries.toLocaleString('en')} tries`;
}

function readingLines(file: string, { rows, columns, neededZone }: Reading, { zone }: CheckFlags): string[] {
  const missed = rows.notUnderstood;
  return [
    `${printable(file)}: ${rows.understood} of ${rows.read} rows understood.`,
    ...(columns.length === 0
      ? []
      : [
          `Columns: ${columns.map(({ meaning, at, name }) => `${printable(name) || `column ${at + 1}`} as ${meaning}`).join(', ')}.`,
        ]),
    ...(neededZone ? [`Times without a zone are read in ${zone} (--zone).`] : []),
    ...missed.slice(0, SHOWN_ROWS).map(({ line, why }) => `  line ${line}: ${printable(rowSentence(why))}`),
    ...(missed.length > SHOWN_ROWS ? [`  and ${missed.length - SHOWN_ROWS} more; --json lists all`] : []),
  ];
}

function figureLines(figures: CheckFigures, more: HowManyMore, { seed }: CheckFlags): string[] {
  const { interval, watched, ev, money, staking, runs } = figures;
  if (figures.winRate === null || interval === null || watched === null) return [];
  const between = (low: number | null, high: number | null): string => `${percent(low)} to ${percent(high)}`;
  return [
    formatPairs([
      [
        'Win rate',
        `${percent(figures.winRate)} (95 %: ${between(...interval)} for one look, ${between(...watched)} watched)`,
      ],
      ['Break-even', percent(figures.breakEvenRate)],
      ['A coin does it', `with chance ${chance(figures.pCoin)}; at break-even ${chance(figures.pBreakEven)}`],
      ['Per stake', `${percent(ev.perStake)} (95 %: ${between(ev.low, ev.high)})`],
      [
        'Money',
        `staked ${amount(money.staked)}, profit ${amount(money.profit)}, deepest fall ${amount(money.worstFall)}`,
      ],
      ['Coin flippers', `${percent(money.flippersAbove)} end higher with the same stakes (seed ${seed})`],
      [
        'Next stake',
        `${factor(staking.factorAfterLoss)} after a loss, ${factor(staking.factorAfterWin)} after a win`,
      ],
      ...(staking.endsAfterLosses === null
        ? []
        : [
            [
              'It ends',
              `after ${staking.endsAfterLosses} losses in a row, which come in 100 trades with chance ${chance(staking.chanceOfThatRunIn100)}`,
            ] as const,
          ]),
      // A rate of a few trades says nothing about the trades to come.
      ...(figures.n < FEWEST_TRADES
        ? []
        : [
            [
              'To know',
              `${moreFor(more.fromCoin, 'a coin')}, ${moreFor(more.fromBreakEven, 'break-even')}`,
            ] as const,
          ]),
      ...(runs.losing === null
        ? []
        : [['Losing runs', `${runs.losing}; so many or so few by chance: ${chance(runs.p)}`] as const]),
    ]),
  ];
}

function moreFor(needed: TradesNeeded | null, what: string): string {
  if (needed === null) return `not above ${what}`;
  if (needed.more === 0) return `enough trades to tell from ${what}`;
  const days = needed.days === null ? '' : ` (${needed.days} ${needed.days === 1 ? 'day' : 'days'})`;
  return `${needed.more} more trades${days} to tell from ${what}`;
}

/** Groups whose difference is more than luck after the correction; silence about the others. */
function groupLines({ groups }: CheckFigures): string[] {
  const tested = groups.filter(({ pHolm }) => pHolm !== null);
  if (tested.length === 0) return [];
  const clear = tested.filter(({ pHolm }) => pHolm !== null && pHolm < 0.05);
  return [
    '',
    `Of ${tested.length} groups by pair, weekday, hour, direction and expiry ${clear.length === 0 ? 'none differs' : `${clear.length} differ`} from break-even by more than luck.`,
    ...clear.map(
      ({ by, value, won, n, pHolm }) =>
        `  ${by} ${printable(String(value))}: ${won} of ${n} won (Holm ${chance(pHolm)})`,
    ),
  ];
}

/** What is unusual about the record as a record: counts beside what is usual. */
function factLines(facts: readonly RecordFact[]): string[] {
  const unusual = facts.filter(({ isUnusual }) => isUnusual);
  if (unusual.length === 0) return [];
  const writing = { count: (value: number) => value.toLocaleString('en'), rate: percent };
  return ['', 'Unusual for a record:', ...unusual.map((fact) => `  ${factSentence(fact, writing)}`)];
}

function percent(rate: number | null): string {
  return rate === null ? '-' : `${decimal(rate * 100, 1)} %`;
}

function amount(money: number | null): string {
  return money === null ? '-' : decimal(money, 2);
}

function factor(ratio: number | null): string {
  return ratio === null ? 'unknown' : `x ${decimal(ratio, 2)}`;
}

function chance(p: number | null): string {
  if (p === null) return '-';
  return p >= 0.001 || p === 0 ? decimal(p, 3) : p.toExponential(1);
}

function decimal(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
