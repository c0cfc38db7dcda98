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
  [
    'postgres://u:p@/db?host=/one,/two&port=1,2',
    ['postgres://u:p@/db?host=%2Fone&port=1', 'postgres://u:p@/db?host=%2Ftwo&port=2'],
  ],
  ['postgres://u@/db?host=/one,/two', ['postgres://u@/db?host=%2Fone', 'postgres://u@/db?host=%2Ftwo']],
])('the addresses of %s', (url, addresses) => {
  expect(databaseAddresses(url)).toEqual(addresses);
});
