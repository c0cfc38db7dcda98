import { chmodSync, chownSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, epochMs } from '../../core/time/instant.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { checkBackups, checkDisk, checkSecrets } from './machine-checks.ts';

const SERVER = { uid: 1_001, groups: [1_001] };
const ROOT = { uid: 0, groups: [0] };

let folder: string;
let file: string;
beforeEach(() => {
  folder = makeTemporaryFolder();
  file = path.join(folder, 'pipcast.env');
  writeFileSync(file, '');
});
afterEach(() => removeTemporaryFolder(folder));

const isRoot = process.getuid?.() === 0;

describe.runIf(isRoot)('a file with secrets that root gave to the server', () => {
  const give = (mode: number, gid = 1_001) => {
    chownSync(file, 0, gid);
    chmodSync(file, mode);
  };

  test.each([SERVER, ROOT])('has mode 640 as the documentation installs it: no problem for %j', (self) => {
    give(0o640);
    expect(checkSecrets([file], self).status).toBe('ok');
  });

  test.each([0o644, 0o660, 0o641])(
    'is a problem with mode %i, and the remedy leaves the server its access',
    (mode) => {
      give(mode);
      expect(checkSecrets([file], SERVER)).toEqual({
        status: 'problem',
        found: `other users can read ${file}`,
        advice: `Run: sudo chown root:1001 ${file} && sudo chmod 640 ${file}`,
      });
    },
  );

  test('is a problem when the group is not that of the server', () => {
    give(0o640, 1_002);
    expect(checkSecrets([file], SERVER).status).toBe('problem');
  });
});

test('a file of our own is a problem when a group can read it', () => {
  chmodSync(file, 0o640);
  const uid = process.getuid?.() ?? 0;
  const self = isRoot ? { uid: 1_001, groups: [1_001] } : { uid, groups: [uid] };
  if (isRoot) chownSync(file, 1_001, 1_001);
  expect(checkSecrets([file], self).advice).toBe(`Run: chmod 600 ${file}`);
});

test('daily backups are a problem when the newest is older than two days', () => {
  const now = epochMs(Date.UTC(2026, 10, 23));
  const config = { backup: 'daily', backupFolder: undefined, dataDir: folder } as const;
  expect(checkBackups(config, now).found).toBe(`none in ${folder}/backups yet`);
  mkdirSync(path.join(folder, 'backups'));
  const backup = path.join(folder, 'backups', 'pipcast-2026-11-20.gz');
  writeFileSync(backup, '');
  for (const [days, status] of [
    [2, 'ok'],
    [2.01, 'problem'],
  ] as const) {
    const at = (now - days * DAY_MS) / 1000;
    utimesSync(backup, at, at);
    expect(checkBackups(config, now)).toMatchObject({ status, found: expect.stringContaining(backup) });
    // The unit of systemd gives the setting to the server, not to commands.
    const unset = checkBackups({ ...config, backup: 'off' }, now).status;
    expect(unset).toBe(status === 'ok' ? 'ok' : 'note');
  }
});

// Root may write everywhere.
test.skipIf(isRoot)('a folder that cannot be made has a remedy that is safe for the one above it', () => {
  chmodSync(folder, 0o500);
  const data = path.join(folder, 'data');
  expect(checkDisk(data)).toMatchObject({
    status: 'problem',
    found: `${data} is not there, and this user cannot make it`,
    advice: expect.stringMatching(/^Run: sudo install -d -m 700 -o \d+ \S+\/data\./),
  });
});
