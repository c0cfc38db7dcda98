import { createInterface } from 'node:readline/promises';
import type { CliProcess } from './output.ts';

/** The first line of stdin; undefined when there is none. */
export async function firstLine({ stdin }: CliProcess, signal: AbortSignal): Promise<string | undefined> {
  const lines = createInterface({ input: stdin, signal });
  for await (const line of lines) return line;
  return undefined;
}
