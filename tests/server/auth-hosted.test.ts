import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/core/time/instant.ts';
import { createAccount } from '../../src/server/auth/accounts.ts';
import { createHostedTokens, type VerifyHostedToken } from '../../src/server/auth/hosted-tokens.ts';
import {
  type AuthServer,
  claimsOf,
  refreshWith,
  signInWith,
  START,
  startAuthServer,
} from './auth-support.ts';

/** One Pipcast is the hosted project of another. */
let hosted: AuthServer;
let url: string;
let verify: VerifyHostedToken;
const project = () => ({ url, anonKey: 'public', jwtSecret: undefined });
let session: { access_token: string; refresh_token: string; user: { id: string } };
beforeAll(async () => {
  hosted = await startAuthServer();
  await hosted.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(hosted.app.server.address() as AddressInfo).port}`;
  ({ verify } = createHostedTokens({ ...project(), now: () => hosted.clock.now }));
  const { key } = await createAccount(hosted.database.db, { email: 'mara@example.com' }, START);
  session = (await signInWith(hosted.app, 'mara@example.com', key)).json();
});
afterAll(() => hosted.close());

describe('a token of the hosted project', () => {
  test('says whose it is', async () => {
    expect(await verify(`Bearer ${session.access_token}`)).toEqual({
      userId: session.user.id,
      email: 'mara@example.com',
      isAdmin: false,
    });
  });

  test('expires', async () => {
    hosted.clock.advance(HOUR_MS);
    await expect(verify(`Bearer ${session.access_token}`)).rejects.toMatchObject({
      status: 403,
      code: 'bad_jwt',
    });
    const { access_token: fresh } = (await refreshWith(hosted.app, session.refresh_token)).json();
    await expect(verify(`Bearer ${fresh}`)).resolves.toBeDefined();
    hosted.clock.now = START;
  });

  test('names its issuer where it has a public address, and another’s is refused', async () => {
    const named = await startAuthServer({ publicUrl: url, secret: 'named '.repeat(8) }, hosted.database);
    const elsewhere = await startAuthServer(
      { publicUrl: 'https://other.example.com', secret: 'other '.repeat(8) },
      hosted.database,
    );
    try {
      for (const [server, accepted] of [
        [named, true],
        [elsewhere, false],
      ] as const) {
        const token = await server.auth.context.accessTokens.sign(
          { id: session.user.id, email: 'mara@example.com', appMetadata: {}, userMetadata: {} } as never,
          { id: session.user.id, openedMs: START },
          START,
        );
        const asked = createHostedTokens({
          ...project(),
          now: () => START,
          fetch: async () => Response.json({ keys: [server.auth.publicJwk] }),
        }).verify(`Bearer ${token}`);
        if (accepted) await expect(asked).resolves.toMatchObject({ userId: session.user.id });
        else
          await expect(asked).rejects.toMatchObject({
            code: 'bad_jwt',
            message: expect.stringContaining('another project'),
          });
      }
    } finally {
      await named.close();
      await elsewhere.close();
    }
  });
});

describe('refused is', () => {
  const claims = () => ({ ...claimsOf(session.access_token) });

  test.each([undefined, '', 'Bearer', 'Basic x'])('no token, as %j', async (authorization) => {
    await expect(verify(authorization)).rejects.toMatchObject({ status: 401, code: 'no_authorization' });
  });

  test.each([
    ['nonsense', async () => 'x.y.z'],
    [
      'algorithm none',
      async () =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${session.access_token.split('.')[1]}.`,
    ],
    [
      'a shared secret',
      async () =>
        new SignJWT(claims()).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('public'.repeat(8))),
    ],
    [
      'a foreign key',
      async () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'ES256', kid: hosted.auth.publicJwk.kid ?? '' })
          .sign((await generateKeyPair('ES256')).privateKey),
    ],
    [
      'a key that the project does not have',
      async () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'ES256', kid: 'another' })
          .sign((await generateKeyPair('ES256')).privateKey),
    ],
  ])('%s', async (_kind, make) => {
    await expect(verify(`Bearer ${await make()}`)).rejects.toMatchObject({ status: 403, code: 'bad_jwt' });
  });

  test('what the project signed for no user: its API keys, other audiences, tokens without an end or a user', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const keys = [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'own' }];
    const { verify: ofProject } = createHostedTokens({
      ...project(),
      now: () => START,
      fetch: async () => Response.json({ keys }),
    });
    const asked = async (changes: Record<string, unknown>) => {
      const token = new SignJWT({ ...claims(), ...changes }).setProtectedHeader({ alg: 'ES256', kid: 'own' });
      return ofProject(`Bearer ${await token.sign(privateKey)}`);
    };
    await expect(asked({})).resolves.toMatchObject({ userId: session.user.id });
    await expect(asked({ exp: Math.floor(START / 1000) + 86_400 })).resolves.toBeDefined();
    await expect(asked({ role: 'trader' })).resolves.toMatchObject({ userId: session.user.id });
    for (const changes of [
      { role: 'service_role' },
      { role: 'anon' },
      { aud: 'anon' },
      { aud: undefined },
      { exp: undefined },
      { sub: undefined },
      { sub: 'mara' },
      { is_anonymous: true },
      { exp: Math.floor(START / 1000) + 86_402 },
    ]) {
      await expect(asked(changes), JSON.stringify(changes)).rejects.toMatchObject({
        status: 403,
        code: 'bad_jwt',
      });
    }
  });
});

test.each([
  ['does not answer', () => Promise.reject(new TypeError('fetch failed'))],
  ['answers an error', async () => new Response('down', { status: 502 })],
  ['answers no key set', async () => new Response('<html>')],
  ['answers another thing', async () => Response.json({ hello: 'world' })],
])('a project that %s is a 503, not a refusal', async (_case, fetch) => {
  const asked = createHostedTokens({ ...project(), now: () => START, fetch });
  await expect(asked.verify(`Bearer ${session.access_token}`)).rejects.toMatchObject({
    status: 503,
    details: { retryAfterS: 1 },
  });
});
