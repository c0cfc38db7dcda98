/**
 * What a first visit may weigh, measured on the built files in dist/web as brotli sends them. The browser tests measure real
 * visits of /auth and /; this is the quick upper bound: everything the page's entry can reach at once.
 *
 * `node scripts/checks/sizes.mjs` prints the sizes and exits with 1 when one is over its budget.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { parseSync } from 'vite';
import { listFiles } from './list-files.mjs';
import { isProgram } from '../ready/paths.mjs';

/** Bytes; kB are 1000 of them. */
const BUDGETS = { '/auth': 90_000, '/': 105_000 };
/** Of the Lab's page and its worker. */
const LAB_BUDGET = 30_000;
export const FONT_BUDGET = 20_000;
/** Of a language other than English: each file of its messages, and the typeface of its script. */
const LANGUAGE_BUDGETS = { messages: 12_500, font: 60_000 };
/** Fonts that only visits in another script fetch. */
const OF_A_SCRIPT = /\/noto-[^/]+\.woff2$/;

/** @typedef {{ file: string, bytes: number }} Sized */

/**
 * The brotli size of each script and style sheet that a visit pulls in without waiting for a click, of the Lab, of each font, and of each file of a
 * language's messages: what index.html links, and at /auth the file of the sign-in page, at / those of the signed-in.
 * @param {string} webFolder dist/web
 * @returns {{ visits: Record<keyof typeof BUDGETS, Sized[]>, lab: Sized[], fonts: Sized[], languages: Sized[] }}
 * @throws {Error} when there is no built page
 */
export function measureSizes(webFolder) {
  const page = join(webFolder, 'index.html');
  if (!existsSync(page)) throw new Error(`${page} is missing; run "npm run build" first`);
  const html = readFileSync(page, 'utf8');
  const linked = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map((match) =>
    join(webFolder, match[1] ?? ''),
  );
  const assets = listFiles(join(webFolder, 'assets'));
  const filesOf = (/** @type {string} */ part) =>
    assets.filter((file) => new RegExp(`[/\\\\]${part}-[^/\\\\]+\\.(js|css)$`).test(file));
  const named = (/** @type {string} */ file) => relative(webFolder, file).split(sep).join('/');
  const sized = (/** @type {Iterable<string>} */ files) =>
    Array.from(files, (file) => ({
      file: named(file),
      bytes: brotliCompressSync(readFileSync(file)).length,
    }));
  return {
    visits: {
      '/auth': sized(reachable([...linked, ...filesOf('sign-in')])),
      '/': sized(reachable([...linked, ...filesOf('signed-in')])),
    },
    lab: sized([...filesOf('lab-page'), ...filesOf('lab-worker')]),
    languages: sized(assets.filter((file) => /[/\\]language-[^/\\]+\.js$/.test(file))),
    fonts: listFiles(webFolder)
      .filter((file) => file.endsWith('.woff2'))
      .map((file) => ({ file: named(file), bytes: readFileSync(file).length })),
  };
}

/**
 * These files and all that the scripts among them import.
 * @param {string[]} files
 */
function reachable(files) {
  /** @type {Set<string>} */
  const reached = new Set();
  const reach = (/** @type {string} */ file) => {
    if (reached.has(file)) return;
    reached.add(file);
    if (!file.endsWith('.js')) return;
    const { module } = parseSync(file, readFileSync(file, 'utf8'));
    for (const one of module.staticImports) {
      if (one.moduleRequest.value.startsWith('.')) reach(resolve(dirname(file), one.moduleRequest.value));
    }
  };
  for (const file of files) reach(file);
  return reached;
}

/**
 * What is over budget, one sentence each.
 * @param {ReturnType<typeof measureSizes>} sizes
 */
export function overBudget({ visits, lab, fonts, languages }) {
  const problems = [];
  if (visits['/auth'].length === 0) problems.push('index.html links no script or style sheet');
  for (const [path, budget] of Object.entries(BUDGETS)) {
    const total = totalOf(visits[/** @type {keyof typeof BUDGETS} */ (path)]);
    if (total > budget)
      problems.push(`scripts and styles of ${path} weigh ${total} bytes, ${total - budget} over budget`);
  }
  const labTotal = totalOf(lab);
  if (labTotal > LAB_BUDGET)
    problems.push(`the Lab weighs ${labTotal} bytes, ${labTotal - LAB_BUDGET} over budget`);
  for (const { file } of lab)
    if (visits['/'].some((first) => first.file === file)) problems.push(`${file} is part of the first load`);
  const own = fonts.filter(({ file }) => !OF_A_SCRIPT.test(file));
  if (own.length > 1) problems.push(`there are ${own.length} fonts, one is allowed`);
  const limited = [
    ...fonts.map((font) => ({ ...font, most: own.includes(font) ? FONT_BUDGET : LANGUAGE_BUDGETS.font })),
    ...languages.map((language) => ({ ...language, most: LANGUAGE_BUDGETS.messages })),
  ];
  for (const { file, bytes, most } of limited)
    if (bytes > most) problems.push(`${file} weighs ${bytes} bytes, ${bytes - most} over budget`);
  return problems;
}

/** @param {Sized[]} files */
function totalOf(files) {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

if (isProgram(import.meta.url)) {
  const sizes = measureSizes(fileURLToPath(new URL('../../dist/web', import.meta.url)));
  for (const { file, bytes } of [...sizes.visits['/'], ...sizes.lab, ...sizes.fonts, ...sizes.languages]) {
    console.log(`${String(bytes).padStart(7)}  ${file}`);
  }
  for (const [path, files] of Object.entries(sizes.visits)) {
    console.log(`${String(totalOf(files)).padStart(7)}  scripts and styles of ${path}`);
  }
  const problems = overBudget(sizes);
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
