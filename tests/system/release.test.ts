import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeRelease } from '../../scripts/release.mjs';
import { ownServers } from './support/own-servers.ts';

/** A release, packed: what a machine has to fetch. */
const MOST_BYTES = 40_000_000;
/** Without a network but its own, and with the tree of the release read-only; only root may arrange that. */
const ISOLATED = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && ip link set lo up && exec "$0/bin/pipcast" serve`;

const servers = ownServers();

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a release is small, and runs from a read-only tree without a network, an installation or a build',
  async () => {
    // As in /opt: root starts PostgreSQL as another account, which has to come through.
    chmodSync(servers.folder(), 0o755);
    const file = makeRelease(servers.folder());
    expect(statSync(file).size).toBeLessThan(MOST_BYTES);
    expect(spawnSync('tar', ['-xzf', file, '-C', servers.folder()]).status).toBe(0);
    const tree = file.replace(/\.tgz$/, '');
    expect(
      ['scripts', 'src', 'node_modules/vite'].filter((name) => existsSync(path.join(tree, name))),
    ).toEqual([]);

    const server = servers.start({ PIPCAST_API_DOCS: 'on' }, [
      'unshare',
      '--mount',
      '--net',
      'sh',
      '-c',
      ISOLATED,
      tree,
    ]);
    const origin = await server.origin;
    const within = (...command: string[]) =>
      spawnSync('nsenter', ['-t', String(server.process.pid), '--mount', '--net', ...command], {
        encoding: 'utf8',
        env: { ...process.env, PIPCAST_DATA_DIR: path.join(servers.folder(), 'data') },
      });
    expect(within('touch', path.join(tree, 'written')).stderr).toContain('Read-only file system');
    const ask = `for (const page of ['/healthz', '/auth', '/docs/']) console.log((await fetch('${origin}' + page)).status)`;
    expect(within(process.execPath, '--input-type=module', '-e', ask).stdout).toBe('200\n200\n200\n');
    expect(within(path.join(tree, 'bin/pipcast'), 'user', 'add', 'mara@example.com').stdout).toContain(
      'Key: ',
    );
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  },
);
