import { writeSync } from 'node:fs';

/** Takes log entries, one line each, and never keeps the server waiting for whoever reads them. */
export interface LogOutput {
  write(entry: string): void;
  /** Entries that nobody will read: there was no room for them any more, or they could not be written. */
  readonly dropped: number;
  /** Writes what still waits. Keeps the program waiting until it is taken, or nothing was for three seconds; for ten at most. */
  flush(): void;
}

export interface LogOutputOptions {
  /** Where to write to. A pipe or socket must be set to refuse what it has no room for (O_NONBLOCK), not to wait. */
  readonly fd: number;
  readonly writeBytes?: (fd: number, bytes: Uint8Array) => number;
  readonly sleepMs?: (ms: number) => void;
}

/** What may wait for a reader that has stopped, in bytes: some 5,000 entries. */
export const LONGEST_WAITING = 1024 * 1024;

/** How often a reader that has stopped is tried again. */
const RETRY_MS = 10;
/** At the end of the program: how often while it takes nothing, which on a busy machine is not for good, and how often in all. */
const QUIET_TRIES = 300;
const FLUSH_TRIES = 1_000;

const NEWLINE = Buffer.from('\n');

/**
 * Writes entries at once, so that none is lost however the program ends. When the reader stops, a full pipe, they wait in memory
 * up to a limit, and then the new ones are dropped. What cannot be written, a full disk, is dropped too. An entry of its own says
 * how many were, as soon as there is room for it.
 */
export function createLogOutput({
  fd,
  writeBytes = writeSync,
  sleepMs = sleep,
}: LogOutputOptions): LogOutput {
  const waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  /** The first that waits was tried: it may be the rest of an entry. */
  let isFirstTried = false;
  /** The last line that was written has no end yet. */
  let isOpen = false;
  let dropped = 0;
  /** Of those, how many no entry tells of. */
  let untold = 0;
  let timer: NodeJS.Timeout | undefined;

  const drop = () => {
    dropped += 1;
    untold += 1;
  };

  /** Writes as much of an entry as is taken; answers what is left of it, or `failed`. */
  const attempt = (bytes: Uint8Array, isTried: boolean): Uint8Array | 'failed' => {
    // Of an entry that failed, a part may stand there.
    let rest = isOpen && !isTried ? Buffer.concat([NEWLINE, bytes]) : bytes;
    try {
      while (rest.length > 0) {
        rest = rest.subarray(writeBytes(fd, rest));
        isOpen = rest.length > 0;
      }
      return rest;
    } catch (error) {
      return isForNow(error) ? rest : 'failed';
    }
  };

  const tryLater = () => {
    timer ??= setTimeout(writeWaiting, RETRY_MS).unref();
  };

  /** Only while nothing waits. False: it failed. */
  const put = (entry: string): boolean => {
    const rest = attempt(Buffer.from(entry), false);
    if (rest === 'failed') return false;
    if (rest.length > 0) {
      waiting.push(rest);
      waitingBytes += rest.length;
      isFirstTried = true;
      tryLater();
    }
    return true;
  };

  const tellOfDropped = () => {
    if (untold > 0 && put(noteOf(untold))) untold = 0;
  };

  function writeWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const rest = attempt(first, isFirstTried);
      waitingBytes -= first.length;
      if (rest !== 'failed' && rest.length > 0) {
        waiting[0] = rest;
        waitingBytes += rest.length;
        isFirstTried = true;
        tryLater();
        return;
      }
      if (rest === 'failed') drop();
      waiting.shift();
      isFirstTried = false;
    }
    tellOfDropped();
  }

  return {
    get dropped() {
      return dropped;
    },
    write(entry) {
      if (waiting.length === 0) tellOfDropped();
      if (waiting.length === 0) {
        if (!put(entry)) drop();
        return;
      }
      const bytes = Buffer.from(entry);
      if (waitingBytes + bytes.length > LONGEST_WAITING) drop();
      else {
        waiting.push(bytes);
        waitingBytes += bytes.length;
      }
    },
    flush() {
      let quiet = 0;
      for (let tries = 0; waiting.length > 0 && quiet < QUIET_TRIES && tries < FLUSH_TRIES; tries += 1) {
        if (tries > 0) sleepMs(RETRY_MS);
        const before = waitingBytes;
        writeWaiting();
        quiet = waitingBytes < before ? 0 : quiet + 1;
      }
    },
  };
}

/** Whether there will be room again when the reader has read. */
function isForNow(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'EAGAIN' || code === 'EBUSY' || code === 'EINTR';
}

/** An entry like the others. */
function noteOf(count: number): string {
  const msg = `${count} log entries are missing here: nobody read them in time, or they could not be written`;
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), dropped: count, msg })}\n`;
}

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
