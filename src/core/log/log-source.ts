/** A tile or checkpoint that should be there and is not. */
export class MissingPartError extends Error {
  override readonly name = 'MissingPartError';
}

/** A missing part as a value; any other failure rejects. */
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
  tile(level: number, index: number, width: number): Promise<Uint8Array>;
  /** A bundle of entries; a shorter one when entries are missing. */
  entries(index: number, width: number): Promise<Uint8Array>;
}

/** The first problem of its kind. */
export interface LogProblem {
  readonly part: 'checkpoint' | 'tile' | 'entry';
  /** The index of an entry or tile; for a checkpoint its size, where that is known. */
  readonly index: number | undefined;
  /** With a tile only. */
  readonly level?: number;
  /** One plain sentence that names the part. */
  readonly message: string;
}
