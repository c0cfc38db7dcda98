import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { postmasterPid } from '../../src/server/db/postmaster.ts';
import { rounds } from '../support/rounds.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { memoryLog } from '../support/memory-log.ts';
import { signalPostgres } from './support/postgres-processes.ts';
import { prepareData } from './support/prepared-data.ts';
import { startWriter } from './support/writer-process.ts';

const ROUNDS = rounds(3, 20);
/** Every third round takes PostgreSQL with it, every second is looked into before the next start. */
const TAKES_POSTGRES = 3;
const IS_LOOKED_INTO = 2;

let dataDir: string;
beforeEach(() => {
  dataDir = makeTemporaryFolder();
  prepareData(dataDir);
});
afterEach(() => removeTemporaryFolder(dataDir));

test(`every acknowledged row survives ${ROUNDS} rounds of kill -9 under writes`, async () => {
  const acknowledged = new Set<number>();
  let awaited = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const writer = await startWriter(dataDir);
    const rows = 20 + 13 * round;
    await writer.writes(rows);
    awaited += rows;
    const postmaster = postmasterPid(`${dataDir}/postgres`) ?? Number.NaN;
    const ended = writer.end('SIGKILL');
    if (round % TAKES_POSTGRES === 0) signalPostgres(postmaster, 'SIGKILL');
    await ended;
    for (const id of writer.acknowledged) acknowledged.add(id);
    expect(writer.complaints(), `round ${round}`).toBe('');
    if (round % IS_LOOKED_INTO === 0 || round === ROUNDS) {
      expect(await missingRows(acknowledged), `after round ${round}`).toEqual([]);
    }
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(awaited);
});

async function missingRows(acknowledged: ReadonlySet<number>): Promise<number[]> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, memoryLog().log, {
    role: 'command',
  });
  try {
    const { rows } = await database.db.query<{ id: string }>('SELECT id FROM acknowledged');
    const present = new Set(rows.map((row) => Number(row.id)));
    return [...acknowledged].filter((id) => !present.has(id));
  } finally {
    await database.close();
  }
}
