import { expect, test } from 'vitest';
import { databaseAddresses } from './external-database.ts';

test.each([
  ['postgres://u:p@a:1/db?sslmode=require', ['postgres://u:p@a:1/db?sslmode=require']],
  [
    'postgresql://u:p,q@a:1,b,[::1]:3/db?target_session_attrs=read-write',
    [
      'postgresql://u:p,q@a:1/db?target_session_attrs=read-write',
      'postgresql://u:p,q@b/db?target_session_attrs=read-write',
      'postgresql://u:p,q@[::1]:3/db?target_session_attrs=read-write',
    ],
  ],
  ['postgres://a,b', ['postgres://a', 'postgres://b']],
  ['postgres://u:p@%2Fone:1,%2Ftwo:2/db', ['postgres://u:p@%2Fone:1/db', 'postgres://u:p@%2Ftwo:2/db']],
  ['postgres://u@/db?host=/one', ['postgres://u@/db?host=/one']],
])('the addresses of %s', (url, addresses) => {
  expect(databaseAddresses(url)).toEqual(addresses);
});
