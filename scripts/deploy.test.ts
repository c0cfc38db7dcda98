import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
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

test('the container files name settings that there are, and the version that is here', () => {
  const text = read('deploy/Containerfile') + read('deploy/compose.yaml');
  const settings = [...text.matchAll(/\b(?:PIPCAST_[A-Z_]+|HOST|PORT)(?==|:)/g)].map(([name]) => name);
  expect(settings).toContain('PIPCAST_PUBLIC_URL');
  const known = read('docs/configuration.md');
  expect(settings.filter((name) => !known.includes(`| \`${name}\` |`))).toEqual([]);
  const versions = [...text.matchAll(/VERSION[=:] ?(\d[\w.]*)/g)].map(([, version]) => version);
  const { version } = JSON.parse(read('package.json')) as { version: string };
  expect(versions).toEqual([version, version]);
});

test.runIf(isInstalled('promtool'))('Prometheus takes the rules', () => {
  expect(run('promtool', 'check', 'rules', 'deploy/prometheus-rules.yml')).toMatchObject({ status: 0 });
});
