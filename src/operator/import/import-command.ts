import type { Writable } from 'node:stream';
import { formatCivil } from '../../core/time/civil-date.ts';
import type { ExitName } from '../exit-codes.ts';
import type { CliProcess } from '../output.ts';
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
import type { InputBytes } from './input-bytes.ts';

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
  const progress = stderr.isTTY === true ? new ProgressLine(stderr, () => performance.now()) : undefined;
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
        pair: (proposal) => (progress?.clear(), questions.pair(proposal)),
        clock: (evidence) => (progress?.clear(), questions.clock(evidence)),
      },
      onLayout: (label) => interactive && print(stderr, `Reading ${file}: ${label}`),
      onProgress: (input) => progress?.update(input),
    });
    progress?.clear();
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
    progress?.clear();
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

const REDRAW_MS = 100;
const WIDTH = 30;

/** The part of a stream that a progress line needs; the terminal's width may change. */
interface ProgressTerminal {
  write(text: string): unknown;
  readonly columns?: number | undefined;
}

/** One line that is drawn over itself while a file is read, ten times a second at most; gone when `clear` is called. */
class ProgressLine {
  readonly #terminal: ProgressTerminal;
  readonly #nowMs: () => number;
  readonly #startMs: number;
  #drawnMs = Number.NEGATIVE_INFINITY;

  /** `nowMs` is any clock that only goes forward. */
  constructor(terminal: ProgressTerminal, nowMs: () => number) {
    this.#terminal = terminal;
    this.#nowMs = nowMs;
    this.#startMs = nowMs();
  }

  update(input: InputBytes): void {
    const now = this.#nowMs();
    if (now - this.#drawnMs < REDRAW_MS) return;
    this.#drawnMs = now;
    const read = input.readBytes();
    const seconds = (now - this.#startMs) / 1000;
    const speed = seconds > 0.2 ? ` ${(input.textBytes() / 1e6 / seconds).toFixed(0)} MB/s` : '';
    const total = input.totalBytes;
    const text =
      total === undefined || total === 0
        ? `${megabytes(read)} read${speed}`
        : `${bar(Math.min(1, read / total))} ${megabytes(read)} of ${megabytes(total)}${speed}`;
    this.#terminal.write(`\r${text.slice(0, columnsOf(this.#terminal) - 1)}\u001b[K`);
  }

  clear(): void {
    if (this.#drawnMs > Number.NEGATIVE_INFINITY) this.#terminal.write('\r\u001b[K');
    this.#drawnMs = Number.NEGATIVE_INFINITY;
  }
}

/** A terminal of unknown width has none, or zero. */
function columnsOf({ columns = 0 }: ProgressTerminal): number {
  return columns > 10 ? columns : 80;
}

function bar(share: number): string {
  const full = Math.floor(share * WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${String(Math.floor(share * 100)).padStart(3)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
