import { beforeEach, expect, test, vi } from 'vitest';
import { runRule } from '../../../core/lab/lab.ts';
import { madeUpBars } from '../../../core/lab/made-up.ts';
import { DAY_MS } from '../../../core/time/instant.ts';
import { FIRST_RULE } from './known-rules.ts';
import { pricesOf } from './lab-prices.ts';
import { resultPicture } from './rule-actions.tsx';
import {
  asGood,
  bestByLuck,
  countOf,
  storeTries,
  readTries,
  luckDots,
  onOtherTab,
  type Tries,
  withSweep,
  withTry,
} from './tries.ts';

const { tries: none } = readTries('no such prices');
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
  const more = withSweep(swept, { rule: 'd-1to4by1', rules: 4, best: 0.5 }, luck([], []));
  expect(countOf(more)).toBe(26);
  expect(withSweep(more, { rule: 'd-1to4by1', rules: 4, best: 0.6 }, luck([], [])).sweeps).toHaveLength(2);
});

test('another tab is heard where it kept tries on these prices, until that is ended', () => {
  const changed = vi.fn<() => void>();
  const end = onOtherTab('EUR/USD', changed);
  const kept = (key: string) => dispatchEvent(new StorageEvent('storage', { key }));
  kept('pipcast.lab EUR/GBP');
  expect(changed).not.toHaveBeenCalled();
  kept('pipcast.lab EUR/USD');
  end();
  kept('pipcast.lab EUR/USD');
  expect(changed).toHaveBeenCalledTimes(1);
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

test('a sweep in which no rule can be the best is stored and read again', () => {
  const nothing = luck([0, 0], [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  storeTries('EUR/USD x', withSweep(none, { rule: 's-1to4by1', rules: 4, best: null }, nothing));
  const kept = readTries('EUR/USD x').tries;
  expect([countOf(kept), asGood(kept, -5), bestByLuck(kept)]).toEqual([4, 0, undefined]);
});

test.each(['{', 'null', '{"byHand":3}', '{"byHand":[],"sweeps":[],"luck":{}}'])(
  'what no page has stored is no tries: %s',
  (text) => {
    localStorage.setItem('pipcast.lab EUR/USD y', text);
    expect(readTries('EUR/USD y')).toEqual({ tries: none, isStored: true });
  },
);

test('an opening is stored with the tries', () => {
  const opened = { rule: 'a', atMs: 5, tries: 1, decided: 600, right: 310 };
  const tries: Tries = { ...withTry(none, rule('a'), luck([0.5], [0])), opened };
  storeTries('EUR/USD z', tries);
  expect(readTries('EUR/USD z')).toEqual({ tries, isStored: true });
});

test('a count that the browser does not store goes on in memory, and says so', () => {
  storeTries('EUR/USD full', withTry(none, rule('a'), undefined));
  const stored = localStorage.getItem('pipcast.lab EUR/USD full');
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const more = withTry(readTries('EUR/USD full').tries, rule('b'), undefined);
  expect(storeTries('EUR/USD full', more).isStored).toBe(false);
  const { tries, isStored } = readTries('EUR/USD full');
  expect([countOf(tries), isStored]).toEqual([2, false]);
  vi.unstubAllGlobals();
  expect(storeTries('EUR/USD full', tries).isStored).toBe(true);
});

test('a picture says how many rules were tried, and that the last third was opened', () => {
  const span = { fromMs: 0, untilMs: 40 * DAY_MS };
  const bars = madeUpBars({ pair: 'EUR/USD', ...span }, 3);
  const { answers: _, ...counted } = runRule(bars, FIRST_RULE, { ...span, shuffles: 9, seed: 1 });
  const figures = { ...counted, points: [] };
  const tries = withTry(none, rule('a'), luck([0.5, 0.52], [0, 2]));
  const [prices] = pricesOf('EUR/USD', []);
  if (prices === undefined) throw new Error('there are no prices');
  const reasons = (now: typeof tries) =>
    resultPicture({ kind: 'rule', rule: FIRST_RULE, figures }, prices, now, 0.8)?.reasons;
  expect(reasons(tries)).toMatch(/You have tried 1 rule on these prices\.$/);
  const opened = { rule: 'another', atMs: Date.UTC(2026, 10, 24), tries: 1, decided: 600, right: 310 };
  expect(reasons({ ...tries, opened })).toMatch(
    /on these prices\. The last third was opened on 24 Nov 2026.* for another\. Right 310 of 600\.$/,
  );
});
