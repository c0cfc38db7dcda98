import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

/** Work whose runs end as the test says. */
function heldWork() {
  const runs: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const go = oneAtATime(() => new Promise<void>((resolve, reject) => runs.push({ resolve, reject })));
  return { runs, go };
}

test('calls during a run share one run after it, and are over with that one', async () => {
  const { runs, go } = heldWork();
  const first = go();
  let areOver = false;
  const later = Promise.all([go(), go()]).finally(() => {
    areOver = true;
  });
  runs[0]?.resolve();
  await first;
  await expect.poll(() => runs.length).toBe(2);
  expect(areOver).toBe(false);
  runs[1]?.resolve();
  await later;
  expect(runs).toHaveLength(2);
});

test('a run that fails is not the failure of the calls that wait for the next one', async () => {
  const { runs, go } = heldWork();
  const failing = go();
  const next = go();
  runs[0]?.reject(new Error('the database is away'));
  await expect(failing).rejects.toThrow('away');
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.resolve();
  await next;
});
