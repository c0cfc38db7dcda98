import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogOutput, type LogOutput, LONGEST_WAITING } from './logger.ts';

let folder: string;
/** Both ends of a pipe that refuses what it has no room for. */
let pipe: number;
let output: LogOutput;
let sleptMs: number;

beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'pipcast-log-'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  pipe = openSync(join(folder, 'pipe'), constants.O_RDWR | constants.O_NONBLOCK);
  sleptMs = 0;
  output = createLogOutput(pipe, (ms) => {
    sleptMs += ms;
  });
});
afterEach(() => {
  vi.useRealTimers();
  closeSync(pipe);
  rmSync(folder, { recursive: true });
});

/** What is in the pipe now. */
function read(): string {
  const chunk = Buffer.alloc(1 << 16);
  let text = '';
  try {
    for (;;) text += chunk.toString('latin1', 0, readSync(pipe, chunk));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    return text;
  }
}

/** What is read until nothing more comes. */
function readAll(): string {
  let all = '';
  for (let part = read(); part !== ''; part = read()) {
    all += part;
    vi.advanceTimersByTime(10);
  }
  return all;
}

const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => `${String(index).padStart(999, '.')}\n`);

it('writes an entry at once', () => {
  output.write('one\n');
  expect(read()).toBe('one\n');
});

it('keeps what a reader has no room for, and writes it in order when there is room', async () => {
  const sent = entries(500);
  for (const entry of sent) output.write(entry);
  const before = read();
  expect(before.length).toBeLessThan(sent.join('').length);
  vi.advanceTimersByTime(10);
  expect(before + readAll()).toBe(sent.join(''));
  expect(await droppedBy(output)).toBe(0);
});

const droppedBy = async ({ dropped }: LogOutput) => (await dropped.get()).values[0]?.value ?? 0;

it('drops and counts what comes when too much waits, and goes on when there is room again', async () => {
  const sent = entries(2 * (LONGEST_WAITING / 1_000));
  for (const entry of sent) output.write(entry);
  const dropped = await droppedBy(output);
  expect(dropped).toBeGreaterThan(0);
  const lines = readAll().trimEnd().split('\n');
  expect(lines).toEqual(sent.slice(0, sent.length - dropped).map((entry) => entry.trimEnd()));
  output.write('after\n');
  expect(readAll()).toBe('after\n');
});

it('waits at the end for a reader that takes what waits', () => {
  const sent = entries(500);
  let got = '';
  output = createLogOutput(pipe, () => {
    got += read();
  });
  for (const entry of sent) output.write(entry);
  output.flush();
  expect(got + read()).toBe(sent.join(''));
});

it('gives up at the end on a reader after three seconds', () => {
  for (const entry of entries(500)) output.write(entry);
  output.flush();
  expect(sleptMs).toBe(3_000);
});

it.runIf(process.platform === 'linux')('a full disk neither throws nor keeps the end waiting', () => {
  const full = openSync('/dev/full', 'w');
  output = createLogOutput(full, (ms) => {
    sleptMs += ms;
  });
  output.write('one\n');
  output.flush();
  expect(sleptMs).toBe(0);
  closeSync(full);
});
