/** `npm run build`: dist/server and dist/operator for Node, dist/web for browsers, dist/drawn from both; each static file also compressed. */
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { DIST, isProgram, NotReadyError, ROOT } from './ready/paths.mjs';
import { runNode } from './ready/run-program.mjs';

const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest', '.xml']);

/** Builds everything again; throws NotReadyError with the tool's words when a step fails. */
export async function build() {
  await Promise.all([buildServer(), buildWeb()]);
}

/** Beside what was built before, which commands may be reading and which stays when this fails, and then in its place. */
export async function buildServer() {
  const isData = (path) =>
    path.endsWith('.sql') || /^market\/models\/[^/]+\.json$/.test(path.replaceAll('\\', '/'));
  const fresh = join(DIST, 'fresh');
  await runVite('--config', 'vite.server.config.ts', '--outDir', fresh);
  for (const path of filesIn(join(ROOT, 'src/server')).filter(isData)) {
    const target = join(fresh, 'server', path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(ROOT, 'src/server', path), target);
  }
  for (const part of ['server', 'operator']) {
    rmSync(join(DIST, part), { recursive: true, force: true });
    renameSync(join(fresh, part), join(DIST, part));
  }
  rmSync(fresh, { recursive: true });
}

async function buildWeb() {
  await Promise.all([runVite(), runVite('--ssr')]);
  const files = filesIn(join(DIST, 'web')).filter((path) => COMPRESSIBLE.has(extname(path)));
  await Promise.all(files.map((path) => compress(join(DIST, 'web', path))));
}

/**
 * Writes `.br` and `.gz` beside a file, each only where it is smaller.
 * @param {string} path
 */
async function compress(path) {
  const plain = readFileSync(path);
  const brotli = await promisify(brotliCompress)(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
  if (brotli.length < plain.length) writeFileSync(`${path}.br`, brotli);
  const zipped = await promisify(gzip)(plain, { level: 9 });
  if (zipped.length < plain.length) writeFileSync(`${path}.gz`, zipped);
}

async function runVite(/** @type {string[]} */ ...args) {
  const program = join(ROOT, 'node_modules/vite/bin/vite.js');
  const { ok, output } = await runNode([program, 'build', '--logLevel', 'warn', ...args]);
  if (!ok) throw new NotReadyError(`${output}\n\nThe build failed: Vite found the problem above.`);
}

/** @param {string} folder @returns {string[]} paths inside it */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

if (isProgram(import.meta.url)) {
  const { readyOrExit } = await import('./ready.mjs');
  const { buildAndStamp } = await import('./ready/build-state.mjs');
  await readyOrExit({ build: false });
  try {
    await buildAndStamp(build);
  } catch (error) {
    console.error(error instanceof NotReadyError ? error.message : error);
    process.exit(1);
  }
}
