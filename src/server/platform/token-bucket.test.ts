import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { epochMs } from '../../core/time/instant.ts';
import { TokenBuckets } from './token-bucket.ts';

const NOW = epochMs(1_790_000_000_000);
const RULE = { capacity: 3, refillMs: 1000 };

describe('TokenBuckets', () => {
  test('a new key has a full bucket, and then one more per refill time', () => {
    const buckets = new TokenBuckets(RULE, 10);
    expect([1, 2, 3, 4].map(() => buckets.take('a', NOW))).toEqual([true, true, true, false]);
    expect(buckets.waitMs('a', NOW)).toBe(1000);
    expect(buckets.take('a', epochMs(NOW + 999))).toBe(false);
    expect(buckets.take('a', epochMs(NOW + 1000))).toBe(true);
    expect(buckets.take('a', epochMs(NOW + 1000))).toBe(false);
  });

  test('what is given back can be taken again, and no bucket gets more than it holds', () => {
    const buckets = new TokenBuckets(RULE, 10);
    for (let i = 0; i < 3; i++) buckets.take('a', NOW);
    buckets.giveBack('a', NOW, 2);
    expect([1, 2, 3].map(() => buckets.take('a', NOW))).toEqual([true, true, false]);
    buckets.giveBack('a', NOW, 9);
    buckets.giveBack('b', NOW, 9);
    for (const key of ['a', 'b'])
      expect([1, 2, 3, 4].map(() => buckets.take(key, NOW))).toEqual([true, true, true, false]);
  });

  test('a key does not feel another', () => {
    const buckets = new TokenBuckets(RULE, 10);
    for (let i = 0; i < 5; i++) buckets.take('a', NOW);
    expect(buckets.waitMs('b', NOW)).toBe(0);
  });

  test('a refused take costs nothing, so refusing often does not make the wait longer', () => {
    const buckets = new TokenBuckets(RULE, 10);
    for (let i = 0; i < 100; i++) buckets.take('a', NOW);
    expect(buckets.waitMs('a', NOW)).toBe(1000);
  });

  test('when there is no room, a bucket that is full by now goes before an older one that is not', () => {
    const buckets = new TokenBuckets(RULE, 2);
    for (let i = 0; i < 3; i++) buckets.take('spent', NOW);
    buckets.take('full soon', NOW);
    buckets.take('new', epochMs(NOW + 1500));
    expect([buckets.size, buckets.waitMs('spent', epochMs(NOW + 1500), 2)]).toEqual([2, 500]);
  });

  test('when none is full, the one touched longest ago goes; touching one again sends none away', () => {
    const buckets = new TokenBuckets(RULE, 2);
    for (const key of ['a', 'b', 'a']) buckets.take(key, NOW);
    expect([buckets.waitMs('a', NOW, 3), buckets.waitMs('b', NOW, 3)]).toEqual([2000, 1000]);
    buckets.take('c', NOW);
    expect([buckets.waitMs('a', NOW, 3), buckets.waitMs('b', NOW, 3)]).toEqual([2000, 0]);
  });

  test('one key with one token each millisecond is the smallest that there is', () => {
    const buckets = new TokenBuckets({ capacity: 1, refillMs: 1 }, 1);
    expect([buckets.take('a', NOW), buckets.take('a', NOW)]).toEqual([true, false]);
  });

  test('a clock set back makes no client wait longer than filling a bucket takes', () => {
    const buckets = new TokenBuckets(RULE, 10);
    for (let i = 0; i < 3; i++) buckets.take('a', NOW);
    const before = epochMs(NOW - 3_600_000);
    expect(buckets.waitMs('a', before)).toBe(1000);
  });

  test('over any time no more than capacity plus refills get through', () => {
    const waits = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(waits, (all) => {
        const buckets = new TokenBuckets(RULE, 10);
        let now = NOW;
        let taken = 0;
        for (const waitMs of all) {
          now = epochMs(now + waitMs);
          const free = buckets.waitMs('a', now) === 0;
          expect(buckets.take('a', now)).toBe(free);
          if (free) taken++;
        }
        expect(taken).toBeLessThanOrEqual(RULE.capacity + Math.floor((now - NOW) / RULE.refillMs));
      }),
    );
  });

  test('a flood of forged keys take no more room than it was given, and full buckets go first', () => {
    const buckets = new TokenBuckets(RULE, 1000);
    for (let i = 0; i < 50_000; i++) buckets.take(`forged ${i}`, NOW);
    expect(buckets.size).toBe(1000);
    const later = epochMs(NOW + 10_000);
    buckets.take('mine', later);
    buckets.take('mine', later);
    buckets.take('mine', later);
    for (let i = 0; i < 900; i++) buckets.take(`more ${i}`, later);
    expect(buckets.take('mine', later)).toBe(false);
  });
});
