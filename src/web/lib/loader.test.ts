import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLoader } from './loader.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A source whose answers the test gives one by one. */
function source() {
  const asked: { signal: AbortSignal; answer: (value: string) => void; fail: (message: string) => void }[] =
    [];
  const load = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      asked.push({ signal, answer: resolve, fail: (message) => reject(new Error(message)) });
    });
  return { asked, load };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test('nothing is loaded before there is a listener, and a load without one is aborted', async () => {
  const { asked, load } = source();
  const loader = createLoader(load);
  expect(asked).toHaveLength(0);
  const leave = loader.subscribe(() => {});
  expect(asked).toHaveLength(1);
  leave();
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer('late');
  await settle();
  expect(loader.getState().value).toBeUndefined();
});

test('the old value stays while a new one is on its way, and when that fails', async () => {
  const { asked, load } = source();
  const loader = createLoader(load);
  loader.subscribe(() => {});
  asked[0]?.answer('first');
  await settle();
  expect(loader.getState()).toEqual({ value: 'first', problem: undefined, isLoading: false });
  loader.reload();
  expect(loader.getState()).toMatchObject({ value: 'first', isLoading: true });
  asked[1]?.fail('The server did not answer.');
  await settle();
  expect(loader.getState()).toEqual({
    value: 'first',
    problem: new Error('The server did not answer.'),
    isLoading: false,
  });
});

test('an answer that was overtaken by another load changes nothing', async () => {
  const { asked, load } = source();
  const loader = createLoader(load);
  loader.subscribe(() => {});
  loader.reload();
  asked[1]?.answer('new');
  await settle();
  asked[0]?.answer('old');
  await settle();
  expect(loader.getState().value).toBe('new');
});

test('it is loaded again so long after each answer, and not any more once there is no listener', async () => {
  const { asked, load } = source();
  const loader = createLoader(load, 60_000);
  const leave = loader.subscribe(() => {});
  asked[0]?.answer('first');
  await vi.advanceTimersByTimeAsync(59_000);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveLength(2);
  asked[1]?.answer('second');
  await settle();
  leave();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked).toHaveLength(2);
});
