import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { ImportRefusal, listDatasets } from '../../src/server/market/dataset-store.ts';
import {
  type CheckedImport,
  importHistory,
  type ImportOutcome,
  type ImportRequest,
} from '../../src/operator/import/import-history.ts';
import { importRequest } from './import-request.ts';

/** What a test tells an import beside the file's content: parts of its request, the zone by name, the file's name. */
type Given = Partial<ImportRequest> & { readonly zone?: string; readonly file?: string };

/** A folder of each test's own with files to import and the data folder they are imported into. To be called once a test file. */
export function importFolder() {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pipcast-import-test-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const dataDir = () => join(folder, 'data');

  /** Writes a file, `EURUSD.csv` unless named, and gives its path. */
  function put(content: string | Uint8Array, name = 'EURUSD.csv'): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  /** Imports a file of this content. */
  function run(content: string | Uint8Array, { file, ...given }: Given = {}): Promise<ImportOutcome> {
    return importHistory(importRequest(dataDir(), put(content, file), given));
  }

  /** The same for a file that is not known yet. */
  async function stored(content: string | Uint8Array, given: Given = {}): Promise<CheckedImport> {
    const outcome = await run(content, given);
    if (outcome.status === 'known') throw new Error('was known');
    return outcome;
  }

  /** What is in the data folder's history, finished or not. */
  function leftovers(): string[] {
    try {
      return readdirSync(join(dataDir(), 'history'));
    } catch {
      return [];
    }
  }

  /** The refusal, after checking that it left nothing behind. */
  async function refused(work: Promise<ImportOutcome>): Promise<ImportRefusal> {
    const error: unknown = await work.then(
      ({ meta }) => new Error(`stored as ${meta.name}`),
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ImportRefusal);
    expect(await listDatasets(dataDir())).toEqual([]);
    expect(leftovers()).toEqual([]);
    return error as ImportRefusal;
  }

  return { dataDir, put, run, stored, refused, leftovers };
}
