import { expect, it } from 'vitest';
import { namesOneHost } from '../../start/app.ts';

const names = (rawHeaders: string[], httpVersion = '1.1') => namesOneHost({ rawHeaders, httpVersion });

it.each([
  'signals.example.com',
  'signals.example.com:8443',
  '127.0.0.1:3000',
  '[::1]:3000',
  'pipcast_web',
  '',
])('takes one host: %j', (host) => {
  expect(names(['Accept', '*/*', 'hOsT', host])).toBe(true);
});

it('takes no second one, in other capitals, with the same value or beside other headers', () => {
  expect(names(['Host', 'a', 'host', 'b'])).toBe(false);
  expect(names(['Host', 'a', 'Accept', 'Host', 'HOST', 'a'])).toBe(false);
  expect(names(['Accept', 'Host', 'Host', 'a'])).toBe(true);
});

it('does without one in HTTP/1.0 only', () => {
  expect([names([]), names([], '1.0')]).toEqual([false, true]);
});

it.each(['a b', 'a, b', 'a/b', 'user@a', 'a?b', 'a\tb'])('takes %j for no host', (host) => {
  expect(names(['Host', host])).toBe(false);
});
