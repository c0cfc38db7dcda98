import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGatherer, type GathererOptions } from './gatherer.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A gatherer of words that answers them in capitals and keeps what was done, alone and together. */
function gatherer(options: Partial<GathererOptions<string, string>> = {}) {
  const load = { isBusy: true };
  const done: string[] = [];
  const gather = createGatherer<string, string>({
    isBusy: () => load.isBusy,
    maxWaitMs: 20,
    largestGroup: 10,
    one: async (word) => {
      done.push(word);
      return word.toUpperCase();
    },
    many: async (words) => {
      done.push(words.join('+'));
      return new Map(words.map((word) => [word, word.toUpperCase()]));
    },
    ...options,
  });
  return { gather, done, load };
}

test('while it is quiet does each piece at once and alone', async () => {
  const { gather, done, load } = gatherer();
  load.isBusy = false;
  expect(await Promise.all([gather('a'), gather('b')])).toEqual(['A', 'B']);
  expect(done).toEqual(['a', 'b']);
});

test('while it is busy waits for company, and does together what came within the wait', async () => {
  const { gather, done } = gatherer();
  const first = [gather('a'), gather('b')];
  await vi.advanceTimersByTimeAsync(19);
  expect(done).toEqual([]);
  first.push(gather('c'));
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toEqual(['a+b+c']);
  expect(await Promise.all(first)).toEqual(['A', 'B', 'C']);
  const second = gather('d');
  await vi.advanceTimersByTimeAsync(20);
  expect(await second).toBe('D');
  expect(done).toEqual(['a+b+c', 'd']);
});

test('once it is quiet the next piece takes along those that wait', async () => {
  const { gather, done, load } = gatherer();
  const all = [gather('a'), gather('b')];
  load.isBusy = false;
  all.push(gather('c'));
  expect(await Promise.all(all)).toEqual(['A', 'B', 'C']);
  expect(done).toEqual(['a+b+c']);
});

test('does not wait for more than the largest group', async () => {
  const { gather, done } = gatherer({ largestGroup: 2 });
  expect(await Promise.all([gather('a'), gather('b')])).toEqual(['A', 'B']);
  expect(done).toEqual(['a+b']);
});

test('does alone what the group left out', async () => {
  const { gather, done, load } = gatherer({ many: async () => new Map([['b', 'from the group']]) });
  const all = [gather('a'), gather('b')];
  load.isBusy = false;
  all.push(gather('c'));
  expect(await Promise.all(all)).toEqual(['A', 'from the group', 'C']);
  expect(done).toEqual(['a', 'c']);
});

test('a result that is undefined is a result', async () => {
  const one = vi.fn();
  const gather = createGatherer<string, undefined>({
    isBusy: () => true,
    maxWaitMs: 20,
    largestGroup: 2,
    one,
    many: async (words) => new Map(words.map((word) => [word, undefined])),
  });
  expect(await Promise.all([gather('a'), gather('b')])).toEqual([undefined, undefined]);
  expect(one).not.toHaveBeenCalled();
});

test('a piece that fails its group fails alone', async () => {
  const { gather } = gatherer({
    largestGroup: 2,
    one: (word) => (word === 'bad' ? Promise.reject(new Error('bad word')) : Promise.resolve(word)),
    many: () => Promise.reject(new Error('bad word in the group')),
  });
  expect(await Promise.allSettled([gather('a'), gather('bad')])).toEqual([
    { status: 'fulfilled', value: 'a' },
    { status: 'rejected', reason: new Error('bad word') },
  ]);
});

test('a group that found the database away is not tried again piece by piece', async () => {
  const away = Object.assign(new Error('the database system is shutting down'), { code: '57P01' });
  const { gather, done } = gatherer({ largestGroup: 2, many: () => Promise.reject(away) });
  expect(await Promise.allSettled([gather('a'), gather('b')])).toEqual([
    { status: 'rejected', reason: away },
    { status: 'rejected', reason: away },
  ]);
  expect(done).toEqual([]);
});
