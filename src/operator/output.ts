import type { Readable, Writable } from 'node:stream';
import { type CliError, EXIT_CODES, failed } from './exit-codes.ts';
import { displayWidth, printable, printableJson } from '../server/platform/printable.ts';

export interface CliProcess {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Writes a command's output: results to stdout, everything else to stderr; with --json one document on either. */
export class Output {
  readonly json: boolean;
  /** Whether stdout is a terminal that shows colours and its user has not switched them off (NO_COLOR). */
  readonly colours: boolean;
  readonly #io: CliProcess;

  constructor(io: CliProcess, json: boolean) {
    this.json = json;
    this.#io = io;
    this.colours =
      !json && io.stdout.isTTY === true && (io.env['NO_COLOR'] ?? '') === '' && io.env['TERM'] !== 'dumb';
    // A reader such as `
    //  head` closes the pipe early. Without a listener that would end the process.
    for (const stream of [io.stdout, io.stderr]) stream.on('error', () => undefined);
  }

  /** Writes a command's result, the document with --json, else the text; and gives the ending of a command that succeeded. */
  async result(document: object, text: () => string): Promise<'ok'> {
    await this.show(document, text);
    return 'ok';
  }

  /** As `result`; resolves to false when stdout was closed before it was read. */
  show(document: object, text: () => string): Promise<boolean> {
    return this.write(this.json ? printableJson(document) : text());
  }

  /**
   * Writes a line to stdout as it is, and resolves as `show`; throws a CliError when it could not be written (a full disk).
   */
  async write(line: string): Promise<boolean> {
    const error = await new Promise<NodeJS.ErrnoException | null | undefined>((resolve) => {
      this.#io.stdout.write(`${line}\n`, resolve);
    });
    if (error === null || error === undefined) return true;
    if (['EPIPE', 'ERR_STREAM_DESTROYED', 'EOF'].includes(error.code ?? '')) return false;
    throw failed(`The output could not be written (${error.code ?? error.message}).`);
  }

  /** A remark for people: on stderr, and not with --json. */
  note(line: string): void {
    if (!this.json) this.#io.stderr.write(`${line}\n`);
  }

  /** Prints why the command failed and returns its exit code. */
  fail(error: CliError): number {
    const { code, message, hint, details } = error;
    if (this.json) {
      this.#io.stderr.write(`${printableJson({ error: { code, message, hint, ...details } })}\n`);
    } else {
      this.#io.stderr.write(`${printable(message)}\n${hint === undefined ? '' : `${printable(hint)}\n`}`);
    }
    return EXIT_CODES[code].exit;
  }
}

/** A line that is written over itself, where a person looks on; the empty text takes it away. */
export function progressLine(stderr: CliProcess['stderr'], isJson: boolean): (text: string) => void {
  if (stderr.isTTY !== true || isJson) return () => undefined;
  return (text) => void stderr.write(`\r\u001B[K${text}`);
}

/**
 * Lays rows out under headings, two spaces between columns, no trailing blanks; control characters are written out. Columns of numbers
 * align to the right. An empty cell shows as `-`, so that the columns of a line can be counted by a reader and by `awk`.
 */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly (string | number | null | undefined)[])[],
  isRight = (column: number): boolean => rows.every((row) => typeof row[column] === 'number'),
): string {
  const lines = [headings, ...rows.map((row) => row.map((cell) => printable(String(cell ?? '')) || '-'))];
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((cells) => displayWidth(cells[column] ?? ''))),
  );
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => {
          const blanks = ' '.repeat((widths[column] ?? 0) - displayWidth(cell));
          return isRight(column) ? blanks + cell : cell + blanks;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** A table whose columns are the fields of documents; undefined where there is none. */
export function documentTable(documents: readonly object[]): string | undefined {
  const [first] = documents;
  if (first === undefined) return undefined;
  const rows = documents.map((document) => Object.values(document) as (string | number | null)[]);
  return formatTable(
    Object.keys(first).map((field) => field.toUpperCase()),
    rows,
  );
}

/** Lays out `name: value` pairs, values aligned, one a line. */
export function formatPairs(pairs: readonly (readonly [name: string, value: string])[]): string {
  const width = pairs.reduce((widest, [name]) => Math.max(widest, displayWidth(name)), 0);
  return pairs
    .map(([name, value]) => `${name}:${' '.repeat(width - displayWidth(name) + 1)}${printable(value) || '-'}`)
    .join('\n');
}

/** `1,234`. */
export function number(value = 0): string {
  return value.toLocaleString('en');
}

/** `1 rule`, `1,234 rules`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** A size for people, in binary units: `1.5 GiB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)));
  const amount = bytes / 1024 ** power;
  return `${amount < 10 && power > 0 ? amount.toFixed(1) : Math.round(amount)} ${units[power]}`;
}

/** An instant for a program, to the millisecond. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** An instant for the operator: UTC, whole seconds, `2026-11-20T18:46:53Z`; empty when there is none. */
export function isoTime(instant: number | null | undefined): string {
  return instant == null ? '' : `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
