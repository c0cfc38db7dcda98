/**
 * A problem that a person can solve: one line that says what, where and what to do. It is shown as it is, without a
 * stack trace, and ends the start.
 */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
}

/**
 * SQLSTATE classes and codes that say the database cannot serve any query now: connections (08), who may log in (28), the database's name
 * (3D), resources (53), an operator (57P), the system (58), its configuration (F0), its own faults (XX).
 */
const UNAVAILABLE_CLASSES = ['08', '28', '3D', '53', '57P', '58', 'F0', 'XX'];
const UNAVAILABLE_CODES = new Set([
  '25006', // read-only transaction: a replica, or a primary that was demoted
  '55P03', // lock_timeout
  '57014', // statement_timeout
]);

/**
 * What Node's sockets and resolver report when the other end does not answer, or when there is no connection to be had: no
 * open file or port left on this side, no place in the other's queue.
 */
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
  'ENFILE',
  'EADDRNOTAVAIL',
  'EAGAIN',
]);

/** Messages of `pg` and its pool, which carry no code. */
const CLIENT_MESSAGES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Cannot use a pool after calling end on the pool',
  'The server does not support SSL connections',
];

/**
 * True when the database did not serve for a reason outside the query: it is down, starting, full, overloaded,
 * unreachable, or refuses the login. The caller answers 503 and may try again; anything else is a bug in the query or the code.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code !== undefined) {
    if (isSqlState(code)) {
      return UNAVAILABLE_CODES.has(code) || UNAVAILABLE_CLASSES.some((prefix) => code.startsWith(prefix));
    }
    if (UNREACHABLE.has(code) && isFromSocket(error)) return true;
  }
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  return CLIENT_MESSAGES.some((message) => error.message.startsWith(message));
}

/** The SQLSTATE class of an error that PostgreSQL reported; undefined for any other. */
export function sqlStateClass(error: unknown): string | undefined {
  const code = codeOf(error);
  return code !== undefined && isSqlState(code) ? code.slice(0, 2) : undefined;
}

/** The SQLSTATE or Node error code of an error, when it has one. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function isSqlState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code);
}

/** A missing file has the code ENOENT too; only a socket's error names the failed system call. */
function isFromSocket(error: Error): boolean {
  const call = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : '';
  return ['connect', 'read', 'write', 'getaddrinfo', 'shutdown'].includes(call);
}

/** Why something failed, in words. `fetch` mostly reports "fetch failed"; the reason is in its cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // An attempt on several addresses has an empty message of its own.
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  return error.message;
}
