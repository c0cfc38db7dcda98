import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderOfPackage, FROM_SOURCE, packageVersion, PROJECT_ROOT, serverFile } from './project-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-ü %41 #1 '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('from the sources the root is the folder of package.json, and files of the server are those of src/server', () => {
  expect(FROM_SOURCE).toBe(true);
  const { name, version } = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  expect(name).toBe('pipcast');
  expect(packageVersion()).toBe(version);
  expect(existsSync(serverFile('db/migrations/0001-accounts.sql'))).toBe(true);
});

test('the root is the nearest folder with a package.json, however deep the code lies and whatever the folder is called', () => {
  writeFileSync(join(folder, 'package.json'), '{}');
  const deep = join(folder, 'dist/server');
  mkdirSync(deep, { recursive: true });
  expect(folderOfPackage(pathToFileURL(`${deep}/`)).href).toBe(pathToFileURL(`${folder}/`).href);
});

test('code without a package.json above it says what is missing', () => {
  expect(() => folderOfPackage(pathToFileURL(`${folder}/`))).toThrow(/^package\.json of Pipcast is missing/);
});
