import { runCli } from './run-cli.ts';

const exitCode = await runCli(process.argv.slice(2), process);
// All output is written by now. Undefined: `serve` goes on, and the server ends the process itself.
if (exitCode !== undefined) process.exit(exitCode);
