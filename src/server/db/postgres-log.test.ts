import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { complaintIn, isPassing, logSize } from './postmaster.ts';

let folder: string;
let log: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pipcast-log-'));
  log = path.join(folder, 'postgres.log');
});
afterEach(() => rmSync(folder, { recursive: true }));

const line = (pid: number, text: string) => `2026-11-20 12:00:00.000 UTC [${pid}] ${text}\n`;

test('the complaint is the last fatal line of the process itself', () => {
  writeFileSync(log, line(7, 'FATAL:  could not write lock file') + line(9, 'FATAL:  something else'));
  expect(complaintIn(log, 0, 7)).toBe('could not write lock file');
});

test('the complaint of a child process is found when the process itself has none', () => {
  writeFileSync(log, line(8, 'PANIC:  could not write to file') + line(7, 'LOG:  aborting startup'));
  expect(complaintIn(log, 0, 7)).toBe('could not write to file');
});

test('those who came too early are no complaint', () => {
  writeFileSync(log, line(7, 'LOG:  starting') + line(9, 'FATAL:  the database system is starting up'));
  expect(complaintIn(log, 0, 7)).toContain('LOG:  starting');
});

test('what was there before the start is no complaint', () => {
  writeFileSync(log, line(7, 'FATAL:  of yesterday'));
  expect(complaintIn(log, logSize(log), 7)).toBe('no reason given');
});

test('what a loader says, without any form, is the complaint', () => {
  writeFileSync(log, 'postgres: error while loading shared libraries: libicui18n.so.60\n');
  expect(complaintIn(log, 0, 7)).toBe('postgres: error while loading shared libraries: libicui18n.so.60');
});

test.each([
  [true, 'lock file "postmaster.pid" already exists'],
  [true, 'lock file "postmaster.pid" is empty'],
  [true, 'pre-existing shared memory block (key 5, ID 7) is still in use'],
  [true, 'could not bind IPv4 address "127.0.0.1": Address already in use'],
  [false, 'could not write lock file "postmaster.pid": No space left on device'],
  [false, 'database files are incompatible with server'],
  [false, 'no reason given'],
])('trying again may help: %s, after "%s"', (helps, complaint) => {
  expect(isPassing(complaint)).toBe(helps);
});
