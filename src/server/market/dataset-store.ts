import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isDatasetName } from '../../core/price-files/dataset-name.ts';
import type { Prices } from '../../core/price-files/row-block.ts';
import { HOUR_MS } from '../../core/time/instant.ts';
import {
  type DatasetMeta,
  historyFolder,
  parseDatasetMeta,
  readColumns,
  streamColumns,
} from './dataset-columns.ts';
import { ImportRefusal, refusalFromWrite } from './dataset-refusal.ts';
import { codeOf } from '../platform/database-error.ts';

export type { DatasetMeta } from './dataset-columns.ts';

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

/** Reads a data set in parts, as `streamColumns` does. */
export async function* streamDataset(dataDir: string, name: string): AsyncGenerator<Prices, undefined> {
  const meta = await requireDataset(dataDir, name);
  return yield* streamColumns(join(historyFolder(dataDir), name), meta, STREAM_ROWS);
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
