import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { DAY_MS, type EpochMs, epochMs, HOUR_MS } from '../../core/time/instant.ts';
import { createDailyBackups } from './daily-backups.ts';

const START = epochMs(Date.UTC(2026, 10, 23, 22));

let folder: string;
let now: EpochMs;
beforeEach(() => {
  folder = path.join(makeTemporaryFolder(), 'backups');
  now = START;
});
afterEach(() => removeTemporaryFolder(path.dirname(folder)));

function dailyBackups(write = async (file: string) => writeFileSync(file, 'a backup')) {
  return createDailyBackups({ folder, days: 3, log: memoryLog().log, now: () => now, write });
}

/** When the newest was written, in seconds since 1970. */
const newestOf = async ({ newest }: ReturnType<typeof createDailyBackups>) =>
  (await newest.get()).values[0]?.value;

test('one is written for each day, also by a server that starts over, and those of the last days are kept', async () => {
  for (let hour = 0; hour < 120; hour += 5) {
    now = epochMs(START + hour * HOUR_MS);
    await dailyBackups().look();
  }
  expect(readdirSync(folder)).toEqual([
    'pipcast-2026-11-26.gz',
    'pipcast-2026-11-27.gz',
    'pipcast-2026-11-28.gz',
  ]);
});

test('a backup that fails is tried again after an hour, and no older one goes meanwhile', async () => {
  const backups = dailyBackups();
  await backups.look();
  utimesSync(path.join(folder, 'pipcast-2026-11-23.gz'), START / 1000, START / 1000);
  const tries: EpochMs[] = [];
  const failing = dailyBackups(async () => {
    tries.push(now);
    throw new Error('the disk is full');
  });
  for (
    now = epochMs(START + 9 * DAY_MS);
    now < START + 9 * DAY_MS + 2 * HOUR_MS;
    now = epochMs(now + 600_000)
  )
    await failing.look();
  expect(tries).toEqual([START + 9 * DAY_MS, START + 9 * DAY_MS + HOUR_MS]);
  expect(await newestOf(failing)).toBe(START / 1000);
  expect(readdirSync(folder)).toEqual(['pipcast-2026-11-23.gz']);
});

test('what another process left unfinished goes after a day, and files of other names stay', async () => {
  await dailyBackups().look();
  const old = path.join(folder, 'pipcast-2026-11-22.gz.4711.unfinished');
  const recent = path.join(folder, 'pipcast-2026-11-24.gz.4712.unfinished');
  const own = path.join(folder, 'pipcast-before-the-move.gz');
  for (const file of [old, recent, own]) {
    writeFileSync(file, '');
    utimesSync(file, START / 1000, START / 1000);
  }
  now = epochMs(START + 26 * HOUR_MS);
  utimesSync(recent, now / 1000, now / 1000);
  await dailyBackups().look();
  expect([old, recent, own].map((file) => existsSync(file))).toEqual([false, true, true]);
});

test('a stop ends the backup that is being written, which is no failure', async () => {
  const memory = memoryLog();
  const backups = createDailyBackups({
    folder,
    days: 3,
    log: memory.log,
    now: () => now,
    write: (_, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
  });
  const looking = backups.look();
  await backups.stop();
  await looking;
  expect(await newestOf(backups)).toBe(0);
  expect(memory.text()).not.toContain('failed');
});
