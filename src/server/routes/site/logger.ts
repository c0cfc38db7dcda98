import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../../platform/config.ts';
import { printable } from '../../platform/printable.ts';
import { countDropped, createLogOutput, type LogOutput } from './log-output.ts';

/** Names under which a secret could reach a log entry, at its top or one level down. */
const SECRET_NAMES = new Set([
  'authorization',
  'apikey',
  'cookie',
  'password',
  'current_password',
  'access_token',
  'refresh_token',
  'token',
  'key',
  'databaseUrl',
  'databaseOwnerUrl',
  'authSecret',
  'metricsToken',
]);
const REMOVED = '[removed]';

/**
 * The server's log: one JSON object a line, on standard error. Nothing passes request bodies, query strings or headers to it;
 * removing values by their name is the second lock on that door.
 */
export function createLogger(level: Config['logLevel'], destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => withoutSecrets(fields) },
      serializers: { err: describeError },
    },
    destination,
  );
}

/** Pino's own redaction does this too, at six times the cost of writing an entry. */
function withoutSecrets(fields: Record<string, unknown>, depth = 1): Record<string, unknown> {
  let cleaned = fields;
  for (const name in fields) {
    const value = fields[name];
    const allowed = SECRET_NAMES.has(name)
      ? REMOVED
      : depth > 0 && isPlainObject(value)
        ? withoutSecrets(value, depth - 1)
        : value;
    if (allowed === value) continue;
    if (cleaned === fields) cleaned = { ...fields };
    cleaned[name] = allowed;
  }
  return cleaned;
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !(value instanceof Error) && !Array.isArray(value);
}

/** Standard error: JSON for machines, one readable line an entry where a person looks on. */
export function logOutput(): LogOutput {
  // Where it is a pipe, looking at it sets it to refuse what it has no room for.
  if (!process.stderr.isTTY) {
    const output = createLogOutput(2);
    process.on('exit', () => output.flush());
    return output;
  }
  return {
    write: (entry) => void process.stderr.write(terminalLine(entry)),
    dropped: countDropped(),
    flush: () => {},
  };
}

/**
 * What the log keeps of an error. Only these: others, such as the detail of a database error, can quote the values of a row.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/**
 * A log entry (a line of JSON) as a short line for a person, what strangers sent written out where it could steer the terminal;
 * text that is no entry stays as it is.
 */
export function terminalLine(entry: string): string {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(entry) as Record<string, unknown>;
  } catch {
    return entry;
  }
  const { level, time, msg, err, ...rest } = fields;
  const clock = new Date(String(time)).toLocaleTimeString('en-GB');
  const details = Object.entries(rest)
    .filter(([name]) => name !== 'reqId' || level !== 'info')
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const line = [clock, level === 'info' ? '' : String(level).toUpperCase(), msg, ...details];
  const stack = isRecord(err) ? String(err.stack ?? err.message).split('\n') : [];
  return [line.filter(Boolean).join(' '), ...stack].map((each) => `${printable(each)}\n`).join('');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
