import type { Writable } from 'node:stream';
import { formatCivil } from '../../core/time/civil-date.ts';
import type { ExitName } from '../exit-codes.ts';
import { type CliProcess, progressLine } from '../output.ts';
import type { Overrulable } from '../../core/price-files/judge-history.ts';
import { parsePair } from '../../core/price-files/pair-in-name.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import { type DatasetMeta, listDatasets, removeDataset } from '../../server/market/dataset-store.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { importHistory } from './import-history.ts';
import { ImportRefusal } from '../../server/market/dataset-refusal.ts';
import { importDocument, importReport } from './import-report.ts';
import { terminalQuestions } from './terminal-questions.ts';
import { parseZone } from './zone-names.ts';

export interface ImportFlags {
  readonly pair?: string;
  readonly zone?: string;
  readonly name?: string;
  readonly allow?: readonly Overrulable[];
  readonly dryRun?: boolean;
  readonly json?: boolean;
  readonly list?: boolean;
  readonly remove?: string;
}

/** Runs `pipcast import`: a file in, the list, or a removal. Ctrl-C aborts `signal`. Throws only unexpected errors. */
export async function importCommand(
  io: CliProcess,
  file: string | undefined,
  flags: ImportFlags,
  signal: AbortSignal,
): Promise<ExitName> {
  const json = flags.json === true;
  try {
    if (flags.list === true) return await list(json, io);
    if (flags.remove !== undefined) return await remove(flags.remove, json, io);
    if (file === undefined) {
      throw new ImportRefusal(
        'usage',
        'No file was given.',
        'Give a path, or - for standard input; see pipcast import --help.',
      );
    }
    return await importFile(io, file, flags, signal);
  } catch (error) {
    const refusal = signal.aborted ? interrupted() : error;
    if (!(refusal instanceof ImportRefusal)) throw refusal;
    const { code, message, hint, line } = refusal;
    const where = file === undefined || file === '-' ? '' : `${onOneLine(file)}: `;
    // As with every command: results on standard output, errors on standard error, either as one document.
    print(
      io.stderr,
      json ? JSON.stringify({ error: { code, message, hint, line } }) : `${where}${message}\n${hint}`,
    );
    return endingOf(code);
  }
}

async function importFile(
  { stdin, stdout, stderr }: CliProcess,
  file: string,
  flags: ImportFlags,
  signal: AbortSignal,
): Promise<ExitName> {
  const json = flags.json === true;
  const started = performance.now();
  const progress = progressLine(stderr, json);
  const interactive = stdin.isTTY === true && stderr.isTTY === true && file !== '-' && !json;
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
      onLayout: (label) => interactive && print(stderr, `Reading ${file}: ${label}`),
      onProgress: ({ readBytes, totalBytes }) =>
        progress(
          `${megabytes(readBytes())} of ${totalBytes === undefined ? 'standard input' : megabytes(totalBytes)}`,
        ),
    });
    progress('');
    const seconds = (performance.now() - started) / 1000;
    if (json) {
      print(stdout, JSON.stringify(importDocument(outcome, seconds)));
    } else {
      // The report is for the reader; standard output has the name alone, so that a script can use it.
      print(stderr, importReport(outcome));
      print(stdout, outcome.meta.name);
    }
    return 'ok';
  } finally {
    progress('');
  }
}

async function list(json: boolean, { stdout, stderr }: CliProcess): Promise<ExitName> {
  const datasets = await listDatasets(loadConfig().dataDir);
  if (json) {
    const shown = datasets.map(
      ({ name, pair, kind, source, clock, rows, firstMs, lastMs, sha256, importedAt }) => ({
        name,
        pair,
        kind,
        source,
        clock,
        rows,
        first: new Date(firstMs).toISOString(),
        last: new Date(lastMs).toISOString(),
        sha256,
        importedAt,
      }),
    );
    print(stdout, JSON.stringify({ ok: true, datasets: shown }));
  } else if (datasets.length === 0) {
    print(stderr, 'Nothing was imported yet. Import a price file with: pipcast import FILE');
  } else {
    const width = Math.max(...datasets.map(({ name }) => name.length));
    for (const meta of datasets) print(stdout, listLine(meta, width));
  }
  return 'ok';
}

function listLine({ name, pair, rows, firstMs, lastMs, clock }: DatasetMeta, width: number): string {
  const count = rows.toLocaleString('en-US').padStart(12);
  return `${name.padEnd(width)}  ${pair}${count} rows  ${formatCivil(firstMs)} to ${formatCivil(lastMs)} UTC  (from ${clock})`;
}

async function remove(name: string, json: boolean, { stdout, stderr }: CliProcess): Promise<ExitName> {
  const meta = await removeDataset(loadConfig().dataDir, name);
  if (json)
    print(
      stdout,
      JSON.stringify({ ok: true, status: 'removed', name: meta.name, rows: meta.rows }, undefined, 2),
    );
  else print(stderr, `Removed ${meta.name} (${meta.rows.toLocaleString('en-US')} rows).`);
  return 'ok';
}

function endingOf(code: string): ExitName {
  if (code === 'usage' || code === 'pair-needed' || code === 'clock-needed') return 'usage';
  if (code === 'not-found') return 'not_found';
  if (code === 'interrupted') return 'interrupted';
  return code === 'disk-full' || code === 'cannot-write' || code === 'damaged-dataset'
    ? 'failure'
    : 'import_refused';
}

function interrupted(): ImportRefusal {
  return new ImportRefusal(
    'interrupted',
    'Stopped. Nothing was stored.',
    'Start the import again when you like.',
  );
}

function requirePair(text: string): ScoredPair {
  const pair = parsePair(text);
  if (pair !== undefined) return pair;
  throw new ImportRefusal(
    'usage',
    `"${text}" is not a pair that can be imported.`,
    `Give --pair as one of ${SCORED_PAIRS.join(', ')}.`,
  );
}

/** A file's name may hold characters that recolour or retitle a terminal. */
function onOneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
}

function print(stream: Writable, text: string): void {
  stream.write(`${text}\n`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
