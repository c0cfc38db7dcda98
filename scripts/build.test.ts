import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const PROJECT = join(import.meta.dirname, '..');

/** A checkout with a server of few lines that was built before. */
let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'pipcast-build-'));
  for (const name of ['scripts', 'package.json', 'vite.server.config.ts'])
    cpSync(join(PROJECT, name), join(checkout, name), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(checkout, 'node_modules'));
  put('dist/server/main.js', 'before');
  put('dist/server/gone-12345678.js', 'before');
  put('src/server/db/migrations/0001-first.sql', 'SELECT 1');
  for (const source of ['server/start/cluster-base', 'server/start/main', 'operator/main'])
    put(`src/${source}.ts`, "import { parse } from 'csv-parse/sync'; console.log(parse);");
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function put(name: string, text: string) {
  mkdirSync(dirname(join(checkout, name)), { recursive: true });
  writeFileSync(join(checkout, name), text);
}

async function buildServer() {
  const built = (await import(join(checkout, 'scripts/build.mjs'))) as { buildServer: () => Promise<void> };
  await built.buildServer();
}

test('a build replaces the server that was built before, with the files that are no code', async () => {
  await buildServer();
  const files = readdirSync(join(checkout, 'dist/server'));
  expect(files).toEqual(expect.arrayContaining(['cluster-base.js', 'db', 'licenses.md', 'main.js']));
  expect(files).not.toContain('gone-12345678.js');
  expect(readFileSync(join(checkout, 'dist/server/db/migrations/0001-first.sql'), 'utf8')).toBe('SELECT 1');
  expect(readdirSync(join(checkout, 'dist')).toSorted()).toEqual(['operator', 'server']);
});

test('a build that fails leaves the server that was built before', async () => {
  put('src/server/start/main.ts', 'not a program');
  await expect(buildServer()).rejects.toThrow('The build failed');
  expect(readFileSync(join(checkout, 'dist/server/main.js'), 'utf8')).toBe('before');
});
