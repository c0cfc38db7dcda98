import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { codeOf, isDatabaseUnavailable } from '../../platform/database-error.ts';
import { isDiskFull } from '../../platform/data-directory.ts';
import { AuthError, unavailable } from '../../auth/auth-error.ts';
import { wellFormed } from '../../auth/metadata.ts';

/**
 * The largest honest body brings 4 KiB of metadata, each character written out as \uXXXX. More only costs time before any limit
 * counts: a megabyte of short names takes the event loop some 170 ms to read, this much 3 ms.
 */
export const BODY_LIMIT_BYTES = 32 * 1024;

/** The header in which a client says which form of errors it reads, and in which an error answer repeats it. */
const API_VERSION_HEADER = 'x-supabase-api-version';

/** The first version whose errors carry the code as `code`. */
const ERROR_FORM_VERSION = '2024-01-01';

type ErrorForm = 'old' | 'new';

/** Answers an error of any kind in the form the client reads; what is not expected is logged and answered with a plain 500. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  hasNoRoom: () => boolean,
): FastifyReply {
  const authError = toAuthError(error, hasNoRoom);
  if (authError.status >= 500) {
    const level = authError.status === 500 ? 'error' : 'warn';
    // Meant refusals, such as that the server is full, are many and come from one place: no stack is needed.
    const why = authError.cause === undefined ? { why: authError.message } : { err: authError.cause };
    request.log[level]({ ...why, code: authError.code }, 'auth request failed');
  }
  const form = errorForm(request.headers[API_VERSION_HEADER]);
  if (form === 'new') reply.header(API_VERSION_HEADER, ERROR_FORM_VERSION);
  const { retryAfterS, allow } = authError.details;
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS));
  if (allow !== undefined) reply.header('allow', allow);
  return reply
    .code(authError.status)
    .header('x-sb-error-code', authError.code)
    .header('content-type', 'application/json')
    .send(Buffer.from(JSON.stringify(errorBody(authError, form, request.id))));
}

/** The form of errors for a version header; old when it is absent, not a date, or before 2024. */
export function errorForm(versionHeader: string | string[] | undefined): ErrorForm {
  if (typeof versionHeader !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(versionHeader)) return 'old';
  const instant = new Date(`${versionHeader}T00:00:00Z`);
  const isDate = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(versionHeader);
  return isDate && versionHeader >= ERROR_FORM_VERSION ? 'new' : 'old';
}

/** The body of an error answer; `requestId` ties a 5xx to the server's log. */
export function errorBody(error: AuthError, form: ErrorForm, requestId: string): Record<string, unknown> {
  const { weakPasswordReasons: reasons } = error.details;
  const weak = reasons ? { weak_password: { reasons } } : {};
  if (form === 'new') return { code: error.code, message: error.message, ...weak };
  const id = error.status >= 500 ? { error_id: requestId } : {};
  return { code: error.status, error_code: error.code, msg: error.message, ...id, ...weak };
}

function toAuthError(error: unknown, hasNoRoom: () => boolean): AuthError {
  if (error instanceof AuthError) return error;
  const code = codeOf(error);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new AuthError(
      413,
      'request_entity_too_large',
      `Request body too large (max ${BODY_LIMIT_BYTES} bytes)`,
    );
  }
  if (code !== undefined && TIMEOUTS.has(code)) {
    return new AuthError(
      504,
      'request_timeout',
      'Processing this request timed out, please retry after a moment.',
      { retryAfterS: 1, cause: error },
    );
  }
  if (isDatabaseUnavailable(error)) {
    return unavailable(
      isDiskFull(error) || hasNoRoom()
        ? "The disk of the server's database is full, please retry later."
        : 'The database cannot be reached, please retry after a moment.',
      error,
    );
  }
  // The framework's own refusals, such as a body shorter than its content-length.
  if (isClientError(error)) return badJson('the body could not be read');
  return new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    { cause: error },
  );
}

/** The database's limit for a statement, and the server's for a request. */
const TIMEOUTS = new Set(['57014', 'FST_ERR_HANDLER_TIMEOUT']);

function isClientError(error: unknown): boolean {
  const status = error instanceof Error ? (error as Partial<FastifyError>).statusCode : undefined;
  return status !== undefined && status >= 400 && status < 500;
}

/**
 * Reads a request body the way the contract's clients expect: JSON whatever the content type says, field names in any
 * case (a later one wins), `null` as absent, broken UTF-8 and lone surrogates replaced by U+FFFD. Answers the fields of those
 * names, in lower case, and no other: most of the time that thousands of them take is spent on keeping them.
 * Throws `bad_json` when the body is not one JSON object.
 */
export function parseJsonBody(
  bytes: Uint8Array | undefined,
  names: ReadonlySet<string>,
): Record<string, unknown> {
  const text = Buffer.from(bytes ?? []).toString('utf8');
  if (text.trim() === '') throw badJson('the body is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the body, which may hold a password.
    throw badJson('not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badJson('not an object');
  const fields = new Map<string, unknown>();
  for (const given of Object.keys(value)) {
    const name = given.toLowerCase();
    if (!names.has(name)) continue;
    const field = (value as Record<string, unknown>)[given];
    if (field !== null) fields.set(name, typeof field === 'string' ? wellFormed(field) : field);
  }
  return Object.fromEntries(fields);
}

/** The error for a body that cannot be read; `problem` must not quote the body. */
export function badJson(problem: string): AuthError {
  return new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${problem}`);
}
