/**
 * `npm run bench [web|lab ...]`: measures the built product and prints one JSON line per figure.
 * Exits with 1 when a figure missed its budget.
 */
import { spawn } from 'node:child_process';
import { readyOrExit } from './ready.mjs';
import { ROOT } from './ready/paths.mjs';

await readyOrExit();
const child = spawn(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
// It ends what it started.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
