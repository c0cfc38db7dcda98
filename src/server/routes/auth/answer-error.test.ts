import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { memoryLog } from '../../../../tests/support/memory-log.ts';
import { AuthError, unavailable } from '../../auth/auth-error.ts';
import { answerError, errorBody, errorForm } from './bodies.ts';

/** The log entry of a request that ends with the error. */
async function entryOf(error: Error) {
  const log = memoryLog();
  const app = Fastify({ loggerInstance: log.log });
  app.setErrorHandler((thrown, request, reply) => answerError(thrown, request, reply, () => false));
  app.get('/', () => {
    throw error;
  });
  await app.inject('/');
  return log.entries().find(({ msg }) => msg === 'auth request failed');
}

test('an answer that the server meant to give is logged as a sentence, what broke with its stack', async () => {
  const full = await entryOf(unavailable('Too many sign-ins at once.'));
  expect(full).toMatchObject({
    level: 'warn',
    why: 'Too many sign-ins at once.',
    code: 'unexpected_failure',
  });
  expect(full).not.toHaveProperty('err');
  const away = await entryOf(unavailable('The database is away.', new Error('connection refused')));
  expect(away).toMatchObject({ level: 'warn', err: { message: 'connection refused' } });
  const broken = await entryOf(new Error('a bug'));
  expect(broken).toMatchObject({ level: 'error', err: { message: 'a bug', stack: expect.any(String) } });
});

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
