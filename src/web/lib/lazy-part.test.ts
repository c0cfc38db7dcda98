import { expect, test, vi } from 'vitest';
import { createLazyPart } from './lazy-part.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('is fetched with the first listener, once', async () => {
  const load = vi.fn(async () => 'part');
  const part = createLazyPart(load);
  expect(load).not.toHaveBeenCalled();
  const listener = vi.fn();
  part.subscribe(listener);
  part.subscribe(() => {});
  await settled();
  expect(part.getState()).toEqual({ part: 'part', hasFailed: false });
  expect(listener).toHaveBeenCalledOnce();
  part.subscribe(() => {});
  expect(load).toHaveBeenCalledOnce();
});

test('can be fetched ahead of its first listener', async () => {
  const load = vi.fn(async () => 'part');
  const part = createLazyPart(load);
  await part.load();
  expect(part.getState().part).toBe('part');
  part.subscribe(() => {});
  await part.load();
  expect(load).toHaveBeenCalledOnce();
});

test('a failure is reported, stays until a retry, and the retry can succeed', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue('part');
  const part = createLazyPart(load);
  part.subscribe(() => {});
  await settled();
  expect(part.getState()).toEqual({ part: undefined, hasFailed: true });
  part.subscribe(() => {});
  expect(load).toHaveBeenCalledOnce();
  part.retry();
  expect(part.getState().hasFailed).toBe(false);
  await settled();
  expect(part.getState().part).toBe('part');
});

test('a retry that fails as well loads the page again; a first failure does not', async () => {
  const reload = vi.fn<() => Promise<void>>();
  const part = createLazyPart(() => Promise.reject(new Error('remembered')), reload);
  part.subscribe(() => {});
  await settled();
  expect(reload).not.toHaveBeenCalled();
  part.retry();
  await settled();
  expect(part.getState().hasFailed).toBe(true);
  expect(reload).toHaveBeenCalledOnce();
});
