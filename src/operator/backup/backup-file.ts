import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { codeOf } from '../../server/platform/database-error.ts';
import { isDiskFull } from '../../server/platform/data-directory.ts';
import { syncFolder } from '../../server/platform/durable-files.ts';
import { CliError, misuse } from '../exit-codes.ts';
import { counted } from '../output.ts';
import type { SealedSecret } from './sealed-secret.ts';

/**
 * The form of a backup: gzip, and behind it the SHA-256 of all bytes before. Unpacked it is text: the head, one line of JSON; of each table
 * a line of JSON and its rows as PostgreSQL's COPY writes them, ended by `\.`; the end, a line of JSON.
 */
const FORMAT = 'pipcast-backup-1';

export interface BackupHead {
  readonly version: string;
  readonly createdAt: string;
  readonly migrations: readonly { readonly name: string; readonly sha256: string }[];
  readonly secret?: SealedSecret;
}

export interface TableHead {
  readonly table: string;
  readonly columns: readonly string[];
}

/** How many rows each table has: the last line. */
export type RowCounts = Readonly<Record<string, number>>;

const DIGEST_BYTES = 32;
const CHUNK_BYTES = 256 * 1024;
/** Rows shrink to a quarter with it in a third of the time that the best level takes. */
const GZIP_LEVEL = 3;

export function headLine(head: BackupHead): string {
  return `${JSON.stringify({ format: FORMAT, ...head })}\n`;
}

/**
 * Writes a backup, readable by its owner alone; its name is there once all of it would survive a power cut and was read back. Returns its size in bytes.
 * @throws CliError when the file is there already or cannot be written.
 */
export async function writeBackup(
  file: string,
  content: AsyncIterable<Buffer | string>,
  signal: AbortSignal,
): Promise<number> {
  if (existsSync(file)) throw misuse(`${file} is there already.`, 'Name a new file.');
  const draft = `${file}.${process.pid}.unfinished`;
  const out = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  try {
    const gzip = createGzip({ level: GZIP_LEVEL, chunkSize: CHUNK_BYTES });
    await pipeline(content, gzip, withDigest, out, { signal });
    // A disk may not return what it has accepted.
    await requireDigest(draft, signal);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw fileError(file, 'written', error);
  }
  syncFolder(path.dirname(path.resolve(file)));
  return statSync(file).size;
}

async function* withDigest(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
  yield hash.digest();
}

/** A backup that is whole; its tables can be read once, in order. */
export type OpenBackup = Awaited<ReturnType<typeof openBackup>>;

/**
 * Opens a backup: reads all of it once against its checksum, and then its head.
 * @throws CliError when it cannot be read, is not whole or is no backup.
 */
export async function openBackup(file: string, signal: AbortSignal) {
  const size = await requireDigest(file, signal);
  const input = createReadStream(file, { end: size - DIGEST_BYTES - 1, highWaterMark: CHUNK_BYTES });
  const unpacked = createGunzip({ chunkSize: CHUNK_BYTES });
  input.on('error', (error) => unpacked.destroy(error));
  const text = new BackupText(input.pipe(unpacked));
  const head = (await text.json().catch(() => undefined)) as
    | (BackupHead & { readonly format?: unknown })
    | undefined;
  if (head?.format !== FORMAT || !Array.isArray(head.migrations)) throw notWhole(file);
  return {
    head: head as BackupHead,
    /** The next table; its rows have to be read before anything else. */
    nextTable: async () => ({ ...((await text.json()) as TableHead), rows: text.rows() }),
    /** The row counts, after the last table. */
    end: async () => (await text.json()) as RowCounts,
    /** The error for content that contradicts its checksum. */
    notWhole: () => notWhole(file),
    close: () => void input.destroy(),
  };
}

/** Returns the size of the file in bytes. */
async function requireDigest(file: string, signal: AbortSignal): Promise<number> {
  try {
    const { size } = statSync(file);
    if (size <= DIGEST_BYTES) throw notWhole(file);
    const hash = createHash('sha256');
    const end = size - DIGEST_BYTES - 1;
    await pipeline(createReadStream(file, { end, highWaterMark: CHUNK_BYTES }), hash, { signal });
    const [digest] = await createReadStream(file, { start: end + 1 }).toArray();
    if (!(digest as Buffer).equals(hash.digest())) throw notWhole(file);
    return size;
  } catch (error) {
    throw fileError(file, 'read', error);
  }
}

function notWhole(file: string): CliError {
  return new CliError(
    'restore_refused',
    `${file} is not a whole backup of Pipcast: it was cut short or altered, or is something else.`,
    'Take another one. Nothing was changed.',
  );
}

function fileError(file: string, what: string, error: unknown): unknown {
  const code = codeOf(error) ?? '';
  const isFull = isDiskFull(error);
  if (!(error instanceof Error) || !('path' in error || isFull)) return error;
  return new CliError(isFull ? 'failure' : 'usage', `${file} cannot be ${what} (${code}).`);
}

/** The line after the rows of a table. */
export const END_OF_ROWS = Buffer.from('\\.\n');
const END_AFTER_ROW = Buffer.from('\n\\.\n');

/** The longest line. Rows have some kilobytes, tiles of the ledger the most of them. */
export const MOST_LINE_BYTES = 16 * 1024 ** 2;

/** The unpacked text of a backup, read once from its begin to its end. Rejects when it ends too early, a line is too long or no JSON. */
export class BackupText {
  readonly #chunks: AsyncIterator<Buffer>;
  /** Text that was read and not used yet; begins at the begin of a line. */
  #text: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async json(): Promise<unknown> {
    let end: number;
    while ((end = this.#text.indexOf(0x0a)) < 0) await this.#readMore();
    return JSON.parse(this.#take(end + 1).toString('utf8'));
  }

  /** Whole rows, many at once, up to the end of a table. COPY writes a backslash of the data as two, and a newline as `\n`. */
  async *rows(): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#text.subarray(0, END_OF_ROWS.length).equals(END_OF_ROWS)) {
        this.#take(END_OF_ROWS.length);
        return;
      }
      const end = this.#text.indexOf(END_AFTER_ROW);
      const whole = end < 0 ? this.#text.lastIndexOf(0x0a) : end;
      if (whole >= 0) yield this.#take(whole + 1);
      else await this.#readMore();
    }
  }

  #take(bytes: number): Buffer {
    const taken = this.#text.subarray(0, bytes);
    this.#text = this.#text.subarray(bytes);
    return taken;
  }

  async #readMore(): Promise<void> {
    if (this.#text.length > MOST_LINE_BYTES) throw new Error('The backup has a line that is too long.');
    const next = await this.#chunks.next();
    if (next.done === true) throw new Error('The backup ends too early.');
    this.#text = Buffer.concat([this.#text, next.value]);
  }
}

/** The tables of a backup, each after those that it refers to. A test compares them with the schema. */
export const BACKUP_TABLES = [
  'users',
  'sessions',
  'second_factors',
  'api_tokens',
  'signing_keys',
  'security_events',
  'ledgers',
  'ledger_keys',
  'ledger_entries',
  'ledger_tiles',
  'ledger_checkpoints',
  'ledger_cosignatures',
  'taken_signals',
  'lab_tries',
  'alert_places',
  'alert_events',
  'webhooks',
  'webhook_dead_letters',
  'push_keys',
  'push_subscriptions',
  'push_place',
  'alert_rules',
  'alert_log',
] as const;

/** What a database holds, for people. */
export function rowsText({ users = 0, ledgers = 0, ledger_entries: entries = 0 }: RowCounts): string {
  return [counted(users, 'account'), counted(ledgers, 'ledger'), counted(entries, 'entry', 'entries')].join(
    ', ',
  );
}
