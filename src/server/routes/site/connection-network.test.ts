import { expect, it } from 'vitest';
import { connectionNetwork } from './connections.ts';

it.each([
  ['127.0.0.1', undefined],
  ['::ffff:127.0.0.1', undefined],
  ['127.0.0.2', '127.0.0.2/32'],
  ['::ffff:127.0.0.2', '127.0.0.2/32'],
  ['10.255.0.1', undefined],
  ['11.0.0.1', '11.0.0.1/32'],
  ['2001:db8:1::7', undefined],
  ['2001:db8:2::7', '2001:db8:2::/48'],
  ['2001:db8:2:ffff::1', '2001:db8:2::/48'],
  [undefined, 'unknown'],
])('a connection from %s counts for %s', (address, network) => {
  expect(connectionNetwork(['127.0.0.1', '10.0.0.0/8', '2001:db8:1::/48'])(address)).toBe(network);
});

it('without proxies every connection counts', () => {
  expect(connectionNetwork([])('127.0.0.1')).toBe('127.0.0.1/32');
});
