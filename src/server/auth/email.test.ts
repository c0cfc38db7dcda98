import { describe, expect, test } from 'vitest';
import { emailProblem, lookupEmail, requireEmail } from './account-rules.ts';

describe('requireEmail', () => {
  test('lowers the case and keeps a tag', () => {
    expect(requireEmail('Mara+Signals@Example.COM')).toBe('mara+signals@example.com');
  });

  test.each(["o'neil@example.com", 'a@b', 'x.y-z@sub.example.com', '`{|}~@example.com'])(
    'takes %s',
    (email) => {
      expect(emailProblem(email)).toBeUndefined();
    },
  );

  test.each([
    ['', 'An email address is required'],
    [`${'a'.repeat(244)}@example.com`, 'An email address is too long'],
    [' mara@example.com', 'Unable to validate email address: invalid format'],
    ['mara@example.com\n', 'Unable to validate email address: invalid format'],
    ['mara', 'Unable to validate email address: invalid format'],
    ['mara@@example.com', 'Unable to validate email address: invalid format'],
    ['mara@-example.com', 'Unable to validate email address: invalid format'],
    ['mara@example..com', 'Unable to validate email address: invalid format'],
    ['mära@example.com', 'Unable to validate email address: invalid format'],
    ['ma\0ra@example.com', 'Unable to validate email address: invalid format'],
  ])('refuses %j', (email, problem) => {
    expect(() => requireEmail(email)).toThrow(problem);
  });

  test('answers within a moment for a long address made to backtrack', () => {
    expect(emailProblem(`a@${'a-'.repeat(120)}!`)).toBeDefined();
  });
});

test('a lookup forgives capitals and trims nothing', () => {
  expect(lookupEmail('\ufeffMara@Example.com\t')).toBe('\ufeffmara@example.com\t');
});
