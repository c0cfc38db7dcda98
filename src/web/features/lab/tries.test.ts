import { beforeEach, expect, test } from 'vitest';
import { asGood, bestByLuck, countOf, keepTries, keptTries, luckDots, withSweep, withTry } from './tries.ts';

const none = keptTries('no such prices');
const luck = (rates: number[], scores: number[]) => ({
  rates: Float64Array.from(rates),
  scores: Float64Array.from(scores),
});
const rule = (name: string) => ({ rule: name, decided: 600, right: 310 });

beforeEach(() => localStorage.clear());

test('the same rule counts once, a sweep counts each of its rules', () => {
  const once = withTry(withTry(none, rule('a'), undefined), rule('a'), undefined);
  expect(countOf(once)).toBe(1);
  const swept = withSweep(
    withTry(once, rule('b'), undefined),
    { rule: 'c-1to4by1-0.1to0.5by0.1-x', rules: 20, best: 0.55 },
    luck([], []),
  );
  expect(countOf(swept)).toBe(22);
  expect(countOf(withTry(swept, rule('c-2-0.3-x'), undefined))).toBe(22);
  expect(countOf(withTry(swept, rule('c-2-0.6-x'), undefined))).toBe(23);
});

test('what the best that know nothing show is the best of each shuffle', () => {
  const first = withTry(none, rule('a'), luck([0.5, 0.52, 0.49], [0, 2, -1]));
  const both = withTry(first, rule('b'), luck([0.51, 0.48, 0.5], [1, -2, 0]));
  expect([bestByLuck(first), bestByLuck(both)]).toEqual([0.5, 0.51]);
  expect([-1, 1, 1.5, 2, 2.1].map((score) => asGood(both, score))).toEqual([3, 2, 1, 1, 0]);
  expect(luckDots(both.luck.rates)).toEqual([0.5, 0.51, 0.52]);
});

test('a rule with too few signals is counted, and cannot be the best', () => {
  const tries = withTry(withTry(none, rule('a'), luck([0.5], [0])), rule('few'), undefined);
  expect([countOf(tries), bestByLuck(tries)]).toEqual([2, 0.5]);
  expect(bestByLuck(withTry(none, rule('few'), undefined))).toBeUndefined();
});

test('a sweep in which no rule can be the best is kept and read again', () => {
  const nothing = luck([0, 0], [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  keepTries('EUR/USD x', withSweep(none, { rule: 's-1to4by1', rules: 4, best: null }, nothing));
  const kept = keptTries('EUR/USD x');
  expect([countOf(kept), asGood(kept, -5), bestByLuck(kept)]).toEqual([4, 0, undefined]);
});

test('what cannot be read is no tries', () => {
  localStorage.setItem('pipcast.lab EUR/USD x', '{"byHand":3}');
  expect(countOf(keptTries('EUR/USD x'))).toBe(0);
});
