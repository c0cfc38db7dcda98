import { formatCivil } from '../../core/time/civil-date.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { CliError, refusalEnding } from '../exit-codes.ts';
import { interruptible } from '../terminal.ts';
import { progressLine } from '../output.ts';
import type { Overrulable } from '../../core/price-files/judge-history.ts';
import {
  type DatasetMeta,
  ImportRefusal,
  listDatasets,
  removeDataset,
} from '../../server/market/dataset-store.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { importHistory } from './import-history.ts';
import { datasetDocument, importDocument, importReport } from './import-report.ts';
import { requirePair, terminalQuestions } from './terminal-questions.ts';
import { parseZone } from './pair-and-clock.ts';

export interface ImportFlags {
  readonly pair?: string;
  readonly zone?: string;
  readonly name?: string;
  readonly allow?: readonly Overrulable[];
  readonly dryRun?: boolean;
  readonly list?: boolean;
  readonly remove?: string;
}

/** `pipcast import`: a file in, the list, or a removal. */
export function importCommand(
  context: CommandContext,
  file: string | undefined,
  flags: ImportFlags,
): Promise<Ending> {
  return interruptible((signal) => runImport(context, file, flags, signal));
}

/** As `importCommand`, until `signal` stops it. */
export async function runImport(
  context: CommandContext,
  file: string | undefined,
  flags: ImportFlags,
  signal: AbortSignal,
): Promise<Ending> {
  try {
    if (flags.list === true) return await list(context);
    if (flags.remove !== undefined) return await remove(context, flags.remove);
    if (file !== undefined) return await importFile(context, file, flags, signal);
  } catch (error) {
    if (signal.aborted)
      throw new CliError(
        'interrupted',
        'Stopped. Nothing was stored.',
        'Start the import again when you like.',
      );
    if (!(error instanceof ImportRefusal)) throw error;
    const { code, message, hint, line } = error;
    const where = file === undefined || file === '-' ? '' : `${file}: `;
    throw new CliError(refusalEnding(code), where + message, hint, { code, message, line });
  }
  throw new CliError(
    'usage',
    'No file was given.',
    'Give a path, or - for standard input; see pipcast import --help.',
  );
}

async function importFile(
  { io: { stdin, stderr }, output }: CommandContext,
  file: string,
  flags: ImportFlags,
  signal: AbortSignal,
): Promise<Ending> {
  const started = performance.now();
  const progress = progressLine(stderr, output.json);
  const interactive = stdin.isTTY === true && stderr.isTTY === true && file !== '-' && !output.json;
  const questions = interactive ? terminalQuestions(stdin, stderr, signal) : undefined;
  try {
    const outcome = await importHistory({
      path: file,
      stdin,
      dataDir: loadConfig().dataDir,
      pair: flags.pair === undefined ? undefined : requirePair(flags.pair),
      clock: flags.zone === undefined ? undefined : parseZone(flags.zone),
      name: flags.name,
      allow: new Set(flags.allow),
      dryRun: flags.dryRun === true,
      nowMs: Date.now(),
      signal,
      questions: questions && {
        pair: (proposal) => (progress(''), questions.pair(proposal)),
        clock: (evidence) => (progress(''), questions.clock(evidence)),
      },
      onLayout: (label) => interactive && output.note(`Reading ${file}: ${label}`),
      onProgress: ({ readBytes, totalBytes }) =>
        progress(
          `${megabytes(readBytes())} of ${totalBytes === undefined ? 'standard input' : megabytes(totalBytes)}`,
        ),
    });
    progress('');
    const seconds = (performance.now() - started) / 1000;
    // The report is for the reader; standard output has the name alone, so that a script can use it.
    if (!output.json) output.note(importReport(outcome));
    return await output.result(importDocument(outcome, seconds), () => outcome.meta.name);
  } finally {
    progress('');
  }
}

async function list({ output }: CommandContext): Promise<Ending> {
  const datasets = await listDatasets(loadConfig().dataDir);
  if (datasets.length === 0) {
    output.note('Nothing was imported yet. Import a price file with: pipcast import FILE');
    if (!output.json) return 'ok';
  }
  const width = Math.max(...datasets.map(({ name }) => name.length));
  return output.result({ ok: true, datasets: datasets.map(datasetDocument) }, () =>
    datasets.map((meta) => listLine(meta, width)).join('\n'),
  );
}

function listLine({ name, pair, rows, firstMs, lastMs, clock }: DatasetMeta, width: number): string {
  const count = rows.toLocaleString('en-US').padStart(12);
  return `${name.padEnd(width)}  ${pair}${count} rows  ${formatCivil(firstMs)} to ${formatCivil(lastMs)} UTC  (from ${clock})`;
}

async function remove({ output }: CommandContext, removed: string): Promise<Ending> {
  const { name, rows } = await removeDataset(loadConfig().dataDir, removed);
  output.note(`Removed ${name} (${rows.toLocaleString('en-US')} rows).`);
  return output.json ? output.result({ ok: true, status: 'removed', name, rows }, () => '') : 'ok';
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
