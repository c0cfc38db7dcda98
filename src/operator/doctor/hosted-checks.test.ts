import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { checkHostedKeys, type HostedAnswers } from './hosted-checks.ts';

const HOSTED = { url: 'https://project.example.com', anonKey: 'sb_publishable_x', jwtSecret: undefined };
const SECRET = 'the shared secret of the project, 2026';

function answersWith(keys: readonly { alg: string }[]): HostedAnswers {
  const answer = { status: 200, error: undefined, clockAheadS: 0 };
  return { settings: { ...answer, body: {} }, keys: { ...answer, body: { keys } } };
}

const checked = (hosted: Partial<Parameters<typeof checkHostedKeys>[0]>, keys: readonly { alg: string }[]) =>
  checkHostedKeys({ ...HOSTED, ...hosted }, answersWith(keys));
const anonKey = (secret: string) =>
  new SignJWT({ role: 'anon' }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret));

test.each([[[]], [[{ alg: 'HS256' }]]])(
  'a project that signs with a shared secret is asked, keys %j',
  async (keys) => {
    expect(await checked({}, keys)).toMatchObject({
      status: 'note',
      found: expect.stringContaining('the project is asked about each token'),
    });
  },
);

test('with SUPABASE_JWT_SECRET the tokens are verified by it', async () => {
  const result = await checked({ jwtSecret: SECRET, anonKey: await anonKey(SECRET) }, []);
  expect(result.found).toContain('verified with SUPABASE_JWT_SECRET');
});

test('a secret that did not sign the public key is a problem', async () => {
  const result = await checked({ jwtSecret: SECRET, anonKey: await anonKey(`${SECRET}!`) }, []);
  expect(result).toMatchObject({ status: 'problem', found: expect.not.stringContaining(SECRET) });
});

test('a project that publishes a key is fine, and what becomes of the others is said', async () => {
  expect(await checked({}, [{ alg: 'ES256' }])).toEqual({
    status: 'ok',
    found:
      '1 key published; tokens of a shared secret (HS256): the project is asked about each token, at most once a minute',
  });
});
