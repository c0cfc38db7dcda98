import { readFileSync } from 'node:fs';
import { checkpointSize, parseCheckpoint } from '../../core/log/checkpoint.ts';
import { checkpointsIn } from '../../core/signals/story-proof.ts';
import type { LogProblem } from '../../core/log/log-source.ts';
import { misuse } from '../exit-codes.ts';
import { isProofFile } from './proof-command.ts';

interface SavedCheckpoint {
  readonly note: string;
  readonly size: number;
}

/** Two streams of checkpoints, each in the order of their sizes, as one; of two at one size that of the first. */
export async function* mergedNotes(
  first: AsyncIterable<string> | readonly string[],
  second: AsyncIterable<string> | readonly string[],
): AsyncGenerator<string> {
  const notes = [iteratorOf(first), iteratorOf(second)] as const;
  let [one, other] = [await notes[0].next(), await notes[1].next()];
  while (one.done !== true || other.done !== true) {
    const [size, otherSize] = [sizeOf(one), sizeOf(other)];
    yield (size <= otherSize ? one : other).value as string;
    if (otherSize <= size) other = await notes[1].next();
    if (size <= otherSize) one = await notes[0].next();
  }
}

function iteratorOf(
  notes: AsyncIterable<string> | readonly string[],
): AsyncIterator<string> | Iterator<string> {
  return Symbol.asyncIterator in notes ? notes[Symbol.asyncIterator]() : notes[Symbol.iterator]();
}

/** Behind all others where there is none. */
function sizeOf(step: IteratorResult<string, unknown>): number {
  return step.done === true ? Infinity : checkpointSize(step.value);
}

/** Why a ledger that is shorter than a checkpoint that was saved of it has lost entries. */
export function lossProblem(saved: readonly SavedCheckpoint[], size: number): LogProblem[] {
  const { size: saw } = saved.at(-1) ?? { size };
  if (size >= saw) return [];
  const message = `The saved checkpoint covers ${saw} entries, but the ledger has only ${size}.`;
  return [{ part: 'checkpoint', index: saw, message }];
}

/** Reads one, or those of a proof of a signal, in the order of their sizes. Throws a CliError when the file holds none. */
export function savedCheckpoints(file: string): readonly SavedCheckpoint[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw misuse(
      `The checkpoint ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
  const notes = isProofFile(file) ? checkpointsIn(text) : [text];
  const heads = typeof notes === 'string' ? notes : notes.map(parseCheckpoint);
  const problem = typeof heads === 'string' ? heads : heads.find((head) => typeof head === 'string');
  if (problem !== undefined || typeof notes === 'string' || typeof heads === 'string')
    throw misuse(`${file} is not a checkpoint: ${String(problem)}.`);
  const saved = new Map<number, SavedCheckpoint>();
  for (const [at, head] of heads.entries())
    if (typeof head !== 'string') saved.set(head.size, { note: notes[at] as string, size: head.size });
  return [...saved.values()].sort((one, other) => one.size - other.size);
}
