import { type AbstentionReason, ABSTENTIONS } from '../../core/engine/reasons.ts';
import { ENGINE_VERSION } from '../../core/engine/model.ts';
import { isOverclaimed, type Scores } from '../../core/scoring/scores.ts';
import { formatTable } from '../output.ts';
import { count, DEFINITIONS, percent, range, SCORE_COLUMNS, scoreRows, signed } from './score-rows.ts';
import type { Evaluation, TimeframeEvaluation } from './evaluate-history.ts';

/** The evaluation as text for a terminal, at most 120 columns wide. */
export function textReport(evaluation: Evaluation): string {
  const { request, notes, timeframes } = evaluation;
  const how =
    request.fit === undefined
      ? 'Walk-forward: each day is scored with what the days before it taught.'
      : `Fitted on ${request.fit.map(({ name }) => name).join(', ')} alone.`;
  return [
    `Engine ${ENGINE_VERSION}. ${how}`,
    ...notes.map((note) => `Note: ${note}`),
    ...timeframes.map((timeframe) => timeframeText(timeframe)),
    `Issued: ${DEFINITIONS.coverage}, in percent. ECE: ${DEFINITIONS.ece}. Intervals (95 %): accuracy ${DEFINITIONS.accuracy.split('interval: ')[1]}; bins and top 5 % Wilson; EV days as clusters.`,
  ].join('\n');
}

function timeframeText({ timeframe, model, sets, pooled, abstentions }: TimeframeEvaluation): string {
  const lines = [
    '',
    `${timeframe}`,
    table(
      SCORE_COLUMNS.map(({ short }) => short),
      scoreRows({ sets, pooled }).map(({ name, cells }) => [name, ...cells]),
    ),
  ];
  if (pooled !== undefined) {
    lines.push(
      '',
      'Calibration, pooled',
      table(
        ['claimed', 'n', 'mean claim', 'observed', '95 %', ''],
        pooled.bins.map((bin) => [
          `${percent(bin.from, 1)}-${percent(bin.to, 1)}`,
          count(bin.n),
          percent(bin.claimed, 2),
          percent(bin.observed, 2),
          range(bin),
          isOverclaimed(bin) ? 'claims too much' : '',
        ]),
      ),
    );
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
    ...entries.map(([reason, times]) => `  ${count(times).padStart(9)}  ${reason}: ${ABSTENTIONS[reason]}`),
  ];
}

/** The first column to the left, the others to the right. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const columns = headings.map((heading, at) => ({
    heading,
    right: at > 0,
    cell: (row: readonly string[]) => row[at] || ' ',
  }));
  return formatTable(columns, rows);
}
