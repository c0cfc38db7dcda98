import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REASON_CODES, type ReasonCode, sharedPoints } from './reasons.ts';

const parts = fc
  .uniqueArray(fc.constantFrom(...REASON_CODES), { minLength: 1 })
  .chain((codes) =>
    fc
      .array(fc.double({ min: -1, max: 1, noNaN: true }), {
        minLength: codes.length,
        maxLength: codes.length,
      })
      .map(
        (values) => new Map<ReasonCode, number>(codes.map((code, index) => [code, values[index] as number])),
      ),
  )
  .filter((map) => [...map.values()].reduce((sum, part) => sum + part, 0) > 0.01);

test('points are whole hundredths that add up to what is shared out, each within a hundredth of its share', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 1_500 }), (map, hundredths) => {
      const shared = sharedPoints(map, hundredths / 100);
      const inHundredths = Object.values(shared).map((points) => Math.round(points * 100));
      expect(inHundredths.reduce((sum, one) => sum + one, 0)).toBe(hundredths);
      expect(Object.values(shared)).toEqual(inHundredths.map((one) => one / 100));
      const sum = [...map.values()].reduce((total, part) => total + part, 0);
      for (const [code, part] of map) {
        const exact = (part / sum) * hundredths;
        expect(Math.abs(Math.round((shared[code] ?? 0) * 100) - exact)).toBeLessThan(1.001);
      }
    }),
  );
});

test('what speaks against the direction is negative, and what says nothing is left out', () => {
  const said = new Map<ReasonCode, number>([
    ['ema-distance-down', 0.03],
    ['last-bar-up', -0.01],
    ['macd-up', 0],
  ]);
  expect(sharedPoints(said, 1)).toEqual({ 'ema-distance-down': 1.5, 'last-bar-up': -0.5 });
});
