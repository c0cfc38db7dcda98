import { writeFile } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BOT_TIMEFRAMES, type Timeframe } from '../../core/signals/timeframes.ts';
import { decisions, evaluationDocument } from '../evaluate/evaluation-document.ts';
import { evaluateHistory } from '../evaluate/evaluate-history.ts';
import { EvaluationRefusal } from '../evaluate/evaluation-refusal.ts';
import { htmlReport } from '../evaluate/html-report.ts';
import { count, textReport } from '../evaluate/text-report.ts';
import { type DatasetMeta, listDatasets, readDataset } from '../history/dataset-store.ts';
import { ImportRefusal } from '../history/import-refusal.ts';

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

interface EvaluateFlags {
  readonly fit?: readonly string[];
  readonly score?: readonly string[];
  readonly timeframe?: Timeframe;
  readonly payout: number;
  readonly json?: boolean;
  readonly html?: string;
  readonly saveModel?: string;
}

const EXIT_OK = 0;
const EXIT_FAILURE = 1;
const EXIT_USAGE = 2;
const EXIT_NOT_FOUND = 3;
const EXIT_INTERRUPTED = 130;

/** Adds `evaluate` to the program: what the engine's confidence was worth on imported history. */
export function registerEvaluate(program: Command, deps: EvaluateDeps): void {
  program
    .command('evaluate')
    .description('Measure the engine on imported history: accuracy, log loss and calibration against a coin')
    .option('--fit <names>', 'fit on these data sets alone, names separated by commas', listOf)
    .option('--score <names>', 'score these data sets (default: all that are imported)', listOf)
    .addOption(
      new Option('--timeframe <time>', 'one timeframe only; less than 1min needs ticks').choices(
        BOT_TIMEFRAMES.map(({ value }) => value),
      ),
    )
    .addOption(
      new Option('--payout <percent>', 'what a won stake pays, in percent')
        .argParser(payoutOf)
        .default(0.8, '80'),
    )
    .option('--json', 'print one JSON document instead of text')
    .option('--html <file>', 'write a page with plots as well')
    .option('--save-model <file>', 'write the fitted model of the longest timeframe as JSON')
    .action(async (flags: EvaluateFlags) => {
      deps.exit(await run(flags, deps));
    });
}

async function run(flags: EvaluateFlags, deps: EvaluateDeps): Promise<number> {
  try {
    await evaluate(flags, deps);
    return EXIT_OK;
  } catch (error) {
    if (!(error instanceof EvaluationRefusal) && !(error instanceof ImportRefusal)) throw error;
    const { code, message, hint } = error;
    if (flags.json === true)
      print(deps.stdout, JSON.stringify({ ok: false, error: { code, message, hint } }, undefined, 2));
    print(deps.stderr, `${message}\n${hint}`);
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

function listOf(text: string): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('Give at least one name.');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new InvalidArgumentError(`${twice} is named twice.`);
  return names;
}

function payoutOf(text: string): number {
  const percent = Number(text);
  if (!(percent > 0 && percent <= 1000)) throw new InvalidArgumentError('Give percent, such as 80.');
  return percent / 100;
}

function exitCode(code: string): number {
  if (code === 'usage') return EXIT_USAGE;
  if (code === 'not-found' || code === 'nothing-imported') return EXIT_NOT_FOUND;
  return code === 'interrupted' ? EXIT_INTERRUPTED : EXIT_FAILURE;
}

function print(stream: Writable, text: string): void {
  stream.write(`${text}\n`);
}
