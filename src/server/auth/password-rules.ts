import { AuthError, validationFailed } from './auth-error.ts';
import { LONGEST_PASSWORD_BYTES } from './passwords.ts';

const SHORTEST_PASSWORD = 8;

export interface WeakPassword {
  readonly message: string;
  readonly reasons: string[];
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** The most common passwords of leaks, those that are long enough: some 18,000, in lower case. Loaded when first needed. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST_PASSWORD)),
  );
  return commonPasswords;
}

/** Why a password is too weak to be chosen; undefined when it is not. */
export async function passwordWeakness(password: string): Promise<WeakPassword | undefined> {
  if (Array.from(password).length < SHORTEST_PASSWORD) {
    return {
      message: `Password should be at least ${SHORTEST_PASSWORD} characters.`,
      reasons: ['length'],
    };
  }
  if (!(await loadCommonPasswords()).has(password.toLowerCase())) return undefined;
  return {
    message: 'Password is known to be weak and easy to guess, please choose a different one.',
    reasons: ['pwned'],
  };
}

/** Throws `validation_failed` for a password that is too long and `weak_password` for one that is too short or too common. */
export async function requireStrongPassword(password: string): Promise<void> {
  if (Buffer.byteLength(password) > LONGEST_PASSWORD_BYTES) {
    throw validationFailed(`Password cannot be longer than ${LONGEST_PASSWORD_BYTES} characters`);
  }
  const weakness = await passwordWeakness(password);
  if (weakness) {
    throw new AuthError(422, 'weak_password', weakness.message, { weakPasswordReasons: weakness.reasons });
  }
}
