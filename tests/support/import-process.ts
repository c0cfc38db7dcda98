import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { registerImport } from '../../src/operator/import.ts';

// A process that knows the import command alone, for tests that kill it, starve it or run it twice:
// `node --import tsx tests/support/import-process.ts import FILE ...`
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
const program = new Command('pipcast');
registerImport(program, {
  dataDir: () => process.env['PIPCAST_DATA_DIR'] ?? './data',
  nowMs: () => Date.UTC(2026, 10, 20, 12),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
  exit: (code) => {
    process.exitCode = code;
    if (process.env['REPORT_MEMORY'] === '1') {
      process.stderr.write(`\npeak ${peakBytes()} bytes\n`);
    }
  },
});
await program.parseAsync();

/** The most memory that this process has held. What Linux calls so elsewhere begins with what its parent held when it made it. */
function peakBytes(): number {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
  const peakKb = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1];
  return Number(peakKb ?? process.resourceUsage().maxRSS) * 1024;
}
