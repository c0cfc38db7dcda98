import fc from 'fast-check';
import { expect, test } from 'vitest';
import { spreadLabels } from './market-confidence.tsx';

const coin = { at: 65, width: 42 };
const need = { at: 246, width: 78 };
const value = { at: 94, width: 26 };

test('a label that has room stands centred under its mark', () => {
  expect(spreadLabels([coin, need, { ...value, at: 150 }], 324)).toEqual([44, 207, 137]);
});

test('the coin makes way for a value that is near', () => {
  expect(spreadLabels([coin, need, value], 324)).toEqual([81 - 8 - 42, 207, 81]);
});

test('where there is no room for all, the coin goes', () => {
  expect(spreadLabels([coin, { ...need, at: 99 }, { ...value, at: 37 }], 130)).toEqual([undefined, 52, 18]);
});

test('the value makes way for the need where that has no other room', () => {
  expect(spreadLabels([coin, { ...need, at: 75 }, value], 324)).toEqual([undefined, 0, 86]);
});

test('no label covers another or leaves the line, all stand in the order of their marks', () => {
  const label = fc.record({ at: fc.integer({ min: 60, max: 300 }), width: fc.integer({ min: 1, max: 110 }) });
  fc.assert(
    fc.property(label, label, fc.integer({ min: 240, max: 300 }), (one, other, room) => {
      const [coinLeft, needLeft, valueLeft] = spreadLabels([coin, one, other], room);
      const [first, last] =
        one.at < other.at ? [needLeft, valueLeft + other.width] : [valueLeft, needLeft + one.width];
      const [firstEnd, second] =
        one.at < other.at ? [needLeft + one.width, valueLeft] : [valueLeft + other.width, needLeft];
      expect(first).toBeGreaterThanOrEqual(0);
      expect(last).toBeLessThanOrEqual(room);
      expect(second - firstEnd).toBeGreaterThanOrEqual(8 - 1e-9);
      if (coinLeft !== undefined) expect(coinLeft + coin.width + 8).toBeLessThanOrEqual(first + 1e-9);
    }),
  );
});
