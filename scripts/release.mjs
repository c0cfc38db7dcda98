/**
 * `npm run release`: makes pipcast-VERSION-PLATFORM.tgz, which runs where Node is, without npm, a network or a build: the files that
 * `npm pack` packs, and of node_modules what the build leaves outside. `npm pack` alone makes a package for npm, which gets those itself. This one is for the kind of computer that it is made
 * on: PostgreSQL and the password libraries are machine code.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { isProgram, ROOT } from './ready/paths.mjs';

/** Types, maps back to sources that are not there, and libraries that only a compiler reads. */
const UNUSED = /\.(?:map|d\.[cm]?ts|tsbuildinfo|a)$/;

/**
 * Packs what is built into a file in `folder`; returns its path.
 * @param {string} folder
 * @param {number} [level] of gzip
 */
export async function makeRelease(folder, level = 9) {
  const { version, files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const name = `pipcast-${version}`;
  const file = join(folder, `${name}-${process.platform}-${process.arch}.tgz`);
  const parts = ['package.json', 'LICENSE', 'README.md', ...files.filter((part) => !part.startsWith('!'))];
  const staging = mkdtempSync(join(tmpdir(), 'pipcast-release-'));
  try {
    for (const part of [...parts, ...(await packagesOutside())]) {
      cpSync(join(ROOT, part), join(staging, name, part), {
        recursive: true,
        // PostgreSQL's libraries are links to each other.
        verbatimSymlinks: true,
        filter: (path) => !UNUSED.test(path),
      });
    }
    symlinkSync('pipcast.js', join(staging, name, 'bin', 'pipcast'));
    const tar = spawn('tar', ['-cf', '-', '-C', staging, name], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(tar, 'close');
    await pipeline(tar.stdout, createGzip({ level }), createWriteStream(file));
    const [code] = await ended;
    if (code !== 0) throw new Error(`tar ended with ${code}`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  return file;
}

/** The folders of the packages that the build leaves outside, and of all that those need. */
async function packagesOutside() {
  const { loadConfigFromFile } = await import('vite');
  const file = join(ROOT, 'vite.server.config.ts');
  const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' }, file, ROOT, 'silent');
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const found = new Set();
  /** @param {string} name @param {string} [user] the folder of the package that needs it */
  const add = (name, user = '') => {
    const folder = folderOf(name, user, packages);
    const { optional, dependencies, optionalDependencies } = packages[folder];
    // PostgreSQL and the machine code of the libraries are packages of their own for each kind of computer.
    if (found.has(folder) || (optional && !existsSync(join(ROOT, folder)))) return;
    found.add(folder);
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, folder);
  };
  for (const name of config.ssr.external) add(name);
  return found;
}

/**
 * Where Node finds a package that the one in the folder `user` imports, by the lock file's folders.
 * @param {string} name @param {string} user @param {object} packages
 * @returns {string}
 */
function folderOf(name, user, packages) {
  const folder = `${user}/node_modules/${name}`.replace(/^\//, '');
  if (folder in packages) return folder;
  if (user === '') throw new Error(`package-lock.json has no ${name}`);
  return folderOf(name, user.slice(0, Math.max(0, user.lastIndexOf('/node_modules/'))), packages);
}

if (isProgram(import.meta.url)) {
  const { readyOrExit } = await import('./ready.mjs');
  await readyOrExit();
  const file = await makeRelease(ROOT);
  console.log(`${file} (${(statSync(file).size / 1e6).toFixed(1)} MB)`);
}
