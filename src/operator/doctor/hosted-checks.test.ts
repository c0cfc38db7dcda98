import { expect, test } from 'vitest';
import { checkHostedKeys, type HostedAnswers } from './hosted-checks.ts';

const HOSTED = { url: 'https://project.example.com', anonKey: 'sb_publishable_x' };

function answersWith(keys: readonly { alg: string }[]): HostedAnswers {
  const answer = { status: 200, error: undefined, clockAheadS: 0 };
  return { settings: { ...answer, body: {} }, keys: { ...answer, body: { keys } } };
}

test('a project that signs with a shared secret is a problem where there are market signals', () => {
  const result = checkHostedKeys(HOSTED, answersWith([]), { kind: 'auto' });
  expect(result).toMatchObject({ status: 'problem', found: expect.stringContaining('HS256') });
  expect(result.advice).toContain('asymmetric signing keys');
});

test('it is a note where there are simulated signals only', () => {
  expect(checkHostedKeys(HOSTED, answersWith([{ alg: 'HS256' }]), { kind: 'off' }).status).toBe('note');
});

test('a project that publishes a key is fine', () => {
  const result = checkHostedKeys(HOSTED, answersWith([{ alg: 'ES256' }]), { kind: 'auto' });
  expect(result).toEqual({ status: 'ok', found: '1 key published' });
});
