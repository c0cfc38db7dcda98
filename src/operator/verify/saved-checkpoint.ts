import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseCheckpoint } from '../../core/log/checkpoint.ts';
import type { Verification } from '../../core/signals/ledger-source.ts';
import { CliError } from '../exit-codes.ts';

/** A checkpoint that a reader saved. */
interface SavedCheckpoint {
  readonly note: string;
  readonly size: number;
}

/** The earlier checkpoints with a saved one in its place among them. */
export async function* withCheckpoint(
  earlier: AsyncIterable<string> | readonly string[],
  { note, size }: SavedCheckpoint,
): AsyncGenerator<string> {
  let isDue = true;
  for await (const each of earlier) {
    const head = parseCheckpoint(each);
    const itsSize = typeof head === 'string' ? 0 : head.size;
    if (isDue && itsSize >= size) {
      isDue = false;
      yield note;
    }
    if (itsSize !== size) yield each;
  }
  if (isDue) yield note;
}

/** A ledger that is shorter than a checkpoint that was saved of it has lost entries. */
export function judgedBy({ size }: SavedCheckpoint, verification: Verification): Verification {
  if (verification.size >= size) return verification;
  const message = `The saved checkpoint covers ${size} entries, but the ledger has only ${verification.size}.`;
  return {
    ...verification,
    problems: [...verification.problems, { part: 'checkpoint', index: size, message }],
  };
}

/** Reads one. Throws a CliError when the file is none. */
export function checkpointFile(file: string): SavedCheckpoint {
  let note: string;
  try {
    note = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(
      'usage',
      `The checkpoint ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const head = parseCheckpoint(note);
  if (typeof head === 'string') throw new CliError('usage', `${file} is not a checkpoint: ${head}.`);
  return { note, size: head.size };
}

/** Writes one in place of what the file held, whole or not at all. Throws a CliError when it cannot. */
export function saveCheckpoint(file: string, note: string): void {
  try {
    writeFileSync(`${file}.new`, note);
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw new CliError(
      'failure',
      `The checkpoint cannot be saved: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
