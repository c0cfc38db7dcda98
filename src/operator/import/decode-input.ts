import { detectLayout, excerpt, explainRow } from '../../core/price-files/detect-layout.ts';
import { type Layout, LayoutError } from '../../core/price-files/layout.ts';
import { createRowBlock, NO_VOLUME } from '../../core/price-files/row-block.ts';
import { RowDecoder } from '../../core/price-files/row-decoder.ts';
import { PauseFinder } from '../../core/price-files/weekly-gap.ts';
import { ImportRefusal } from '../../server/market/dataset-store.ts';
import type { InputBytes } from './input-bytes.ts';
import { RawColumns } from './raw-columns.ts';

const BLOCK_ROWS = 8192;
/** In characters, longer than any row of prices; a file without line ends must not be collected in memory. */
const LONGEST_LINE = 65_536;
const SAMPLE_LINES = 64;
const SHOWN_BAD_LINES = 5;
const FEW_BAD_LINES = 100;

export interface BadLine {
  readonly line: number;
  readonly problem: string;
}

/** The result of reading a file, before pair and clock are known. */
export interface DecodedInput {
  readonly layout: Layout;
  readonly raw: RawColumns;
  readonly pauses: PauseFinder;
  readonly volumesMean: boolean;
  readonly badLines: number;
  readonly firstBadLines: readonly BadLine[];
  readonly pairs: ReadonlySet<string>;
  readonly lineOfRow: (row: number) => number;
}

export interface DecodeOptions {
  readonly folder: string;
  readonly onProgress: () => void;
  readonly signal: AbortSignal;
  /** Stop after about so many rows: enough to propose a clock. */
  readonly mostRows: (layout: Layout) => number;
}

/** Reads a whole input in bounded memory: finds the layout in its first lines and decodes every row to disk. */
export async function decodeInput(input: InputBytes, options: DecodeOptions): Promise<DecodedInput> {
  const reading = new Reading(options);
  let rest = '';
  try {
    for await (const chunk of input.chunks) {
      options.signal.throwIfAborted();
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      reading.add(lines, rest.length);
      options.onProgress();
      if (reading.hasEnough()) return reading.finish('');
    }
    return reading.finish(rest);
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
  readonly #block = createRowBlock(BLOCK_ROWS);
  readonly #pauses = new PauseFinder();
  readonly #firstBadLines: BadLine[] = [];
  /** The first lines, up to the number that shows the layout. */
  readonly #sample: string[] = [];
  #found: { readonly layout: Layout; readonly decoder: RowDecoder; readonly raw: RawColumns } | undefined;
  #badLines = 0;
  #volumesMean = false;
  #lastLine = '';
  #mostRows = Number.POSITIVE_INFINITY;

  constructor(options: DecodeOptions) {
    this.#options = options;
  }

  hasEnough(): boolean {
    return (this.#found?.decoder.rows ?? 0) >= this.#mostRows;
  }

  /** Takes whole lines; `restLength` characters are there of the next. */
  add(lines: readonly string[], restLength: number): void {
    if (this.#found !== undefined) this.#decode(lines);
    else {
      for (const line of lines) this.#sample.push(line);
      if (this.#sample.length >= SAMPLE_LINES) this.#start();
    }
    if (restLength > LONGEST_LINE) this.#refuseLongLine();
  }

  /** `last` is what follows the last line end. */
  finish(last: string): DecodedInput {
    if (this.#found === undefined) {
      if (last !== '') this.#sample.push(last);
      // Only the line before shows whether the last line is a row.
      this.#start(last === '' ? 0 : 1);
    }
    if (last !== '') this.#decodeLast(last);
    this.#flush();
    const { layout, decoder, raw } = this.#started();
    return {
      layout,
      raw,
      pauses: this.#pauses,
      volumesMean: this.#volumesMean,
      badLines: this.#badLines,
      firstBadLines: this.#firstBadLines,
      pairs: decoder.pairs,
      lineOfRow: (row) => decoder.lineOfRow(row),
    };
  }

  close(): void {
    this.#found?.raw.close();
  }

  /** Finds the layout in the sample and decodes the sample except for its last `left` lines. */
  #start(left = 0): void {
    const lines = this.#sample;
    const layout = detectLayout(lines.slice(0, SAMPLE_LINES).map((line) => line.replace(/\r$/, '')));
    // Blank lines may stand before the heading.
    const skipped = layout.headerLines === 0 ? 0 : lines.findIndex((line) => line.trim() !== '') + 1;
    this.#mostRows = this.#options.mostRows(layout);
    this.#found = {
      layout,
      decoder: new RowDecoder(layout, skipped + 1),
      raw: new RawColumns(this.#options.folder),
    };
    this.#decode(lines.slice(skipped, lines.length - left));
  }

  #started() {
    if (this.#found === undefined) throw new Error('rows were asked for before the layout was found');
    return this.#found;
  }

  #decode(lines: readonly string[]): void {
    const { layout, decoder } = this.#started();
    for (const line of lines) {
      if (decoder.decode(line, this.#block)) {
        if (this.#block.length === this.#block.capacity) this.#flush();
      } else {
        if (/[^\0- ]/.test(line))
          this.#noteBadLine(decoder.nextLine - 1, () => explainRow(line.slice(0, 1024), layout));
        this.#refuseManyBadLines(decoder);
      }
    }
    this.#lastLine = lines.at(-1) ?? this.#lastLine;
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
    block.length = 0;
  }

  /**
   * A last line without a line end is whole in some exports and cut in others. It is taken for cut when it ends inside
   * a price, which shows as a shorter line than the one before; a line that lacks columns is not a row anyway.
   */
  #decodeLast(last: string): void {
    const { layout, decoder } = this.#started();
    const role = layout.roles.at(-1);
    if (role === 'volume' || role === 'skip' || last.length >= this.#lastLine.replace(/\r$/, '').length)
      this.#decode([last]);
    else
      this.#noteBadLine(
        decoder.nextLine,
        () => `, the last, ends in the middle of a price, so the file was cut: ${excerpt(last)}`,
      );
  }

  #noteBadLine(line: number, problem: () => string): void {
    this.#badLines += 1;
    if (this.#firstBadLines.length < SHOWN_BAD_LINES) this.#firstBadLines.push({ line, problem: problem() });
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

  #refuseLongLine(): never {
    throw new ImportRefusal(
      'not-prices',
      `A line is longer than ${LONGEST_LINE} characters: this is not a table of prices, or a binary file.`,
      'docs/importing.md lists the layouts that can be read.',
      this.#found?.decoder.nextLine ?? this.#sample.length + 1,
    );
  }
}
