import type { Command } from 'commander';
import { loadConfig } from '../server/config/config.ts';
import type { ProgramContext } from './command-context.ts';
import { EXIT_CODES, type ExitName } from './exit-codes.ts';
import { registerImport } from './import.ts';

/** Adds `import` to the program. Data sets are files in the data folder, so it needs no database. */
export function registerHistory(program: Command, { io, end }: ProgramContext): void {
  const interrupt = new AbortController();
  const deps = {
    dataDir: () => loadConfig().dataDir,
    nowMs: () => Date.now(),
    stdin: io.stdin,
    stdout: io.stdout,
    stderr: io.stderr,
    signal: interrupt.signal,
    exit: (code: number) => end(endingOf(code)),
  };
  registerImport(program, deps);
  // Only while it runs: the other commands have their own way with Ctrl-C. A second one ends the process at once.
  program.commands.at(-1)?.hook('preAction', () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupt.abort());
  });
}

function endingOf(code: number): ExitName {
  const found = Object.entries(EXIT_CODES).find(([, { exit }]) => exit === code);
  if (found === undefined) throw new Error(`a command ended with the unknown exit code ${code}`);
  return found[0] as ExitName;
}
