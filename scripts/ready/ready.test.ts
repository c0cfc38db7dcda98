import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfigFromFile } from 'vite';
import { OUTPUTS } from './build-state.mjs';

const PROJECT = join(import.meta.dirname, '../..');
const isRoot = process.getuid?.() === 0;
/** The last account, which owns nothing. */
const NOBODY_ID = 65_534;

/** A checkout in which nothing is installed or built. */
let checkout: string;
beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'pipcast-ready-'));
  chmodSync(checkout, 0o755);
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function checkOut() {
  for (const name of ['scripts', 'package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(PROJECT, name), join(checkout, name), { recursive: true });
}

function ready(options: { uid?: number; gid?: number } = {}) {
  const { status, stderr } = spawnSync(process.execPath, [join(checkout, 'scripts/ready.mjs')], {
    ...options,
    cwd: checkout,
    encoding: 'utf8',
  });
  return { status, lines: stderr.trim().split('\n') };
}

it.skipIf(process.platform === 'win32')("another user's checkout that is not built is one line", () => {
  checkOut();
  chmodSync(checkout, 0o555);
  const { status, lines } = ready(isRoot ? { uid: NOBODY_ID, gid: NOBODY_ID } : {});
  chmodSync(checkout, 0o755);
  expect(status).toBe(1);
  expect(lines).toEqual([
    expect.stringContaining('has to be installed or built, and its folder cannot be written by this user'),
  ]);
});

it.runIf(isRoot && process.platform === 'linux')(
  'a checkout that is not built on a read-only disk is one line (needs root, to mount one)',
  () => {
    const mount = (...args: string[]) => expect(spawnSync('mount', args).status).toBe(0);
    mount('-t', 'tmpfs', 'tmpfs', checkout);
    try {
      checkOut();
      mount('-o', 'remount,ro', checkout);
      const { status, lines } = ready();
      expect(status).toBe(1);
      expect(lines).toEqual([
        expect.stringContaining('has to be installed or built, and its folder is on a read-only disk'),
      ]);
    } finally {
      spawnSync('umount', ['-l', checkout]);
    }
  },
);

it('an installation that takes longer than ten seconds says which registry it waits for', async () => {
  checkOut();
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const registry = `http://127.0.0.1:${(silent.address() as { port: number }).port}`;
  const child = spawn(process.execPath, [join(checkout, 'scripts/ready.mjs')], {
    cwd: checkout,
    env: {
      ...process.env,
      npm_config_registry: `${registry}/npm/`,
      npm_config_cache: join(checkout, 'cache'),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
    // A group of its own: npm takes minutes to leave a registry that does not answer.
    detached: true,
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  try {
    await expect
      .poll(() => said, { timeout: 50_000 })
      .toContain(`Waiting for the packages from ${registry}. `);
  } finally {
    process.kill(-(child.pid as number), 'SIGKILL');
    await once(child, 'exit');
    silent.close();
  }
});

it.each(['vite.config.ts', 'vite.server.config.ts'])(
  'a build is stale once a file that %s imports has changed',
  async (config) => {
    const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(PROJECT, config));
    const imported = (loaded?.dependencies ?? []).map((file) => relative(PROJECT, file));
    expect(imported).toContain(config);
    cpSync(join(PROJECT, 'scripts'), join(checkout, 'scripts'), { recursive: true });
    for (const name of [...imported, ...OUTPUTS.map((output) => `dist/${output}`)]) {
      mkdirSync(dirname(join(checkout, name)), { recursive: true });
      writeFileSync(join(checkout, name), '{}');
    }
    const { buildAndStamp, isBuilt } = await import(join(checkout, 'scripts/ready/build-state.mjs'));
    await buildAndStamp(() => {});
    expect(isBuilt()).toBe(true);
    const unnoticed = imported.filter((name) => {
      writeFileSync(join(checkout, name), '{ }');
      const seemsBuilt = isBuilt();
      writeFileSync(join(checkout, name), '{}');
      return seemsBuilt;
    });
    expect(unnoticed).toEqual([]);
  },
);

it('a script runs as a program by a link to its checkout too, and not when another script imports it', () => {
  checkOut();
  const linked = join(checkout, 'linked');
  symlinkSync(checkout, linked);
  writeFileSync(
    join(checkout, 'scripts/asked.mjs'),
    "import { isProgram } from './ready/paths.mjs'; console.log(isProgram(import.meta.url));",
  );
  writeFileSync(join(checkout, 'scripts/other.mjs'), "import './asked.mjs';");
  const answer = (file: string) => spawnSync(process.execPath, [file], { encoding: 'utf8' }).stdout;
  expect(answer(join(checkout, 'scripts/asked.mjs'))).toBe('true\n');
  expect(answer(join(linked, 'scripts/asked.mjs'))).toBe('true\n');
  expect(answer(join(linked, 'scripts/other.mjs'))).toBe('false\n');
});

it('npm finds every installed package as package.json and the lock file ask for it', () => {
  const { status, stderr } = spawnSync('npm', ['ls', '--all'], {
    cwd: PROJECT,
    encoding: 'utf8',
    shell: true,
  });
  expect(stderr).not.toContain('npm error');
  expect(status).toBe(0);
});
