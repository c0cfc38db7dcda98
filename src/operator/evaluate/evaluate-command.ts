import { writeFile } from 'node:fs/promises';
import { ENGINE_VERSION } from '../../core/engine/model.ts';
import type { Timeframe } from '../../core/market/timeframes.ts';
import type { Scores } from '../../core/scoring/score-book.ts';
import { type DatasetMeta, listDatasets, readDataset } from '../../server/market/dataset-store.ts';
import { loadConfig } from '../../server/platform/config.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { CliError, failed, misuse } from '../exit-codes.ts';
import { interruptible } from '../terminal.ts';
import { progressLine } from '../output.ts';
import { textReport } from './text-report.ts';
import { evaluateHistory, type Evaluation, type TimeframeEvaluation } from './evaluate-history.ts';

export interface EvaluateFlags {
  readonly fit?: readonly string[];
  readonly score?: readonly string[];
  readonly timeframe?: Timeframe;
  readonly payout: number;
  readonly saveModel?: string;
}

/** `evaluate`: prints the report or one document, and writes the fitted model where it is asked for. */
export async function evaluateCommand(
  { io, output }: CommandContext,
  { saveModel, ...flags }: EvaluateFlags,
): Promise<Ending> {
  const folder = loadConfig().dataDir;
  const evaluation = await interruptible((signal) =>
    evaluate(folder, flags, progressLine(io.stderr, output.json), signal),
  );
  if (saveModel !== undefined) {
    const model = evaluation.timeframes[0]?.model;
    if (model === undefined) throw failed('There is no fitted model to write.', 'Fit on more history.');
    await write(saveModel, `${JSON.stringify(model, undefined, 2)}\n`);
  }
  await output.result(evaluationDocument(evaluation), () => textReport(evaluation));
  return 'ok';
}

async function evaluate(
  folder: string,
  { timeframe, payout, ...sets }: EvaluateFlags,
  tell: (text: string) => void,
  signal: AbortSignal,
): Promise<Evaluation> {
  const { fit, score } = requireSets(sets, await listDatasets(folder));
  try {
    return await evaluateHistory({
      fit,
      score,
      timeframe,
      payout,
      read: (name) => {
        if (signal.aborted) throw new CliError('interrupted', 'Stopped.', 'Nothing was changed.');
        return readDataset(folder, name);
      },
      onProgress: tell,
    });
  } finally {
    tell('');
  }
}

function requireSets(
  { fit, score }: Pick<EvaluateFlags, 'fit' | 'score'>,
  known: readonly DatasetMeta[],
): { fit: readonly DatasetMeta[] | undefined; score: readonly DatasetMeta[] } {
  if (known.length === 0) {
    throw new CliError(
      'not_found',
      'There is no history to evaluate on.',
      'Import some first: pipcast import FILE',
    );
  }
  const find = (name: string): DatasetMeta => {
    const meta = known.find((candidate) => candidate.name === name);
    if (meta !== undefined) return meta;
    const there = known.map((candidate) => candidate.name).join(', ');
    throw new CliError('not_found', `There is no data set ${name}.`, `There are: ${there}.`);
  };
  const fitted = fit?.map(find);
  const scored = score?.map(find) ?? known.filter((meta) => fitted?.includes(meta) !== true);
  const both = scored.filter((meta) => fitted?.includes(meta));
  if (both.length > 0) {
    throw misuse(
      `${both.map(({ name }) => name).join(', ')} cannot be both fitted on and scored.`,
      'A score on what was fitted says nothing. Leave it out of one of the two lists.',
    );
  }
  if (scored.length === 0) {
    throw misuse(
      'Nothing is left to score: every data set is fitted on.',
      'Name the data sets to score with --score, or import more.',
    );
  }
  return { fit: fitted, score: scored };
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw misuse(`${file} cannot be written: ${reason}.`, 'Give another file.');
  }
}

/** The evaluation as one JSON document. Rates are fractions of 1. */
export function evaluationDocument(evaluation: Evaluation): Record<string, unknown> {
  const { request, notes, timeframes } = evaluation;
  const [main, ...others] = timeframes.map(timeframeDocument);
  return {
    ok: true,
    engineVersion: ENGINE_VERSION,
    mode: request.fit === undefined ? 'walk-forward' : 'fit-score',
    fit: request.fit?.map(({ name }) => name),
    score: request.score.map(({ name }) => name),
    payout: request.payout,
    notes,
    ...main,
    otherTimeframes: others,
  };
}

function timeframeDocument({
  timeframe,
  model,
  sets,
  pooled,
  abstentions,
}: TimeframeEvaluation): Record<string, unknown> {
  return {
    timeframe,
    fitted: model?.fitted,
    cap: model?.curve.cap,
    datasets: sets.map(({ meta, scores, abstentions: own }) => ({
      name: meta.name,
      pair: meta.pair,
      kind: meta.kind,
      ...scoresDocument(scores),
      abstentions: own,
    })),
    pooled: { ...scoresDocument(pooled), abstentions },
  };
}

/** A set without a settled decision has only `n`, 0: rates are undefined. */
function scoresDocument(scores: Scores | undefined): Record<string, unknown> {
  return scores === undefined ? { n: 0 } : { ...scores };
}
