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
