import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openServerSecret } from './server-secret.ts';
import { makePassword } from '../db/make-cluster.ts';
import { makeFolder, writeOnce } from './durable-files.ts';

// The files of a worker share modules: this one loads them with its mocks, the next one without.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

/** What was synced, in its order: paths with the names that a folder had then. */
const synced = vi.hoisted((): { path: string; names: string[] }[] => []);
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    fsyncSync: (file: number) => {
      const target = fs.readlinkSync(`/proc/self/fd/${file}`);
      const names = fs.fstatSync(file).isDirectory() ? fs.readdirSync(target) : [];
      synced.push({ path: target, names });
      fs.fsyncSync(file);
    },
  };
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pipcast-durable-'));
  synced.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

describe.runIf(process.platform === 'linux')('what a power cut must not take', () => {
  test.each([
    ['the secret of the server', 'auth-secret', () => openServerSecret(undefined, folder)],
    ['the password of the database', 'password', () => makePassword(path.join(folder, 'password'))],
  ])('%s: the content is synced, then its folder with the name in it', (_, name, write) => {
    write();
    expect(synced).toEqual([
      { path: expect.stringContaining(path.join(folder, name)), names: [] },
      { path: folder, names: [name] },
    ]);
  });

  test('the data directory: each folder that was made is synced into the one above it', () => {
    expect(makeFolder(path.join(folder, 'a', 'b'))).toBe(true);
    expect(synced).toEqual([
      { path: folder, names: ['a'] },
      { path: path.join(folder, 'a'), names: ['b'] },
    ]);
    expect(makeFolder(path.join(folder, 'a', 'b'))).toBe(false);
  });
});

test('a file is written once, for its owner only, and nothing else is left', () => {
  const file = path.join(folder, 'file');
  writeOnce(file, 'first');
  writeOnce(file, 'second');
  expect(readFileSync(file, 'utf8')).toBe('first');
  expect(readdirSync(folder)).toEqual(['file']);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});
