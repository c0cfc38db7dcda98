import { expect, test } from 'vitest';
import { lateAfterMs } from './alert-facts.ts';

test.each([
  ['a minute', 60_000, 5_000],
  ['5 s', 5_000, 5_000],
  ['3 s', 3_000, 3_000],
])(
  'a signal of %s is sent for the 5 s whose worth is measured, and not after its expiry',
  (_what, runsMs, forMs) => {
    expect(lateAfterMs({ startMs: 1_000, expiryMs: 1_000 + runsMs })).toBe(1_000 + forMs);
  },
);
