import { expect, test } from 'vitest';
import { createWorkGate } from './work-gate.ts';

function piecesOfWork() {
  const finish: (() => void)[] = [];
  const started: number[] = [];
  const piece = (id: number) => () => {
    started.push(id);
    return new Promise<number>((resolve) => finish.push(() => resolve(id)));
  };
  return { finish, started, piece };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('runs as many as it may at once and the rest in the order they came', async () => {
  const { finish, started, piece } = piecesOfWork();
  const gate = createWorkGate({ concurrency: 2, queueLimit: 10 });
  const all = [1, 2, 3, 4].map((id) => gate.run('one', piece(id)));
  await settle();
  expect(started).toEqual([1, 2]);
  finish[0]?.();
  await settle();
  expect(started).toEqual([1, 2, 3]);
  finish[1]?.();
  await settle();
  finish[2]?.();
  finish[3]?.();
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
});

test('refuses with a 503 that says when to come back once the queue is full', async () => {
  const { finish, piece } = piecesOfWork();
  const gate = createWorkGate({ concurrency: 1, queueLimit: 1 });
  const running = gate.run('one', piece(1));
  const waiting = gate.run('one', piece(2));
  await expect(gate.run('one', piece(3))).rejects.toMatchObject({ status: 503, details: { retryAfterS: 1 } });
  finish[0]?.();
  await running;
  await settle();
  finish[1]?.();
  expect(await waiting).toBe(2);
});

test('a client that sends much waits behind those that send little', async () => {
  const { finish, started, piece } = piecesOfWork();
  const gate = createWorkGate({ concurrency: 1, queueLimit: 10 });
  const all = [1, 2, 3, 4].map((id) => gate.run('flood', piece(id)));
  all.push(gate.run('trader', piece(5)), gate.run('another', piece(6)));
  for (let i = 0; i < all.length; i++) {
    await settle();
    finish[i]?.();
  }
  await Promise.all(all);
  // The flood was there first, so one of its own is ahead of the others.
  expect(started).toEqual([1, 2, 5, 6, 3, 4]);
});

test('when the queue is full, the latest of the client that fills it makes room for others', async () => {
  const { finish, started, piece } = piecesOfWork();
  const gate = createWorkGate({ concurrency: 1, queueLimit: 3 });
  const flood = Promise.allSettled([1, 2, 3, 4].map((id) => gate.run('flood', piece(id))));
  const trader = gate.run('trader', piece(5));
  await expect(gate.run('flood', piece(6))).rejects.toMatchObject({ status: 503 });
  for (let i = 0; i < 4; i++) {
    await settle();
    finish[i]?.();
  }
  expect(await trader).toBe(5);
  expect(await flood).toMatchObject([
    { value: 1 },
    { value: 2 },
    { value: 3 },
    { reason: { status: 503, details: { retryAfterS: 1 } } },
  ]);
  expect(started).toEqual([1, 2, 5, 3]);
});

test('when the queue is full, no client pushes another aside only to have as much waiting as that one', async () => {
  const { finish, piece } = piecesOfWork();
  const gate = createWorkGate({ concurrency: 1, queueLimit: 3 });
  const one = [1, 2, 3].map((id) => gate.run('one', piece(id)));
  const other = gate.run('other', piece(4));
  await expect(gate.run('other', piece(5))).rejects.toMatchObject({ status: 503 });
  for (let i = 0; i < 4; i++) {
    await settle();
    finish[i]?.();
  }
  expect(await Promise.all([...one, other])).toEqual([1, 2, 3, 4]);
});

test('a piece of work that fails frees its place', async () => {
  const gate = createWorkGate({ concurrency: 1, queueLimit: 1 });
  await expect(gate.run('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await gate.run('one', () => Promise.resolve('next'))).toBe('next');
});
