import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parseCheckpoint } from '../../core/log/checkpoint.ts';
import { checkpointsIn } from '../../core/signals/story-proof.ts';
import type { Verification } from '../../core/signals/ledger-source.ts';
import { CliError } from '../exit-codes.ts';
import { isProofFile } from './proof-command.ts';

/** A checkpoint that a reader saved. */
interface SavedCheckpoint {
  readonly note: string;
  readonly size: number;
}

/** The earlier checkpoints with saved ones in their places among them, which are in the order of their sizes. */
export async function* withSaved(
  earlier: AsyncIterable<string> | readonly string[],
  saved: readonly SavedCheckpoint[],
): AsyncGenerator<string> {
  const due = [...saved];
  const sizes = new Set(saved.map(({ size }) => size));
  for await (const each of earlier) {
    const head = parseCheckpoint(each);
    const itsSize = typeof head === 'string' ? 0 : head.size;
    while (due[0] !== undefined && due[0].size <= itsSize) yield (due.shift() as SavedCheckpoint).note;
    if (!sizes.has(itsSize)) yield each;
  }
  for (const { note } of due) yield note;
}

/** A ledger that is shorter than a checkpoint that was saved of it has lost entries. */
export function judgedBy(saved: readonly SavedCheckpoint[], verification: Verification): Verification {
  const { size } = saved.at(-1) ?? verification;
  if (verification.size >= size) return verification;
  const message = `The saved checkpoint covers ${size} entries, but the ledger has only ${verification.size}.`;
  return {
    ...verification,
    problems: [...verification.problems, { part: 'checkpoint', index: size, message }],
  };
}

/** A ledger that has not grown out of the mark that this computer keeps of it. */
export function withMark(verification: Verification, problem: string | undefined): Verification {
  if (problem === undefined) return verification;
  const message = `The ledger was cut back or rewritten: ${problem}.`;
  const found = { part: 'checkpoint' as const, index: undefined, message };
  return { ...verification, problems: [...verification.problems, found] };
}

/** Reads one, or those of a proof of a signal, in the order of their sizes. Throws a CliError when the file holds none. */
export function savedCheckpoints(file: string): readonly SavedCheckpoint[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(
      'usage',
      `The checkpoint ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const notes = isProofFile(file) ? checkpointsIn(text) : [text];
  const heads = typeof notes === 'string' ? notes : notes.map(parseCheckpoint);
  const problem = typeof heads === 'string' ? heads : heads.find((head) => typeof head === 'string');
  if (problem !== undefined || typeof notes === 'string' || typeof heads === 'string')
    throw new CliError('usage', `${file} is not a checkpoint: ${String(problem)}.`);
  const saved = new Map<number, SavedCheckpoint>();
  for (const [at, head] of heads.entries())
    if (typeof head !== 'string') saved.set(head.size, { note: notes[at] as string, size: head.size });
  return [...saved.values()].sort((one, other) => one.size - other.size);
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
