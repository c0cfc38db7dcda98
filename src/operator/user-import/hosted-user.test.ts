import { expect, test } from 'vitest';
import { epochMs } from '../../core/time/instant.ts';
import { hostedUser } from './hosted-user.ts';

const NOW = epochMs(Date.parse('2026-11-20T12:00:00Z'));
const HASH = `$2a$10$${'N9qo8uLOickgx2ZMRZoMye'}${'IjZAgcfl7p92ldGxad68LJZdL17lhWy'}`;

/** A user as PostgreSQL writes the columns into CSV and SQL. */
const MARA = {
  instance_id: '00000000-0000-0000-0000-000000000000',
  id: '3B1F8C52-0F6D-4E0B-9A8E-5D1C2B3A4F50',
  aud: 'authenticated',
  email: 'Mara@Example.com',
  encrypted_password: HASH,
  email_confirmed_at: '2025-10-29 13:13:17.491051+00',
  created_at: '2025-10-29 15:13:17.491051+02',
  last_sign_in_at: '2025-10-30T08:00:00Z',
  banned_until: '',
  deleted_at: '',
  is_anonymous: 'f',
  raw_app_meta_data: '{"provider": "email", "trader_id": 4711}',
  raw_user_meta_data: '{"full_name": " Mara O\'Neil ", "trader_id": 66}',
};

const accept = (fields: Record<string, unknown>) => {
  const result = hostedUser({ line: 1, fields }, NOW);
  if ('refused' in result) throw new Error(result.refused);
  return result.user;
};
const refusal = (fields: Record<string, unknown>) => {
  const result = hostedUser({ line: 1, fields }, NOW);
  return 'refused' in result ? result.refused : undefined;
};

test('a row becomes a user with its identity, hash, name, trader ID and times', () => {
  expect(accept(MARA)).toEqual({
    id: MARA.id.toLowerCase(),
    email: 'Mara@Example.com',
    passwordHash: HASH,
    fullName: "Mara O'Neil",
    traderId: '4711',
    userMetadata: { full_name: " Mara O'Neil ", trader_id: 66 },
    createdAt: Date.parse('2025-10-29T13:13:17.491Z'),
    lastSignInAt: Date.parse('2025-10-30T08:00:00Z'),
    emailConfirmedAt: Date.parse('2025-10-29T13:13:17.491Z'),
    disabled: false,
  });
});

test('JSON values mean the same as their text', () => {
  const json = {
    ...MARA,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
    raw_app_meta_data: { trader_id: '4711' },
    raw_user_meta_data: { full_name: 'Mara' },
  };
  expect(accept(json)).toMatchObject({ fullName: 'Mara', traderId: '4711', disabled: false });
});

test('an address and a hash are enough', () => {
  expect(accept({ email: 'mara@example.com', encrypted_password: HASH })).toMatchObject({
    id: undefined,
    userMetadata: {},
    createdAt: undefined,
    emailConfirmedAt: undefined,
  });
});

test('a trader ID in the metadata that the user can write counts for nothing', () => {
  expect(accept({ ...MARA, raw_app_meta_data: '{}' }).traderId).toBeUndefined();
});

test('a column trader_id wins over the metadata', () => {
  expect(accept({ ...MARA, trader_id: '12' }).traderId).toBe('12');
});

test('a ban that still holds comes along, one that is over does not', () => {
  const disabled = (until: string) => accept({ ...MARA, banned_until: until }).disabled;
  expect(disabled('2026-11-20 12:00:01+00')).toBe(true);
  expect(disabled('infinity')).toBe(true);
  expect(disabled('2026-11-20 12:00:00+00')).toBe(false);
  expect(disabled('2026-11-20 13:30:00+02')).toBe(false);
});

test('an address that was never confirmed is refused: it may belong to another person', () => {
  expect(refusal({ ...MARA, email_confirmed_at: '' })).toBe('the e-mail address was never confirmed');
  expect(refusal({ ...MARA, email_confirmed_at: null, confirmed_at: MARA.created_at })).toBeUndefined();
});

test('who cannot sign in with a password here is refused with the reason', () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ email: '' }, 'no e-mail address'],
    [{ email: null, is_anonymous: 't' }, 'an anonymous user'],
    [{ encrypted_password: '' }, 'no password'],
    [
      { encrypted_password: null, raw_app_meta_data: { provider: 'google' } },
      'no password (signed in with google)',
    ],
    [{ encrypted_password: 'secret' }, 'the password hash is of a kind that is not supported'],
    [{ deleted_at: '2026-01-01 00:00:00+00' }, 'deleted at the hosted service'],
  ];
  for (const [change, reason] of cases) expect(refusal({ ...MARA, ...change })).toBe(reason);
});

test('a field that cannot be read is named', () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ id: '42' }, 'id is not a UUID'],
    [{ created_at: 'yesterday' }, 'created_at is not a time'],
    [{ created_at: '2025-13-40 00:00:00+00' }, 'created_at is not a time'],
    [{ raw_user_meta_data: '{"a":' }, 'raw_user_meta_data is not a JSON object'],
    [{ raw_user_meta_data: [] }, 'raw_user_meta_data is not a JSON object'],
    [{ email: 5 }, 'email cannot be read'],
  ];
  for (const [change, reason] of cases) expect(refusal({ ...MARA, ...change })).toBe(reason);
});

test('a row that could not be read keeps its reason', () => {
  expect(hostedUser({ line: 3, problem: 'not valid JSON' }, NOW)).toEqual({
    refused: 'not valid JSON',
    email: undefined,
  });
});
