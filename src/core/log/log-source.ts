/** A tile or checkpoint that should be there and is not. */
export class MissingPartError extends Error {
  override readonly name = 'MissingPartError';
}

/** A part that is missing is a finding; any other failure ends what asked for it. */
export function orMissing<T>(part: Promise<T>): Promise<T | MissingPartError> {
  return part.catch((error: unknown) => {
    if (error instanceof MissingPartError) return error;
    throw error;
  });
}

/** Where a log is read from. A part that is not there rejects with a MissingPartError. */
export interface LogSource {
  /** The latest checkpoint, a signed note. */
  checkpoint(): Promise<string>;
  /** The hashes of a tile. */
  tile(level: number, index: number, width: number): Promise<Uint8Array>;
  /** A bundle of entries; a shorter one when entries are missing. */
  entries(index: number, width: number): Promise<Uint8Array>;
}

/** The first thing of its kind that is wrong. */
export interface LogProblem {
  readonly part: 'checkpoint' | 'tile' | 'entry';
  /** Of an entry or a tile; of a checkpoint the size that it is for, where that is known. */
  readonly index: number | undefined;
  /** Of a tile. */
  readonly level?: number;
  /** One plain sentence that names the part. */
  readonly message: string;
}
