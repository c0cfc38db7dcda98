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
  const all = [1, 2, 3, 4].map((id) => gate.run(piece(id)));
  await settle();
  expect(started).toEqual([1, 2]);
  expect(gate.waiting).toBe(2);
  finish[0]?.();
  await settle();
  expect(started).toEqual([1, 2, 3]);
  finish[1]?.();
  await settle();
  finish[2]?.();
  finish[3]?.();
  expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  expect(gate.waiting).toBe(0);
});

test('refuses with a 503 that says when to come back once the queue is full', async () => {
  const { finish, piece } = piecesOfWork();
  const gate = createWorkGate({ concurrency: 1, queueLimit: 1 });
  const running = gate.run(piece(1));
  const waiting = gate.run(piece(2));
  await expect(gate.run(piece(3))).rejects.toMatchObject({ status: 503, retryAfterS: 1 });
  finish[0]?.();
  await running;
  await settle();
  finish[1]?.();
  expect(await waiting).toBe(2);
});

test('a piece of work that fails frees its place', async () => {
  const gate = createWorkGate({ concurrency: 1, queueLimit: 1 });
  await expect(gate.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await gate.run(() => Promise.resolve('next'))).toBe('next');
});
