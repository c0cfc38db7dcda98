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
export type DecodedInput = ReturnType<Rows['end']>;

export interface DecodeOptions {
  readonly folder: string;
  readonly onProgress: () => void;
  readonly signal: AbortSignal;
  /** Stop after about so many rows: enough to propose a clock. */
  readonly mostRows: (layout: Layout) => number;
}

/** Reads a whole input in bounded memory: finds the layout in its first lines and decodes every row to disk. */
export async function decodeInput({ chunks }: InputBytes, options: DecodeOptions): Promise<DecodedInput> {
  /** The first lines, up to the number that shows the layout. */
  const sample: string[] = [];
  let rows: Rows | undefined;
  let rest = '';
  try {
    for await (const chunk of chunks) {
      options.signal.throwIfAborted();
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      if (rows !== undefined) rows.add(lines);
      else {
        for (const line of lines) sample.push(line);
        if (sample.length >= SAMPLE_LINES) (rows = new Rows(sample, options)).add(sample);
      }
      if (rest.length > LONGEST_LINE) throw longLine(rows?.nextLine ?? sample.length + 1);
      options.onProgress();
      if (rows?.areEnough === true) return rows.end('');
    }
    // Only the line before shows whether the last line is a row.
    if (rows === undefined) (rows = new Rows(rest === '' ? sample : [...sample, rest], options)).add(sample);
    return rows.end(rest);
  } catch (error) {
    rows?.close();
    if (error instanceof LayoutError) {
      throw new ImportRefusal('not-prices', error.message, error.hint, error.line);
    }
    throw error;
  }
}

class Rows {
  readonly #layout: Layout;
  readonly #decoder: RowDecoder;
  readonly #raw: RawColumns;
  readonly #most: number;
  readonly #block = createRowBlock(BLOCK_ROWS);
  readonly #pauses = new PauseFinder();
  readonly #firstBadLines: BadLine[] = [];
  /** Lines that are left of the heading, and of the blank ones that may stand before it. */
  #headerLines: number;
  #badLines = 0;
  #volumesMean = false;
  #lastLine = '';

  constructor(sample: readonly string[], { folder, mostRows }: DecodeOptions) {
    this.#layout = detectLayout(sample.slice(0, SAMPLE_LINES).map((line) => line.replace(/\r$/, '')));
    this.#headerLines =
      this.#layout.headerLines === 0 ? 0 : sample.findIndex((line) => line.trim() !== '') + 1;
    this.#decoder = new RowDecoder(this.#layout, this.#headerLines + 1);
    this.#most = mostRows(this.#layout);
    this.#raw = new RawColumns(folder);
  }

  get areEnough(): boolean {
    return this.#decoder.rows >= this.#most;
  }

  get nextLine(): number {
    return this.#decoder.nextLine;
  }

  close(): void {
    this.#raw.close();
  }

  /** Takes whole lines. */
  add(lines: readonly string[]): void {
    for (const line of lines) {
      if (this.#headerLines > 0) this.#headerLines -= 1;
      else if (this.#decoder.decode(line, this.#block)) {
        if (this.#block.length === this.#block.capacity) this.#flush();
      } else {
        if (/[^\0- ]/.test(line))
          this.#noteBadLine(this.nextLine - 1, () => explainRow(line.slice(0, 1024), this.#layout));
        this.#refuseManyBadLines();
      }
    }
    this.#lastLine = lines.at(-1) ?? this.#lastLine;
  }

  /** `last` is what follows the last line end. */
  end(last: string) {
    if (last !== '') this.#addLast(last);
    this.#flush();
    return {
      layout: this.#layout,
      raw: this.#raw,
      pauses: this.#pauses,
      volumesMean: this.#volumesMean,
      badLines: this.#badLines,
      firstBadLines: this.#firstBadLines,
      pairs: this.#decoder.pairs,
      lineOfRow: (row: number) => this.#decoder.lineOfRow(row),
    };
  }

  /**
   * A last line without a line end is whole in some exports and cut in others. It is taken for cut when it ends inside
   * a price, which shows as a shorter line than the one before; a line that lacks columns is not a row anyway.
   */
  #addLast(last: string): void {
    const role = this.#layout.roles.at(-1);
    if (role === 'volume' || role === 'skip' || last.length >= this.#lastLine.replace(/\r$/, '').length)
      this.add([last]);
    else
      this.#noteBadLine(
        this.nextLine,
        () => `, the last, ends in the middle of a price, so the file was cut: ${excerpt(last)}`,
      );
  }

  #flush(): void {
    const block = this.#block;
    if (block.length === 0) return;
    const isBars = this.#layout.kind === 'm1';
    if (!this.#volumesMean && isBars && this.#layout.roles.includes('volume')) {
      this.#volumesMean = block.flags.subarray(0, block.length).some((flags) => flags !== NO_VOLUME);
    }
    this.#pauses.add(block, isBars);
    this.#raw.append(block);
    block.length = 0;
  }

  #noteBadLine(line: number, problem: () => string): void {
    this.#badLines += 1;
    if (this.#firstBadLines.length < SHOWN_BAD_LINES) this.#firstBadLines.push({ line, problem: problem() });
  }

  #refuseManyBadLines(): void {
    const { strayLines, rows } = this.#decoder;
    if (strayLines <= FEW_BAD_LINES || strayLines * 20 < rows) return;
    const first = this.#firstBadLines[0];
    const many = `${strayLines} of the first ${this.nextLine - 1} lines are`;
    throw new ImportRefusal(
      'bad-lines',
      first === undefined
        ? `${many} blank.`
        : `${many} not rows of this layout. Line ${first.line} ${first.problem}.`,
      'Export the file again; docs/importing.md lists the layouts.',
      first?.line,
    );
  }
}

function longLine(line: number): ImportRefusal {
  return new ImportRefusal(
    'not-prices',
    `A line is longer than ${LONGEST_LINE} characters: this is not a table of prices, or a binary file.`,
    'docs/importing.md lists the layouts that can be read.',
    line,
  );
}
