import type { ErrorCode } from '../../core/wire/error-codes.ts';
import { AuthError } from '../auth/auth-error.ts';
import { isDatabaseUnavailable } from '../platform/database-error.ts';
import { isDiskFull } from '../platform/data-directory.ts';

/** An expected failure: its code and message are for the client. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly code: ErrorCode;
  /** Sent as `Retry-After`; undefined: trying again will not help. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: ErrorCode,
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The one answer for an address that does not exist, or not for this client. */
export function nothingHere(): HttpError {
  return new HttpError(404, 'not_found', 'There is nothing at this address.');
}

const RETRY_SECONDS = 5;

/** The error that a client reads: an expected error itself, else a plain 500 or 503 with the error as cause. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  if (isDatabaseUnavailable(error)) {
    const message = isDiskFull(error)
      ? 'The disk of the database is full. Try again later.'
      : 'The database does not answer. Try again in a moment.';
    return new HttpError(503, 'unavailable', message, { retryAfterSeconds: RETRY_SECONDS, cause: error });
  }
  return (
    fromAuth(error) ??
    fromFastify(error) ??
    new HttpError(500, 'internal', 'Something went wrong on the server.', { cause: error })
  );
}

/** A bearer token that is missing, wrong or no longer good is one case for a client: it has to sign in again. */
function fromAuth(error: unknown): HttpError | undefined {
  if (!(error instanceof AuthError)) return undefined;
  if (error.status === 503) {
    const retryAfterSeconds = error.retryAfterS ?? RETRY_SECONDS;
    return new HttpError(503, 'unavailable', error.message, { retryAfterSeconds, cause: error });
  }
  return error.status < 500 ? new HttpError(401, 'unauthorized', error.message) : undefined;
}

/** Fastify's own refusals of a request carry a code FST_ERR_* and a status; their messages hold nothing of the request. */
function fromFastify(error: unknown): HttpError | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return undefined;
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError(413, 'payload_too_large', 'The request body is too large.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpError(415, 'unsupported_media_type', 'Send the body as application/json.');
    case 'FST_ERR_HANDLER_TIMEOUT':
      return new HttpError(503, 'unavailable', 'The answer took too long. Try again in a moment.', {
        retryAfterSeconds: RETRY_SECONDS,
        cause: error,
      });
    case 'FST_ERR_VALIDATION':
      return new HttpError(400, 'bad_request', error.message);
    // The files of the documentation: a path that would lead out of their folder.
    case 'FST_STATIC_FORBIDDEN_PATH':
      return nothingHere();
    default:
      return error.statusCode === 400 && String(error.code).startsWith('FST_ERR_CTP_')
        ? new HttpError(400, 'bad_request', 'The request body could not be read as JSON.')
        : undefined;
  }
}
