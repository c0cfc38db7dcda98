import type { Scores } from '../../core/scoring/scores.ts';
import type { Interval } from '../../core/statistics/wilson.ts';
import type { TimeframeEvaluation } from './evaluate-history.ts';

/** The columns of the scores, for a terminal and for a page. */
export const SCORE_COLUMNS = [
  { short: '', long: 'data set' },
  { short: 'n', long: 'n' },
  { short: 'issued', long: 'issued, %' },
  { short: 'accuracy', long: 'accuracy, %' },
  { short: 'top 5 %', long: 'top 5 %' },
  { short: 'log loss', long: 'log loss' },
  { short: 'below coin', long: 'less than a coin by' },
  { short: 'Brier', long: 'Brier' },
  { short: 'ECE pp', long: 'ECE, points' },
  { short: 'EV', long: 'a stake of 1 brings' },
  { short: 'unchanged', long: 'unchanged' },
] as const;

/** The name and the figures of a data set, of all of them, or of a coin. An interval is behind its figure in brackets. */
export interface ScoreRow {
  readonly name: string;
  readonly kind: 'set' | 'pooled' | 'coin';
  /** Only the first ones where nothing was settled. */
  readonly cells: readonly string[];
}

type Figures = Pick<Scores, 'n' | 'accuracy' | 'accuracyInterval' | 'logLoss' | 'brier' | 'unchanged'> &
  Partial<Pick<Scores, 'coverage' | 'ece'>> & { readonly accuracyTop5: number; readonly perStake: number };

export function scoreRows({ sets, pooled }: Pick<TimeframeEvaluation, 'sets' | 'pooled'>): ScoreRow[] {
  const own = (scores: Scores | undefined) => scores && { ...scores, perStake: scores.expectation.perStake };
  return [
    ...sets.map(({ meta, scores }) => rowOf(meta.name, 'set', own(scores))),
    rowOf('pooled', 'pooled', own(pooled)),
    rowOf(
      'a coin',
      'coin',
      pooled && { ...pooled.coin, accuracyTop5: 0.5, n: pooled.n, unchanged: pooled.unchanged },
    ),
  ];
}

function rowOf(name: string, kind: ScoreRow['kind'], figures: Figures | undefined): ScoreRow {
  if (figures === undefined) return { name, kind, cells: ['0', 'nothing settled'] };
  const { n, coverage, accuracy, accuracyInterval, accuracyTop5, logLoss, brier, ece, perStake, unchanged } =
    figures;
  const cells = [
    count(n),
    coverage === undefined ? '' : percent(coverage, 0),
    `${percent(accuracy, 2)} [${range(accuracyInterval)}]`,
    percent(accuracyTop5, 2),
    logLoss.toFixed(6),
    signed(Math.LN2 - logLoss, 6),
    brier.toFixed(5),
    ece === undefined ? '' : percent(ece, 2),
    signed(perStake),
    count(unchanged),
  ];
  return { name, kind, cells };
}

export function percent(share: number, digits: number): string {
  return (share * 100).toFixed(digits);
}

/** In percent. */
export function range({ low, high }: Interval): string {
  return `${percent(low, 2)}-${percent(high, 2)}`;
}

export function signed(value: number, digits = 3): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** The definitions of the figures, for every form of the report. */
export const DEFINITIONS = {
  decision: 'one at each bar close; the next one when the last has expired',
  entry:
    'minute bars: the next bar’s open, expiry at its close; ticks: the mid one second after the decision, expiry a timeframe after entry',
  unchanged:
    'a price that ends where it was entered is neither right nor wrong: counted by itself, its stake refunded',
  coverage:
    'share of judged instants that gave a signal; the others are under abstentions, with their reasons',
  accuracy:
    'share of changed outcomes that went the claimed way; interval: the wider of Wilson and one with UTC days as clusters',
  accuracyTop5: 'accuracy of the most confident twentieth; Wilson interval',
  logLoss: 'mean of -ln(chance given to what happened); a coin has ln 2 = 0.693147',
  brier: 'mean of (1 - chance given to what happened) squared; a coin has 0.25',
  ece: 'mean over the bins of |claimed - observed|, each weighted by its decisions',
  bins: 'by claimed chance, from inclusive, to exclusive; one with fewer than 2,000 decisions is joined with the one below; low and high: Wilson 95 % of the observed share',
  expectation:
    'what a stake of 1 brings: payout when right, -1 when wrong, 0 when unchanged; interval with UTC days as clusters',
  coin: 'the control: a seeded coin called on the same decisions',
} as const;
