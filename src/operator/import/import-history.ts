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
  compareWithDatasets,
  judgeFileName,
  type LocatedFinding,
  overlapping,
  refuseBadLines,
  settleFindings,
} from './import-findings.ts';
import {
  createStagingFolder,
  type DatasetMeta,
  historyFolder,
  ImportRefusal,
  listDatasets,
  readColumns,
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
  readonly layout: Layout;
  readonly report: CleaningReport;
  readonly conversion: Conversion;
  readonly weekends: WeekendEvidence & { readonly clockMisses: number };
  readonly findings: readonly LocatedFinding[];
  readonly badLines: number;
  /** The most decimals that a price is written with. */
  readonly decimals: number;
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
    return await new Importing(request, input, decoded, folder).run();
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

class Importing {
  readonly #request: ImportRequest;
  readonly #input: InputBytes;
  readonly #decoded: DecodedInput;
  readonly #folder: string;

  constructor(request: ImportRequest, input: InputBytes, decoded: DecodedInput, folder: string) {
    this.#request = request;
    this.#input = input;
    this.#decoded = decoded;
    this.#folder = folder;
  }

  async run(): Promise<ImportOutcome> {
    const { dataDir, dryRun, name, signal } = this.#request;
    refuseBadLines(this.#decoded, this.#request.allow);
    const pair = resolvePair(this.#request, this.#input.name, this.#decoded);
    const clock = resolveClock(this.#request, this.#input.name, this.#decoded);
    const sha256 = this.#input.sha256();
    const known = dryRun ? undefined : await this.#sameFile(sha256, pair, clock);
    if (known !== undefined) return { status: 'known', meta: known, sameFile: true };

    const { layout, raw } = this.#decoded;
    const writer = new DatasetWriter(this.#folder, dataDir, layout.kind);
    try {
      const latestMs = this.#request.nowMs + CLOCK_SLACK_MS;
      const cleaner = new HistoryCleaner({
        kind: layout.kind,
        instrument: instrumentOf(pair),
        latestMs,
        volumesMean: this.#decoded.volumesMean,
        emit: (prices) => writer.append(prices),
      });
      const conversion = convertRows(raw, clock, cleaner, signal);
      const report = cleaner.finish();
      const judged = this.#judge(pair, clock, report, conversion, latestMs);
      const cleaned = { report, conversion, clock };
      const source = sourceOf(layout, this.#input.name);
      const meta = {
        pair,
        kind: layout.kind,
        source,
        layout: layout.id,
        clock: clock.name,
        rows: report.rowsKept,
        firstMs: report.firstMs,
        lastMs: report.lastMs,
        digits: instrumentOf(pair).digits,
        digitsUsed: report.digitsUsed,
        sha256,
        importedAt: new Date(this.#request.nowMs).toISOString(),
        fileName: this.#input.name,
        allowed: [...this.#request.allow],
      };
      const compared = await compareWithDatasets(dataDir, meta, () =>
        readColumns(writer.folder, { ...meta, name: 'being imported', columns: writer.close() }),
      );
      const findings = [...judged, ...this.#settle(compared)];
      const wanted = name ?? datasetName(pair, layout.kind, report.firstMs, report.lastMs, source);
      if (dryRun) return this.#outcome('checked', { ...meta, name: wanted }, cleaned, findings);
      const stored = await writer.publish(meta, wanted, name !== undefined);
      if (stored.status === 'known')
        return { status: 'known', meta: stored.meta, sameFile: stored.meta.sha256 === sha256 };
      const overlaps = await this.#overlaps(stored.meta);
      return this.#outcome('stored', stored.meta, cleaned, [...findings, ...overlaps]);
    } finally {
      writer.abandon();
    }
  }

  #outcome(
    status: CheckedImport['status'],
    meta: CheckedImport['meta'],
    cleaned: { readonly report: CleaningReport; readonly conversion: Conversion; readonly clock: WallClock },
    findings: readonly LocatedFinding[],
  ): CheckedImport {
    const { layout, badLines, decimals, pauses } = this.#decoded;
    return {
      status,
      meta,
      layout,
      report: cleaned.report,
      conversion: cleaned.conversion,
      weekends: {
        ...weighWeekends(pauses.pauses, preferredClocks(layout, this.#input.name)),
        clockMisses: weighClock(pauses.pauses, cleaned.clock).misses,
      },
      findings,
      badLines,
      decimals,
    };
  }

  async #sameFile(sha256: string, pair: ScoredPair, clock: WallClock): Promise<DatasetMeta | undefined> {
    const known = (await listDatasets(this.#request.dataDir)).find((other) => other.sha256 === sha256);
    if (known === undefined || (known.pair === pair && known.clock === clock.name)) return known;
    throw new ImportRefusal(
      'name-taken',
      `This file was imported as ${known.name}: ${known.pair} on the clock ${known.clock}, not ${pair} on ${clock.name}.`,
      `If that was wrong, remove it first: pipcast import --remove ${known.name}`,
    );
  }

  #judge(
    pair: ScoredPair,
    clock: WallClock,
    report: CleaningReport,
    { skippedTimes }: Conversion,
    latestMs: number,
  ): readonly LocatedFinding[] {
    const { layout, pauses } = this.#decoded;
    return this.#settle([
      ...judgeFileName(pairInName(this.#input.name), pair),
      ...judgeHistory({
        report,
        instrument: instrumentOf(pair),
        kind: layout.kind,
        clock,
        skippedTimes,
        pauses: pauses.pauses,
        firstFileMs: pauses.firstMs,
        lastFileMs: pauses.lastMs,
        latestMs,
      }),
    ]);
  }

  #settle(findings: readonly Finding[]): readonly LocatedFinding[] {
    return settleFindings(findings, this.#request.allow, (row) => this.#decoded.lineOfRow(row));
  }

  async #overlaps(meta: DatasetMeta): Promise<readonly LocatedFinding[]> {
    const others = overlapping(await listDatasets(this.#request.dataDir), meta).filter(
      ({ name, kind }) => name !== meta.name && kind === meta.kind,
    );
    return others.map(({ name }) => ({
      code: 'overlap' as const,
      level: 'warn' as const,
      message: `It shares some of its time with ${name}.`,
      hint: 'Do not score both of them pooled: the shared time would count twice.',
      line: undefined,
    }));
  }
}
