import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { runRule } from '../../../core/lab/lab.ts';
import { madeUpBars } from '../../../core/lab/made-up.ts';
import { DAY_MS } from '../../../core/time/instant.ts';
import { FIRST_RULE } from './known-rules.ts';
import { pricesOf } from './lab-prices.ts';
import { resultPicture } from './rule-actions.tsx';
import { wereSeen } from './tried-card.tsx';
import {
  asGood,
  bestByLuck,
  countOf,
  inTurn,
  keepTries,
  keptTries,
  luckDots,
  onOtherTab,
  type Tries,
  withSweep,
  withTry,
} from './tries.ts';

type Loose = Readonly<Record<string, unknown>>;

const { tries: none } = keptTries('no such prices');
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

test('where a browser has no locks, work on prices is done at once', async () => {
  vi.stubGlobal('navigator', {});
  const { signal } = new AbortController();
  expect(await inTurn('EUR/USD', signal, () => Promise.resolve('counted'))).toBe('counted');
  vi.unstubAllGlobals();
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

test('a sweep in which no rule can be the best is kept and read again', () => {
  const nothing = luck([0, 0], [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  keepTries('EUR/USD x', withSweep(none, { rule: 's-1to4by1', rules: 4, best: null }, nothing));
  const kept = keptTries('EUR/USD x').tries;
  expect([countOf(kept), asGood(kept, -5), bestByLuck(kept)]).toEqual([4, 0, undefined]);
});

test('what cannot be read is no tries', () => {
  localStorage.setItem('pipcast.lab EUR/USD y', '{"byHand":3}');
  expect(countOf(keptTries('EUR/USD y').tries)).toBe(0);
});

describe('what was stored by another hand', () => {
  const tried = withSweep(
    withTry(none, rule('a'), luck([0.5], [0])),
    { rule: 's-1to4by1', rules: 4, best: 0.5 },
    luck([0.51], [1]),
  );
  const stored: Tries = { ...tried, opened: { rule: 'a', atMs: 5, tries: 5, decided: 600, right: 310 } };
  let at = 0;
  const keptAs = (text: string) => {
    at += 1;
    localStorage.setItem(`pipcast.lab damaged ${at}`, text);
    return { key: `damaged ${at}`, ...keptTries(`damaged ${at}`) };
  };

  test('is taken whole where it is whole', () => {
    expect(keptAs(JSON.stringify(stored))).toMatchObject({ tries: stored, isDamaged: false, isStored: true });
  });

  test('may say that nothing was decided, or all was right, and shares of 0 and 1', () => {
    const byHand = [0, 600].map((decided) => ({ ...rule(`a${decided}`), decided, right: decided }));
    const sweeps = [0, 1, null].map((best) => ({ rule: `s-1to${best}by1`, rules: 2, best }));
    expect(keptAs(JSON.stringify({ ...stored, byHand, sweeps }))).toMatchObject({
      tries: { byHand, sweeps },
      isDamaged: false,
    });
  });

  test.each<[string, number, (whole: Loose) => unknown]>([
    ['no JSON', 0, () => undefined],
    ['no object', 0, () => null],
    ['no list', 4, (whole) => ({ ...whole, byHand: {} })],
    ['one entry of another shape', 4, (whole) => ({ ...whole, byHand: [null] })],
    ['fewer than none', 4, (whole) => ({ ...whole, byHand: [{ ...rule('a'), right: -1 }] })],
    ['more right than decided', 4, (whole) => ({ ...whole, byHand: [{ ...rule('a'), right: 900 }] })],
    ['a sweep without its rule', 1, (whole) => ({ ...whole, sweeps: [{ rules: 4, best: null }] })],
    ['a share above 1', 1, (whole) => ({ ...whole, sweeps: [{ rule: 's', rules: 4, best: 7 }] })],
    ['luck of texts', 5, (whole) => ({ ...whole, luck: { rates: ['1'], scores: [1] } })],
    ['luck of two lengths', 5, (whole) => ({ ...whole, luck: { rates: [1, 2], scores: [1] } })],
    ['an opening on no day', 5, (whole) => ({ ...whole, opened: { rule: 'a', atMs: 9e15, tries: 1 } })],
    [
      'an opening with half an answer',
      5,
      (whole) => ({ ...whole, opened: { ...stored.opened, right: undefined } }),
    ],
    ['an opening of no rule', 5, (whole) => ({ ...whole, opened: { atMs: 5, tries: 1 } })],
  ])('is read as far as it can be, and remembered as damaged: %s', (_, count, damage) => {
    const { key, tries, isDamaged } = keptAs(JSON.stringify(damage({ ...stored })) ?? '{');
    expect([countOf(tries), isDamaged]).toEqual([count, true]);
    expect(keepTries(key, withTry(tries, rule('b'), undefined))).toMatchObject({ isDamaged: true });
    // After the page was left, too, when all that is stored is whole again.
    const now = keptAs(localStorage.getItem(`pipcast.lab ${key}`) ?? '');
    expect([countOf(now.tries), now.isDamaged]).toEqual([count + 1, true]);
  });

  test('is remembered as damaged by a page from which it was taken away', () => {
    const { key, tries } = keptAs('{');
    keepTries(key, tries);
    localStorage.clear();
    expect(keptTries(key).isDamaged).toBe(true);
  });

  test('takes nothing down, whatever it is', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('byHand', 'sweeps', 'luck', 'opened'), (json, part) => {
        for (const text of [json, JSON.stringify({ ...stored, [part]: JSON.parse(json) })]) {
          const { tries } = keptAs(text);
          expect(countOf(tries)).toBeGreaterThanOrEqual(0);
          if (tries.opened !== undefined) expect(wereSeen(tries.opened)).toContain('The last third');
        }
      }),
    );
  });
});

test('a count that the browser does not store goes on in memory, and says so', () => {
  keepTries('EUR/USD full', withTry(none, rule('a'), undefined));
  const stored = localStorage.getItem('pipcast.lab EUR/USD full');
  vi.stubGlobal('localStorage', {
    getItem: () => stored,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  const more = withTry(keptTries('EUR/USD full').tries, rule('b'), undefined);
  expect(keepTries('EUR/USD full', more).isStored).toBe(false);
  const { tries, isStored } = keptTries('EUR/USD full');
  expect([countOf(tries), isStored]).toEqual([2, false]);
  vi.unstubAllGlobals();
  expect(keepTries('EUR/USD full', tries).isStored).toBe(true);
});

test('a picture says how many rules were tried, and that the last third was opened', () => {
  const span = { fromMs: 0, untilMs: 40 * DAY_MS };
  const bars = madeUpBars({ pair: 'EUR/USD', ...span }, 3);
  const { answers: _, ...counted } = runRule(bars, FIRST_RULE, { ...span, shuffles: 9, seed: 1 });
  const figures = { ...counted, points: [] };
  const tries = withTry(none, rule('a'), luck([0.5, 0.52], [0, 2]));
  const [prices] = pricesOf('EUR/USD', []);
  if (prices === undefined) throw new Error('there are no prices');
  const reasons = (now: typeof tries, isDamaged = false) =>
    resultPicture({ kind: 'rule', rule: FIRST_RULE, figures }, prices, now, isDamaged, 0.8)?.reasons;
  expect(reasons(tries)).toMatch(/You have tried 1 rule on these prices\.$/);
  expect(reasons(tries, true)).toMatch(
    /on these prices\. What this browser had stored .* may have been opened\.$/,
  );
  const opened = { rule: 'another', atMs: Date.UTC(2026, 10, 24), tries: 1, decided: 600, right: 310 };
  expect(reasons({ ...tries, opened })).toMatch(
    /on these prices\. The last third was opened on 24 Nov 2026.* for another\. Right 310 of 600\.$/,
  );
});
