import { expect, it } from 'vitest';
import { nearestName } from './nearest-name.ts';

it.each([
  ['PORTT', 'PORT'],
  ['HSOT', 'HOST'],
  ['', 'PORT'],
])('finds the name nearest to "%s"', (name, nearest) => {
  expect(nearestName(name, ['PORT', 'HOST', 'LOG_LEVEL'])).toBe(nearest);
});

it('finds nothing among no candidates', () => {
  expect(nearestName('PORT', [])).toBeUndefined();
});
