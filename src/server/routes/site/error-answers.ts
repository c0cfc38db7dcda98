import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '../../../core/wire/error-codes.ts';
import { HttpError, toHttpError } from '../http-error.ts';

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

/** What Node reports about a connection that did not carry a whole, valid request in time. */
const CONNECTION_ERRORS: Readonly<Record<string, HttpError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new HttpError(408, 'timeout', 'The request did not arrive in time.'),
  HPE_HEADER_OVERFLOW: new HttpError(431, 'headers_too_large', 'The request headers are too large.'),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: new HttpError(413, 'payload_too_large', 'The request body is too large.'),
};
const NOT_HTTP = new HttpError(400, 'bad_request', 'This is not a valid HTTP request.');

/** How long the client has to read such an answer and close the connection. */
const LINGER_MS = 1_000;

/** Answers on a bare connection, where no request exists yet, and closes it. */
export function answerConnectionError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const answer = CONNECTION_ERRORS[error.code ?? ''] ?? NOT_HTTP;
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
