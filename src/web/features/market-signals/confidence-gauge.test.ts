import { expect, test } from 'vitest';
import { placeGauge } from './market-confidence.tsx';

test('the line goes from 48 to 58; what lies beyond stands at its end', () => {
  const { coin, value, need } = placeGauge(50.9, 55.6);
  expect(coin.at).toBeCloseTo(0.2, 12);
  expect(value.at).toBeCloseTo(0.29, 12);
  expect(need.at).toBeCloseTo(0.76, 12);
  expect(placeGauge(61, 66.7)).toMatchObject({ value: { at: 1 }, need: { at: 1, label: 'none' } });
  expect(placeGauge(52, 66.7).need).toEqual({ at: 1, label: 'left' });
});

test.each([
  ['far below what is needed', 50.9, 55.6, 'right', 'centre'],
  ['just below it', 54.8, 55.6, 'before', 'right'],
  ['just above it', 56, 55.6, 'right', 'before'],
  ['just below one that has no room beside it', 57, 57.4, 'before', 'none'],
])('no label covers another, %s', (_, value, need, valueLabel, needLabel) => {
  expect(placeGauge(value, need)).toMatchObject({ value: { label: valueLabel }, need: { label: needLabel } });
});

test('the coin leaves the place under its mark to a value that is near to it', () => {
  expect(placeGauge(50.3, 55.6).coin.label).toBe('before');
  expect(placeGauge(51.2, 55.6).coin.label).toBe('left');
});

test('the coin has no label of its own where as much as a coin is needed', () => {
  expect(placeGauge(51, 50.2).coin.label).toBe('none');
});
