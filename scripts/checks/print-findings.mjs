import { isProgram, ROOT } from '../ready/paths.mjs';

/**
 * Where the module with this address is the program: prints what it finds in the project, and exits with 1 when that is anything.
 * @param {string} url
 * @param {(root: string) => readonly string[]} find
 */
export function printFindings(url, find) {
  if (!isProgram(url)) return;
  const findings = find(ROOT.slice(0, -1));
  for (const finding of findings) console.error(finding);
  process.exitCode = findings.length > 0 ? 1 : 0;
}
