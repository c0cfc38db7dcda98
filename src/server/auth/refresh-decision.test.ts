import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EpochMs, epochMs, HOUR_MS } from '../../core/time/instant.ts';
import { decideRefresh, REUSE_INTERVAL_MS } from './refresh-decision.ts';

const NOW = epochMs(1_790_000_000_000);

describe('decideRefresh', () => {
  test('the newest token rotates', () => {
    expect(decideRefresh({ refreshCounter: 3, refreshedAt: NOW }, 3, NOW)).toBe('rotate');
    expect(decideRefresh({ refreshCounter: 0, refreshedAt: undefined }, 0, NOW)).toBe('rotate');
  });

  test('the one before it gets the newest, however long ago it was replaced', () => {
    expect(decideRefresh({ refreshCounter: 3, refreshedAt: epochMs(NOW - 1000 * HOUR_MS) }, 2, NOW)).toBe(
      'current',
    );
  });

  test.each([
    [0, 'current'],
    [REUSE_INTERVAL_MS, 'current'],
    [REUSE_INTERVAL_MS + 1, 'reused'],
    [-REUSE_INTERVAL_MS, 'current'],
    [-REUSE_INTERVAL_MS - 1, 'reused'],
  ])('an older one %i ms after the last rotation is %s', (agoMs, decision) => {
    expect(decideRefresh({ refreshCounter: 9, refreshedAt: epochMs(NOW - agoMs) }, 7, NOW)).toBe(decision);
    expect(decideRefresh({ refreshCounter: 9, refreshedAt: epochMs(NOW - agoMs) }, 0, NOW)).toBe(decision);
  });

  test('one that was never issued is ahead', () => {
    expect(decideRefresh({ refreshCounter: 3, refreshedAt: NOW }, 4, NOW)).toBe('ahead');
  });

  test('no client that keeps its newest answer, or loses only the last one, is ever taken for a thief', () => {
    // A client that refreshes, may lose an answer and then tries again with the token it still has.
    const steps = fc.array(fc.record({ waitMs: fc.nat(100 * HOUR_MS), answerLost: fc.boolean() }), {
      maxLength: 50,
    });
    fc.assert(
      fc.property(steps, (all) => {
        let held = 0;
        let session: { refreshCounter: number; refreshedAt: EpochMs | undefined } = {
          refreshCounter: 0,
          refreshedAt: undefined,
        };
        let now = NOW;
        for (const { waitMs, answerLost } of all) {
          now = epochMs(now + waitMs);
          const decision = decideRefresh(session, held, now);
          expect(['rotate', 'current']).toContain(decision);
          if (decision === 'rotate')
            session = { refreshCounter: session.refreshCounter + 1, refreshedAt: now };
          if (!answerLost) held = session.refreshCounter;
        }
      }),
    );
  });
});
