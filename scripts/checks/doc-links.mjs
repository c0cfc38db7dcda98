/**
 * What the pages of the documentation point to must be there: files, headings, and paths of the code that stand in backticks.
 * Decisions have one form, and the index of decisions names each of them with its title. Each row of the specification names code and a test.
 *
 * `node scripts/checks/doc-links.mjs` prints every pointer that leads nowhere, every decision of another form and every line that the
 * index lacks, and exits with 1 when there is one.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { listFiles } from './list-files.mjs';
import { printFindings } from './print-findings.mjs';

const NOT_OURS = new Set(['.git', 'node_modules', 'dist', 'data', '.cache']);
const LINK = /\]\(([^)\s]+)\)/g;
/** A whole page of docs/decisions. */
const DECISION =
  /^# \d+\. .+\n\nStatus: (accepted.*|superseded by \[\d{4}\]\(\d{4}-.*)\nDate: \d{4}-\d\d-\d\d\n\n## Context\n[^]*\n## Decision\n[^]*\n## Consequences\n/;
/** A path from the project's folder; a star stands for what may follow. */
const CODE_PATH = /`((?:src|tests|scripts|bench|docs|bin)\/[\w./-]*)(\*?)[^`]*`/g;

/**
 * Every pointer that leads nowhere, every decision of another form and every line that the index lacks, as one line
 * `file:line: what`, sorted.
 * @param {string} root the project's folder
 */
export function brokenDocLinks(root) {
  /** @type {string[]} */
  const broken = linesMissingInIndex(root);
  for (const file of listFiles(root, (name) => !NOT_OURS.has(name)).filter((name) => name.endsWith('.md'))) {
    const text = readFileSync(file, 'utf8');
    if (/decisions[\\/]\d{4}-[^\\/]*$/.test(file) && !DECISION.test(text)) {
      broken.push(
        `${relative(root, file).split(sep).join('/')}:1: not "# N. title", Status, Date, Context, Decision, Consequences`,
      );
    }
    const lines = text.split('\n');
    for (const [at, line] of lines.entries()) {
      const place = `${relative(root, file).split(sep).join('/')}:${at + 1}`;
      for (const [, target = ''] of line.matchAll(LINK)) {
        const problem = linkProblem(file, target);
        if (problem) broken.push(`${place}: ${problem}`);
      }
      if (basename(file) === 'specification.md' && isUnproven(line))
        broken.push(`${place}: a row without its code or test`);
      for (const [, path = '', star] of line.matchAll(CODE_PATH)) {
        const wanted = join(root, star ? dirname(`${path}x`) : path);
        if (!existsSync(wanted)) broken.push(`${place}: there is no ${path}`);
      }
    }
  }
  return broken.sort();
}

/**
 * Whether a line is a row of the specification that names no file of the code, or no test.
 * @param {string} line
 */
function isUnproven(line) {
  const [, point, code, test] = line.split('|');
  if (test === undefined || /^(?: What is asked for |-+)$/.test(point ?? '')) return false;
  return !/`src\//.test(code ?? '') || !/`(?:src|tests)\/\S+\.test\.tsx?`/.test(test);
}

/** @param {string} root @returns {string[]} */
function linesMissingInIndex(root) {
  const folder = join(root, 'docs', 'decisions');
  const index = join(folder, 'README.md');
  const decisions = existsSync(folder) ? listFiles(folder).filter((file) => /\d{4}-[^\\/]*$/.test(file)) : [];
  const lines = new Set(existsSync(index) ? readFileSync(index, 'utf8').split('\n') : []);
  return decisions
    .map((file) => indexLine(basename(file), readFileSync(file, 'utf8')))
    .filter((line) => !lines.has(line))
    .map((line) => `docs/decisions/README.md:1: lacks the line "${line}"`);
}

/** @param {string} name @param {string} decision */
function indexLine(name, decision) {
  const [, number = '', title = ''] = /^# (\d+)\. (.+)$/m.exec(decision) ?? [];
  return `- [${number}](${name}) ${title}${/^Status: superseded/m.test(decision) ? ' (superseded)' : ''}`;
}

/**
 * @param {string} file
 * @param {string} target
 */
function linkProblem(file, target) {
  if (/^[a-z]+:/.test(target)) return undefined;
  const [path = '', heading] = target.split('#');
  const page = path === '' ? file : join(dirname(file), decodeURIComponent(path));
  if (!existsSync(page)) return `there is no ${path}`;
  if (heading === undefined || headingsOf(page).has(heading)) return undefined;
  return `${path || 'this page'} has no heading #${heading}`;
}

/**
 * The names of a page's headings as links write them.
 * @param {string} page
 */
function headingsOf(page) {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, text = '']) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .trim()
        .replaceAll(' ', '-'),
    ),
  );
}

printFindings(import.meta.url, brokenDocLinks);
