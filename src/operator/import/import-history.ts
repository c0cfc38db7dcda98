import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { datasetName, isDatasetName, pairInName, sourceOf } from '../../core/price-files/dataset-name.ts';
import type { WallClock } from '../../core/time/wall-clock.ts';
import { type CleaningReport, HistoryCleaner } from '../../core/price-files/history-cleaner.ts';
import { type Finding, judgeHistory, type Overrulable } from '../../core/price-files/judge-history.ts';
import type { Layout } from '../../core/price-files/layout.ts';
import { type WeekendEvidence, weighClock, weighWeekends } from '../../core/price-files/weekly-gap.ts';
import { MINUTE_MS } from '../../core/time/instant.ts';
import { instrumentOf, type ScoredPair } from '../../core/market/instruments.ts';
import { type Conversion, convertRows } from './raw-columns.ts';
import { type DecodedInput, decodeInput } from './decode-input.ts';
import { DatasetWriter } from './dataset-writer.ts';
import {
  createStagingFolder,
  type DatasetMeta,
  historyFolder,
  ImportRefusal,
  listDatasets,
  refusalFromWrite,
} from '../../server/market/dataset-store.ts';
import { type InputBytes, openInput } from './input-bytes.ts';
import { preferredClocks, resolveClock, resolvePair } from './pair-and-clock.ts';

export interface ImportRequest {
  /** A path, or `-` for standard input. */
  readonly path: string;
  readonly stdin: Readable;
  readonly dataDir: string;
  readonly pair: ScoredPair | undefined;
  readonly clock: WallClock | undefined;
  readonly name: string | undefined;
  readonly allow: ReadonlySet<Overrulable>;
  /** Check and report only; nothing is stored. */
  readonly dryRun: boolean;
  readonly nowMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (input: InputBytes) => void;
}

export type ImportOutcome =
  /** The same file, or the same prices, were imported before: nothing was added. */
  { readonly status: 'known'; readonly meta: DatasetMeta; readonly sameFile: boolean } | CheckedImport;

export interface CheckedImport {
  readonly status: 'stored' | 'checked';
  readonly meta: Omit<DatasetMeta, 'version' | 'columns'>;
  readonly report: CleaningReport;
  readonly conversion: Conversion;
  readonly weekends: WeekendEvidence & { readonly clockMisses: number };
  readonly findings: readonly LocatedFinding[];
  readonly badLines: number;
}

export interface LocatedFinding extends Omit<Finding, 'row' | 'code'> {
  readonly code: Finding['code'] | 'overlap';
  readonly line: number | undefined;
}

/** Enough rows for a year's weekends to show, without reading a large file only to say that a flag is missing. */
const ROWS_FOR_A_PROPOSAL = 400_000;
/** Another computer's clock may run ahead of this one's. */
const CLOCK_SLACK_MS = 5 * MINUTE_MS;

/**
 * Imports one price file: decodes it, puts it on UTC, drops and counts what is no price, judges the rest and stores it as
 * a data set that appears whole or not at all. Throws an ImportRefusal when it cannot be trusted, is unreadable or lacks
 * what only the user knows.
 */
export async function importHistory(request: ImportRequest): Promise<ImportOutcome> {
  if (request.name !== undefined && !isDatasetName(request.name)) {
    throw new ImportRefusal(
      'usage',
      `"${request.name}" cannot be a data set's name.`,
      'Use 1 to 80 lower-case letters, digits and dashes, as in eurusd-2018.',
    );
  }
  const input = await openInput(request.path, request.stdin);
  const folder = request.dryRun
    ? await mkdtemp(join(tmpdir(), 'pipcast-import-'))
    : await createStagingFolder(historyFolder(request.dataDir));
  let decoded: DecodedInput | undefined;
  try {
    decoded = await decodeInput(input, {
      folder,
      signal: request.signal,
      onProgress: () => request.onProgress(input),
      mostRows: (layout) => (lacksAnswer(request, layout) ? ROWS_FOR_A_PROPOSAL : Number.POSITIVE_INFINITY),
    });
    return await importDecoded(request, input, decoded, folder);
  } catch (error) {
    throw refusalFromWrite(error, request.dryRun ? folder : historyFolder(request.dataDir));
  } finally {
    decoded?.raw.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function lacksAnswer({ pair, clock }: ImportRequest, layout: Layout): boolean {
  const pairKnown = pair !== undefined || layout.roles.includes('pair');
  const clockKnown = clock !== undefined || layout.ownClock || layout.statedClock !== undefined;
  return !pairKnown || !clockKnown;
}

async function importDecoded(
  request: ImportRequest,
  input: InputBytes,
  decoded: DecodedInput,
  folder: string,
): Promise<ImportOutcome> {
  const { dataDir, dryRun, name, allow } = request;
  const { layout, raw, pauses, badLines } = decoded;
  if (!allow.has('bad-lines')) refuseBadLines(decoded);
  const pair = resolvePair(request, input.name, decoded);
  const clock = resolveClock(request, input.name, decoded);
  const sha256 = input.sha256();
  const known = dryRun ? undefined : await sameFile(dataDir, sha256, pair, clock);
  if (known !== undefined) return { status: 'known', meta: known, sameFile: true };

  const writer = new DatasetWriter(folder, dataDir, layout.kind);
  try {
    const latestMs = request.nowMs + CLOCK_SLACK_MS;
    const instrument = instrumentOf(pair);
    const cleaner = new HistoryCleaner({
      kind: layout.kind,
      instrument,
      latestMs,
      volumesMean: decoded.volumesMean,
      emit: (prices) => writer.append(prices),
    });
    const conversion = convertRows(raw, clock, cleaner, request.signal);
    const report = cleaner.finish();
    const judged = judgeHistory({
      report,
      instrument,
      namedPair: pairInName(input.name),
      kind: layout.kind,
      clock,
      skippedTimes: conversion.skippedTimes,
      pauses: pauses.pauses,
      firstFileMs: pauses.firstMs,
      lastFileMs: pauses.lastMs,
      latestMs,
    });
    const findings = settleFindings(judged, allow, decoded.lineOfRow);
    const source = sourceOf(layout, input.name);
    const meta = {
      pair,
      kind: layout.kind,
      source,
      clock: clock.name,
      rows: report.rowsKept,
      firstMs: report.firstMs,
      lastMs: report.lastMs,
      digits: instrument.digits,
      sha256,
      importedAt: new Date(request.nowMs).toISOString(),
      fileName: input.name,
      allowed: [...allow],
    };
    const checked = {
      report,
      conversion,
      weekends: {
        ...weighWeekends(pauses.pauses, preferredClocks(layout, input.name)),
        clockMisses: weighClock(pauses.pauses, clock).misses,
      },
      badLines,
    };
    const wanted = name ?? datasetName(pair, layout.kind, report.firstMs, report.lastMs, source);
    if (dryRun) return { status: 'checked', meta: { ...meta, name: wanted }, ...checked, findings };
    const stored = await writer.publish(meta, wanted, name !== undefined);
    if (stored.status === 'known')
      return { status: 'known', meta: stored.meta, sameFile: stored.meta.sha256 === sha256 };
    const overlaps = await overlapsWith(dataDir, stored.meta);
    return { status: 'stored', meta: stored.meta, ...checked, findings: [...findings, ...overlaps] };
  } finally {
    writer.close();
  }
}

/** Throws an ImportRefusal that names the first lines that are no rows. */
function refuseBadLines({ badLines, firstBadLines: [first, ...others] }: DecodedInput): void {
  if (first === undefined) return;
  const lines = others.map(({ line }) => line).join(', ');
  const more =
    badLines === 1 ? '' : ` So it is with ${badLines - 1} more, the first of them in lines ${lines}.`;
  throw new ImportRefusal(
    'bad-lines',
    `Line ${first.line} ${first.problem}.${more}`,
    'Export or download the file again; --allow bad-lines leaves such lines out.',
    first.line,
  );
}

/** The data set of the same file. Throws an ImportRefusal when that was imported as another pair or on another clock. */
async function sameFile(
  dataDir: string,
  sha256: string,
  pair: ScoredPair,
  clock: WallClock,
): Promise<DatasetMeta | undefined> {
  const known = (await listDatasets(dataDir)).find((other) => other.sha256 === sha256);
  if (known === undefined || (known.pair === pair && known.clock === clock.name)) return known;
  throw new ImportRefusal(
    'name-taken',
    `This file was imported as ${known.name}: ${known.pair} on the clock ${known.clock}, not ${pair} on ${clock.name}.`,
    `If that was wrong, remove it first: pipcast import --remove ${known.name}`,
  );
}

/**
 * Turns what the user allowed into warnings and finds the lines.
 * @throws ImportRefusal when something is left to refuse, with all of it.
 */
function settleFindings(
  findings: readonly Finding[],
  allow: ReadonlySet<string>,
  lineOfRow: (row: number) => number,
): readonly LocatedFinding[] {
  const located = findings.map(({ row, ...finding }) => ({
    ...finding,
    level: allow.has(finding.code) ? ('warn' as const) : finding.level,
    line: row < 0 ? undefined : lineOfRow(row),
  }));
  const [first, ...others] = located.filter(({ level }) => level === 'refuse');
  if (first === undefined) return located;
  throw new ImportRefusal(
    first.code,
    [first.message, ...others.map(({ message }) => `Also: ${message}`)].join('\n'),
    first.hint,
    first.line,
  );
}

/** The other data sets of the pair and kind that share time with a new one. */
async function overlapsWith(dataDir: string, meta: DatasetMeta): Promise<readonly LocatedFinding[]> {
  const others = (await listDatasets(dataDir)).filter(
    ({ name, pair, kind, firstMs, lastMs }) =>
      name !== meta.name &&
      pair === meta.pair &&
      kind === meta.kind &&
      firstMs <= meta.lastMs &&
      lastMs >= meta.firstMs,
  );
  return others.map(({ name }) => ({
    code: 'overlap',
    level: 'warn',
    message: `It shares some of its time with ${name}.`,
    hint: 'Do not score both of them pooled: the shared time would count twice.',
    line: undefined,
  }));
}
