import { inject, vi } from 'vitest';
import type { RecordPage } from '../../../src/core/wire/record.ts';

/** The newest settled signal of the app with a market; its replay settles one a minute, three seconds of a run. */
export function settledSignal(): Promise<string> {
  return vi.waitUntil(
    async () => {
      const answer = await fetch(`${inject('marketUrl')}/api/record/signals`);
      return ((await answer.json()) as RecordPage).rows[0]?.id;
    },
    { timeout: 60_000, interval: 500 },
  );
}
