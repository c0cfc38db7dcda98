/**
 * Refuses what must never be committed: registry addresses in the lock file (they would send every installation to one
 * machine's mirror), paths of the machine this was written on, private keys.
 *
 * `node scripts/checks/private-texts.mjs` prints every finding and exits with 1 when there is one.
 */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { relative, sep } from 'node:path';
import { listFiles } from './list-files.mjs';
import { printFindings } from './print-findings.mjs';

const NOT_OURS = new Set(['.git', 'node_modules', 'dist', 'data', 'data.cluster', '.cache']);
const BINARY = /\.(png|woff2|ico|gz|br|zip)$/;

/**
 * Every finding as one line `file:line: what`, sorted.
 * @param {string} root the project's folder
 * @param {readonly string[]} [machinePaths] folders that only exist on this machine
 */
export function privateTexts(root, machinePaths = pathsOfThisMachine(root)) {
  const findings = [];
  for (const file of ownFiles(root)) {
    const name = relative(root, file).split(sep).join('/');
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      const what = problem(name, line, machinePaths);
      if (what) findings.push(`${name}:${index + 1}: ${what}`);
    }
  }
  return findings.sort();
}

/**
 * @param {string} name
 * @param {string} line
 * @param {readonly string[]} machinePaths
 */
function problem(name, line, machinePaths) {
  if (name.endsWith('package-lock.json') && /"resolved": "https?:/.test(line)) {
    return 'a registry address; npm leaves it out with omit-lockfile-registry-resolved=true';
  }
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(line)) return 'a private key';
  if (/(?<![\w.$}])\/(home|Users)\/[a-z]\w*\//.test(line)) return "a path in someone's home folder";
  const path = machinePaths.find((one) => mentions(line, one));
  return path && 'a path of the machine this was written on';
}

/**
 * Whether the text names that folder or something in it, and not merely a longer name that contains it.
 * @param {string} line
 * @param {string} path
 */
function mentions(line, path) {
  const at = line.indexOf(path);
  if (at === -1) return false;
  return !/[\w.}-]/.test(line[at - 1] ?? '') && /^(\/|\\|$|[^\w-])/.test(line.slice(at + path.length));
}

/** @param {string} root */
function pathsOfThisMachine(root) {
  const folders = [root.replace(/[/\\]$/, ''), homedir()];
  // One-segment folders (/app, /root) are ordinary words in routes and image files.
  return folders.filter((folder) => folder.split(/[/\\]/).length > 2);
}

/** @param {string} root */
function ownFiles(root) {
  return listFiles(root, (name) => !NOT_OURS.has(name)).filter((file) => !BINARY.test(file));
}

printFindings(import.meta.url, privateTexts);
