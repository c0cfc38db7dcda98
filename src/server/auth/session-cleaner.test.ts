import type { Pool } from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from '../../core/time/instant.ts';
import { startSessionCleaner } from './auth.ts';

const NOW = epochMs(1_790_000_000_000);
const MAX_AGE_MS = 90 * DAY_MS;
const IDLE_MS = 30 * DAY_MS;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts a cleaner on a database that removes these many rows, one number per statement. */
function clean(removed: (number | Error)[]) {
  const swept = vi.fn();
  const query = vi.fn(async (_values: unknown[]) => {
    const next = removed.shift() ?? 0;
    if (next instanceof Error) throw next;
    return { rowCount: next };
  });
  const { log, text: logged } = memoryLog();
  return {
    ...startSessionCleaner({
      db: {
        query: async ({ text, values }: { text: string; values: unknown[] }) =>
          text.includes('token_buckets') ? ((await swept()) ?? { rowCount: 0 }) : query(values),
      } as unknown as Pool,
      now: () => NOW,
      log,
      sessionLife: { maxAgeMs: MAX_AGE_MS, idleMs: IDLE_MS },
    }),
    query,
    swept,
    logged,
  };
}

test('cleans soon after the start and then every hour, until it is stopped', async () => {
  const { query, stop } = clean([]);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(query).toHaveBeenCalledTimes(2);
  expect(query.mock.calls[0]?.[0]).toEqual([new Date(NOW - MAX_AGE_MS), new Date(NOW - IDLE_MS), 1000]);
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS);
  expect(query).toHaveBeenCalledTimes(6);
  stop();
  await vi.advanceTimersByTimeAsync(5 * HOUR_MS);
  expect(query).toHaveBeenCalledTimes(6);
});

test('removes once a minute what limits counted and is over', async () => {
  const { swept, stop, logged } = clean([]);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(swept).toHaveBeenCalledTimes(1);
  swept.mockRejectedValueOnce(new Error('away'));
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(swept).toHaveBeenCalledTimes(3);
  expect(logged()).toContain('full buckets of the limits could not be removed');
  stop();
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(swept).toHaveBeenCalledTimes(3);
});

test('goes on while batches come full', async () => {
  const { query, stop } = clean([1000, 1000, 7, 1000, 0]);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(query).toHaveBeenCalledTimes(5);
  stop();
});

test('a round that fails is logged and the next one comes', async () => {
  const { query, stop, logged } = clean([new Error('away')]);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(logged()).toContain('old sessions and events could not be removed');
  await vi.advanceTimersByTimeAsync(HOUR_MS);
  expect(query).toHaveBeenCalledTimes(3);
  stop();
});
