import { AuthError, validationFailed } from './auth-error.ts';
import { LONGEST_PASSWORD_BYTES } from './passwords.ts';

/** The shortest password that can be set, in UTF-8 bytes. */
const SHORTEST_PASSWORD_BYTES = 6;

export interface WeakPassword {
  readonly message: string;
  readonly reasons: string[];
}

/** Why a password is too weak to be set; undefined when it is not. */
export function passwordWeakness(password: string): WeakPassword | undefined {
  if (Buffer.byteLength(password) >= SHORTEST_PASSWORD_BYTES) return undefined;
  return {
    message: `Password should be at least ${SHORTEST_PASSWORD_BYTES} characters.`,
    reasons: ['length'],
  };
}

/** Throws `validation_failed` for a password that is too long and `weak_password` for one that is too short. */
export function requireStrongPassword(password: string): void {
  if (Buffer.byteLength(password) > LONGEST_PASSWORD_BYTES) {
    throw validationFailed(`Password cannot be longer than ${LONGEST_PASSWORD_BYTES} characters`);
  }
  const weakness = passwordWeakness(password);
  if (weakness) {
    throw new AuthError(422, 'weak_password', weakness.message, { weakPasswordReasons: weakness.reasons });
  }
}
