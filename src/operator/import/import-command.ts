import { formatCivil } from '../../core/time/civil-date.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { CliError, misuse, refusalEnding } from '../exit-codes.ts';
import { interruptible } from '../terminal.ts';
import { counted, documentTable, formatPairs, iso, number, progressLine } from '../output.ts';
import { clockNames, type Overrulable } from '../../core/price-files/judge-history.ts';
import {
  type DatasetMeta,
  ImportRefusal,
  listDatasets,
  removeDataset,
} from '../../server/market/dataset-store.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { type CheckedImport, importHistory, type ImportOutcome } from './import-history.ts';
import { parseZone, requirePair } from './pair-and-clock.ts';

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
  throw misuse('No file was given.', 'Give a path, or - for standard input; see pipcast import --help.');
}

async function importFile(
  { io: { stdin, stderr }, output }: CommandContext,
  file: string,
  flags: ImportFlags,
  signal: AbortSignal,
): Promise<Ending> {
  const started = performance.now();
  const progress = progressLine(stderr, output.json);
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
  const rows = datasets.map(({ name, pair, rows: count, firstMs, lastMs, clock }) => ({
    name,
    pair,
    rows: count,
    'first, utc': formatCivil(firstMs),
    'last, utc': formatCivil(lastMs),
    'from clock': clock,
  }));
  return output.result(
    { ok: true, datasets: datasets.map(datasetDocument) },
    () => documentTable(rows) ?? 'Nothing was imported yet. Import a price file with: pipcast import FILE',
  );
}

async function remove({ output }: CommandContext, removed: string): Promise<Ending> {
  const { name, rows } = await removeDataset(loadConfig().dataDir, removed);
  output.note(`Removed ${name} (${counted(rows, 'row')}).`);
  return output.json ? output.result({ ok: true, status: 'removed', name, rows }, () => '') : 'ok';
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** The result of an import as lines for people. */
export function importReport(outcome: ImportOutcome): string {
  const { meta } = outcome;
  if (outcome.status === 'known') {
    const what = outcome.sameFile
      ? 'This file was imported before'
      : 'These prices were imported before, from another file';
    return `${what}, as ${meta.name} (${counted(meta.rows, 'row')}). Nothing was added.`;
  }
  const { report } = outcome;
  const lines = [
    formatPairs([
      ['Layout', `${meta.source}, ${meta.kind === 'm1' ? 'one-minute bars' : 'ticks'}`],
      ['Pair', `${meta.pair}, ${meta.digits} decimals`],
      ['Clock', clockLine(outcome)],
      ['Rows', `${number(report.rowsKept)} kept of ${number(report.rowsIn)}`],
      ['First, last', `${formatCivil(report.firstMs, true)}, ${formatCivil(report.lastMs, true)} UTC`],
      ['Gaps', gapLine(outcome)],
      ...dropped(outcome),
    ]),
    ...outcome.findings.map(
      ({ message, hint, line }) => `Warning: ${line === undefined ? '' : `line ${line}: `}${message} ${hint}`,
    ),
    outcome.status === 'checked'
      ? `Checked only (--dry-run): it would be stored as ${meta.name}.`
      : `Stored as ${meta.name}.`,
  ];
  return lines.join('\n');
}

function clockLine({ meta, weekends }: CheckedImport): string {
  if (weekends.weekends === 0) return meta.clock;
  const fit = `${weekends.weekends - weekends.clockMisses} of ${weekends.weekends} weekends fall at Friday to Sunday 17:00 New York`;
  const same = weekends.best.filter(({ clock }) => clock.name !== meta.clock);
  return weekends.clockMisses > 0 && same.length > 0
    ? `${meta.clock}; ${fit}; better: ${clockNames(same)}`
    : `${meta.clock}; ${fit}`;
}

function gapLine({ report }: CheckedImport): string {
  const longest = report.longestGaps[0];
  const counts = `${number(report.gapsOver5Min)} over 5 minutes, ${number(report.gapsOver60Min)} over an hour`;
  return longest === undefined
    ? counts
    : `${counts}; longest ${formatCivil(longest.fromMs)} to ${formatCivil(longest.toMs)} UTC`;
}

/** Rows that are dropped, by their names in a report and for people. */
const DROPPED = [
  ['identicalDuplicates', 'repeated'],
  ['conflictingDuplicates', 'repeated with other prices'],
  ['weekendFillers', 'flat weekend bars without volume'],
  ['weekdayFillers', 'flat holiday bars without volume'],
  ['outsideWeek', 'outside the FX week'],
] as const;

/** Of what was left out or is unusual, the lines that there are. */
function dropped({ meta, report, conversion, weekends, badLines }: CheckedImport): [string, string][] {
  const counts = DROPPED.map(([kind, name]) => [report[kind].count, name] as const);
  const found = [...counts, [badLines, 'unreadable lines'] as const].filter(([count]) => count > 0);
  const lines: [string, string][] = [];
  if (found.length > 0)
    lines.push(['Dropped', found.map(([count, name]) => `${number(count)} ${name}`).join(', ')]);
  if (conversion.outOfOrder > 0)
    lines.push(['Out of order', `${counted(conversion.outOfOrder, 'row')} (sorted)`]);
  if (meta.kind === 'ticks') lines.push(['Crossed', `${number(report.crossedQuotes.count)} (kept)`]);
  if (weekends.weekends === 0)
    lines.push(['Weekends', 'none in the file, so the clock could not be checked']);
  return lines;
}

function datasetDocument({ firstMs, lastMs, ...meta }: Omit<DatasetMeta, 'columns' | 'version'>): object {
  const { name, pair, kind, source, clock, rows, sha256, importedAt } = meta;
  const [first, last] = [iso(firstMs), iso(lastMs)];
  return { name, pair, kind, source, clock, rows, first, last, sha256, importedAt };
}

/** The result of an import as one JSON document, for scripts. */
export function importDocument(outcome: ImportOutcome, seconds: number): object {
  const { meta } = outcome;
  const common = {
    ok: true,
    status:
      outcome.status === 'known' ? 'already-imported' : outcome.status === 'checked' ? 'checked' : 'imported',
    ...datasetDocument(meta),
    digits: meta.digits,
  };
  if (outcome.status === 'known') return { ...common, sameFile: outcome.sameFile };
  const { report, conversion, weekends, findings } = outcome;
  return {
    ...common,
    rowsRead: report.rowsIn,
    gaps: {
      over5Min: report.gapsOver5Min,
      over60Min: report.gapsOver60Min,
      longest: report.longestGaps.map(({ fromMs, toMs }) => ({
        from: iso(fromMs),
        to: iso(toMs),
      })),
    },
    dropped: {
      ...Object.fromEntries(DROPPED.map(([kind]) => [kind, report[kind].count])),
      badLines: outcome.badLines,
    },
    outOfOrder: conversion.outOfOrder,
    crossedQuotes: report.crossedQuotes.count,
    roundedPrices: report.roundedPrices.count,
    weekends: {
      found: weekends.weekends,
      atOtherTimes: weekends.clockMisses,
      fittingClocks: weekends.best.slice(0, 5).map(({ clock }) => clock.name),
    },
    warnings: findings.map(({ code, message, hint, line }) => ({ code, message, hint, line })),
    seconds: Number(seconds.toFixed(3)),
  };
}
