import { codeOf } from '../platform/database-error.ts';

/** An expected failure of an import: what is wrong, where in the file, and what to do about it. Nothing was stored. */
export class ImportRefusal extends Error {
  override readonly name = 'ImportRefusal';
  /** Scripts depend on it. */
  readonly code: string;
  readonly hint: string;
  readonly line: number | undefined;

  constructor(code: string, message: string, hint: string, line?: number) {
    super(message);
    this.code = code;
    this.hint = hint;
    this.line = line;
  }
}

/** Turns a full disk or a forbidden folder into a refusal that says so; anything else is passed through. */
export function refusalFromWrite(error: unknown, where: string): unknown {
  const code = codeOf(error);
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG') {
    return new ImportRefusal(
      'disk-full',
      `There is no space left in ${where}. Nothing was stored, and what had been written was removed.`,
      'Free some space (an import needs about as much as the unpacked file), then import again.',
    );
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR') {
    return new ImportRefusal(
      'cannot-write',
      `${where} cannot be written (${code}). Nothing was stored.`,
      'Give PIPCAST_DATA_DIR a folder that this user can write to.',
    );
  }
  return error;
}
