import { expect, it } from 'vitest';
import { chooseEncoding, type Encoding } from './static-files.ts';

const all = new Set<Encoding>(['br', 'gzip', 'identity']);
const noBrotli = new Set<Encoding>(['gzip', 'identity']);

it.each([
  [undefined, all, 'identity'],
  ['', all, 'identity'],
  ['gzip, deflate, br, zstd', all, 'br'],
  ['gzip, deflate, br', noBrotli, 'gzip'],
  ['gzip', all, 'gzip'],
  ['GZIP', all, 'gzip'],
  ['br;q=0, gzip;q=0.5', all, 'gzip'],
  ['br;q=0.000, gzip;q=0', all, 'identity'],
  ['br;q=0.01', all, 'br'],
  ['*', all, 'br'],
  ['br;q=0, *', all, 'gzip'],
  ['deflate', all, 'identity'],
  ['identity', all, 'identity'],
] as const)(
  'for "%s" chooses the smallest encoding that is allowed and there',
  (header, available, expected) => {
    expect(chooseEncoding(header, available)).toBe(expected);
  },
);
