import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Options } from '@node-rs/argon2';

/** What a thread is asked: to verify a password against a stored argon2 hash, or to hash one. */
export type HashTask =
  | { readonly password: string; readonly stored: string }
  | { readonly password: string; readonly options: Options };

export type HashAnswer = { readonly result: boolean | string } | { readonly error: unknown };

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

/**
 * One thread a core, each started when it is first needed and anew after it died. Not libuv's pool: its threads sleep between
 * the end of one hash and the start of the next, are four whatever the machine has, and are the file system's too.
 */
export function createHashThreads(count = availableParallelism()): HashThreads {
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
  /** In the order in which they were asked, which is that of the answers. */
  const asked: Asked[] = [];

  const start = (): Worker => {
    // Without what the program was started with: a loader of its sources, its secrets.
    const started = new Worker(new URL('./hash-thread.js', import.meta.url), { execArgv: [], env: {} });
    started.on('message', (answer: HashAnswer) => {
      const next = asked.shift();
      // What waits keeps the program alive, a thread without work does not.
      if (asked.length === 0) started.unref();
      if ('error' in answer) next?.reject(answer.error);
      else next?.resolve(answer.result as never);
    });
    let why: unknown = new Error('A thread that checks passwords has ended.');
    started.on('error', (error) => {
      why = error;
    });
    started.on('exit', () => {
      worker = undefined;
      for (const { reject } of asked.splice(0)) reject(why);
    });
    return started;
  };

  return {
    get load() {
      return asked.length;
    },
    ask: (task) =>
      new Promise((resolve, reject) => {
        if (isClosed) throw new Error('The threads that check passwords have been closed.');
        worker ??= start();
        if (asked.length === 0) worker.ref();
        asked.push({ resolve, reject });
        worker.postMessage(task);
      }),
    async close() {
      isClosed = true;
      await worker?.terminate();
    },
  };
}
