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
