import { sameBytes } from './bytes.ts';
import { type LogKeys, parseCheckpoint, signaturesProblem, type TreeHead } from './checkpoint.ts';
import type { LogProblem } from './log-source.ts';

export interface EarlierOptions extends LogKeys {
  /** Signed notes in the order of their sizes. */
  readonly notes: AsyncIterable<string> | Iterable<string>;
  /** Called with a checkpoint that is wrong in itself. */
  readonly onProblem: (problem: LogProblem) => void;
}

/** Compares the checkpoints of a ledger's past with the tree as it grows again, entry by entry. */
export class EarlierCheckpoints {
  readonly #options: EarlierOptions;
  readonly #notes: AsyncIterator<string> | Iterator<string>;
  #next: { readonly note: string; readonly head: TreeHead } | undefined;
  /** Whether the key itself, not an earlier one, has signed one of them. */
  #isOwn = false;
  #count = 0;
  #provenSize = 0;

  constructor(options: EarlierOptions) {
    this.#options = options;
    const { notes } = options;
    this.#notes = Symbol.asyncIterator in notes ? notes[Symbol.asyncIterator]() : notes[Symbol.iterator]();
  }

  get count(): number {
    return this.#count;
  }

  /** Up to here one of them agreed with the tree. */
  get provenSize(): number {
    return this.#provenSize;
  }

  /** Whether the next one is of a tree of this size. */
  isAt(size: number): boolean {
    return this.#next?.head.size === size;
  }

  /** Goes on to the first that covers more than `size` entries; those before it that stand in a wrong place are reported. */
  async seek(size: number): Promise<void> {
    this.#next = undefined;
    for (;;) {
      const step = await this.#notes.next();
      if (step.done === true) return;
      const head = parseCheckpoint(step.value);
      if (typeof head === 'string')
        this.#tell(undefined, `A checkpoint after entry ${size - 1} is wrong: ${head}.`);
      else if (head.size > size) {
        this.#next = { note: step.value, head };
        return;
      } else this.#tell(head.size, `The checkpoint at ${head.size} stands behind one of ${size} entries.`);
    }
  }

  /**
   * Holds the next one against the root of the tree of its size, and its signature, unless that was looked at already. Undefined
   * when the tree fits; else the first of the entries that may have been altered, and what that means.
   */
  async compare(
    root: Uint8Array,
    { isSignatureKnown, isForged }: { readonly isSignatureKnown: boolean; readonly isForged: boolean },
  ): Promise<{ readonly index: number; readonly problem: string } | undefined> {
    if (this.#next === undefined) return undefined;
    const { note, head } = this.#next;
    this.#count += 1;
    const problem = isSignatureKnown ? undefined : await this.#problemOf(note, head);
    if (problem !== undefined) {
      this.#tell(head.size, `The checkpoint at ${head.size} is wrong: ${problem}.`);
      return undefined;
    }
    if (sameBytes(head.root, root)) {
      this.#provenSize = head.size;
      return undefined;
    }
    if (isForged) return undefined;
    const index = this.#provenSize;
    const to = head.size - 1;
    return {
      index,
      problem:
        index === to
          ? 'it was altered: the checkpoint that was signed with it has another root'
          : `it or one up to entry ${to} was altered: the checkpoint that was signed with them has another root`,
    };
  }

  async #problemOf(note: string, { origin }: TreeHead): Promise<string | undefined> {
    const { key, earlierKeys = [], sha256, ed25519 } = this.#options;
    if (origin !== key.name) return `it is of ${origin}`;
    const problem = await signaturesProblem(note, sha256, [key], ed25519);
    this.#isOwn ||= problem === undefined;
    // Keys come one after the other: behind the last one no other signs again.
    return problem === undefined || this.#isOwn
      ? problem
      : signaturesProblem(note, sha256, [key, ...earlierKeys], ed25519);
  }

  #tell(index: number | undefined, message: string): void {
    this.#options.onProblem({ part: 'checkpoint', index, message });
  }
}
