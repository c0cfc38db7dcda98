import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPostgresBinaries, missingLink } from './postmaster.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'pipcast-binaries-'));
  mkdirSync(path.join(root, 'native', 'lib'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true }));

test('finds the programs of this platform', async () => {
  const { postgres, initdb } = await findPostgresBinaries();
  expect([postgres, initdb].map((file) => path.basename(file))).toEqual(['postgres', 'initdb']);
});

test('a package without a list of links needs none', () => {
  expect(missingLink(root)).toBeUndefined();
});

test('a link that was not made is named, until it is', () => {
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  writeFileSync(path.join(root, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  writeFileSync(path.join(root, 'native', 'lib', 'libpq.so.5.18'), '');
  expect(missingLink(root)).toBe('native/lib/libpq.so.5');
  symlinkSync('libpq.so.5.18', path.join(root, 'native', 'lib', 'libpq.so.5'));
  expect(missingLink(root)).toBeUndefined();
});
