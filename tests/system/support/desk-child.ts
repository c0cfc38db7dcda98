import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inject } from 'vitest';
import type { DeskOrder } from './desk-process.ts';

/** A `desk-process.ts` that has started and waits for its order. */
export interface DeskChild {
  /** Sets it going; resolves with the address of its stream, or undefined when it ended before it had one. */
  go(order: DeskOrder): Promise<string | undefined>;
  kill(): void;
  /** Resolves when it has ended and all its output was read. */
  readonly ended: Promise<{
    readonly code: number | null;
    /** Whether it ended itself where the test said. */
    readonly isHit: boolean;
    /** What it wrote to its error output. */
    readonly complaints: string;
  }>;
}

/** Starts one: that takes the better part of a second, so start the next while this one is at work. */
export function startDeskChild(): DeskChild {
  const script = join(inject('childProcesses'), 'desk-process.js');
  const child: ChildProcess = spawn(process.execPath, [script], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let complaints = '';
  let isHit = false;
  let tellAddress: (address: string | undefined) => void = () => {};
  const address = new Promise<string | undefined>((resolve) => {
    tellAddress = resolve;
  });
  child.stdin?.on('error', () => {});
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints += text;
  });
  if (child.stdout) {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'hit') isHit = true;
      if (line.startsWith('at ')) tellAddress(line.slice(3));
    });
  }
  const ended = once(child, 'close').then(([code]) => {
    tellAddress(undefined);
    return { code: code as number | null, isHit, complaints };
  });
  return {
    go(order) {
      child.stdin?.write(`${JSON.stringify(order)}\n`);
      return address;
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}
