import { expect, it } from 'vitest';
import { bestOf, chanceSelected, monthsOf, PARTS } from './luck.ts';

const WHOLE = { lookedAt: 1, part: 'whole', months: 3 } as const;

it('leaves a chance as it is where nothing was chosen', () => {
  expect(chanceSelected(0.01, WHOLE)).toBeCloseTo(0.01, 12);
  expect(chanceSelected(0.01, { ...WHOLE, lookedAt: 20 })).toBe(bestOf(20, 0.01));
});

it('counts each choice of as many months: 3 of 6 are 20, 3 of 12 are 220', () => {
  expect(chanceSelected(0.0001, { ...WHOLE, part: 'months-2' })).toBeCloseTo(0.002, 6);
  expect(chanceSelected(0.0001, { ...WHOLE, part: 'months-4' })).toBeCloseTo(0.022, 6);
});

it('makes a part of a longer record never less likely by luck than the part alone, and never more than certain', () => {
  for (const p of [1e-9, 0.001, 0.2, 0.49, 0.5, 1])
    for (const part of PARTS) {
      const chance = chanceSelected(p, { ...WHOLE, part });
      expect(chance).toBeGreaterThanOrEqual(p * 0.999_999);
      expect(chance).toBeLessThanOrEqual(1);
    }
});

it('counts calendar months, and none where a time is missing', () => {
  const at = (date: string) => ({ timeMs: Date.parse(date) });
  expect(monthsOf([at('2026-01-31'), at('2026-02-01'), at('2026-02-28')])).toBe(2);
  expect(monthsOf([at('2026-01-31'), { timeMs: null }])).toBeNull();
});
