import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../../src/server/db/open-database.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory with a migrated database without accounts, which nothing uses. */
    preparedData: string;
  }
}

/** Makes one data directory a run: a copy costs a fiftieth of what initdb does. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = makeTemporaryFolder();
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, pino({ level: 'silent' }));
  await database.close();
  // What this start said is no part of a test.
  rmSync(join(dataDir, 'postgres.log'));
  project.provide('preparedData', dataDir);
  return () => removeTemporaryFolder(dataDir);
}

/** Makes `dataDir` a data directory that has its database already, for a test that is not about the first start. */
export function prepareData(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const { status, stderr } = spawnSync('cp', ['-a', `${inject('preparedData')}/.`, dataDir], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the data was not copied: ${stderr}`);
}
