import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { PriceFileKind } from '../../core/price-files/layout.ts';
import type { Prices } from '../../core/price-files/row-block.ts';
import {
  COLUMN_FILES,
  columnsOf,
  type DatasetMeta,
  historyFolder,
  ImportRefusal,
  listDatasets,
  takenNames,
} from '../../server/market/dataset-store.ts';
import { codeOf } from '../../server/platform/database-error.ts';
import { syncFolder, writeOnce } from '../../server/platform/durable-files.ts';

/** What a finished import knows about its data set; the columns and the unique name are added when it is stored. */
export type NewDatasetMeta = Omit<DatasetMeta, 'version' | 'name' | 'columns'>;

/** The end of storing: a new data set, or the one that already holds the same prices. */
export interface Stored {
  readonly status: 'stored' | 'known';
  readonly meta: DatasetMeta;
}

/**
 * Writes a data set in blocks. Nothing shows until `publish`: the files are built in a folder beside the data sets,
 * flushed to disk and renamed, so a run that is killed leaves nothing that is ever listed.
 */
export class DatasetWriter {
  readonly #folder: string;
  #isClosed = false;
  readonly #dataDir: string;
  readonly #files: readonly { name: string; file: number; hash: Hash; bytes: number }[];

  /** Begins a data set in a folder made by `createStagingFolder`, in a place of its own there. */
  constructor(staging: string, dataDir: string, kind: PriceFileKind) {
    this.#dataDir = dataDir;
    this.#folder = join(staging, 'dataset');
    mkdirSync(this.#folder, { mode: 0o700 });
    this.#files = COLUMN_FILES[kind].map((name) => ({
      name,
      file: openSync(join(this.#folder, name), 'wx', 0o600),
      hash: createHash('sha256'),
      bytes: 0,
    }));
  }

  append(prices: Prices): void {
    for (const [at, values] of columnsOf(prices).entries()) {
      const column = this.#files[at];
      if (column === undefined) continue;
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      writeFileSync(column.file, bytes);
      column.hash.update(bytes);
      column.bytes += bytes.length;
    }
  }

  /** Closes the files; a second call does nothing. */
  close(): void {
    if (!this.#isClosed) for (const { file } of this.#files) closeSync(file);
    this.#isClosed = true;
  }

  /**
   * Makes the data set visible under `wanted`, or the first free name made of it; `exact` refuses a taken name. A data set
   * with the same prices is returned instead.
   */
  async publish(meta: NewDatasetMeta, wanted: string, exact: boolean): Promise<Stored> {
    for (const { file } of this.#files) fsyncSync(file);
    this.close();
    const columns = this.#files.map(({ name, hash, bytes }) => ({
      file: name,
      bytes,
      sha256: hash.digest('hex'),
    }));
    const history = historyFolder(this.#dataDir);
    // The names are read first: what another run stores after that is found by its prices, or refuses the rename below.
    const taken = new Set(await takenNames(this.#dataDir));
    const existing = await listDatasets(this.#dataDir);
    const known = existing.find((other) => samePrices(other, { ...meta, columns }));
    if (known !== undefined) return { status: 'known', meta: known };
    const name = freeName(wanted, exact, taken);
    const complete: DatasetMeta = { version: 1, name, ...meta, columns };
    writeOnce(join(this.#folder, 'meta.json'), `${JSON.stringify(complete, undefined, 2)}\n`);
    await rename(this.#folder, join(history, name)).catch((error: unknown) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error) ?? '')) throw error;
      throw new ImportRefusal(
        'name-taken',
        `Another run has just stored a data set ${name}.`,
        'Import the file again.',
      );
    });
    syncFolder(history);
    return { status: 'stored', meta: complete };
  }
}

function samePrices(stored: DatasetMeta, fresh: Pick<DatasetMeta, 'pair' | 'kind' | 'columns'>): boolean {
  return (
    stored.pair === fresh.pair &&
    stored.kind === fresh.kind &&
    fresh.columns.every(({ file, sha256 }) =>
      stored.columns.some((column) => column.file === file && column.sha256 === sha256),
    )
  );
}

function freeName(wanted: string, exact: boolean, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  if (exact) {
    throw new ImportRefusal(
      'name-taken',
      `There is a data set ${wanted} with other prices.`,
      'Give another --name, or remove that one first (--remove).',
    );
  }
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
