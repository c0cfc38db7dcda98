import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IS_WHOLE } from '../support/rounds.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { ownServers } from './support/own-servers.ts';
import { cleanEnvironment } from '../../scripts/server-process.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** A package of what was built, without what npm gets beside it. */
const MOST_BYTES = 6_000_000;
/** npm takes what it has cached, and asks the registry for the rest. */
const NPX = ['--yes', '--prefer-offline', '--fetch-retry-maxtimeout=5000'];

/** Of this run alone: npx keeps what it installs under the name. */
const NAME = `pipcast-${randomUUID()}.tgz`;

const servers = ownServers({ isFirstStart: true });
/** The environment of a person's shell: neither a setting nor what npm says to its own children. */
function shell(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(cleanEnvironment()).filter(([name]) => !/^(npm_|NODE_)/.test(name)),
  );
}

/** Does the registry answer: without it npx would try for a quarter of an hour. */
function hasRegistry(): boolean {
  const asked = ['view', 'fastify', 'name', '--fetch-retries=0', '--fetch-timeout=10000'];
  return spawnSync('npm', asked, { env: shell(), timeout: 30_000 }).status === 0;
}

describe.runIf(IS_WHOLE && hasRegistry())('the package of npm', () => {
  let folder: string;
  let file: string;
  beforeAll(() => {
    folder = makeTemporaryFolder();
    const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect(packed.status).toBe(0);
    file = path.join(folder, NAME);
    renameSync(path.join(folder, packed.stdout.trim()), file);
  });
  afterAll(async () => {
    const cache = spawnSync('npm', ['config', 'get', 'cache'], {
      encoding: 'utf8',
      env: shell(),
    }).stdout.trim();
    for (const installed of readdirSync(path.join(cache, '_npx'))) {
      const list = path.join(cache, '_npx', installed, 'package.json');
      if (existsSync(list) && readFileSync(list, 'utf8').includes(NAME))
        rmSync(path.dirname(list), { recursive: true });
    }
    await removeTemporaryFolder(folder);
  });

  test('judges a file, with nothing but Node and npm, and leaves nothing beside it', () => {
    expect(statSync(file).size).toBeLessThan(MOST_BYTES);
    const there = path.join(folder, 'check');
    mkdirSync(there);
    copyFileSync(file, path.join(there, NAME));
    writeFileSync(
      path.join(there, 'seller.csv'),
      'time,pair,direction,result\n2026-11-02 10:00:00,EUR/USD,CALL,win\n',
    );
    const { stdout, status } = spawnSync('npx', [...NPX, `./${NAME}`, 'check', 'seller.csv', '--json'], {
      cwd: there,
      env: shell(),
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ rows: { understood: 1 } });
    expect(readdirSync(there)).toEqual([NAME, 'seller.csv']);
  });

  test('without a command it is the server, with its data where it was started, also where npm runs no scripts', async () => {
    const there = path.join(servers.folder(), 'there');
    mkdirSync(there);
    copyFileSync(file, path.join(there, `serve-${NAME}`));
    writeFileSync(path.join(there, '.env'), 'PIPCAST_BRAND_NAME="Example Signals"\n');
    const server = servers.start({ PIPCAST_DATA_DIR: '', npm_config_ignore_scripts: 'true' }, [
      'sh',
      '-c',
      'cd "$0" && exec npx "$@"',
      there,
      ...NPX,
      `./serve-${NAME}`,
    ]);
    const origin = await server.origin;
    expect(server.stdout()).toContain(`Data: embedded PostgreSQL in ${path.join(there, 'data', 'postgres')}`);
    expect(await (await fetch(`${origin}/auth`)).text()).toContain('Example Signals');
    process.kill(-Number(server.process.pid), 'SIGINT');
    await server.ended;
    expect(server.stdout()).toContain('Stopping...');
  });
});
