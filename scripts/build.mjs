/** `npm run build`: dist/core, dist/server and dist/operator by the compiler, dist/web and dist/drawn by Vite, each static file also compressed. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { DIST, NotReadyError, ROOT } from './ready/paths.mjs';
import { runChild } from './ready/run-child.mjs';

const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest', '.xml']);

/** Builds everything anew; throws NotReadyError with the tool's words when a step fails. */
export async function build() {
  await Promise.all([buildServer(), buildWeb()]);
}

async function buildServer() {
  const isData = (path) =>
    path.endsWith('.sql') || /^market\/models\/[^/]+\.json$/.test(path.replaceAll('\\', '/'));
  for (const path of filesIn(join(ROOT, 'src/server')).filter(isData)) {
    const target = join(DIST, 'server', path);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(ROOT, 'src/server', path), target);
  }
  // --force: the compiler trusts its records even when the files they speak of are gone.
  await runTool('tsc', 'typescript/bin/tsc', ['-b', '--force', 'src/core', 'src/server', 'src/operator']);
  for (const part of ['core', 'server', 'operator']) removeOrphans(part);
}

/**
 * Deletes what was built from a source that is gone.
 * @param {string} part
 */
function removeOrphans(part) {
  for (const path of filesIn(join(DIST, part))) {
    const source = path.replace(/(\.d\.ts|\.js\.map|\.js)$/, '.ts');
    if (!existsSync(join(ROOT, 'src', part, source))) rmSync(join(DIST, part, path));
  }
}

async function buildWeb() {
  const args = ['build', '--logLevel', 'warn'];
  await Promise.all([
    runTool('vite', 'vite/bin/vite.js', args),
    runTool('vite', 'vite/bin/vite.js', [...args, '--ssr']),
  ]);
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

/**
 * @param {string} name
 * @param {string} program inside node_modules
 * @param {string[]} args
 */
async function runTool(name, program, args) {
  const { ok, output } = await runChild([join(ROOT, 'node_modules', program), ...args]);
  if (!ok) throw new NotReadyError(`${output}\n\nThe build failed: ${name} found the problem above.`);
}

/** @param {string} folder @returns {string[]} paths inside it */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
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
