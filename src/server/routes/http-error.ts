import type { ErrorBody, ErrorCode } from '../../core/wire/error-codes.ts';
import { AuthError } from '../auth/auth-error.ts';
import { isDatabaseUnavailable } from '../platform/database-error.ts';
import { isDiskFull } from '../platform/data-directory.ts';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
  return notFound('There is nothing at this address.');
}

export function notFound(message: string): HttpError {
  return new HttpError(404, 'not_found', message);
}

export function badRequest(message: string): HttpError {
  return new HttpError(400, 'bad_request', message);
}

const RETRY_SECONDS = 5;

/** The error that a client reads: an expected error itself, else a plain 500 or 503 with the error as cause. */
function toHttpError(error: unknown): HttpError {
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
    const retryAfterSeconds = error.details.retryAfterS ?? RETRY_SECONDS;
    return new HttpError(503, 'unavailable', error.message, { retryAfterSeconds, cause: error });
  }
  return error.status < 500 ? new HttpError(401, 'unauthorized', error.message) : undefined;
}

const TOO_LARGE = new HttpError(413, 'payload_too_large', 'The request body is too large.');
/** What Fastify refuses, and what Node reports about a connection that did not carry a whole, valid request in time. */
const REFUSALS: Readonly<Record<string, HttpError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: TOO_LARGE,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new HttpError(
    415,
    'unsupported_media_type',
    'Send the body as application/json.',
  ),
  // The files of the documentation: a path that would lead out of their folder.
  FST_STATIC_FORBIDDEN_PATH: nothingHere(),
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'timeout', 'The request did not arrive in time.'),
  HPE_HEADER_OVERFLOW: new HttpError(431, 'headers_too_large', 'The request headers are too large.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: TOO_LARGE,
};

/** Fastify's own refusals of a request carry a code FST_ERR_* and a status; their messages hold nothing of the request. */
function fromFastify(error: unknown): HttpError | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('statusCode' in error)) return undefined;
  const code = String(error.code);
  if (code === 'FST_ERR_VALIDATION') return badRequest(error.message);
  if (code === 'FST_ERR_HANDLER_TIMEOUT')
    return new HttpError(503, 'unavailable', 'The answer took too long. Try again in a moment.', {
      retryAfterSeconds: RETRY_SECONDS,
      cause: error,
    });
  const isUnreadable = error.statusCode === 400 && code.startsWith('FST_ERR_CTP_');
  return (
    REFUSALS[code] ?? (isUnreadable ? badRequest('The request body could not be read as JSON.') : undefined)
  );
}

/** Answers any error in the one format; details that the client does not get are logged with the same request id. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toHttpError(error);
  // A meant answer, such as that there is no market, is no fault: the line of its request in the log is enough.
  const isMeant = answer === error && answer.cause === undefined;
  if (answer.status >= 500 && !isMeant) {
    request.log.error({ err: answer.cause ?? answer }, answer.message);
  }
  if (answer.status === 401) reply.header('www-authenticate', 'Bearer');
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds);
  return reply.code(answer.status).header('cache-control', 'no-store').send(errorBody(answer, request.id));
}

function errorBody({ code, message }: HttpError, requestId?: string): ErrorBody {
  return { error: requestId === undefined ? { code, message } : { code, message, requestId } };
}

const NOT_HTTP = badRequest('This is not a valid HTTP request.');

/** How long the client has to read such an answer and close the connection. */
const LINGER_MS = 1_000;

/** Answers on a bare connection, where no request exists yet, and closes it. */
export function answerConnectionError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const answer = REFUSALS[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify(errorBody(answer));
  socket.end(
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n` +
      `Connection: close\r\n\r\n${body}`,
  );
  // A client that does not hang up would hold the connection for as long as a silent one may last.
  const limit = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(limit));
}
