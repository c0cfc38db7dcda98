import { expect, test } from 'vitest';
import { epochMs } from './instant.ts';

test.each([Number.NaN, Number.POSITIVE_INFINITY])('%s is not an instant', (ms) => {
  expect(() => epochMs(ms)).toThrow('an instant must be a finite number of milliseconds');
});
