import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeRelease } from '../../scripts/release.mjs';
import { IS_WHOLE } from '../support/rounds.ts';
import { ownServers } from './support/own-servers.ts';

/** A release, packed quickly. */
const MOST_BYTES = 34_000_000;
/** The account `nobody`, which owns nothing but its data. */
const UID = 65_534;
/** Without a network but its own, with the tree of the release read-only, and without any capability; only root may arrange that. */
const ISOLATED = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && ip link set lo up && exec \
  setpriv --reuid=${UID} --regid=${UID} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all "$@"`;

/** The command that deploy/Containerfile has for an instruction, with the release in another place. */
function containerCommand(instruction: RegExp, tree: string): [string, ...string[]] {
  const file = readFileSync(new URL('../../deploy/Containerfile', import.meta.url), 'utf8');
  const [, command = ''] = instruction.exec(file) ?? [];
  const [, ...args] = (JSON.parse(command) as string[]).map((part) => part.replace('/opt/pipcast', tree));
  return [process.execPath, ...args];
}

const servers = ownServers({ isFirstStart: true });

test.runIf(IS_WHOLE && process.platform === 'linux' && process.getuid?.() === 0)(
  'a release is small, and runs from a read-only tree without a network, an installation or a build',
  async () => {
    // As in /opt: root starts PostgreSQL as another account, which has to come through.
    chmodSync(servers.folder(), 0o755);
    const file = await makeRelease(servers.folder(), 1);
    expect(statSync(file).size).toBeLessThan(MOST_BYTES);
    expect(spawnSync('tar', ['-xzf', file, '-C', servers.folder()]).status).toBe(0);
    const tree = file.replace(/-linux-\w+\.tgz$/, '');
    expect(
      ['scripts', 'src', 'node_modules/vite'].filter((name) => existsSync(path.join(tree, name))),
    ).toEqual([]);
    for (const list of ['dist/server/licenses.md', 'dist/web/licenses/third-party.md']) {
      const [, ...packages] = readFileSync(path.join(tree, list), 'utf8').split(/^## /m);
      expect(packages.length, list).toBeGreaterThan(5);
      expect(packages.filter((each) => !each.trim().includes('\n'))).toEqual([]);
    }

    const dataDir = path.join(servers.folder(), 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, UID, UID);
    // As docs/operating.md installs the settings: of root, read by the server through its group.
    const settingsFile = path.join(servers.folder(), 'pipcast.env');
    writeFileSync(settingsFile, 'FEED=off\n');
    chownSync(settingsFile, 0, UID);
    chmodSync(settingsFile, 0o640);
    symlinkSync(settingsFile, path.join(tree, '.env'));
    const serve = [...containerCommand(/^ENTRYPOINT (.*)$/m, tree), 'serve'];
    const settings = { HOST: '0.0.0.0', PIPCAST_API_DOCS: 'on' };
    const server = servers.start(settings, [
      'unshare',
      '--mount',
      '--net',
      'sh',
      '-c',
      ISOLATED,
      tree,
      ...serve,
    ]);
    const origin = await server.origin;
    const within = (...command: string[]) =>
      spawnSync('nsenter', ['-t', String(server.process.pid), '--mount', '--net', ...command], {
        encoding: 'utf8',
        env: { ...process.env, PIPCAST_DATA_DIR: dataDir, PORT: new URL(origin).port },
      });
    expect(within('touch', path.join(tree, 'written')).stderr).toContain('Read-only file system');
    expect(within(...containerCommand(/^HEALTHCHECK .* CMD (.*)$/m, tree))).toMatchObject({
      status: 0,
      stderr: '',
    });
    const ask = `for (const page of ['/auth', '/docs/']) console.log((await fetch('${origin}' + page)).status)`;
    expect(within(process.execPath, '--input-type=module', '-e', ask).stdout).toBe('200\n200\n');
    expect(within(path.join(tree, 'bin/pipcast'), 'user', 'add', 'mara@example.com').stdout).toContain(
      'Key: ',
    );
    const asServer = ['setpriv', `--reuid=${UID}`, `--regid=${UID}`, '--clear-groups'];
    const doctor = (...env: string[]) => {
      const { stdout } = within(
        'env',
        ...env,
        ...asServer,
        path.join(tree, 'bin/pipcast'),
        'doctor',
        '--json',
      );
      const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; found: string }[] };
      return checks.filter(({ status }) => status === 'problem');
    };
    expect(doctor()).toEqual([]);
    expect(doctor(`PIPCAST_DATA_DIR=${tree}/data`, 'PORT=0')).toEqual([
      expect.objectContaining({
        name: 'disk space',
        found: `${tree}/data is not there, and this user cannot make it`,
      }),
    ]);
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  },
);
