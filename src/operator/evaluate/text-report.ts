import { type AbstentionReason, ABSTENTIONS } from '../../core/engine/reasons.ts';
import { ENGINE_VERSION } from '../../core/engine/model.ts';
import { type ConfidenceBin, isOverclaimed } from '../../core/scoring/scores.ts';
import type { Scores } from '../../core/scoring/score-book.ts';
import { formatTable, number } from '../output.ts';
import type { Evaluation, TimeframeEvaluation } from './evaluate-history.ts';
import type { Interval } from '../../core/statistics/wilson.ts';

const WORDS =
  'Issued: share of judged instants that gave a signal, in percent; the others are under abstentions, with their reasons. ECE: mean over the bins of |claimed - observed|, each weighted by its decisions. Intervals (95 %): accuracy the wider of Wilson and one with UTC days as clusters; bins and top 5 % Wilson; EV days as clusters.';

/** The evaluation as text for a terminal, at most 120 columns wide. */
export function textReport(evaluation: Evaluation): string {
  const { request, notes, timeframes } = evaluation;
  return [
    `Engine ${ENGINE_VERSION}. ${methodOf(request)}`,
    ...notes.map((note) => `Note: ${note}`),
    ...timeframes.map((timeframe) => timeframeText(timeframe)),
    WORDS,
  ].join('\n');
}

function methodOf({ fit }: Evaluation['request']): string {
  return fit === undefined
    ? 'Walk-forward: each day is scored with what the days before it taught.'
    : `Fitted on ${fit.map(({ name }) => name).join(', ')} alone.`;
}

const BIN_HEADINGS = ['claimed, %', 'n', 'mean claim', 'observed', '95 %', ''];
function binCells(bin: ConfidenceBin): string[] {
  return [
    `${percent(bin.from, 1)}-${percent(bin.to, 1)}`,
    number(bin.n),
    percent(bin.claimed, 2),
    percent(bin.observed, 2),
    range(bin),
    isOverclaimed(bin) ? 'claims too much' : '',
  ];
}

function timeframeText({ timeframe, model, sets, pooled, abstentions }: TimeframeEvaluation): string {
  const lines = ['', `${timeframe}`, table(SCORE_COLUMNS, scoreRows({ sets, pooled }))];
  if (pooled !== undefined) {
    lines.push('', 'Calibration, pooled', table(BIN_HEADINGS, pooled.bins.map(binCells)));
    lines.push('', ...expectationLines(pooled));
    const tooMuch = sets.flatMap(({ meta, scores }) =>
      (scores?.bins ?? [])
        .filter(isOverclaimed)
        .map((bin) => `${meta.name} ${percent(bin.from, 1)}-${percent(bin.to, 1)} %`),
    );
    lines.push(
      `Bins of single data sets that claim more than their interval allows: ${tooMuch.join('; ') || 'none'}.`,
    );
  }
  lines.push(...abstentionLines(abstentions));
  if (model !== undefined)
    lines.push(`Highest claim the calibration supports: ${percent(model.curve.cap, 2)} %.`);
  return lines.join('\n');
}

function expectationLines({ expectation: e, accuracy, accuracyInterval }: Scores): string[] {
  const verdict =
    accuracyInterval.low > e.breakEven
      ? 'above break-even'
      : accuracyInterval.high < e.breakEven
        ? 'below break-even'
        : 'not decided';
  return [
    `At a payout of ${percent(e.payout, 0)} % break-even is ${percent(e.breakEven, 2)} %; accuracy is ${percent(accuracy, 2)} % [${range(accuracyInterval)}]: ${verdict}.`,
    `A stake of 1 brings ${signed(e.perStake)}${e.interval === undefined ? '' : ` [${signed(e.interval.low)}, ${signed(e.interval.high)}]`} with unchanged refunded, ${signed(e.perStakeUnchangedLost)} with unchanged lost; on the top 5 % ${signed(e.top5)} [${signed(e.top5Interval.low)}, ${signed(e.top5Interval.high)}].`,
  ];
}

function abstentionLines(abstentions: Readonly<Partial<Record<AbstentionReason, number>>>): string[] {
  const entries = Object.entries(abstentions) as [AbstentionReason, number][];
  if (entries.length === 0) return ['It never abstained.'];
  return [
    'Abstained:',
    ...entries.map(([reason, times]) => `  ${number(times).padStart(9)}  ${reason}: ${ABSTENTIONS[reason]}`),
  ];
}

/** The first column to the left, the others to the right. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => headings.map((_, at) => row[at] || ' '));
  return formatTable(headings, cells, (column) => column > 0);
}

const SCORE_COLUMNS = [
  '',
  'n',
  'issued',
  'accuracy',
  'top 5 %',
  'log loss',
  'below coin',
  'Brier',
  'ECE pp',
  'EV',
  'unchanged',
];

type Figures = Pick<Scores, 'n' | 'accuracy' | 'accuracyInterval' | 'logLoss' | 'brier' | 'unchanged'> &
  Partial<Pick<Scores, 'coverage' | 'ece'>> & { readonly accuracyTop5: number; readonly perStake: number };

/** The name and the figures of each data set, of all of them, and of a coin; only the first ones where nothing was settled. */
function scoreRows({ sets, pooled }: Pick<TimeframeEvaluation, 'sets' | 'pooled'>): string[][] {
  const own = (scores: Scores | undefined) => scores && { ...scores, perStake: scores.expectation.perStake };
  return [
    ...sets.map(({ meta, scores }) => rowOf(meta.name, own(scores))),
    rowOf('pooled', own(pooled)),
    rowOf(
      'a coin',
      pooled && { ...pooled.coin, accuracyTop5: 0.5, n: pooled.n, unchanged: pooled.unchanged },
    ),
  ];
}

function rowOf(name: string, figures: Figures | undefined): string[] {
  if (figures === undefined) return [name, '0', 'nothing settled'];
  const { n, coverage, accuracy, accuracyInterval, accuracyTop5, logLoss, brier, ece, perStake, unchanged } =
    figures;
  return [
    name,
    number(n),
    coverage === undefined ? '' : percent(coverage, 0),
    `${percent(accuracy, 2)} [${range(accuracyInterval)}]`,
    percent(accuracyTop5, 2),
    logLoss.toFixed(6),
    signed(Math.LN2 - logLoss, 6),
    brier.toFixed(5),
    ece === undefined ? '' : percent(ece, 2),
    signed(perStake),
    number(unchanged),
  ];
}

function percent(share: number, digits: number): string {
  return (share * 100).toFixed(digits);
}

/** In percent. */
function range({ low, high }: Interval): string {
  return `${percent(low, 2)}-${percent(high, 2)}`;
}

function signed(value: number, digits = 3): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`;
}
