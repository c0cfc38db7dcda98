import { describe, expect, test } from 'vitest';
import { clientNetwork, plainAddress, customerNetwork } from './client-network.ts';

describe('clientNetwork', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:0001:2::6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['0:0:0:0:0:FFFF:cb00:7107', '203.0.113.7/32'],
    ['64:ff9b::192.0.2.33', '192.0.2.33/32'],
    ['64:ff9b:0:0::c000:221', '192.0.2.33/32'],
    ['2002:cb00:7107::1', '203.0.113.7/32'],
    ['2002:cb00:7107:ffff:1:2:3:4', '203.0.113.7/32'],
    ['64:ff9b:1::192.0.2.33', '64:ff9b:1:0::/64'],
    ['::fffe:203.0.113.7', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:192.0.2.33', '1:2:3:4::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['203.0.113.7:51234', '203.0.113.7/32'],
    ['[2001:db8:1:2::6]:51234', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::6]', '2001:db8:1:2::/64'],
  ])('%s belongs to %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });

  test.each(['', 'unknown', '1.2.3', 'example.com', '1.2.3.4, 5.6.7.8', '1.2.3.4:', '[]:80', '[x]'])(
    '%j is no address',
    (address) => {
      expect(clientNetwork(address)).toBeUndefined();
      expect(plainAddress(address)).toBeUndefined();
    },
  );
});

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['64:ff9b::192.0.2.33', '192.0.2.33'],
  ['2002:cb00:7107::1', '203.0.113.7'],
  ['fe80::1%eth0', 'fe80::1'],
])('%s is stored as %s, which lies in its network', (address, stored) => {
  expect(plainAddress(address)).toBe(stored);
  expect(clientNetwork(stored)).toBe(clientNetwork(address));
});

test.each([
  ['203.0.113.7', '203.0.113.7/32'],
  ['2001:db8:1:2::3', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::3', '2001:db8:1::/48'],
  ['unknown', 'unknown'],
])('%s shares the time for passwords as %s', (address, sharer) => {
  expect(customerNetwork(clientNetwork(address))).toBe(sharer);
});
