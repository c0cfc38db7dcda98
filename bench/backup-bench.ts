import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { openDatabase } from '../src/server/db/open-database.ts';
import { withClient } from '../src/server/db/with-client.ts';
import { createLogger } from '../src/server/routes/site/logger.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../tests/support/temporary-folder.ts';
import { bounded, compared, type Figure, median } from './figure.ts';

const ROWS = 400_000;
const ROUNDS = 3;

/**
 * Rows of the ledger that `npx pipcast backup` writes to a file each second, from the system's own PostgreSQL, against
 * `pg_dump | gzip` on the same; whole processes, with their starts. Only where `pg_dump` and a PostgreSQL are installed.
 */
export async function* backupBench(): AsyncGenerator<Figure> {
  if (spawnSync('pg_dump', ['--version']).status !== 0) {
    console.error('backup: not measured, pg_dump is not installed.');
    return;
  }
  const folder = makeTemporaryFolder();
  const [server, url] = await systemPostgres();
  try {
    await fill(folder, url);
    const [own, dump] = [path.join(folder, 'own'), path.join(folder, 'dump')];
    const rates: { own: number[]; dump: number[] } = { own: [], dump: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rmSync(own, { force: true });
      rates.own.push(ROWS / seconds([process.execPath, 'dist/operator/main.js', 'backup', own], folder, url));
      rates.dump.push(
        ROWS / seconds(['sh', '-c', `pg_dump "$DATABASE_URL" | gzip > '${dump}'`], folder, url),
      );
    }
    const peer = { name: 'pg_dump | gzip', value: median(rates.dump) };
    yield* [
      compared('backup of a ledger', median(rates.own), 'rows/s', peer, { atLeast: 0.5 }),
      bounded('size of a backup', statSync(own).size / statSync(dump).size, 'of what pg_dump | gzip makes'),
    ];
  } finally {
    server.stdin?.end();
    await once(server, 'exit');
    await removeTemporaryFolder(folder);
  }
}

/** It runs until its standard input ends. */
async function systemPostgres(): Promise<[ChildProcess, string]> {
  const script = 'echo "$PIPCAST_TEST_DATABASE_URL"; cat > /dev/null';
  const server = spawn(process.execPath, ['scripts/with-debian-postgres.mjs', 'sh', '-c', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) return [server, line];
  throw new Error('no PostgreSQL of the system could be started');
}

/** Entries whose bytes are like those of signals: mostly the same words, and a random id. */
async function fill(dataDir: string, databaseUrl: string): Promise<void> {
  const log = createLogger('error', process.stderr);
  const database = await openDatabase({ dataDir, databaseUrl }, log, { role: 'server' });
  await withClient(database.ownerLogin, (client) =>
    client.query(
      `insert into ledgers (name, origin, created_at) values ('live', 'bench.example.com/ledger/live', now());
       insert into ledger_entries (ledger, index, body, kind, signal, mode, pair, timeframe, decided_ms)
       select 1, n, convert_to(format('{"kind":"signal","atMs":%s,"id":"%s","mode":"special","source":"kraken","pair":"EUR/USD",'
         '"timeframe":"1min","direction":"CALL","confidence":52.37,"engine":"fade-logit-1","reasons":{"last-bar-up":2.65}}',
         1795132800000 + n * 60000::bigint, id), 'UTF8'), 'signal', id, 'special', 'EUR/USD', '1min', 1795132800000 + n * 60000::bigint
       from (select n, gen_random_uuid() as id from generate_series(0, ${ROWS - 1}) as n) as numbered`,
    ),
  );
  await database.close();
}

function seconds([file = '', ...args]: readonly string[], dataDir: string, url: string): number {
  const from = performance.now();
  const { status, stderr } = spawnSync(file, args, {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: url, PIPCAST_DATA_DIR: dataDir },
  });
  if (status !== 0) throw new Error(`${file} ended with ${status}: ${stderr}`);
  return (performance.now() - from) / 1000;
}
