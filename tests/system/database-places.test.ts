import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openServerSecret } from '../../src/server/platform/server-secret.ts';
import { prepareDataDirectory } from '../../src/server/platform/data-directory.ts';
import { codeOf, isDatabaseUnavailable } from '../../src/server/platform/database-error.ts';
import { type Database, openDatabase } from '../../src/server/db/open-database.ts';
import { postmasterPid } from '../../src/server/db/postmaster.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { memoryLog } from '../support/memory-log.ts';
import { signalPostgres } from './support/postgres-processes.ts';
import { prepareData } from './support/prepared-data.ts';
import { startWriter } from './support/writer-process.ts';
import { createScratchTable } from './support/scratch-table.ts';

const isRoot = process.getuid?.() === 0;
/** The last account, which owns nothing. */
const NOBODY_UID = 65_534;
/** How fast a healthy database answers is no question here. */
const HEALTH_LIMIT_MS = 60_000;

let folder: string;
let dataDir: string;
const opened: Database[] = [];

beforeEach(() => {
  // Closed to everybody but its owner, as a checkout below /root or in a temporary folder is.
  folder = makeTemporaryFolder();
  dataDir = path.join(folder, 'data');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await removeTemporaryFolder(folder);
});

async function open(directory = dataDir): Promise<Database> {
  const database = await openDatabase({ dataDir: directory, databaseUrl: undefined }, memoryLog().log);
  opened.push(database);
  return database;
}

async function close(database: Database): Promise<void> {
  await database.close();
  opened.splice(opened.indexOf(database), 1);
}

/** Whether an initdb works below the data directory. */
function isMakingDatabase(): boolean {
  const { stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'args='], { encoding: 'utf8' });
  return stdout.split('\n').some((line) => line.includes('initdb') && line.includes(dataDir));
}

/** Root may write everywhere; for the length of a synchronous call the tests take another account. */
function asOrdinaryUser<T>(work: () => T): T {
  if (!isRoot) return work();
  process.seteuid?.(NOBODY_UID);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

describe('where the data directory is', () => {
  test('below a folder that only its owner may enter', async () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(await (await open()).health(HEALTH_LIMIT_MS)).toEqual({ ok: true });
  });

  test('deeper than a socket path may be long', async () => {
    const deep = path.join(folder, 'a'.repeat(60), 'b'.repeat(60));
    const database = await open(deep);
    expect(await database.health(HEALTH_LIMIT_MS)).toEqual({ ok: true });
    await close(database);
    expect(await (await open(deep)).health(HEALTH_LIMIT_MS)).toEqual({ ok: true });
    await opened[0]?.close();
  });

  test('with spaces, quotes and other letters in its name', async () => {
    dataDir = path.join(folder, `it's a "Düse" ложка %20 $HOME`);
    const database = await open();
    expect(await database.health(HEALTH_LIMIT_MS)).toEqual({ ok: true });
    await close(database);
  });

  test('only its owner can look into what is made there', async () => {
    await open();
    const others = (name: string) => statSync(path.join(dataDir, name)).mode & 0o007;
    expect(['.', 'postgres', 'postgres-password', 'postgres.log'].map(others)).toEqual([0, 0, 0, 0]);
    expect(statSync(path.join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    expect(statSync(path.join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  });
});

describe('a data directory that cannot be used', () => {
  test('is a file', async () => {
    writeFileSync(dataDir, 'a file');
    await expect(open()).rejects.toThrow(
      `The data directory ${dataDir} is a file or lies below one: set PIPCAST_DATA_DIR to a folder that can be written, for example /var/lib/pipcast.`,
    );
  });

  test('lies below a file', async () => {
    writeFileSync(dataDir, 'a file');
    await expect(open(path.join(dataDir, 'below'))).rejects.toThrow('is a file or lies below one');
  });

  test('cannot be made', () => {
    chmodSync(folder, 0o555);
    expect(() => asOrdinaryUser(() => prepareDataDirectory(dataDir))).toThrow(
      `The data directory ${dataDir} cannot be written by this user: give it to this user, or set PIPCAST_DATA_DIR`,
    );
  });

  test('cannot be written', () => {
    chmodSync(folder, 0o755);
    mkdirSync(dataDir, { mode: 0o555 });
    expect(() => asOrdinaryUser(() => prepareDataDirectory(dataDir))).toThrow(
      'cannot be written by this user',
    );
  });
});

describe('a cluster that cannot be used', () => {
  test('of another major version of PostgreSQL', async () => {
    prepareData(dataDir);
    const version = path.join(dataDir, 'postgres', 'PG_VERSION');
    const carried = readFileSync(version, 'utf8').trim();
    writeFileSync(version, '13\n');
    await expect(open()).rejects.toThrow(
      `The database in ${dataDir}/postgres was made by PostgreSQL 13, this Pipcast carries ${carried}: `,
    );
  });

  test('something else in its place', async () => {
    mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
    await expect(open()).rejects.toThrow(
      `${dataDir}/postgres is not a PostgreSQL cluster (it has no PG_VERSION)`,
    );
  });

  test('a damaged one', async () => {
    prepareData(dataDir);
    rmSync(path.join(dataDir, 'postgres', 'global', 'pg_control'));
    await expect(open()).rejects.toThrow(
      /^The database in .*\/postgres did not start: .*pg_control.*: see .*\/postgres\.log\.$/,
    );
  });

  test('its password lost', async () => {
    prepareData(dataDir);
    rmSync(path.join(dataDir, 'postgres-password'));
    await expect(open()).rejects.toThrow(
      `The password file ${dataDir}/postgres-password is missing, and the database beside it cannot be opened without: restore it from a backup.`,
    );
  });

  test('its password changed', async () => {
    prepareData(dataDir);
    writeFileSync(path.join(dataDir, 'postgres-password'), 'another\n');
    await expect(open()).rejects.toThrow(
      `The password in ${dataDir}/postgres-password is not the one of the database in ${dataDir}/postgres: restore the file from a backup.`,
    );
    expect(postmasterPid(path.join(dataDir, 'postgres')), 'nothing is left running').toBeUndefined();
  });

  test('a first start that was killed half-way is no obstacle, and the next one removes what it left', async () => {
    const abort = new AbortController();
    const killed = startWriter(dataDir, { killed: abort.signal }).then(() => 'it was faster', String);
    await expect.poll(isMakingDatabase, { interval: 5, timeout: 60_000 }).toBe(true);
    abort.abort();
    expect(await killed).toContain('the writer ended');
    // initdb was not killed, and takes a moment to end by itself; the start after that finds all that is left.
    await expect.poll(isMakingDatabase, { timeout: 60_000 }).toBe(false);
    expect(await (await open()).health(HEALTH_LIMIT_MS)).toEqual({ ok: true });
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log']);
  });
});

const FULL =
  /^The disk with the data directory .* is full: [\d.]+ MB are free and a start needs 100 MB\. Free some space on it, /;

describe.runIf(isRoot && process.platform === 'linux')(
  'a disk of its own (needs root, to mount a small one)',
  () => {
    const mount = (...args: string[]) =>
      expect(spawnSync('mount', args, { encoding: 'utf8' }).stderr).toBe('');
    const resize = (megabytes: number) => mount('-o', `remount,size=${megabytes}m`, dataDir);

    beforeEach(() => {
      mkdirSync(dataDir);
      mount('-t', 'tmpfs', '-o', 'size=200m,mode=0700', 'tmpfs', dataDir);
    });
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((database) => database.close()));
      spawnSync('umount', ['-l', dataDir]);
    });

    test.each([1, 10, 40])(
      'that is full at the first start, of %i MB, is said, with how much is needed, and the next start is well',
      async (megabytes) => {
        resize(megabytes);
        await expect(open()).rejects.toThrow(FULL);
        resize(200);
        expect(await (await open()).health(HEALTH_LIMIT_MS)).toEqual({ ok: true });
      },
    );

    test.each(['closed', 'killed'])(
      'that is full after the database was %s is said, with how much is needed',
      async (how) => {
        const writer = await startWriter(dataDir);
        const postmaster = postmasterPid(path.join(dataDir, 'postgres')) ?? Number.NaN;
        if (how === 'killed') signalPostgres(postmaster, 'SIGKILL');
        await writer.end(how === 'killed' ? 'SIGKILL' : 'SIGTERM');
        fill();
        await expect(open()).rejects.toThrow(FULL);
        rmSync(path.join(dataDir, 'filler'));
        expect(await (await open()).health(HEALTH_LIMIT_MS)).toEqual({ ok: true });
      },
    );

    test.each(['there', 'to be made'])('that is read-only is said, the data directory being %s', (where) => {
      const directory = where === 'there' ? dataDir : path.join(dataDir, 'below', 'it');
      mount('-o', 'remount,ro', dataDir);
      const line = `The data directory ${directory} is on a read-only disk: set PIPCAST_DATA_DIR`;
      expect(() => prepareDataDirectory(directory)).toThrow(line);
      expect(() => openServerSecret(undefined, directory)).toThrow(line);
    });

    /** Leaves no byte free. */
    function fill(): void {
      const file = openSync(path.join(dataDir, 'filler'), 'w');
      const block = Buffer.alloc(1 << 20);
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if (codeOf(error) !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    }

    test('that fills while serving is what health says, until there is room again', async () => {
      prepareData(dataDir);
      const database = await open();
      expect(await database.health(HEALTH_LIMIT_MS)).toEqual({ ok: true });
      fill();
      expect(await database.health(HEALTH_LIMIT_MS)).toMatchObject({ ok: false, isDiskFull: true });
      rmSync(path.join(dataDir, 'filler'));
      await expect.poll(() => database.health(HEALTH_LIMIT_MS), { timeout: 30_000 }).toEqual({ ok: true });
    });

    test('while serving rejects writes as unavailable, loses nothing, and passes by itself', async () => {
      prepareData(dataDir);
      const { db } = await open();
      await createScratchTable(dataDir, 'filling', 'id int PRIMARY KEY, filler text NOT NULL');
      const acknowledged: number[] = [];
      let id = 0;
      const write = async () => {
        id += 1;
        await db.query(
          'INSERT INTO filling SELECT $1, string_agg(md5(random()::text), $2) FROM generate_series(1, 5000)',
          [id, ''],
        );
        acknowledged.push(id);
      };
      let refused: unknown;
      while (refused === undefined) {
        refused = await write().then(
          () => undefined,
          (error: unknown) => error,
        );
      }
      expect(acknowledged.length).toBeGreaterThan(100);
      expect(isDatabaseUnavailable(refused)).toBe(true);
      resize(400);
      await expect.poll(() => write().then(() => 'written', String), { timeout: 30_000 }).toBe('written');
      const { rows } = await db.query<{ id: number }>('SELECT id FROM filling ORDER BY id');
      expect(rows.map((row) => row.id).filter((each) => acknowledged.includes(each))).toEqual(acknowledged);
    });
  },
);
