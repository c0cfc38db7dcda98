import { createInterface } from 'node:readline/promises';
import type { CliProcess } from './output.ts';

/** The first lines of stdin; fewer when it has no more. */
export async function readLines(
  { stdin }: CliProcess,
  count: number,
  signal: AbortSignal,
): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: stdin, signal })) {
    lines.push(line);
    if (lines.length === count) break;
  }
  return lines;
}

/** Asks on the terminal, on stderr so that stdout stays clean; only `y` and `yes` are yes. */
export async function askYesNo(io: CliProcess, question: string, signal: AbortSignal): Promise<boolean> {
  const terminal = createInterface({ input: io.stdin, output: io.stderr });
  try {
    const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')));
    const answer = await Promise.race([terminal.question(`${question} [y/N] `, { signal }), closed]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    terminal.close();
  }
}

/** Whether a person can answer at a terminal. */
export function isInteractive(io: CliProcess): boolean {
  return io.stdin.isTTY === true && io.stderr.isTTY === true;
}
