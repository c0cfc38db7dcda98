import { excerpt, detectLayout } from '../../core/price-files/detect-layout.ts';
import { explainRow } from '../../core/price-files/explain-row.ts';
import { type Layout, LayoutError } from '../../core/price-files/layout.ts';
import { PauseFinder } from '../../core/price-files/pause-finder.ts';
import { createRowBlock, NO_VOLUME } from '../../core/price-files/row-block.ts';
import { RowDecoder } from '../../core/price-files/row-decoder.ts';
import { ImportRefusal } from '../../server/market/dataset-refusal.ts';
import type { InputBytes } from './input-bytes.ts';
import { RawColumns } from './raw-columns.ts';

const LINE_FEED = 10;
const BLOCK_ROWS = 8192;
/** Longer than any row of prices; a file without line ends must not be collected in memory. */
const LONGEST_LINE = 65_536;
const SAMPLE_LINES = 64;
const SHOWN_BAD_LINES = 5;
const FEW_BAD_LINES = 100;

/** A line that is not a row, with the reason in words. */
export interface BadLine {
  readonly line: number;
  readonly problem: string;
}

/** What one reading of a file tells, before pair and clock are known. */
export interface DecodedInput {
  readonly layout: Layout;
  readonly raw: RawColumns;
  readonly pauses: PauseFinder;
  readonly volumesMean: boolean;
  readonly badLines: number;
  readonly firstBadLines: readonly BadLine[];
  readonly decimals: number;
  /** Names in the pair column. */
  readonly pairs: ReadonlySet<string>;
  readonly lineOfRow: (row: number) => number;
}

export interface DecodeOptions {
  /** Where the decoded rows are kept. */
  readonly folder: string;
  readonly onLayout: (layout: Layout) => void;
  readonly onProgress: () => void;
  readonly signal: AbortSignal;
  /** Stop after about so many rows: enough to propose a clock. */
  readonly mostRows: (layout: Layout) => number;
}

/** Reads a whole input in bounded memory: finds the layout in its first lines and decodes every row to disk. */
export async function decodeInput(input: InputBytes, options: DecodeOptions): Promise<DecodedInput> {
  const reading = new Reading(options);
  try {
    for await (const chunk of input.chunks) {
      options.signal.throwIfAborted();
      reading.add(chunk);
      options.onProgress();
      if (reading.hasEnough()) break;
    }
    return reading.finish();
  } catch (error) {
    reading.close();
    if (error instanceof LayoutError) {
      throw new ImportRefusal('not-prices', error.message, error.hint, error.line);
    }
    throw error;
  }
}

class Reading {
  readonly #options: DecodeOptions;
  #block = createRowBlock(BLOCK_ROWS);
  readonly #pauses = new PauseFinder();
  readonly #firstBadLines: BadLine[] = [];
  /** Bytes not decoded yet, from 0 to `#filled`; at most one line and a chunk. */
  #bytes = new Uint8Array(1 << 17);
  #filled = 0;
  #layout: Layout | undefined;
  #decoder: RowDecoder | undefined;
  #raw: RawColumns | undefined;
  #badLines = 0;
  #volumesMean = false;
  #lastLineLength = 0;
  #mostRows = Number.POSITIVE_INFINITY;

  constructor(options: DecodeOptions) {
    this.#options = options;
  }

  hasEnough(): boolean {
    return this.#layout !== undefined && (this.#decoder?.rows ?? 0) >= this.#mostRows;
  }

  add(chunk: Uint8Array): void {
    this.#reserve(chunk.length);
    this.#bytes.set(chunk, this.#filled);
    this.#filled += chunk.length;
    const lastFeed = this.#bytes.lastIndexOf(LINE_FEED, this.#filled - 1);
    if (this.#layout === undefined && !this.#isSampleWhole(lastFeed)) return;
    if (this.#filled - lastFeed > LONGEST_LINE) this.#refuseLongLine(lastFeed);
    if (lastFeed >= 0) this.#decode(lastFeed + 1);
  }

  finish(): DecodedInput {
    if (this.#filled > 0) this.#finishLastLine();
    if (this.#layout === undefined) this.#start(this.#filled);
    if (this.#filled > 0) this.#decode(this.#filled);
    this.#flush();
    const { layout, decoder, raw } = this.#started();
    return {
      layout,
      raw,
      pauses: this.#pauses,
      volumesMean: this.#volumesMean,
      badLines: this.#badLines,
      firstBadLines: this.#firstBadLines,
      decimals: decoder.decimals,
      pairs: decoder.pairs,
      lineOfRow: (row) => decoder.lineOfRow(row),
    };
  }

  close(): void {
    this.#raw?.close();
  }

  #reserve(more: number): void {
    if (this.#filled + more + 1 <= this.#bytes.length) return;
    const larger = new Uint8Array((this.#filled + more + 1) * 2);
    larger.set(this.#bytes.subarray(0, this.#filled));
    this.#bytes = larger;
  }

  /** Pieces of a pipe can be tiny; the layout is looked for once there is enough of the file to see it. */
  #isSampleWhole(lastFeed: number): boolean {
    if (this.#filled < LONGEST_LINE) return false;
    if (lastFeed < 0) this.#refuseLongLine(lastFeed);
    this.#start(lastFeed + 1);
    return true;
  }

  #start(end: number): void {
    const lines = Buffer.from(this.#bytes.buffer, 0, end)
      .toString('utf8', 0, Math.min(end, LONGEST_LINE))
      .split('\n');
    if (lines.length > 1) lines.pop();
    const layout = detectLayout(lines.slice(0, SAMPLE_LINES).map((line) => line.replace(/\r$/, '')));
    this.#layout = layout;
    this.#mostRows = this.#options.mostRows(layout);
    this.#raw = new RawColumns(this.#options.folder, layout.kind);
    this.#decoder = new RowDecoder(layout, (line, bytes, from, to) =>
      this.#noteBadLine(line, bytes, from, to),
    );
    if (layout.headerLines === 1) this.#skipHeading(lines);
    this.#options.onLayout(layout);
  }

  /** Blank lines may stand before the heading. */
  #skipHeading(lines: readonly string[]): void {
    const heading = lines.findIndex((line) => line.trim() !== '');
    let at = 0;
    for (let line = 0; line <= heading; line += 1) at = this.#bytes.indexOf(LINE_FEED, at) + 1;
    this.#bytes.copyWithin(0, at, this.#filled);
    this.#filled -= at;
    this.#started().decoder.startAtLine(heading + 2);
  }

  #started(): { layout: Layout; decoder: RowDecoder; raw: RawColumns } {
    if (this.#layout === undefined || this.#decoder === undefined || this.#raw === undefined) {
      throw new Error('rows were asked for before the layout was found');
    }
    return { layout: this.#layout, decoder: this.#decoder, raw: this.#raw };
  }

  #decode(to: number): void {
    const { decoder } = this.#started();
    // Skipping the heading moves the bytes, so the end is looked for again.
    const end = Math.min(to, this.#bytes.lastIndexOf(LINE_FEED, this.#filled - 1) + 1);
    let at = 0;
    while (at < end) {
      at = decoder.decode(this.#bytes, at, end, this.#block);
      if (this.#block.length === this.#block.capacity) this.#flush();
      this.#refuseManyBadLines(decoder);
    }
    if (end >= 2) this.#lastLineLength = end - 1 - (this.#bytes.lastIndexOf(LINE_FEED, end - 2) + 1);
    this.#bytes.copyWithin(0, end, this.#filled);
    this.#filled -= end;
  }

  #flush(): void {
    const block = this.#block;
    if (block.length === 0) return;
    const { layout, raw } = this.#started();
    const bars = layout.kind === 'm1';
    if (!this.#volumesMean && bars && layout.roles.includes('volume')) {
      this.#volumesMean = block.flags.subarray(0, block.length).some((flags) => flags !== NO_VOLUME);
    }
    this.#pauses.add(block, bars);
    raw.append(block);
    this.#block = createRowBlock(BLOCK_ROWS);
  }

  /**
   * A last line without a line end is whole in some exports and cut in others. It is taken for cut when it ends inside
   * a price, which shows as a shorter line than the one before; a line that lacks columns is not a row anyway.
   */
  #finishLastLine(): void {
    if (this.#bytes[this.#filled - 1] === LINE_FEED) return;
    this.#bytes[this.#filled] = LINE_FEED;
    this.#filled += 1;
    if (this.#layout === undefined) this.#start(this.#filled);
    const { layout, decoder } = this.#started();
    const role = layout.roles.at(-1);
    const lines = Buffer.from(this.#bytes.buffer, 0, this.#filled - 1)
      .toString('latin1')
      .split('\n');
    const last = lines.pop() ?? '';
    const before = lines.at(-1)?.length ?? this.#lastLineLength;
    if (role === 'volume' || role === 'skip' || last.length >= before) return;
    this.#filled -= last.length + 1;
    const problem = `, the last, ends in the middle of a price, so the file was cut: ${excerpt(last)}`;
    this.#badLines += 1;
    this.#firstBadLines.push({ line: decoder.nextLine + lines.length, problem });
  }

  #noteBadLine(line: number, bytes: Uint8Array, from: number, to: number): void {
    this.#badLines += 1;
    if (this.#firstBadLines.length >= SHOWN_BAD_LINES) return;
    const text = Buffer.from(bytes.subarray(from, Math.min(to, from + 1024))).toString('latin1');
    this.#firstBadLines.push({ line, problem: explainRow(text, this.#started().layout) });
  }

  #refuseManyBadLines(decoder: RowDecoder): void {
    if (decoder.strayLines <= FEW_BAD_LINES || decoder.strayLines * 20 < decoder.rows) return;
    const first = this.#firstBadLines[0];
    throw new ImportRefusal(
      'bad-lines',
      first === undefined
        ? `${decoder.strayLines} of the first ${decoder.nextLine - 1} lines are blank.`
        : `${decoder.strayLines} of the first ${decoder.nextLine - 1} lines are not rows of this layout. Line ${first.line} ${first.problem}.`,
      'Export the file again; docs/importing.md lists the layouts.',
      first?.line,
    );
  }

  #refuseLongLine(lastFeed: number): never {
    throw new ImportRefusal(
      'not-prices',
      `A line is longer than ${LONGEST_LINE} bytes: this is not a table of prices, or a binary file.`,
      'docs/importing.md lists the layouts that can be read.',
      lastFeed < 0 ? 1 : undefined,
    );
  }
}
