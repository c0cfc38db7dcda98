/**
 * Everything a command can end with. Scripts switch on the exit code or, with --json, on the error's `code`;
 * both are promises: a number is never given a new meaning. docs/operating.md shows the same table (a test compares).
 */
export const EXIT_CODES = {
  ok: { exit: 0, meaning: 'done' },
  failure: { exit: 1, meaning: 'failed for a reason that none of the other codes names' },
  usage: { exit: 2, meaning: 'wrong arguments or wrong configuration; nothing was done' },
  not_found: { exit: 3, meaning: 'there is no such account, data set, ledger or webhook' },
  already_exists: { exit: 4, meaning: 'another account has this e-mail address or trader ID' },
  database_unavailable: { exit: 5, meaning: 'the database cannot be opened' },
  problems_found: { exit: 6, meaning: 'doctor found something that has to be mended' },
  import_refused: { exit: 7, meaning: 'the file, or some of its rows, could not be imported' },
  ledger_wrong: {
    exit: 8,
    meaning: 'verify found an entry, a tile or a checkpoint of the ledger that is wrong',
  },
  restore_refused: {
    exit: 9,
    meaning: 'the backup is damaged or of another version, or the database is not empty; nothing was changed',
  },
  interrupted: { exit: 130, meaning: 'stopped by Ctrl-C or SIGTERM' },
} as const;

export type ExitName = keyof typeof EXIT_CODES;

/** An expected failure of a command: a sentence for people, a code for scripts, and the next step where it is known. */
export class CliError extends Error {
  readonly code: Exclude<ExitName, 'ok'>;
  readonly hint: string | undefined;
  /** Fields of the JSON document that are different or more. */
  readonly details: object | undefined;

  constructor(code: Exclude<ExitName, 'ok'>, message: string, hint?: string, details?: object) {
    super(message);
    this.name = 'CliError';
    this.code = code;
    this.hint = hint;
    this.details = details;
  }
}

export function misuse(message: string, hint?: string): CliError {
  return new CliError('usage', message, hint);
}

export function failed(message: string, hint?: string): CliError {
  return new CliError('failure', message, hint);
}

/** What `error` says of a file that was to be read; any other error is thrown. */
export function unreadable(code: CliError['code'], file: string, error: unknown): CliError {
  const { code: why } = error as NodeJS.ErrnoException;
  if (why === undefined) throw error;
  const what =
    { ENOENT: 'does not exist', EISDIR: 'is a folder, not a file' }[why] ?? `cannot be read (${why})`;
  return new CliError(code, `The file "${file}" ${what}.`);
}

/** How a command ends on a refused file or data set. */
export function refusalEnding(code: string): Exclude<ExitName, 'ok'> {
  if (['usage', 'pair-needed', 'clock-needed'].includes(code)) return 'usage';
  if (code === 'not-found') return 'not_found';
  if (code === 'interrupted') return 'interrupted';
  return ['disk-full', 'cannot-write', 'damaged-dataset'].includes(code) ? 'failure' : 'import_refused';
}

/** The exit codes as aligned lines, for `--help`. */
export function exitCodeLines(): string {
  return Object.values(EXIT_CODES)
    .map(({ exit, meaning }) => `  ${String(exit).padEnd(4)} ${meaning}`)
    .join('\n');
}
