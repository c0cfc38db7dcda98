import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { epochMs, HOUR_MS } from '../../core/time/instant.ts';
import { decideRefresh, REUSE_INTERVAL_MS } from './refresh.ts';

const NOW = epochMs(1_790_000_000_000);

type Decided = Parameters<typeof decideRefresh>[0];
const session = (refreshCounter: number, agoMs: number, isNewestUsed = false): Decided => ({
  refreshCounter,
  refreshedMs: epochMs(NOW - agoMs),
  isNewestUsed,
});

describe('decideRefresh', () => {
  test('the newest token rotates', () => {
    expect(decideRefresh(session(3, 0), 3, NOW)).toBe('rotate');
    expect(decideRefresh({ ...session(0, 0), refreshedMs: null }, 0, NOW)).toBe('rotate');
  });

  test('the one before it gets the newest at any age, until the newest has been used', () => {
    expect(decideRefresh(session(3, 1000 * HOUR_MS), 2, NOW)).toBe('current');
    expect(decideRefresh(session(3, 1000 * HOUR_MS, true), 2, NOW)).toBe('reused');
  });

  test.each([
    [0, 'current'],
    [REUSE_INTERVAL_MS, 'current'],
    [REUSE_INTERVAL_MS + 1, 'reused'],
    [-REUSE_INTERVAL_MS, 'current'],
    [-REUSE_INTERVAL_MS - 1, 'reused'],
  ])('an older one %i ms after the last rotation is %s', (agoMs, decision) => {
    expect(decideRefresh(session(9, agoMs, true), 8, NOW)).toBe(decision);
    expect(decideRefresh(session(9, agoMs), 7, NOW)).toBe(decision);
    expect(decideRefresh(session(9, agoMs), 0, NOW)).toBe(decision);
  });

  test('one that was never issued is ahead', () => {
    expect(decideRefresh(session(3, 0), 4, NOW)).toBe('ahead');
  });

  test('no client that keeps its newest answer, or loses only the last one, is ever taken for a thief', () => {
    // A client that refreshes, may lose an answer and then tries again with the token it still has; it uses the access token that it got.
    const steps = fc.array(fc.record({ waitMs: fc.nat(100 * HOUR_MS), answerLost: fc.boolean() }), {
      maxLength: 50,
    });
    fc.assert(
      fc.property(steps, (all) => {
        let held = 0;
        let kept: Decided = { refreshCounter: 0, refreshedMs: null, isNewestUsed: true };
        let now = NOW;
        for (const { waitMs, answerLost } of all) {
          now = epochMs(now + waitMs);
          const decision = decideRefresh(kept, held, now);
          expect(['rotate', 'current']).toContain(decision);
          if (decision === 'rotate') {
            kept = { refreshCounter: kept.refreshCounter + 1, refreshedMs: now, isNewestUsed: false };
          }
          if (answerLost) continue;
          held = kept.refreshCounter;
          kept = { ...kept, isNewestUsed: true };
        }
      }),
    );
  });
});
