import type { AuthErrorCode } from '../../core/wire/error-codes.ts';

export interface AuthErrorDetails {
  /** Seconds until another try makes sense; becomes `Retry-After`. */
  readonly retryAfterS?: number;
  readonly weakPasswordReasons?: readonly string[];
  /** The methods a path does take; becomes `Allow`. */
  readonly allow?: string;
  readonly cause?: unknown;
}

/** An expected failure of an auth request: the message is for people and never holds a secret. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly status: number;
  readonly code: AuthErrorCode;
  readonly details: Omit<AuthErrorDetails, 'cause'>;

  constructor(
    status: number,
    code: AuthErrorCode,
    message: string,
    { cause, ...details }: AuthErrorDetails = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** One answer for an unknown user, a wrong password and a user without one, so that it does not tell which accounts exist. */
export function invalidCredentials(): AuthError {
  return new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
}

/** A 400 for input that is well-formed but not acceptable. */
export function validationFailed(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message);
}

/**
 * The server cannot take the request now. Never a 4xx: a refresh refused with one signs the trader out, while the
 * client repeats a 503 for about half a minute.
 */
export function unavailable(message: string, cause?: unknown): AuthError {
  return new AuthError(503, 'unexpected_failure', message, { retryAfterS: 1, cause });
}
