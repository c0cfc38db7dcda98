import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { privateTexts } from './private-texts.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pipcast-texts-'));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

// Put together here, so that this file does not hold what the check refuses.
const home = ['', 'home', 'mara', 'pipcast'].join('/');
const key = ['-----BEGIN', 'EC PRIVATE', 'KEY-----'].join(' ');

test.each([
  [
    'a registry address in the lock file',
    'package-lock.json',
    '"resolved": "https://registry.example.com/a.tgz"',
  ],
  ['a home folder', 'notes.md', `see ${home}/src`],
  ['the folder of this checkout', 'a.ts', "'/srv/checkout/src/a.ts'"],
  ['a private key', 'a.ts', key],
])('%s is refused', (_, file, text) => {
  writeFileSync(join(root, file), `first line\n${text}\n`);
  expect(privateTexts(root, ['/srv/checkout'])).toEqual([expect.stringMatching(`^${file}:2: `)]);
});

test.each([
  ['an address outside the lock file', 'a.md', 'https://registry.example.com'],
  ['a longer folder that contains the name', 'a.md', '/srv/checkouts and /other/srv/checkout'],
  ['a route that looks like a home', 'a.ts', "'https://example.com/home/signals/'"],
])('%s is allowed', (_, file, text) => {
  writeFileSync(join(root, file), text);
  expect(privateTexts(root, ['/srv/checkout'])).toEqual([]);
});

test('what is installed or built is not looked at', () => {
  mkdirSync(join(root, 'node_modules'));
  writeFileSync(join(root, 'node_modules', 'a.md'), home);
  expect(privateTexts(root, [])).toEqual([]);
});
