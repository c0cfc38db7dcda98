import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type * as FileSystem from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStagingFolder, withPublishLock } from './publish-lock.ts';

// The files of a worker share modules: this one loads them with its mocks, the next one without.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

/** Delays the first reader of a lock between its reading and its next step, as a busy machine may. */
const heldUp = vi.hoisted(() => {
  const gate = { reads: 0, open: () => {}, passed: Promise.resolve() };
  return {
    gate,
    reset() {
      gate.reads = 0;
      gate.passed = new Promise((resolve) => {
        gate.open = resolve;
      });
    },
  };
});
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof FileSystem>();
  return {
    ...real,
    async readFile(path: string, encoding: 'utf8') {
      const text = await real.readFile(path, encoding);
      heldUp.gate.reads += 1;
      if (heldUp.gate.reads === 1) await heldUp.gate.passed;
      return text;
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-lock-test-'));
  heldUp.reset();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a run that was killed has left in the lock file. */
function leaveDeadLock(): void {
  const { pid } = spawnSync(process.execPath, ['--version']);
  writeFileSync(join(folder, '.publish-lock'), `${hostname().replace(/[^A-Za-z0-9]/g, '_')}-${pid}`);
}

test('of two that find the lock of a killed run, the slower one does not take that of the faster one away', async () => {
  leaveDeadLock();
  const events: string[] = [];
  let finish = () => {};
  const isFinished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  // Which of them is the slower one is for the file system to say: the one whose reading ends first is held up.
  const both = [1, 2].map(() =>
    withPublishLock(folder, async () => {
      events.push('begins');
      await isFinished;
      events.push('ends');
    }),
  );
  await expect.poll(() => events).toHaveLength(1);
  heldUp.gate.open();
  const readsBefore = heldUp.gate.reads;
  await expect.poll(() => heldUp.gate.reads > readsBefore || events.length > 1).toBe(true);
  finish();
  await Promise.all(both);
  expect(events).toEqual(['begins', 'ends', 'begins', 'ends']);
  expect(readdirSync(folder)).toEqual([]);
});

test('the next run clears away the lock of a killed one, also where it has nothing to publish', async () => {
  heldUp.gate.open();
  leaveDeadLock();
  const staging = await createStagingFolder(folder);
  expect(readdirSync(folder)).toEqual([basename(staging)]);
});

test('a lock that a power cut left empty keeps no process out', async () => {
  heldUp.gate.open();
  const lock = join(folder, '.publish-lock');
  writeFileSync(lock, '');
  const aMinuteAgo = Date.now() / 1000 - 60;
  utimesSync(lock, aMinuteAgo, aMinuteAgo);
  expect(await withPublishLock(folder, async () => 'done')).toBe('done');
  expect(readdirSync(folder)).toEqual([]);
});
