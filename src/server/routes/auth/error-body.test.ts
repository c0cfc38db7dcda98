import { describe, expect, test } from 'vitest';
import { AuthError } from '../../auth/auth-error.ts';
import { errorBody, errorForm } from './error-body.ts';

describe('errorForm', () => {
  test.each(['2024-01-01', '2024-02-29', '2099-12-31'])('%s asks for the new form', (version) => {
    expect(errorForm(version)).toBe('new');
  });

  test.each([
    undefined,
    '',
    '2023-12-31',
    '2024-13-01',
    '2025-02-29',
    '20240101',
    '2024-01-01T00:00:00Z',
    'latest',
  ])('%s asks for the old form', (version) => {
    expect(errorForm(version)).toBe('old');
  });

  test('two headers ask for the old form', () => {
    expect(errorForm(['2024-01-01', '2024-01-01'])).toBe('old');
  });
});

describe('errorBody', () => {
  const weak = new AuthError(422, 'weak_password', 'Too short.', { weakPasswordReasons: ['length'] });

  test('has one spelling of the code in each form', () => {
    const error = new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
    expect(errorBody(error, 'new', 'id')).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect(errorBody(error, 'old', 'id')).toEqual({
      code: 400,
      error_code: 'invalid_credentials',
      msg: 'Invalid login credentials',
    });
  });

  test('says why a password is weak', () => {
    expect(errorBody(weak, 'new', 'id')).toEqual({
      code: 'weak_password',
      message: 'Too short.',
      weak_password: { reasons: ['length'] },
    });
    expect(errorBody(weak, 'old', 'id')).toMatchObject({ code: 422, weak_password: { reasons: ['length'] } });
  });

  test('names the request in the old form of a 500', () => {
    const error = new AuthError(500, 'unexpected_failure', 'Unexpected failure');
    expect(errorBody(error, 'old', 'request 7')).toMatchObject({ error_id: 'request 7' });
  });
});
