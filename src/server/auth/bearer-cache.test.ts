import { describe, expect, test } from 'vitest';
import { epochMs } from '../../core/time/instant.ts';
import { type Bearer, BearerCache } from './bearer-cache.ts';

const NOW = epochMs(1_790_000_000_000);
const bearer = (userId: string, lifeMs = 1000, userJson = '{}'): Bearer => ({
  userId,
  sessionId: `session of ${userId}`,
  audience: 'authenticated',
  expiresAt: epochMs(NOW + lifeMs),
  userJson: Buffer.from(userJson),
});

function openCache(maxBytes = 100_000): BearerCache {
  const cache = new BearerCache(maxBytes);
  cache.open();
  return cache;
}
const remember = (cache: BearerCache, key: string, value: Bearer) =>
  cache.endLoad(cache.startLoad(value.userId), key, value);

describe('BearerCache', () => {
  test('remembers a token until the instant it expires', () => {
    const cache = openCache();
    remember(cache, 'token', bearer('mara'));
    expect(cache.get('token', epochMs(NOW + 999))).toMatchObject({ userId: 'mara' });
    expect(cache.get('token', epochMs(NOW + 1000))).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  test('forgets all tokens of a user and nobody else’s', () => {
    const cache = openCache();
    remember(cache, 'one', bearer('mara'));
    remember(cache, 'two', bearer('mara'));
    remember(cache, 'three', bearer('ivo'));
    cache.forgetUser('mara');
    expect(['one', 'two', 'three'].map((key) => cache.get(key, NOW)?.userId)).toEqual([
      undefined,
      undefined,
      'ivo',
    ]);
  });

  test('does not remember what was read before a change that came in meanwhile', () => {
    const cache = openCache();
    const load = cache.startLoad('mara');
    cache.forgetUser('mara');
    cache.endLoad(load, 'token', bearer('mara'));
    expect(cache.get('token', NOW)).toBeUndefined();
  });

  test('a change of another user does not disturb a look-up', () => {
    const cache = openCache();
    const load = cache.startLoad('mara');
    cache.forgetUser('ivo');
    cache.endLoad(load, 'token', bearer('mara'));
    expect(cache.get('token', NOW)).toBeDefined();
  });

  test('remembers nothing while nobody tells it of changes, look-ups begun then included', () => {
    const cache = new BearerCache(100_000);
    const load = cache.startLoad('mara');
    cache.open();
    cache.endLoad(load, 'token', bearer('mara'));
    expect(cache.size).toBe(0);
    remember(cache, 'token', bearer('mara'));
    expect(cache.size).toBe(1);
    const another = cache.startLoad('mara');
    cache.close();
    cache.endLoad(another, 'other', bearer('mara'));
    expect(cache.size).toBe(0);
    remember(cache, 'token', bearer('mara'));
    expect(cache.size).toBe(0);
  });

  test('holds no more than it may, and what was used last stays', () => {
    const cache = openCache(2000);
    for (const key of ['a', 'b', 'c']) remember(cache, key, bearer(key));
    cache.get('a', NOW);
    remember(cache, 'd', bearer('d'));
    expect(cache.size).toBe(3);
    expect(['a', 'b', 'c', 'd'].filter((key) => cache.get(key, NOW))).toEqual(['a', 'c', 'd']);
  });

  test('a large user takes the room of several small ones, and gives it back', () => {
    const cache = openCache(4000);
    for (const key of ['a', 'b', 'c', 'd']) remember(cache, key, bearer(key));
    remember(cache, 'large', bearer('large', 1000, 'x'.repeat(2000)));
    expect(['a', 'b', 'c', 'd', 'large'].filter((key) => cache.get(key, NOW))).toEqual(['c', 'd', 'large']);
    cache.forgetUser('large');
    for (const key of ['e', 'f', 'g']) remember(cache, key, bearer(key));
    expect(cache.size).toBe(5);
    remember(cache, 'x'.repeat(5000), bearer('endless'));
    expect(cache.size).toBe(0);
  });

  test('a token that nobody could verify leaves no trace', () => {
    const cache = openCache();
    cache.endLoad(cache.startLoad('mara'), 'token', undefined);
    expect(cache.size).toBe(0);
  });
});
