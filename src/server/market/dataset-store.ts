import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { jsonIn } from '../../core/json/loose.ts';
import { isDatasetName } from '../../core/price-files/dataset-name.ts';
import { type Prices, pricesOf } from '../../core/price-files/row-block.ts';
import { HOUR_MS } from '../../core/time/instant.ts';
import { codeOf } from '../platform/database-error.ts';
import { z } from 'zod';
import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import type { PriceFileKind } from '../../core/price-files/layout.ts';

export type Dataset = Prices & { readonly meta: DatasetMeta };

const STREAM_ROWS = 65_536;

/** All data sets, by name. Folders that are unfinished, foreign or damaged are not among them. */
export async function listDatasets(dataDir: string): Promise<readonly DatasetMeta[]> {
  const metas = await Promise.all((await takenNames(dataDir)).map((name) => findDataset(dataDir, name)));
  return metas.filter((meta) => meta !== undefined).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export async function findDataset(dataDir: string, name: string): Promise<DatasetMeta | undefined> {
  if (!isDatasetName(name)) return undefined;
  try {
    const text = await readFile(join(historyFolder(dataDir), name, 'meta.json'), 'utf8');
    const meta: DatasetMeta | undefined = metaSchema.safeParse(jsonIn(text)).data;
    return meta?.name === name ? meta : undefined;
  } catch {
    return undefined;
  }
}

/** Names that folders have already, finished data sets or not. */
export async function takenNames(dataDir: string): Promise<readonly string[]> {
  const entries = await readdir(historyFolder(dataDir)).catch(() => []);
  return entries.filter(isDatasetName);
}

/** Removes a data set at once: it is renamed out of the list first, then deleted. Throws an ImportRefusal if unknown. */
export async function removeDataset(dataDir: string, name: string): Promise<DatasetMeta> {
  const meta = await requireDataset(dataDir, name);
  const folder = await createStagingFolder(historyFolder(dataDir));
  try {
    await rename(join(historyFolder(dataDir), name), join(folder, name));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return meta;
}

async function requireDataset(dataDir: string, name: string): Promise<DatasetMeta> {
  const meta = await findDataset(dataDir, name);
  if (meta !== undefined) return meta;
  const names = (await listDatasets(dataDir)).map((known) => known.name);
  throw new ImportRefusal(
    'not-found',
    `There is no data set ${name}.`,
    names.length === 0 ? 'None was imported yet.' : `There are: ${names.join(', ')}.`,
  );
}

/** Reads a whole data set into typed arrays, its checksums verified. Throws an ImportRefusal if unknown or damaged. */
export async function readDataset(dataDir: string, name: string): Promise<Dataset> {
  const meta = await requireDataset(dataDir, name);
  const whole: Prices[] = [];
  for await (const part of streamColumns(join(historyFolder(dataDir), name), meta, meta.rows))
    whole.push(part);
  return { meta, ...(whole[0] as Prices) };
}

/** Reads a data set in parts, as `streamColumns` does. */
export async function* streamDataset(dataDir: string, name: string): AsyncGenerator<Prices, undefined> {
  const meta = await requireDataset(dataDir, name);
  return yield* streamColumns(join(historyFolder(dataDir), name), meta, STREAM_ROWS);
}

/** Reads a data set to its end, where its checksums are compared. Throws an ImportRefusal when it is not what was imported. */
export async function readToEnd(dataDir: string, name: string): Promise<void> {
  for await (const block of streamDataset(dataDir, name)) void block;
}

const STAGING = '.incoming-';
const ABANDONED_MS = 24 * HOUR_MS;

/** Makes the folder an import builds its files in, and clears away what runs that were killed have left. */
export async function createStagingFolder(history: string): Promise<string> {
  const folder = join(history, `${STAGING}${owner()}-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(history, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(history))
      if (entry.startsWith(STAGING) && (await isAbandoned(history, entry)))
        await rm(join(history, entry), { recursive: true, force: true });
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    throw refusalFromWrite(error, history);
  }
  return folder;
}

/** Does another run build in the same place? Those that were killed are cleared away when a folder is made. */
export async function hasOtherRun(folder: string): Promise<boolean> {
  const entries = await readdir(dirname(folder));
  return entries.some((entry) => entry.startsWith(STAGING) && entry !== basename(folder));
}

/** Names the run: a process id means something only on its own host, and containers may share the folder. */
function owner(): string {
  return `${hostname().replace(/[^A-Za-z0-9]/g, '_')}-${process.pid}`;
}

async function isAbandoned(history: string, entry: string): Promise<boolean> {
  const [, run = '', pid = ''] = /^(.*-(\d+))-[0-9a-f]+$/.exec(entry.slice(STAGING.length)) ?? [];
  if (run.replace(/\d+$/, String(process.pid)) === owner()) {
    try {
      process.kill(Number(pid), 0);
    } catch (error) {
      if (codeOf(error) === 'ESRCH') return true;
    }
  }
  const found = await stat(join(history, entry)).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
}

/** An expected failure of an import: what is wrong, where in the file, and what to do about it. Nothing was stored. */
export class ImportRefusal extends Error {
  override readonly name = 'ImportRefusal';
  /** Scripts depend on it. */
  readonly code: string;
  readonly hint: string;
  readonly line: number | undefined;

  constructor(code: string, message: string, hint: string, line?: number) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.line = line;
  }
}

/** Turns a full disk or a forbidden folder into a refusal that says so; anything else is passed through. */
export function refusalFromWrite(error: unknown, where: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new ImportRefusal(
      'disk-full',
      `There is no space left in ${where}. Nothing was stored, and what had been written was removed.`,
      'Free some space (an import needs about as much as the unpacked file), then import again.',
    );
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR') {
    return new ImportRefusal(
      'cannot-write',
      `${where} cannot be written (${code}). Nothing was stored.`,
      'Give PIPCAST_DATA_DIR a folder that this user can write to.',
    );
  }
  return error;
}

/**
 * Files of a kind, the times first; numbers are little-endian doubles (times) and 32-bit integers, as every processor has them that
 * Pipcast's libraries are made for.
 */
export const COLUMN_FILES: Readonly<Record<PriceFileKind, readonly string[]>> = {
  m1: ['open-time-ms.f64', 'open.i32', 'high.i32', 'low.i32', 'close.i32'],
  ticks: ['time-ms.f64', 'bid.i32', 'ask.i32'],
};

/** Columns in the order of their files. */
export function columnsOf(prices: Prices): readonly (Float64Array | Int32Array)[] {
  if (prices.kind === 'ticks') return [prices.ticks.timeMs, prices.ticks.bid, prices.ticks.ask];
  const { openTimeMs, open: first, high, low, close } = prices.bars;
  return [openTimeMs, first, high, low, close];
}

export function historyFolder(dataDir: string): string {
  return join(dataDir, 'history');
}

/** A column file that is missing, short or changed. */
function damaged(name: string, file: string): ImportRefusal {
  return new ImportRefusal(
    'damaged-dataset',
    `The data set ${name} is damaged: ${file} is not what was stored.`,
    `Remove it (pipcast import --remove ${name}) and import its file again.`,
  );
}

/** Throws an ImportRefusal when one is missing, or when rows are read that are not there. */
export async function openColumns(folder: string, { name, kind }: Pick<DatasetMeta, 'name' | 'kind'>) {
  const handles: FileHandle[] = [];
  const close = async () => {
    for (const handle of handles) await handle.close();
  };
  const files = COLUMN_FILES[kind];
  for (const file of files) {
    const handle = await open(join(folder, file)).catch(() => undefined);
    if (handle === undefined) {
      await close();
      throw damaged(name, file);
    }
    handles.push(handle);
  }
  return {
    /** `column`: its place in COLUMN_FILES. */
    async read(column: number, fromRow: number, rows: number): Promise<ArrayBuffer> {
      const width = column === 0 ? Float64Array.BYTES_PER_ELEMENT : Int32Array.BYTES_PER_ELEMENT;
      const bytes = new Uint8Array(rows * width);
      for (let done = 0; done < bytes.length; ) {
        const handle = handles[column] as FileHandle;
        const at = fromRow * width + done;
        const { bytesRead } = await handle.read(bytes, done, bytes.length - done, at);
        if (bytesRead === 0) throw damaged(name, files[column] as string);
        done += bytesRead;
      }
      return bytes.buffer;
    },
    close,
  };
}

/**
 * Reads the column files in a folder, some rows at a time. A changed file is found out by its checksum at the end, so act on nothing
 * before the last part has come. Throws an ImportRefusal when one is not what was written.
 */
async function* streamColumns(
  folder: string,
  meta: DatasetMeta,
  rowsAtOnce: number,
): AsyncGenerator<Prices, undefined> {
  const { name, kind, rows } = meta;
  const files = COLUMN_FILES[kind].map((file) => ({ file, hash: createHash('sha256') }));
  const columns = await openColumns(folder, meta);
  try {
    for (let row = 0; row < rows; row += rowsAtOnce) {
      const buffers: ArrayBuffer[] = [];
      for (const [column, { hash }] of files.entries()) {
        const buffer = await columns.read(column, row, Math.min(rowsAtOnce, rows - row));
        hash.update(new Uint8Array(buffer));
        buffers.push(buffer);
      }
      const [times, ...prices] = buffers as [ArrayBuffer, ...ArrayBuffer[]];
      yield pricesOf(
        kind,
        new Float64Array(times),
        prices.map((buffer) => new Int32Array(buffer)),
      );
    }
    for (const { file, hash } of files)
      if (hash.digest('hex') !== meta.columns.find((column) => column.file === file)?.sha256)
        throw damaged(name, file);
  } finally {
    await columns.close();
  }
  return undefined;
}

const columnSchema = z.object({
  file: z.string().regex(/^[a-z-]+\.(f64|i32)$/),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
});

const metaSchema = z.object({
  version: z.literal(1),
  name: z.string(),
  pair: z.enum(SCORED_PAIRS),
  kind: z.enum(['m1', 'ticks']),
  source: z.string(),
  clock: z.string(),
  rows: z.number().int().positive(),
  firstMs: z.number(),
  lastMs: z.number(),
  /** Decimals of the stored whole numbers: those of the pair. */
  digits: z.number().int(),
  /** Hash of the unpacked input, so that a file is recognised packed or not, under any name. */
  sha256: z.string(),
  importedAt: z.string(),
  fileName: z.string(),
  /** Findings that the importing user overruled. */
  allowed: z.array(z.string()),
  columns: z.array(columnSchema),
});

/** What is known about a stored data set: `meta.json` beside its columns. Times are UTC ms, `importedAt` is ISO 8601. */
export type DatasetMeta = Readonly<z.infer<typeof metaSchema>>;

/** Identifies the prices themselves, whatever the name of the data set and its file. */
export function editionOf({ columns }: DatasetMeta): string {
  const hash = createHash('sha256');
  for (const { sha256 } of columns) hash.update(sha256);
  return hash.digest('hex').slice(0, 12);
}
