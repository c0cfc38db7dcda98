import fc from 'fast-check';
import { expect, test } from 'vitest';
import { confidenceText } from '../../core/engine/confidence-text.ts';
import { REASON_CODES, type ReasonCode, sharedPoints } from '../../core/engine/reasons.ts';
import { whyRows } from './why-bars.tsx';

const parts = fc
  .tuple(
    fc.shuffledSubarray([...REASON_CODES], { minLength: 1 }),
    fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 18, maxLength: 18 }),
  )
  .map(
    ([codes, values]) => new Map<ReasonCode, number>(codes.map((code, index) => [code, values[index] ?? 0])),
  )
  .filter((map) => [...map.values()].reduce((sum, part) => sum + part, 0) > 0.05);

test('five rows at most add up to the confidence as it is shown, less 50; none says 0', () => {
  fc.assert(
    fc.property(parts, fc.integer({ min: 5_018, max: 6_500 }), (map, hundredths) => {
      const confidence = hundredths / 100;
      const rows = whyRows(confidence, sharedPoints(map, confidence - 50));
      const tenths = rows.reduce((sum, row) => sum + row.tenths, 500);
      expect(`${(tenths / 10).toFixed(1)}%`).toBe(confidenceText(confidence));
      expect(rows.length).toBeLessThanOrEqual(5);
      expect(rows.every((row) => row.tenths !== 0)).toBe(true);
    }),
  );
});

test('the loudest come first, for and against, and the rest closes the sum', () => {
  const reasons = {
    'last-bar-down': 0.5,
    'ema-distance-down': 1.1,
    'rsi-down': 0.3,
    'macd-up': -0.4,
    'ema-cross-up': 0.2,
    'momentum-up': -0.1,
  };
  expect(whyRows(51.6, reasons)).toEqual([
    { code: 'ema-distance-down', tenths: 11 },
    { code: 'last-bar-down', tenths: 5 },
    { code: 'macd-up', tenths: -4 },
    { code: 'rsi-down', tenths: 3 },
    { code: undefined, tenths: 1 },
  ]);
});
