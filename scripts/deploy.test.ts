import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const run = (file: string, ...args: string[]) => spawnSync(file, args, { cwd: ROOT, encoding: 'utf8' });
const isInstalled = (file: string) => run(file, '--version').status === 0;

test.runIf(isInstalled('systemd-analyze'))(
  'the systemd unit is sound, and its exposure 1.5 of 10 at most',
  () => {
    const security = run(
      'systemd-analyze',
      'security',
      '--offline=yes',
      '--threshold=15',
      '--no-pager',
      'deploy/pipcast.service',
    );
    expect(security.stdout).toContain('Overall exposure level for pipcast.service');
    expect(security.status).toBe(0);
    const verify = run('systemd-analyze', 'verify', 'deploy/pipcast.service');
    // The account and the program need not be here.
    expect(verify.stderr.split('\n').filter((line) => /Unknown|Failed to parse|Invalid/.test(line))).toEqual(
      [],
    );
  },
);
