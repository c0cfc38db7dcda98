/**
 * Who may import whom inside src/. The rules are the table of docs/architecture.md: a file may import its own room and the rooms
 * that its row names. Beside it: core without packages but zod in its wire, of which the page imports types only, no circle of imports, no development package in what ships.
 *
 * `node scripts/checks/boundaries.mjs` prints every broken rule and exits with 1 when there is one.
 */
import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { parseSync } from 'vite';
import { listFiles } from './list-files.mjs';
import { printFindings } from './print-findings.mjs';

/**
 * A part of src/ that has a row of its own: a folder, each folder of one (`src/web/features/*`), or a file.
 * @typedef {{ path: string, mayUse: readonly string[] }} Room
 * @typedef {{ from: string, line: number, specifier: string, typeOnly: boolean }} Import
 * @typedef {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Manifest
 */

/**
 * Every broken rule as one line `file:line imports "x": rule`, sorted; empty when src/ keeps them all.
 * @param {string} root the project's folder
 */
export function boundaryViolations(root) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const rooms = readRooms(readFileSync(join(root, 'docs/architecture.md'), 'utf8'));
  const files = listFiles(join(root, 'src')).filter((file) => /\.(ts|tsx|js)$/.test(file));
  const known = new Set(files);
  /** @type {Map<string, string[]>} */
  const graph = new Map();
  const violations = [];

  for (const file of files) {
    const here = place(root, file, rooms);
    const isTest = /\.test\.tsx?$/.test(file);
    if (here.room === undefined) violations.push(`${here.path} is in no room of docs/architecture.md`);
    const targets = [];
    for (const imported of importsOf(file)) {
      const target = imported.specifier.startsWith('.')
        ? resolve(dirname(file), imported.specifier.replace(/[?#].*$/, ''))
        : undefined;
      // Types count: two files that know each other's are one room with two doors, and can only be read together.
      if (target && known.has(target)) targets.push(target);
      if (isTest) continue;
      const rule = target
        ? fileRule(here, place(root, target, rooms), imported)
        : packageRule(here, imported, manifest);
      if (rule) violations.push(`${here.path}:${imported.line} imports "${imported.specifier}": ${rule}`);
    }
    graph.set(file, targets);
  }
  for (const cycle of cycles(graph)) {
    const paths = cycle.map((file) => place(root, file, rooms).path);
    violations.push(`${paths.join(' -> ')}: imports go in a circle`);
  }
  for (const cycle of cycles(new Map(rooms.map(({ path, mayUse }) => [path, [...mayUse]])))) {
    violations.push(`${cycle.join(' -> ')}: rooms of docs/architecture.md may use each other in a circle`);
  }
  return [...new Set(violations)].sort();
}

/**
 * The rooms of the table under "| room |". The first cell names them by their paths, the last one what they may use: a word without
 * backquotes is a whole part (`core`), a name in backquotes a room of the same part.
 * @param {string} markdown
 * @returns {Room[]}
 */
function readRooms(markdown) {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => line.startsWith('| room |'));
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end === -1 ? undefined : end).flatMap((row) => {
    const cells = row.split('|').slice(1, -1);
    const paths = [...(cells[0] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
    const uses = (cells.at(-1) ?? '').split(',').map((word) => word.trim());
    return paths.map((path) => ({
      path,
      mayUse: uses
        .filter((word) => word !== '')
        .map((word) =>
          word.startsWith('`') ? `src/${path.split('/')[1]}/${word.slice(1, -1)}` : `src/${word}`,
        ),
    }));
  });
}

/**
 * @param {string} root
 * @param {string} file
 * @param {readonly Room[]} rooms
 */
function place(root, file, rooms) {
  const path = relative(root, file).split(sep).join('/');
  const [top, part] = path.split('/');
  const inRoom = (/** @type {Room} */ room) => roomPath(room, path) !== undefined;
  const room = rooms.filter(inRoom).sort((a, b) => b.path.length - a.path.length)[0];
  return {
    path,
    part: top === 'src' ? part : undefined,
    room: room && roomPath(room, path),
    mayUse: room?.mayUse ?? [],
  };
}

/**
 * The path of the room that a file is in, if it is in this one; of `src/web/features/*` that of the feature.
 * @param {Room} room
 * @param {string} file
 */
function roomPath({ path }, file) {
  const each = path.endsWith('/*');
  if (file.replace(/\.test\.(tsx?)$/, '.$1') === path) return path;
  const folder = each ? path.slice(0, -1) : `${path}/`;
  if (!file.startsWith(folder)) return undefined;
  return each ? `${folder}${file.slice(folder.length).split('/')[0]}` : path;
}

/** @typedef {ReturnType<typeof place>} Place */

/** The one room of core with a package: zod, in which the shapes are written. */
const WIRE = 'src/core/wire';

/**
 * @param {Place} from
 * @param {Place} to
 * @param {Import} imported
 * @returns {string | undefined}
 */
function fileRule(from, to, { typeOnly }) {
  if (from.part === 'web' && to.room === WIRE && !typeOnly)
    return 'the page uses types of the wire only: a value brings zod into the first load';
  if (!to.part) return 'what ships imports nothing outside src/';
  if (/\.test\.tsx?$/.test(to.path)) return 'what ships imports no test';
  if (from.room === to.room || to.room === undefined) return undefined;
  const room = to.room;
  if (from.mayUse.some((path) => room === path || room.startsWith(`${path}/`))) return undefined;
  return `${from.room} may not use ${to.room}, not even a type (docs/architecture.md)`;
}

/**
 * @param {Place} from
 * @param {Import} imported
 * @param {Manifest} manifest
 * @returns {string | undefined}
 */
function packageRule(from, imported, manifest) {
  if (from.room === WIRE && imported.specifier === 'zod') return undefined;
  if (from.part === 'core') return 'core has no packages and no Node: pass what it needs as an argument';
  if (isBuiltin(imported.specifier)) {
    if (from.part === 'web') return 'there is no Node in a browser';
    return imported.specifier.startsWith('node:') ? undefined : `write "node:${imported.specifier}"`;
  }
  const name = imported.specifier
    .split('/')
    .slice(0, imported.specifier.startsWith('@') ? 2 : 1)
    .join('/');
  const ships = { ...manifest.dependencies, ...manifest.optionalDependencies };
  if (imported.typeOnly || name in ships) return undefined;
  return 'it is not among the dependencies, so an installation without development packages would break';
}

/**
 * Static, re-exporting and dynamic imports of a file; the linter refuses types by `import('x').Type`.
 * @param {string} file
 * @returns {Import[]}
 */
function importsOf(file) {
  const source = readFileSync(file, 'utf8');
  const { module, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`);
  const at = (/** @type {number} */ offset) => source.slice(0, offset).split('\n').length;
  const found = [
    ...module.staticImports.map((one) => ({
      specifier: one.moduleRequest.value,
      line: at(one.start),
      typeOnly: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap((one) => {
      const entry = one.entries.find(({ moduleRequest }) => moduleRequest);
      if (!entry?.moduleRequest) return [];
      return {
        specifier: entry.moduleRequest.value,
        line: at(one.start),
        typeOnly: one.entries.every(({ isType }) => isType),
      };
    }),
    ...module.dynamicImports.flatMap((one) => {
      const literal = /^(['"`])(.*)\1$/.exec(source.slice(one.moduleRequest.start, one.moduleRequest.end));
      return literal ? { specifier: literal[2] ?? '', line: at(one.start), typeOnly: false } : [];
    }),
  ];
  return found.map((one) => ({ from: file, ...one }));
}

/**
 * One path per circle, its first file repeated at the end.
 * @param {Map<string, string[]>} graph
 */
function cycles(graph) {
  /** @type {string[][]} */
  const found = [];
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  const visit = (/** @type {string} */ file) => {
    const seen = path.indexOf(file);
    if (seen !== -1) {
      found.push([...path.slice(seen), file]);
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const target of graph.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return found;
}

printFindings(import.meta.url, boundaryViolations);
