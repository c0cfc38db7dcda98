import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { memoryLog } from '../../../../tests/support/memory-log.ts';
import { unavailable } from '../../auth/auth-error.ts';
import { answerError } from './answer-error.ts';

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
