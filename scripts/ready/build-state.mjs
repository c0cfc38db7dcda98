import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DIST, ROOT } from './paths.mjs';

/** Everything that the build's output depends on, besides node_modules, which has a stamp of its own. */
const INPUTS = [
  'package.json',
  'tsconfig.base.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'scripts/build.mjs',
  'scripts/compile-texts.mjs',
  'scripts/vite',
  'src',
];
export const OUTPUTS = ['server/main.js', 'operator/main.js', 'web/index.html', 'drawn/draw-pages.js'];
const STAMP = join(DIST, '.built');

/** Whether dist/ was built from exactly the sources that are here now. */
export function isBuilt() {
  try {
    if (readFileSync(STAMP, 'utf8') !== inputsId()) return false;
  } catch {
    return false;
  }
  return OUTPUTS.every((path) => existsSync(join(DIST, path)));
}

/**
 * Builds and remembers from what. Sources that change meanwhile make the next start build again.
 * @param {() => Promise<void>} build
 */
export async function buildAndStamp(build) {
  rmSync(STAMP, { force: true });
  const id = inputsId();
  await build();
  writeFileSync(STAMP, id);
}

/** Contents, not times: a fresh checkout of the same sources is the same. */
function inputsId() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(filesOf)) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(ROOT, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesOf(path) {
  if (!existsSync(join(ROOT, path))) return [];
  if (path.includes('.')) return [path];
  const files = readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
  return files.sort();
}
