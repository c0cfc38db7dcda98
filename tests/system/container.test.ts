import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeRelease } from '../../scripts/release.mjs';
import { rounds } from '../support/rounds.ts';
import { ownServers } from './support/own-servers.ts';

/** Debian's packages come over the network, and each of the images is a copy of a whole system. */
const LIMIT_MS = 900_000;
const DEBIAN = 'http://deb.debian.org/debian';
const BASE = 'localhost/pipcast-base:test';
const IMAGE = 'localhost/pipcast:test';

const has = (tool: string) => spawnSync(tool, ['--version']).error === undefined;
const canBuild = process.getuid?.() === 0 && has('buildah') && has('debootstrap');

const servers = ownServers({ isFirstStart: true });

/** What an image says of itself, as far as it is used here. */
interface ImageConfig {
  readonly User: string;
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly [string, ...string[]] };
}

test.skipIf(rounds(0, 1) === 0 || !canBuild)(
  'the image of deploy/Containerfile builds on a bare Debian with Node, runs as its own account, is healthy and stops (needs root, buildah and debootstrap)',
  async ({ skip }) => {
    const folder = servers.folder();
    const base = join(folder, 'base');
    const debootstrap = await run('debootstrap', '--variant=minbase', 'bookworm', base, DEBIAN);
    skip(debootstrap.code !== 0, `debootstrap: ${debootstrap.text.trim().split('\n').at(-1)}`);
    mkdirSync(join(base, 'usr/local/bin'), { recursive: true });
    copyFileSync(process.execPath, join(base, 'usr/local/bin/node'));

    const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
    const all = ['--storage-driver', 'vfs', ...storage];
    const buildah = async (...args: string[]) => {
      const { code, text, stdout } = await run('buildah', ...all, ...args);
      expect(code, `buildah ${args[0]}: ${text}`).toBe(0);
      return stdout.trim();
    };
    const scratch = await buildah('from', 'scratch');
    await buildah('add', scratch, base, '/');
    await buildah('commit', '--rm', scratch, BASE);
    await makeRelease(folder, 1);
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    await buildah(
      'build',
      '--isolation=chroot',
      '--format=docker',
      `--build-arg=BASE=${BASE}`,
      `--build-arg=VERSION=${version}`,
      '--file=deploy/Containerfile',
      '--ignorefile=/dev/null',
      `--tag=${IMAGE}`,
      folder,
    );

    const container = await buildah('from', IMAGE);
    const inspected = JSON.parse(await buildah('inspect', container)) as { Docker: { config: ImageConfig } };
    const { User, Entrypoint, Cmd, Healthcheck } = inspected.Docker.config;
    const inside = (settings: readonly string[], command: readonly string[]) =>
      [...all, 'run', '--isolation=chroot', ...settings, container, '--', ...command] as const;
    const server = servers.start({}, [
      'buildah',
      ...inside(['--env=FEED=off', '--env=PORT=0'], [...Entrypoint, ...Cmd]),
    ]);
    onTestFinished(() => end(server.process.pid, 'SIGKILL'));
    const port = new URL(await server.origin).port;
    const [, ...check] = Healthcheck.Test;
    expect(await run('buildah', ...inside([`--env=PORT=${port}`], check))).toMatchObject({ code: 0 });
    expect(User).toBe('pipcast');
    const may = await run('buildah', ...inside([], ['sh', '-c', 'id -un; grep CapEff /proc/self/status']));
    expect(may.stdout).toMatch(/^pipcast\nCapEff:\t0+\n$/);
    const written = await run('buildah', ...inside([], ['touch', '/opt/pipcast/written']));
    expect(written.text).toContain('Permission denied');
    end(server.process.pid, 'SIGTERM');
    expect(await server.ended).toBe(0);
  },
  LIMIT_MS,
);

/** Sends a signal to the program that a container's own process started, as an engine does. */
function end(pid: number | undefined, signal: NodeJS.Signals): void {
  const listed = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).stdout;
  const parents = new Map(
    listed
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]),
  );
  const isBelow = (child: number): boolean =>
    child === pid || (child > 1 && isBelow(parents.get(child) ?? 0));
  const below = [...parents.keys()].filter((child) => child !== pid && isBelow(child));
  const program = below.find((child) =>
    /^[^\0]*\bnode\0/.test(readFileSync(`/proc/${child}/cmdline`, 'utf8')),
  );
  if (program !== undefined) process.kill(program, signal);
}

async function run(file: string, ...args: string[]) {
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, text] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    text += chunk;
  });
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, text };
}
