import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inOneTab } from './signal-alerts.tsx';

/** The locks of a browser, as its tabs share them. */
function sharedLocks() {
  const held = new Set<string>();
  return {
    async request(name: string, _options: object, run: (lock: object | null) => Promise<void>) {
      if (held.has(name)) return run(null);
      held.add(name);
      await run({}).finally(() => held.delete(name));
    },
  };
}

const give = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  give.mockClear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function browser(locks: object | undefined, { hasBeenActive = true } = {}) {
  vi.stubGlobal('navigator', { locks, userActivation: { hasBeenActive } });
}

test('of two tabs one gives an alert, and each other alert is given as well', async () => {
  browser(sharedLocks());
  void inOneTab('1', give);
  await vi.advanceTimersByTimeAsync(5_000);
  void inOneTab('1', give);
  expect(give).toHaveBeenCalledTimes(1);
  void inOneTab('2', give);
  expect(give).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(10_000);
  void inOneTab('1', give);
  expect(give).toHaveBeenCalledTimes(3);
});

test('a tab that was not touched, and so can give none, takes it from no other', () => {
  const locks = sharedLocks();
  browser(locks, { hasBeenActive: false });
  void inOneTab('1', give);
  browser(locks);
  void inOneTab('1', give);
  expect(give).toHaveBeenCalledTimes(2);
});

test('where pages have no locks each gives its own', () => {
  browser(undefined);
  void inOneTab('1', give);
  void inOneTab('1', give);
  expect(give).toHaveBeenCalledTimes(2);
});
