/**
 * A process that serves with the embedded database and writes to it as fast as it can: `database-writer.ts DATADIR`.
 * It prints `ready`, then the number of every row once that is committed; on SIGTERM it closes and ends.
 */
import { pino } from 'pino';
import { openDatabase } from '../../../src/server/db/open-database.ts';
import { createScratchTable } from './scratch-table.ts';

const WRITERS = 4;

const dataDir = process.argv[2] ?? '';
const log = pino({ level: 'error' }, pino.destination(2));
const database = await openDatabase({ dataDir, databaseUrl: undefined }, log, { role: 'server' });
await createScratchTable(dataDir, 'acknowledged', 'id bigint PRIMARY KEY, at text NOT NULL');
const { rows } = await database.db.query<{ last: string }>(
  'SELECT coalesce(max(id), 0) AS last FROM acknowledged',
);
let last = Number(rows[0]?.last ?? 0);
let stopping = false;
process.once('SIGTERM', () => {
  stopping = true;
});
process.stdout.write('ready\n');
await Promise.all(Array.from({ length: WRITERS }, write));
await database.close();

async function write(): Promise<void> {
  while (!stopping) {
    last += 1;
    const id = last;
    try {
      await database.db.query('INSERT INTO acknowledged (id, at) VALUES ($1, $2)', [id, `row ${id}`]);
      process.stdout.write(`${id}\n`);
    } catch {
      // Not acknowledged. The database may be away for a moment; the next row tries again.
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
  }
}
