import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';

/** A running `database-writer.ts`. */
export interface WriterProcess {
  readonly pid: number;
  /** Every row that it has acknowledged so far. */
  readonly acknowledged: readonly number[];
  /** What it wrote to its error output. */
  complaints(): string;
  /** Resolves once that many more rows were acknowledged; rejects when the process ends before. */
  writes(count: number): Promise<void>;
  /** Sends a signal and resolves with the exit code (null after a signal) when all its output was read. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts a writer on a data directory; resolves when it is ready, rejects with its complaint when it ends before.
 * `killed` kills it with signal 9;
 * `through` is a command that starts another one, as setpriv does.
 */
export async function startWriter(
  dataDir: string,
  { killed, through = [] }: { readonly killed?: AbortSignal; readonly through?: readonly string[] } = {},
): Promise<WriterProcess> {
  const script = join(inject('childProcesses'), 'database-writer.js');
  const [file = '', ...args] = [...through, process.execPath, script, dataDir];
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  killed?.addEventListener('abort', () => child.kill('SIGKILL'));
  const acknowledged: number[] = [];
  const waiting = new Set<() => void>();
  let ready = false;
  let ended = false;
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    if (line === 'ready') ready = true;
    else acknowledged.push(Number(line));
    for (const check of waiting) check();
  });
  const closed = exitOf(child).then((code) => {
    ended = true;
    for (const check of waiting) check();
    return code;
  });
  const until = (done: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const check = () => {
        if (!done() && !ended) return;
        waiting.delete(check);
        if (done()) resolve();
        else reject(new Error(`the writer ended: ${complaints}`));
      };
      waiting.add(check);
      check();
    });
  await until(() => ready);
  return {
    pid: child.pid ?? 0,
    acknowledged,
    complaints: () => complaints,
    writes: (count) => {
      const goal = acknowledged.length + count;
      return until(() => acknowledged.length >= goal);
    },
    end: (signal) => {
      child.kill(signal);
      return closed;
    },
  };
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('close', resolve);
  });
}
