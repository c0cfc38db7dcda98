import { connect } from 'node:net';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeOf, isDatabaseUnavailable } from './database-error.ts';

const withCode = (code: string) => Object.assign(new Error('from PostgreSQL'), { code });

test.each([
  ['08006', 'the connection broke'],
  ['53100', 'the disk is full'],
  ['53200', 'memory is short'],
  ['53300', 'there are too many connections'],
  ['57P01', 'an administrator stopped it'],
  ['57P02', 'it crashed'],
  ['57P03', 'it is starting'],
  ['57014', 'the statement took too long'],
  ['58030', 'its disk failed'],
  ['25006', 'it is a replica'],
  ['28000', 'pg_hba.conf lets no one in'],
  ['28P01', 'the password is wrong'],
  ['3D000', 'the database has another name'],
  ['F0000', 'its configuration is wrong'],
  ['XX000', 'it found a fault in itself'],
])('%s counts as unavailable: %s', (code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(true);
});

test.each([
  ['23505', 'a value is there twice'],
  ['42601', 'the query is wrong'],
  ['40001', 'a transaction has to be repeated'],
  ['42501', 'a right is missing'],
])('%s does not count as unavailable: %s', (code) => {
  expect(isDatabaseUnavailable(withCode(code))).toBe(false);
});

test('a socket without a listener counts as unavailable', async () => {
  const error = await new Promise((resolve) => {
    connect('/nowhere/.s.PGSQL.5432').once('error', resolve);
  });
  expect(codeOf(error)).toBe('ENOENT');
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test.each([
  ['EMFILE', 'this process has no open file left'],
  ['EADDRNOTAVAIL', 'this machine has no port left'],
  ['EAGAIN', 'too many wait at its socket'],
])('a connection that fails with %s counts as unavailable: %s', (code) => {
  expect(isDatabaseUnavailable(Object.assign(withCode(code), { syscall: 'connect' }))).toBe(true);
  expect(isDatabaseUnavailable(Object.assign(withCode(code), { syscall: 'open' }))).toBe(false);
});

test('a missing file does not count as unavailable, although its code is the same', () => {
  expect(() => readFileSync('/nowhere/file')).toThrow(
    expect.toSatisfy((error) => !isDatabaseUnavailable(error)),
  );
});

test('a host name with several addresses, none of which answers, counts as unavailable', () => {
  const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
  expect(
    isDatabaseUnavailable(Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' })),
  ).toBe(true);
});

test.each([
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Query read timeout',
])('"%s" from the client counts as unavailable', (message) => {
  expect(isDatabaseUnavailable(new Error(message))).toBe(true);
});

test.each([new TypeError('undefined is not a function'), new Error('any other'), 'a string', undefined])(
  '%s does not count as unavailable',
  (error) => {
    expect(isDatabaseUnavailable(error)).toBe(false);
  },
);
