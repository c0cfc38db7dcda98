import { expect, test } from 'vitest';
import { timeLabels } from './time-labels.ts';

const FROM_MS = Date.parse('2026-11-18T09:32:00Z');
const HOUR_MS = 3_600_000;

test.each([
  ['one instant', 0, ['18 Nov, 14:32']],
  ['hours of a day', 8, ['18 Nov, 14:32', '16:32', '18:32', '20:32', '22:32']],
  ['a night', 12, ['18 Nov, 14:32', '17:32', '20:32', '23:32', '19 Nov, 02:32']],
  ['some days', 72, ['18 Nov, 14:32', '21 Nov, 14:32']],
  ['weeks', 480, ['18 Nov', '23 Nov', '28 Nov', '3 Dec', '8 Dec']],
])('%s', (_, hours, texts) => {
  expect(timeLabels(FROM_MS, FROM_MS + hours * HOUR_MS).map(({ text }) => text)).toEqual(texts);
});
