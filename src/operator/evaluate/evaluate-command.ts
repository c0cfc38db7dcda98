import { writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import type { Timeframe } from '../../core/market/timeframes.ts';
import { EXIT_CODES } from '../exit-codes.ts';
import { type DatasetMeta, listDatasets, readDataset } from '../../server/datasets/dataset-store.ts';
import { ImportRefusal } from '../../server/datasets/dataset-refusal.ts';
import { evaluateHistory } from './evaluate-history.ts';
import { decisions, evaluationDocument } from './evaluation-document.ts';
import { EvaluationRefusal } from './evaluation-refusal.ts';
import { htmlReport } from './html-report.ts';
import { count, textReport } from './text-report.ts';

/** What the command needs from the process it runs in, so that tests can stand in for it. */
export interface EvaluateDeps {
  /** The data folder; called only when the command runs. */
  readonly dataDir: () => string;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Called once with the exit code. */
  readonly exit: (code: number) => void;
}

/** The flags as commander gives them. */
export interface EvaluateFlags {
  readonly fit?: readonly string[];
  readonly score?: readonly string[];
  readonly timeframe?: Timeframe;
  readonly payout: number;
  readonly json?: boolean;
  readonly html?: string;
  readonly saveModel?: string;
}

/** Runs `pipcast evaluate`. Returns the exit code; throws only unexpected errors. */
export async function evaluateCommand(flags: EvaluateFlags, deps: EvaluateDeps): Promise<number> {
  try {
    await evaluate(flags, deps);
    return EXIT_CODES.ok.exit;
  } catch (error) {
    if (!(error instanceof EvaluationRefusal) && !(error instanceof ImportRefusal)) throw error;
    const { code, message, hint } = error;
    // As with every command: results on standard output, errors on standard error, either as one document.
    print(
      deps.stderr,
      flags.json === true ? JSON.stringify({ error: { code, message, hint } }) : `${message}\n${hint}`,
    );
    return exitCode(code);
  }
}

async function evaluate(
  flags: EvaluateFlags,
  { dataDir, stdout, stderr, signal }: EvaluateDeps,
): Promise<void> {
  const folder = dataDir();
  const { fit, score } = requireSets(flags, await listDatasets(folder));
  const started = performance.now();
  const showsProgress = stderr.isTTY === true && flags.json !== true;
  const evaluation = await evaluateHistory({
    fit,
    score,
    timeframe: flags.timeframe,
    payout: flags.payout,
    read: (name) => {
      if (signal.aborted) throw new EvaluationRefusal('interrupted', 'Stopped.', 'Nothing was changed.');
      return readDataset(folder, name);
    },
    ...(showsProgress ? { onProgress: (text: string) => void stderr.write(`\r\u001B[K${text}`) } : {}),
  });
  const seconds = (performance.now() - started) / 1000;
  if (showsProgress) stderr.write('\r\u001B[K');
  if (flags.html !== undefined) await write(flags.html, htmlReport(evaluation));
  if (flags.saveModel !== undefined) {
    const model = evaluation.timeframes[0]?.model;
    if (model === undefined) {
      throw new EvaluationRefusal(
        'too-little-history',
        'There is no fitted model to write.',
        'Fit on more history.',
      );
    }
    await write(flags.saveModel, `${JSON.stringify(model, undefined, 2)}\n`);
  }
  if (flags.json === true) {
    print(stdout, JSON.stringify(evaluationDocument(evaluation, seconds), undefined, 2));
    return;
  }
  print(stdout, textReport(evaluation));
  const judged = decisions(evaluation);
  print(stderr, `${count(judged)} scored instants in ${seconds.toFixed(1)} s, fitting included.`);
}

function requireSets(
  { fit, score }: EvaluateFlags,
  known: readonly DatasetMeta[],
): { fit: readonly DatasetMeta[] | undefined; score: readonly DatasetMeta[] } {
  if (known.length === 0) {
    throw new EvaluationRefusal(
      'nothing-imported',
      'There is no history to evaluate on.',
      'Import some first: pipcast import FILE',
    );
  }
  const find = (name: string): DatasetMeta => {
    const meta = known.find((candidate) => candidate.name === name);
    if (meta !== undefined) return meta;
    const there = known.map((candidate) => candidate.name).join(', ');
    throw new EvaluationRefusal('not-found', `There is no data set ${name}.`, `There are: ${there}.`);
  };
  const fitted = fit?.map(find);
  const scored = score?.map(find) ?? known.filter((meta) => fitted?.includes(meta) !== true);
  const both = scored.filter((meta) => fitted?.includes(meta));
  if (both.length > 0) {
    throw new EvaluationRefusal(
      'usage',
      `${both.map(({ name }) => name).join(', ')} cannot be both fitted on and scored.`,
      'A score on what was fitted says nothing. Leave it out of one of the two lists.',
    );
  }
  if (scored.length === 0) {
    throw new EvaluationRefusal(
      'usage',
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
    throw new EvaluationRefusal('usage', `${file} cannot be written: ${reason}.`, 'Give another file.');
  }
}

function exitCode(code: string): number {
  if (code === 'usage') return EXIT_CODES.usage.exit;
  if (code === 'not-found' || code === 'nothing-imported') return EXIT_CODES.not_found.exit;
  return code === 'interrupted' ? EXIT_CODES.interrupted.exit : EXIT_CODES.failure.exit;
}

function print(stream: Writable, text: string): void {
  stream.write(`${text}\n`);
}
