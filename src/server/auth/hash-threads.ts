import { availableParallelism, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** What a thread is asked: to verify a password against a stored argon2 hash, or to hash one. */
export type HashTask =
  | { readonly password: string; readonly stored: string }
  | { readonly password: string; readonly options: Options };

/** A task on its way to a thread. */
export interface HashMessage {
  readonly id: number;
  readonly task: HashTask;
}

/** What came of the task of the same `id`. */
export type HashAnswer = { readonly id: number } & (
  | { readonly result: boolean | string }
  | { readonly error: unknown }
);

/** argon2, computed by threads of its own. */
export interface HashThreads {
  /** Tasks at once that keep every thread busy: the one it is at, and the next at hand. */
  readonly atOnce: number;
  hash(password: string, options: Options): Promise<string>;
  /** Throws when the stored hash is none of argon2. */
  verify(stored: string, password: string): Promise<boolean>;
  /** Ends the threads; what they are still asked fails. */
  close(): Promise<void>;
}

interface Asked {
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

/** More would wait for the event loop, which has its part of every sign-in: a fifteenth of what the hash takes. */
const MOST_THREADS = 16;

/** What a thread holds while it is at a hash: 19 MiB for that, the rest for itself. */
const THREAD_BYTES = 32 * 1024 ** 2;

/** The part of the memory that threads may hold together: a quarter. */
const MEMORY_PARTS = 4;

/** How many threads hash on a machine with so many cores, where the program may use so many bytes of memory. At least one. */
export function hashThreadCount(cores: number, memoryBytes: number): number {
  const fitting = Math.floor(memoryBytes / MEMORY_PARTS / THREAD_BYTES);
  return Math.max(1, Math.min(cores, MOST_THREADS, fitting));
}

/** The machine's memory, or what a container leaves of it. */
function usableMemory(): number {
  // 0: not known.
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}

/**
 * One thread a core, each started when it is first needed and anew after it died. Not libuv's pool: its threads sleep between
 * the end of one hash and the start of the next, are four whatever the machine has, and are the file system's too.
 */
export function createHashThreads(
  count = hashThreadCount(availableParallelism(), usableMemory()),
): HashThreads {
  const threads = Array.from({ length: count }, createHashThread);
  const ask = <Result extends boolean | string>(task: HashTask): Promise<Result> => {
    const [first, ...others] = threads as [HashThread, ...HashThread[]];
    return others.reduce((best, next) => (next.load < best.load ? next : best), first).ask(task);
  };
  return {
    atOnce: count * 2,
    hash: (password, options) => ask({ password, options }),
    verify: (stored, password) => ask({ password, stored }),
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

interface HashThread {
  /** How many tasks it has. */
  readonly load: number;
  ask<Result extends boolean | string>(task: HashTask): Promise<Result>;
  close(): Promise<void>;
}

function createHashThread(): HashThread {
  let worker: Worker | undefined;
  let isClosed = false;
  let lastId = 0;
  /** By the id of their task: no answer may ever go to somebody else. */
  const asked = new Map<number, Asked>();

  const start = (): Worker => {
    // Without what the program was started with: a loader of its sources, its secrets.
    const started = new Worker(new URL('./hash-thread.js', import.meta.url), { execArgv: [], env: {} });
    // What waits keeps the program alive, a thread without work does not.
    started.unref();
    started.on('message', (answer: HashAnswer) => {
      const who = asked.get(answer.id);
      asked.delete(answer.id);
      if (asked.size === 0) started.unref();
      if ('error' in answer) who?.reject(answer.error);
      else who?.resolve(answer.result as never);
    });
    let why: unknown = new Error('A thread that checks passwords has ended.');
    started.on('error', (error) => {
      why = error;
    });
    started.on('exit', () => {
      worker = undefined;
      const lost = [...asked.values()];
      asked.clear();
      for (const { reject } of lost) reject(why);
    });
    return started;
  };

  return {
    get load() {
      return asked.size;
    },
    ask: (task) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error('The threads that check passwords have been closed.');
        worker ??= start();
        const message: HashMessage = { id: ++lastId, task };
        // Throws for what cannot be sent, which then waits for nothing.
        worker.postMessage(message);
        if (asked.size === 0) worker.ref();
        asked.set(message.id, { resolve, reject });
      }),
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
