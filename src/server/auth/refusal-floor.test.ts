import { expect, it } from 'vitest';
import { waitForFloor } from './refusal-floor.ts';

it('is waited for to its end, also where the timer of the platform rings early', async () => {
  for (let part = 0; part < 40; part += 1) {
    const floorMs = 2 + part / 40;
    const startedMs = performance.now();
    await waitForFloor(startedMs, floorMs);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(floorMs);
  }
});
