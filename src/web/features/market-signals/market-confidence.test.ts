import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadLabels } from './market-confidence.tsx';

const coin = { at: 65, width: 42, weight: 1 };
const need = { at: 246, width: 78, weight: 10 };

test('a label that has room stands centred under its mark', () => {
  expect(spreadLabels([need, { at: 94, width: 26, weight: 100 }], 324)).toEqual([207, 81]);
});

test('a light label makes way for a heavy one that is near', () => {
  const [coinLeft = 0, valueLeft] = spreadLabels([coin, { at: 94, width: 26, weight: 100 }], 324);
  expect(valueLeft).toBeCloseTo(81, 0);
  expect(coinLeft + coin.width + 8).toBeCloseTo(81, 0);
});

test('where there is no room for all, the lightest goes', () => {
  const lefts = spreadLabels([coin, { ...need, at: 99 }, { at: 37, width: 26, weight: 100 }], 130);
  expect(lefts[0]).toBeUndefined();
  expect(lefts.slice(1).map((left) => Math.round(left ?? -1))).toEqual([52, 18]);
});

test('a light label goes where it would push the heaviest from its mark', () => {
  const lefts = spreadLabels([coin, { ...need, at: 75 }, { at: 94, width: 26, weight: 100 }], 324);
  expect(lefts).toEqual([undefined, 0, 86]);
});

const label = fc.record({
  at: fc.nat(400),
  width: fc.integer({ min: 1, max: 150 }),
  weight: fc.constantFrom(1, 10, 100),
});

test('no label covers another or leaves the line, all stand in the order of their marks', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(label, { selector: ({ at }) => at, minLength: 1, maxLength: 4 }),
      fc.integer({ min: 150, max: 400 }),
      (labels, room) => {
        const lefts = spreadLabels(labels, room);
        const shown = labels
          .map((one, index) => ({ ...one, left: lefts[index] }))
          .sort((a, b) => a.at - b.at)
          .flatMap(({ left, width }) => (left === undefined ? [] : [{ left, right: left + width }]));
        expect(shown[0]?.left).toBeGreaterThanOrEqual(0);
        expect(shown.at(-1)?.right).toBeLessThanOrEqual(room + 1e-9);
        for (const [index, { left }] of shown.entries())
          if (index > 0) expect(left).toBeGreaterThanOrEqual((shown[index - 1]?.right ?? 0) + 8 - 1e-9);
      },
    ),
  );
});
