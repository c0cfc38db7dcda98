import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CONNECTIONS_OF_A_COMMAND, CONNECTIONS_OF_A_NODE } from '../../src/server/db/database-pool.ts';
import { type Database, openDatabase } from '../../src/server/db/open-database.ts';
import { isAlive, postmasterPid } from '../../src/server/db/postmaster.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { type MemoryLog, memoryLog } from '../support/memory-log.ts';
import { prepareData } from './support/prepared-data.ts';
import { postgresProcess, signalPostgres } from './support/postgres-processes.ts';
import { startWriter } from './support/writer-process.ts';
import { createScratchTable } from './support/scratch-table.ts';

let dataDir: string;
let collected: MemoryLog;
const opened: Database[] = [];

beforeEach(() => {
  dataDir = makeTemporaryFolder();
  prepareData(dataDir);
  collected = memoryLog();
});
afterEach(async () => {
  await Promise.allSettled(opened.splice(0).map((database) => database.close()));
  await removeTemporaryFolder(dataDir);
});

/** As before the first start. */
function emptyData(): void {
  for (const name of readdirSync(dataDir)) rmSync(`${dataDir}/${name}`, { recursive: true });
}

async function open(role: 'server' | 'command'): Promise<Database> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, collected.log, { role });
  opened.push(database);
  return database;
}

const pidNow = () => postmasterPid(`${dataDir}/postgres`);
const said = () => readFileSync(`${dataDir}/postgres.log`, 'utf8');
/** Of the database that runs; a signal to no number in particular would go to the tests themselves. */
function runningPid(): number {
  const pid = pidNow();
  if (pid === undefined) throw new Error('no database runs');
  return pid;
}
const isDown = () => pidNow() === undefined;

/** A program of the database's account, which PostgreSQL takes for itself. */
function startStranger() {
  const { uid, gid } = statSync(`${dataDir}/postgres`);
  return spawn('sleep', ['600'], { uid, gid, cwd: '/', stdio: 'ignore' });
}

async function answer(database: Database): Promise<number | undefined> {
  const { rows } = await database.db.query<{ answer: number }>('SELECT 42 AS answer');
  return rows[0]?.answer;
}

describe('start and stop', () => {
  test('the first start makes a database, and close leaves nothing running', async () => {
    emptyData();
    const database = await open('server');
    expect(await answer(database)).toBe(42);
    const pid = runningPid();
    expect(isAlive(pid)).toBe(true);
    await database.close();
    expect(isAlive(pid)).toBe(false);
    expect(isDown()).toBe(true);
  });

  test('close may be called twice', async () => {
    const database = await open('server');
    await Promise.all([database.close(), database.close()]);
    expect(isDown()).toBe(true);
  });

  test('an opening that is given up leaves nothing running', async () => {
    await (await open('server')).close();
    const abort = new AbortController();
    const opening = openDatabase({ dataDir, databaseUrl: undefined }, collected.log, {
      role: 'server',
      signal: abort.signal,
    });
    const reason = opening.then(
      () => 'opened',
      (error: unknown) => String(error),
    );
    await expect.poll(pidNow, { interval: 1, timeout: 30_000 }).toBeDefined();
    abort.abort();
    expect(await reason).toContain('aborted');
    expect(isDown()).toBe(true);
  });

  test('an opening that is given up before the database has said where it is leaves nothing running', async () => {
    await (await open('server')).close();
    rmSync(`${dataDir}/postgres.log`);
    const abort = new AbortController();
    // Made for the database just before that is started.
    const watcher = watch(dataDir, (_event, name) => {
      if (name === 'postgres.log') abort.abort();
    });
    const opening = openDatabase({ dataDir, databaseUrl: undefined }, collected.log, {
      role: 'command',
      signal: abort.signal,
    });
    await expect(opening).rejects.toThrow('aborted');
    watcher.close();
    expect(said()).toContain('database system is shut down');
    expect(isDown()).toBe(true);
  });

  test('what was written is there after the next start', async () => {
    const first = await open('server');
    await createScratchTable(dataDir, 'kept', 'what text');
    await first.db.query(`INSERT INTO kept VALUES ('this')`);
    await first.close();
    const second = await open('server');
    expect((await second.db.query('SELECT what FROM kept')).rows).toEqual([{ what: 'this' }]);
  });

  test('the application has no power over the cluster', async () => {
    const { db } = await open('server');
    await expect(db.query('CREATE ROLE intruder')).rejects.toThrow('permission denied');
    await expect(db.query(`COPY (SELECT 1) TO PROGRAM 'true'`)).rejects.toThrow('permission denied');
    await expect(db.query(`SELECT pg_read_file('postmaster.pid')`)).rejects.toThrow('permission denied');
  });

  test('nothing listens on a network address', async () => {
    const { db } = await open('server');
    expect((await db.query('SHOW listen_addresses')).rows).toEqual([{ listen_addresses: '' }]);
  });

  test('writes are forced to the disk', async () => {
    const { db } = await open('server');
    expect((await db.query('SHOW fsync')).rows).toEqual([{ fsync: 'on' }]);
    expect((await db.query('SHOW synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }]);
    expect((await db.query('SHOW full_page_writes')).rows).toEqual([{ full_page_writes: 'on' }]);
  });

  test('it has connections for three nodes and a command, as npm run cluster needs', async () => {
    const { db } = await open('server');
    const { rows } = await db.query<{ most: number }>(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most`,
    );
    const own = 1;
    expect(rows[0]?.most).toBeGreaterThanOrEqual(own + 3 * CONNECTIONS_OF_A_NODE + CONNECTIONS_OF_A_COMMAND);
  });

  test('neither the log nor an answer holds the password', async () => {
    const database = await open('server');
    const password = readFileSync(`${dataDir}/postgres-password`, 'utf8').trim();
    await expect(database.db.query('SELECT * FROM nowhere')).rejects.toThrow('does not exist');
    await database.close();
    expect(password).toHaveLength(32);
    expect(readFileSync(`${dataDir}/postgres.log`, 'utf8')).not.toContain(password);
    expect(collected.text()).not.toContain(password);
    expect(database.where).not.toContain(password);
  });
});

describe('several processes on one data directory', () => {
  test('a second server says who is there and leaves the first alone', async () => {
    const first = await open('server');
    await expect(open('server')).rejects.toThrow(
      `Another Pipcast (process ${process.pid}) already runs on ${dataDir}: stop it, or set PIPCAST_DATA_DIR to another folder.`,
    );
    expect(await answer(first)).toBe(42);
  });

  test('two first starts at once on an empty directory make one database and one server', async () => {
    emptyData();
    const results = await Promise.allSettled([open('server'), open('server')]);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = results.find((result) => result.status === 'fulfilled')?.value;
    expect(winner && (await answer(winner))).toBe(42);
  });

  test('a server and commands started at once on an empty directory all get in', async () => {
    emptyData();
    const databases = await Promise.all([open('command'), open('server'), open('command'), open('command')]);
    expect(await Promise.all(databases.map(answer))).toEqual([42, 42, 42, 42]);
  });

  test('a command leaves the database running for a server that came later', async () => {
    const command = await open('command');
    const server = await open('server');
    const pid = runningPid();
    await command.close();
    expect(pidNow()).toBe(pid);
    expect(await answer(server)).toBe(42);
    await server.close();
    expect(isDown()).toBe(true);
  });

  test('a server that stops leaves the database running for a command, which stops it', async () => {
    const server = await open('server');
    const command = await open('command');
    await server.close();
    expect(await answer(command)).toBe(42);
    await command.close();
    expect(isDown()).toBe(true);
  });

  test('users that all leave at once leave nothing running', async () => {
    for (let round = 0; round < 5; round += 1) {
      const databases = await Promise.all([open('server'), open('command'), open('command')]);
      await Promise.all(databases.map((database) => database.close()));
      expect(isDown(), `round ${round}`).toBe(true);
    }
  });

  test('who leaves without a seat while another stops the database does not start it again', async () => {
    const last = await open('command');
    const seats = async () => {
      const { rows } = await last.db.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE usename = 'postgres' AND application_name LIKE 'pipcast%'`,
      );
      return rows.map(({ pid }) => pid);
    };
    const before = await seats();
    const unseated = await open('command');
    for (const pid of await seats()) if (!before.includes(pid)) process.kill(pid, 'SIGTERM');
    await expect.poll(said).toContain('terminating connection due to administrator command');
    // Held up like this, the database takes its time to stop.
    const checkpointer = postgresProcess(runningPid(), 'checkpointer');
    process.kill(checkpointer, 'SIGSTOP');
    const closing = last.close();
    await expect.poll(said).toContain('received fast shutdown request');
    const leaving = unseated.close();
    await expect.poll(said).toContain('the database system is shutting down');
    process.kill(checkpointer, 'SIGCONT');
    await Promise.all([closing, leaving]);
    expect(isDown()).toBe(true);
    expect(said().match(/starting PostgreSQL/g)).toHaveLength(1);
  });

  test('a process that comes while the database is being stopped starts it again', async () => {
    let leaving = await open('command');
    for (let round = 0; round < 8; round += 1) {
      const [, next] = await Promise.all([leaving.close(), open(round % 2 === 0 ? 'server' : 'command')]);
      expect(await answer(next), `round ${round}`).toBe(42);
      leaving = next;
    }
    await leaving.close();
    expect(isDown()).toBe(true);
  });
});

describe('after a crash', () => {
  test('the next start joins the PostgreSQL that a killed server has left, without restarting it', async () => {
    const writer = await startWriter(dataDir);
    await writer.writes(50);
    const pid = runningPid();
    await writer.end('SIGKILL');
    const database = await open('server');
    expect(pidNow()).toBe(pid);
    const { rows } = await database.db.query<{ n: number }>('SELECT count(*)::int AS n FROM acknowledged');
    expect(rows[0]?.n).toBeGreaterThanOrEqual(writer.acknowledged.length);
    await database.close();
    expect(isDown()).toBe(true);
  });

  test('a PostgreSQL killed under load comes back by itself, with every acknowledged row', async () => {
    const writer = await startWriter(dataDir);
    for (let round = 0; round < 3; round += 1) {
      await writer.writes(100);
      const pid = runningPid();
      process.kill(pid, 'SIGKILL');
      // Its sessions finish what they are doing before they notice.
      await expect.poll(() => pidNow() ?? pid, { timeout: 30_000 }).not.toBe(pid);
      await writer.writes(100);
    }
    expect(await writer.end('SIGTERM')).toBe(0);
    const { db } = await open('command');
    const { rows } = await db.query<{ id: string }>('SELECT id FROM acknowledged');
    const present = new Set(rows.map((row) => Number(row.id)));
    expect(writer.acknowledged.filter((id) => !present.has(id))).toEqual([]);
  });

  test('a note of a process that is gone does not keep the database from starting', async () => {
    const first = await open('server');
    await first.close();
    const gone = await startWriter(dataDir);
    const note = readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8');
    await gone.end('SIGTERM');
    writeFileSync(`${dataDir}/postgres/postmaster.pid`, note);
    expect(await answer(await open('server'))).toBe(42);
  });

  test.each(['postmaster.pid', '.s.PGSQL.5432.lock'])(
    '%s with the number of another program does not keep the database from starting',
    async (name) => {
      const first = await open('server');
      const text = readFileSync(`${dataDir}/postgres/${name}`, 'utf8');
      await first.close();
      const stranger = startStranger();
      try {
        writeFileSync(`${dataDir}/postgres/${name}`, text.replace(/^\d+/, String(stranger.pid)));
        expect(await answer(await open('server'))).toBe(42);
      } finally {
        stranger.kill();
      }
    },
  );

  test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
    'a note whose process may not be looked into does not keep the database from starting (needs root, to give up that right)',
    async () => {
      await (await open('server')).close();
      const stranger = startStranger();
      try {
        writeFileSync(
          `${dataDir}/postgres/postmaster.pid`,
          `${stranger.pid}\n${dataDir}/postgres\n0\n5432\n`,
        );
        const writer = await startWriter(dataDir, { through: ['setpriv', '--bounding-set=-sys_ptrace'] });
        await writer.writes(1);
        expect(await writer.end('SIGTERM')).toBe(0);
      } finally {
        stranger.kill();
      }
    },
  );

  test.each([
    ['an empty', ''],
    ['a torn', '\0'.repeat(90)],
  ])('%s note that a crash has left does not keep the database from starting', async (_, note) => {
    await (await open('server')).close();
    writeFileSync(`${dataDir}/postgres/postmaster.pid`, note);
    expect(await answer(await open('server'))).toBe(42);
  });

  test('health says that the database is away, and that it is back', async () => {
    const database = await open('server');
    expect(await database.health()).toEqual({ ok: true });
    // Stopped, not killed: its processes hold their connections but answer nothing.
    signalPostgres(runningPid(), 'SIGSTOP');
    expect(await database.health(50)).toEqual({
      ok: false,
      problem: 'no answer from the database within 50 ms',
      isDiskFull: false,
    });
    signalPostgres(runningPid(), 'SIGCONT');
    await expect.poll(() => database.health()).toEqual({ ok: true });
  });
});
