import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import type { Worker } from 'node:worker_threads';
import { hash, verify } from '@node-rs/argon2';
import { expect, onTestFinished, test } from 'vitest';
import { createHashThreads, hashThreadCount } from './hash-threads.ts';

const CHEAP = { algorithm: 2, memoryCost: 1024, timeCost: 1, parallelism: 1 };
/** Takes long enough to be under way when the test goes on. */
const DEAR = { algorithm: 2, memoryCost: 65_536, timeCost: 30, parallelism: 1 };

/** Threads for one test, and the workers behind them as they start. */
function hashThreads(count: number) {
  const workers: Worker[] = [];
  const remember = (worker: Worker) => workers.push(worker);
  process.on('worker', remember);
  const threads = createHashThreads(count);
  onTestFinished(async () => {
    process.off('worker', remember);
    await threads.close();
  });
  return { threads, workers };
}

test('each answer goes to who asked, and is the one that the library gives', async () => {
  const { threads } = hashThreads(2);
  const passwords = Array.from({ length: 40 }, (_, index) => `password ${index}`);
  const hashes = await Promise.all(passwords.map((password) => threads.hash(password, CHEAP)));
  for (const [index, password] of passwords.entries()) {
    expect(await verify(hashes[index] ?? '', password)).toBe(true);
  }
  const answers = await Promise.all(
    hashes.flatMap((stored, index) => [
      threads.verify(stored, passwords[index] ?? ''),
      threads.verify(stored, passwords[(index + 1) % passwords.length] ?? ''),
    ]),
  );
  expect(answers).toEqual(hashes.flatMap(() => [true, false]));
});

test('as many passwords go to the threads at once as they are at, and one more each', () => {
  expect(hashThreads(3).threads.atOnce).toBe(6);
});

test('a password of any characters is the same in a thread as outside', async () => {
  const { threads } = hashThreads(1);
  for (const password of ['', 'with\0nul', '🔑', 'é'.repeat(600), 'lone \ud800 surrogate']) {
    expect(await threads.verify(await hash(password, CHEAP), password)).toBe(true);
  }
});

test('threads start when they are needed: none before the first task, another when the first is busy', async () => {
  const { threads, workers } = hashThreads(2);
  expect(workers).toHaveLength(0);
  await threads.hash('one', CHEAP);
  await threads.hash('two', CHEAP);
  expect(workers).toHaveLength(1);
  await Promise.all([threads.hash('three', CHEAP), threads.hash('four', CHEAP), threads.hash('five', CHEAP)]);
  expect(workers).toHaveLength(2);
});

test('what cannot be verified fails alone: the thread goes on with the next', async () => {
  const { threads, workers } = hashThreads(1);
  const hashed = threads.hash('before', CHEAP);
  const broken = threads.verify('no hash', 'password');
  const stored = await hashed;
  await expect(broken).rejects.toThrow('Decoding failed');
  expect(await threads.verify(stored, 'before')).toBe(true);
  expect(workers).toHaveLength(1);
});

test('what cannot be sent to a thread fails alone: nobody gets an answer that is not theirs', async () => {
  const { threads, workers } = hashThreads(1);
  const stored = await threads.hash('right', CHEAP);
  const unsendable = { ...CHEAP, secret: () => 'a function' } as unknown as typeof CHEAP;
  await expect(threads.hash('unsendable', unsendable)).rejects.toThrow(/could not be cloned/);
  expect(await Promise.all([threads.verify(stored, 'right'), threads.verify(stored, 'wrong')])).toEqual([
    true,
    false,
  ]);
  expect(workers).toHaveLength(1);
});

test.each([
  ['one a core', 4, 16, 4],
  ['no more than the event loop can keep busy', 64, 256, 16],
  ['no more than a quarter of the memory holds', 64, 0.5, 4],
  ['one at least', 2, 0.0625, 1],
])('there are as many threads as help: %s', (_why, cores, gibibytes, count) => {
  expect(hashThreadCount(cores, gibibytes * 1024 ** 3)).toBe(count);
});

test('when a thread dies, what it had fails at once, and the next task gets a new one', async () => {
  const { threads, workers } = hashThreads(1);
  const stored = await threads.hash('password', CHEAP);
  const lost = Promise.allSettled([threads.hash('under way', DEAR), threads.verify(stored, 'password')]);
  await workers[0]?.terminate();
  expect(await lost).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect(await threads.verify(stored, 'password')).toBe(true);
  expect(workers).toHaveLength(2);
});

test('closing ends the threads, fails what is under way and takes nothing more', async () => {
  const { threads, workers } = hashThreads(1);
  const lost = Promise.allSettled([threads.hash('under way', DEAR)]);
  await threads.close();
  expect(await lost).toMatchObject([{ status: 'rejected' }]);
  expect(workers[0]?.threadId).toBe(-1);
  await expect(threads.hash('late', CHEAP)).rejects.toThrow(/closed/);
});

test.runIf(process.platform === 'linux')(
  'the event loop goes before the threads, which are of lower priority',
  async () => {
    const { threads, workers } = hashThreads(2);
    const before = getPriority();
    await Promise.all([threads.hash('one', CHEAP), threads.hash('two', CHEAP)]);
    const priorities = readdirSync('/proc/self/task').map((id) => getPriority(Number(id)));
    expect(priorities.filter((priority) => priority > before)).toHaveLength(workers.length);
    expect(getPriority()).toBe(before);
  },
);
