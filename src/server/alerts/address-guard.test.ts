import { describe, expect, test } from 'vitest';
import { ForbiddenTargetError, isPublicAddress, pushTargets, webhookTargets } from './address-guard.ts';

describe('isPublicAddress', () => {
  test.each(['1.1.1.1', '172.32.0.1', '192.169.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.7',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    'not an address',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a webhook may go', () => {
  const targets = webhookTargets(['127.0.0.1', '10.1.0.0/16', 'fd00::/8', 'Hooks.internal']);

  test.each([
    ['any.example.com', '1.1.1.1', true],
    ['any.example.com', '127.0.0.1', true],
    ['any.example.com', '127.0.0.2', false],
    ['any.example.com', '10.1.255.1', true],
    ['any.example.com', '10.2.0.1', false],
    ['any.example.com', 'fd12::1', true],
    ['hooks.internal', '192.168.0.9', true],
    ['other.internal', '192.168.0.9', false],
  ])('to %s at %s: %s', (host, address, expected) => {
    const look = () => targets.requireAddress(host, address);
    if (expected) expect(look).not.toThrow();
    else expect(look).toThrow(ForbiddenTargetError);
  });
});

describe('a push may go', () => {
  const targets = pushTargets(['Push.example']);

  test.each([
    ['https://fcm.googleapis.com/fcm/send/x', true],
    ['https://web.push.apple.com/x', true],
    ['https://a.push.example:443/x', true],
    ['https://push.example.com/x', false],
    ['https://evilfcm.googleapis.com/x', false],
    ['http://fcm.googleapis.com/x', false],
    ['https://fcm.googleapis.com:8443/x', false],
    ['https://user@fcm.googleapis.com/x', false],
    // The same host under a second name: its failures would be counted apart, and its key signed for a name that no service has.
    ['https://fcm.googleapis.com./x', false],
    ['https://10.0.0.1/x', false],
  ])('to %s: %s', (url, expected) => {
    const look = () => targets.require(url);
    if (expected) expect(look).not.toThrow();
    else expect(look).toThrow(ForbiddenTargetError);
  });
});
