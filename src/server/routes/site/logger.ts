import { type DestinationStream, type Logger, pino } from 'pino';
import { isObject, jsonIn } from '../../../core/json/loose.ts';
import type { Config } from '../../platform/config.ts';
import { printable } from '../../platform/printable.ts';
import { Counter } from 'prom-client';

/** Names under which a secret could reach a log entry, at its top or one level down. */
const SECRET_NAMES = [
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
];

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
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`]), censor: '[removed]' },
      serializers: { err: describeError },
    },
    destination,
  );
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
  const fields = jsonIn(entry);
  if (!isObject(fields)) return entry;
  const { level, time, msg, err, ...rest } = fields;
  const clock = new Date(String(time)).toLocaleTimeString('en-GB');
  const details = Object.entries(rest)
    .filter(([name]) => name !== 'reqId' || level !== 'info')
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const line = [clock, level === 'info' ? '' : String(level).toUpperCase(), msg, ...details];
  const stack = isObject(err) ? String(err.stack ?? err.message).split('\n') : [];
  return [line.filter(Boolean).join(' '), ...stack].map((each) => `${printable(each)}\n`).join('');
}

/** Takes log entries, one line each, and never keeps the server waiting for their reader. */
export interface LogOutput {
  write(entry: string): void;
  /** Entries that were dropped because too much waited. */
  readonly dropped: Counter;
  /** Writes what still waits; blocks until it is taken, three seconds at most. */
  flush(): void;
}

/** Most bytes that wait for a reader that has stopped: some 5,000 entries. */
export const LONGEST_WAITING = 1024 * 1024;

/** How often a write to a reader that has stopped is repeated, and how many times at the end of the program. */
const RETRY_MS = 10;
const LAST_TRIES = 300;

/**
 * Writes entries at once with Pino's own destination, so that none is lost however the program ends. What is not taken, because a
 * pipe is full or a disk, waits in memory up to a limit; then new entries are dropped and counted. A pipe or socket must be set to
 * refuse what it has no room for (O_NONBLOCK).
 */
export function createLogOutput(fd: number, sleepMs: (ms: number) => void = sleep): LogOutput {
  // Pino would wait for a full pipe: refused, it keeps the entries and hands the error on.
  const destination = pino.destination({
    fd,
    sync: true,
    maxLength: LONGEST_WAITING,
    retryEAGAIN: () => false,
  });
  const dropped = countDropped();
  /** Why the last write was not complete; undefined: nothing waits. */
  let problem: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Writes what waits and then the text, which waits as well if there is no room. */
  const write = (text: string) => {
    problem = undefined;
    destination.write(text);
  };
  destination.on('drop', () => dropped.inc());
  destination.on('error', (error: NodeJS.ErrnoException) => {
    problem = error.code;
    timer ??= setTimeout(() => {
      timer = undefined;
      write('');
    }, RETRY_MS).unref();
  });
  return {
    write,
    dropped,
    flush() {
      write('');
      // A full disk would refuse a repeated write too.
      for (let tries = 0; problem === 'EAGAIN' && tries < LAST_TRIES; tries += 1) {
        sleepMs(RETRY_MS);
        write('');
      }
    },
  };
}

export function countDropped(): Counter {
  return new Counter({
    name: 'pipcast_log_entries_dropped_total',
    help: 'Entries of the log that could not be written in time.',
    registers: [],
  });
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
