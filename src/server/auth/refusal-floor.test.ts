import { expect, it } from 'vitest';
import { waitForFloor } from './refusal-floor.ts';

it('is waited for to its end, also where the timer of the platform rings early', async () => {
  for (let part = 0; part < 40; part += 1) {
    const floorMs = 2 + part / 40;
    const startedAt = performance.now();
    await waitForFloor(startedAt, floorMs);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(floorMs);
  }
});
