import { expect, test } from 'vitest';
import type { HostedUserResult } from './hosted-user.ts';
import { TraderIdClaims } from './user-import-command.ts';

const row = (email: string, traderId: string | undefined) =>
  ({ user: { email, traderId } }) as unknown as HostedUserResult;

test('the second row with a trader ID is refused, and both rows are named', () => {
  const claims = new TraderIdClaims('line');
  const rows = [
    row('mara@example.com', '77'),
    row('ivo@example.com', undefined),
    { refused: 'no password', email: 'eva@example.com' },
    row('ivo@example.com', '77'),
  ];
  const checked = rows.map((each, index) => claims.check(each, index + 2));
  expect(checked.slice(0, 3)).toEqual(rows.slice(0, 3));
  expect(checked[3]).toEqual({
    refused: 'line 2 (mara@example.com) has the trader ID 77 too',
    email: 'ivo@example.com',
  });
  expect(claims.notes).toEqual([
    { line: 2, note: 'line 5 (ivo@example.com) has the trader ID 77 too; find out whose it is' },
  ]);
});

test('the same user twice, and users without a trader ID, are no collision', () => {
  const claims = new TraderIdClaims('line');
  for (const each of [
    row('mara@example.com', '77'),
    row('Mara@Example.com', '77'),
    row('a@b', undefined),
    row('c@d', undefined),
  ]) {
    expect(claims.check(each, 2)).toBe(each);
  }
  expect(claims.notes).toEqual([]);
});
