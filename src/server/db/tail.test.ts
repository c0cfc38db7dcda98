import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Listener } from './notices.ts';
import { onTopic, tail } from './tail.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what no notice tells of is read within a second, also after a read that failed', async () => {
  const failures: unknown[] = [];
  let reads = 0;
  const read = async () => {
    reads += 1;
    if (reads === 1) throw new Error('the database is away');
  };
  const following = tail({ read, onFailure: (error) => failures.push(error) });
  await vi.advanceTimersByTimeAsync(3_000);
  expect([reads, failures.length]).toEqual([3, 1]);
  await following.stop();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reads).toBe(3);
});

test('a notice during a read is followed by one read more, whatever number of notices there were', async () => {
  let listener: Listener | undefined;
  const notices = {
    listen(_topic: string, one: Listener) {
      listener = one;
      return () => {};
    },
  };
  const ends: (() => void)[] = [];
  const read = () => new Promise<void>((resolve) => ends.push(resolve));
  const following = tail({ listen: onTopic(notices, 'beat'), read, onFailure: () => {} });
  for (let count = 0; count < 3; count += 1) listener?.onNotice('');
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await following.stop();
});

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'news %i microtasks after the last read ended are read',
  async (microtasks) => {
    const ends: (() => void)[] = [];
    const read = () => new Promise<void>((resolve) => ends.push(resolve));
    const following = tail({ read, onFailure: () => {} });
    void following.look();
    ends[0]?.();
    for (let count = 0; count < microtasks; count += 1) await undefined;
    void following.look();
    await vi.advanceTimersByTimeAsync(0);
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await following.stop();
  },
);

test('stopping waits for the read under way, and begins no other', async () => {
  let reads = 0;
  let end = () => {};
  const read = () => {
    reads += 1;
    return new Promise<void>((resolve) => {
      end = resolve;
    });
  };
  const following = tail({ read, onFailure: () => {} });
  void following.look();
  let isStopped = false;
  const stopping = following.stop().finally(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(isStopped).toBe(false);
  end();
  await stopping;
  expect(reads).toBe(1);
});
