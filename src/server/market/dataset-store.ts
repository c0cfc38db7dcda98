import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDatasetName } from '../../core/price-files/dataset-name.ts';
import { createPriceBlock, type PriceBlock } from '../../core/price-files/row-block.ts';
import {
  type BlockField,
  COLUMN_FILES,
  damaged,
  type DatasetMeta,
  historyFolder,
  parseDatasetMeta,
  type Prices,
  readColumns,
} from './dataset-columns.ts';
import { ImportRefusal } from './dataset-refusal.ts';
import { createStagingFolder } from './publish-lock.ts';

export type { DatasetMeta } from './dataset-columns.ts';

export type Dataset = Prices & { readonly meta: DatasetMeta };

const STREAM_ROWS = 65_536;

interface OpenColumn {
  readonly field: BlockField;
  readonly file: string;
  readonly handle: FileHandle;
  readonly hash: Hash;
}

/** All data sets, by name. Folders that are unfinished, foreign or damaged are not among them. */
export async function listDatasets(dataDir: string): Promise<readonly DatasetMeta[]> {
  const metas = await Promise.all((await takenNames(dataDir)).map((name) => findDataset(dataDir, name)));
  return metas.filter((meta) => meta !== undefined).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export async function findDataset(dataDir: string, name: string): Promise<DatasetMeta | undefined> {
  if (!isDatasetName(name)) return undefined;
  try {
    const meta = parseDatasetMeta(await readFile(join(historyFolder(dataDir), name, 'meta.json'), 'utf8'));
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
  const prices = await readColumns(join(historyFolder(dataDir), name), meta);
  return prices.kind === 'm1' ? { meta, ...prices } : { meta, ...prices };
}

/**
 * Reads a data set block by block in bounded memory; a block is used again for the next. A damaged file is found out
 * by its checksum at the end, so act on nothing before the last block has come.
 */
export async function* streamDataset(dataDir: string, name: string): AsyncGenerator<PriceBlock> {
  const meta = await requireDataset(dataDir, name);
  const block = createPriceBlock(STREAM_ROWS, meta.kind);
  const columns: OpenColumn[] = [];
  try {
    for (const [field, file] of COLUMN_FILES[meta.kind]) {
      const handle = await open(join(historyFolder(dataDir), name, file)).catch(() => undefined);
      if (handle === undefined) throw damaged(name, file);
      columns.push({ field, file, handle, hash: createHash('sha256') });
    }
    for (let row = 0; row < meta.rows; row += STREAM_ROWS) {
      block.length = Math.min(STREAM_ROWS, meta.rows - row);
      for (const { field, file, handle, hash } of columns) {
        const values = block[field].subarray(0, block.length);
        const bytes = new Uint8Array(values.buffer, 0, values.byteLength);
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, row * values.BYTES_PER_ELEMENT);
        if (bytesRead !== bytes.length) throw damaged(name, file);
        hash.update(bytes);
      }
      yield block;
    }
    for (const { file, hash } of columns) {
      const expected = meta.columns.find((column) => column.file === file)?.sha256;
      if (hash.digest('hex') !== expected) throw damaged(name, file);
    }
  } finally {
    await Promise.all(columns.map(({ handle }) => handle.close()));
  }
}
