import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closedFolder, commandAs } from './data-owner.ts';

/** No account of this machine; the folders here belong to the account that runs the tests. */
const STRANGER = { uid: 54_321, gid: 54_321 };

let open: string;
beforeEach(() => {
  open = mkdtempSync(path.join(tmpdir(), 'pipcast-account-'));
  chmodSync(open, 0o755);
});
afterEach(() => rmSync(open, { recursive: true }));

test('a folder that others may enter does not stand in the way', () => {
  expect(closedFolder(path.join(open, 'target'), STRANGER)).toBeUndefined();
});

test('the first folder that others may not enter is named', () => {
  const closed = path.join(open, 'closed');
  mkdirSync(path.join(closed, 'inner'), { recursive: true, mode: 0o700 });
  expect(closedFolder(path.join(closed, 'inner', 'target'), STRANGER)).toBe(closed);
});

test('the owner and the group have rules of their own', () => {
  const { getuid, getgid } = process;
  const own = { uid: getuid?.() ?? 0, gid: getgid?.() ?? 0 };
  chmodSync(open, 0o710);
  expect(closedFolder(path.join(open, 'target'), own)).toBeUndefined();
  expect(closedFolder(path.join(open, 'target'), { ...own, uid: 54_321 })).toBeUndefined();
  expect(closedFolder(path.join(open, 'target'), STRANGER)).toBe(open);
});

test('without an account a program runs as ourselves', () => {
  expect(commandAs(undefined, '/bin/program', ['-x'], open)).toEqual({
    file: '/bin/program',
    args: ['-x'],
    credentials: {},
  });
});

test('an account that can go everywhere is simply taken on', () => {
  mkdirSync(path.join(open, 'bin'));
  mkdirSync(path.join(open, 'share'));
  const program = path.join(open, 'bin', 'program');
  writeFileSync(program, '', { mode: 0o755 });
  expect(commandAs(STRANGER, program, ['-x'], path.join(open, 'data')).credentials).toEqual(STRANGER);
});

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'one that is shut out comes through, sees that it may, and can do nothing else',
  () => {
    const closed = path.join(open, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const program = path.join(closed, 'program');
    writeFileSync(program, '', { mode: 0o755 });
    const asked = `const fs = require('fs'); fs.accessSync('${program}', fs.constants.X_OK); fs.chownSync('${program}', 1, 1)`;
    const { file, args } = commandAs(STRANGER, process.execPath, ['-e', asked], program);
    const { stderr } = spawnSync(file, args, { encoding: 'utf8' });
    expect(stderr).not.toContain('EACCES');
    expect(stderr).toContain('EPERM: operation not permitted, chown');
  },
);
