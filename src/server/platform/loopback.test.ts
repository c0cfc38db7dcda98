import { expect, it } from 'vitest';
import { isLoopback } from './config.ts';

it.each(['127.0.0.1', '127.255.255.254', '::1', '[::1]', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])(
  'takes %s for this computer',
  (host) => expect(isLoopback(host)).toBe(true),
);

it.each([
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '::ffff:10.0.0.1',
  'localhost.example.com',
  '127.example.com',
  '',
  '1.127.0.1',
])('does not take "%s" for this computer only', (host) => expect(isLoopback(host)).toBe(false));
