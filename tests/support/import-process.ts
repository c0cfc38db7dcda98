import { Command } from 'commander';
import { registerImport } from '../../src/server/cli/import.ts';

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
      process.stderr.write(`\npeak ${process.resourceUsage().maxRSS * 1024} bytes\n`);
    }
  },
});
await program.parseAsync();
