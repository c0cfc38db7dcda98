import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogOutput, LONGEST_WAITING, type LogOutput } from './log-output.ts';

/** What a write does next: takes so many bytes at most, or fails with a code. */
let next: () => number | string;
let written: string;
let output: LogOutput;
let sleptMs: number;

beforeEach(() => {
  vi.useFakeTimers();
  written = '';
  sleptMs = 0;
  next = () => Infinity;
  output = createLogOutput({ fd: 2, writeBytes, sleepMs: (ms) => (sleptMs += ms) });
});
afterEach(() => {
  vi.useRealTimers();
});

function writeBytes(_fd: number, bytes: Uint8Array): number {
  const step = next();
  if (typeof step === 'string') throw Object.assign(new Error(step), { code: step });
  const taken = bytes.subarray(0, step);
  written += Buffer.from(taken).toString('latin1');
  return taken.length;
}

/** Does these, one at each write, and then the last for ever. */
function does(...steps: [number | string, ...(number | string)[]]): void {
  next = () => (steps.length > 1 ? steps.shift() : steps[0]) as number | string;
}

const later = () => vi.advanceTimersByTime(10);
const notes = () => [...written.matchAll(/"dropped":(\d+)/g)].map(([, count]) => Number(count));

it('writes an entry at once, also one that is taken in parts', () => {
  output.write('one\n');
  does(2, 1, 10);
  output.write('two\n');
  expect(written).toBe('one\ntwo\n');
});

it('keeps what a reader has no room for, in order, and writes it when there is room', () => {
  does('EAGAIN');
  output.write('one\n');
  output.write('two\n');
  does(2, 'EAGAIN');
  later();
  output.write('three\n');
  expect(written).toBe('on');
  does(Infinity);
  later();
  output.write('four\n');
  expect(written).toBe('one\ntwo\nthree\nfour\n');
  expect(output.dropped).toBe(0);
});

it('drops what comes when too much waits, and says how many when there is room again', () => {
  does('EAGAIN');
  const entry = `${'x'.repeat(1023)}\n`;
  for (let count = 0; count < 1024 + 7; count += 1) output.write(entry);
  expect(output.dropped).toBe(7);
  does(Infinity);
  later();
  expect(written.startsWith(entry.repeat(1024))).toBe(true);
  expect(written.slice(LONGEST_WAITING)).toMatch(
    /^\{"level":"warn","time":"\S+","dropped":7,"msg":".+"\}\n$/,
  );
  output.write('next\n');
  expect(notes()).toEqual([7]);
  expect(written.endsWith('}\nnext\n')).toBe(true);
});

it('has room for new ones as soon as some are written', () => {
  does('EAGAIN');
  const entry = `${'x'.repeat(1023)}\n`;
  for (let count = 0; count < 1024; count += 1) output.write(entry);
  does(1536, 'EAGAIN');
  later();
  output.write(entry);
  output.write(entry);
  expect(output.dropped).toBe(1);
});

it('goes on after a full disk: drops what could not be written, says so, and ends a line that was begun', () => {
  does(2, 'ENOSPC');
  output.write('torn\n');
  output.write('lost\n');
  expect([written, output.dropped]).toEqual(['to', 2]);
  does(Infinity);
  output.write('next\n');
  const lines = written.split('\n');
  expect([lines[0], lines.at(-2), notes()]).toEqual(['to', 'next', [2]]);
});

it('ends a line that was begun when the rest of it waited', () => {
  does(2, 'EAGAIN');
  output.write('torn\n');
  output.write('next\n');
  does('EIO', 'EAGAIN', Infinity);
  later();
  later();
  expect(written.startsWith('to\nnext\n')).toBe(true);
  expect(notes()).toEqual([1]);
});

it('is not bothered by a reader that went away', () => {
  does('EPIPE');
  output.write('one\n');
  output.flush();
  expect(output.dropped).toBe(1);
});

it('at the end waits for a slow reader, but not for one that has stopped', () => {
  // Ten milliseconds between two tries: it takes a byte after each second and a half.
  const slowly = Array.from({ length: 4 }, () => [...Array<string>(150).fill('EAGAIN'), 1]).flat();
  does('EAGAIN', ...slowly, 'EAGAIN');
  output.write('one\ntwo\n');
  output.flush();
  expect(written).toBe('one\n');
  expect(sleptMs).toBeGreaterThan(8_000);
  expect(sleptMs).toBeLessThanOrEqual(10_000);
});

it('at the end waits ten seconds at most, however little a reader takes', () => {
  let tries = 0;
  next = () => (++tries % 200 === 0 ? 1 : 'EAGAIN');
  output.write('x'.repeat(100));
  output.flush();
  expect(written).toBe('x'.repeat(5));
  expect(sleptMs).toBeLessThanOrEqual(10_000);
});

it('keeps no program alive for a reader that has stopped', () => {
  vi.useRealTimers();
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  does('EAGAIN');
  output.write('one\n');
  expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout')).toHaveLength(before);
});
