/**
 * Refuses words of the page that stand outside the catalogue (docs/languages.md): in JSX, in what is seen or heard of an element, and
 * whole sentences anywhere in src/web. Also refuses two catalogues of one name.
 *
 * `node scripts/checks/loose-texts.mjs` prints every finding and exits with 1 when there is one.
 */
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseSync } from 'vite';
import { messagesIn } from '../compile-texts.mjs';
import { listFiles } from './list-files.mjs';
import { printFindings } from './print-findings.mjs';

/** The same in every language: pairs, the two directions, the modes, the clocks, the over-the-counter market, one error page's number. */
const TERMS = /\b([A-Z]{3}\/[A-Z]{3}|CALL|PUT|P-BOT|P-Special|UTC(\+5)?|OTC|404)\b/g;

/** Attributes, properties and parameters of components that people see or hear. */
const READ = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'aside',
  'badge',
  'busyLabel',
  'caption',
  'foot',
  'heading',
  'hint',
  'label',
  'placeholder',
  'summary',
  'title',
]);

const SENTENCE = /^[A-Z][a-z']* [a-z]+|[a-z]+ [a-z]+ [a-z]+/;
const CATALOGUE = /[/-]texts\.ts$/;

/**
 * Every loose text as one line `file:line: "text"`, and every name that two catalogues share, sorted.
 * @param {string} root the project's folder
 */
export function looseTexts(root) {
  const findings = [];
  /** @type {Map<string, string>} */
  const catalogues = new Map();
  // Other languages are held against the English texts by languages.mjs.
  const files = listFiles(join(root, 'src/web')).filter((path) =>
    /(?<!\.test)(?<![/\\]web[/\\]languages[/\\][\w-]+)\.tsx?$/.test(path),
  );
  for (const path of files) {
    const name = relative(root, path).split(sep).join('/');
    const source = readFileSync(path, 'utf8');
    if (CATALOGUE.test(name)) {
      for (const room of new Set(messagesIn(name, source).map((message) => message.room))) {
        const other = catalogues.get(room);
        if (other !== undefined) findings.push(`${name}: the texts of "${room}" stand in ${other} too`);
        catalogues.set(room, name);
      }
      continue;
    }
    for (const { text, start } of textsIn(parseSync(path, source).program)) {
      findings.push(
        `${name}:${source.slice(0, start).split('\n').length}: "${text}" is no text of the catalogue`,
      );
    }
  }
  return findings.sort();
}

/**
 * @param {any} node
 * @param {'none' | 'sentences' | 'labels' | 'words'} refused what counts as a text here: whole sentences, names with a capital, or any letters
 * @returns {{ text: string, start: number }[]}
 */
function textsIn(node, refused = 'sentences') {
  if (node === null || typeof node !== 'object') return [];
  if (Array.isArray(node)) return node.flatMap((one) => textsIn(one, refused));
  const text = textOf(node);
  if (text !== undefined) return isRefused(text, refused) ? [{ text: text.trim(), start: node.start }] : [];
  return Object.entries(node).flatMap(([key, child]) => textsIn(child, refusedIn(node, key, refused)));
}

/** @param {any} node */
function textOf(node) {
  if (node.type === 'JSXText') return node.value.replace(/\s+/g, ' ');
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  // What is filled in stands for itself, wherever it is a text.
  if (node.type === 'TemplateLiteral')
    return node.quasis.map((/** @type {any} */ { value }) => value.cooked).join('0');
  return undefined;
}

/** @param {string} text @param {'none' | 'sentences' | 'labels' | 'words'} refused */
function isRefused(text, refused) {
  if (refused === 'none') return false;
  const rest = text.replace(TERMS, '').trim();
  // In a table a label begins with a capital, a code does not.
  if (refused === 'labels') return /^\p{Lu}\p{L}/u.test(rest);
  return refused === 'words' ? /\p{L}/u.test(rest) : SENTENCE.test(rest);
}

/**
 * What counts as a text in one part of a node.
 * @param {any} node
 * @param {string} key
 * @param {'none' | 'sentences' | 'labels' | 'words'} refused
 */
function refusedIn(node, key, refused) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'TSLiteralType':
    case 'TSPropertySignature':
      return 'none';
    // Seen in the console only, by people who develop.
    case 'NewExpression':
      return node.callee.name === 'Error' ? 'none' : 'sentences';
    case 'CallExpression':
      return node.callee.object?.name === 'console' ? 'none' : 'sentences';
    case 'JSXElement':
    case 'JSXFragment':
      return key === 'children' ? 'words' : 'sentences';
    case 'JSXAttribute':
      return attributeRefuses(node.name.name ?? '');
    case 'Property':
      return READ.has(node.key.name ?? node.key.value) ? 'labels' : 'sentences';
    // Only what they come to is read, not what they ask or call.
    case 'ConditionalExpression':
      return key === 'test' ? 'sentences' : refused;
    case 'LogicalExpression':
      return key === 'right' ? refused : 'sentences';
    case 'JSXExpressionContainer':
    case 'ParenthesizedExpression':
      return refused;
    default:
      return refused === 'none' ? 'none' : 'sentences';
  }
}

/** @param {string} attribute */
function attributeRefuses(attribute) {
  if (READ.has(attribute)) return 'words';
  return attribute === 'className' || attribute === 'd' ? 'none' : 'sentences';
}

printFindings(import.meta.url, looseTexts);
