import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type EpochMs, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/core/time/instant.ts';
import { createHostedTokens } from '../../src/server/auth/hosted-tokens.ts';

/** A project that signs with a shared secret, with a key that it publishes, or with both by turns. */
const URL_OF_PROJECT = 'https://project.example.com';
const SECRET = 'the shared secret of the project, 2026';
const START = epochMs(Date.UTC(2026, 10, 23, 12));

let now: EpochMs;
let pair: Awaited<ReturnType<typeof generateKeyPair>>;
let keys: object[];
/** The sessions that stand, by their tokens' claim. */
const standing = new Set<string>();
let questions: string[] = [];
let isAway = false;
let gate: Promise<void> | undefined;
let owner: Record<string, unknown>;

beforeAll(async () => {
  pair = await generateKeyPair('ES256');
  keys = [{ ...(await exportJWK(pair.publicKey)), alg: 'ES256', kid: 'own' }];
});
beforeEach(() => {
  now = START;
  standing.clear();
  questions = [];
  isAway = false;
  gate = undefined;
  owner = { id: randomUUID(), email: 'mara@example.com', role: 'authenticated', app_metadata: {} };
});

const claimsIn = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** What the project answers; it verifies its tokens by their end and session. */
const send: typeof fetch = async (input, init) => {
  const { pathname } = new URL(String(input));
  if (pathname.endsWith('/jwks.json')) return Response.json({ keys });
  const token = new Headers(init?.headers).get('authorization')?.slice('Bearer '.length) ?? '';
  questions.push(token);
  await gate;
  if (isAway) throw new TypeError('fetch failed');
  const { session_id: session, exp } = claimsIn(token);
  const isGood = standing.has(session) && exp * SECOND_MS > now;
  return isGood ? Response.json(owner) : Response.json({ code: 'session_not_found' }, { status: 403 });
};

const open = (jwtSecret?: string) =>
  createHostedTokens({
    url: URL_OF_PROJECT,
    anonKey: 'public',
    jwtSecret,
    now: () => now,
    fetch: send,
  });

async function tokenOf(kind: 'shared' | 'published', changes: Record<string, unknown> = {}, secret = SECRET) {
  const session = randomUUID();
  standing.add(session);
  const claims = {
    sub: owner['id'],
    aud: 'authenticated',
    role: 'authenticated',
    email: 'mara@example.com',
    app_metadata: {},
    session_id: session,
    exp: (START + HOUR_MS) / SECOND_MS,
    iss: `${URL_OF_PROJECT}/auth/v1`,
    ...changes,
  };
  const jwt = new SignJWT(claims as JWTPayload);
  const token =
    kind === 'shared'
      ? await jwt.setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret))
      : await jwt.setProtectedHeader({ alg: 'ES256', kid: 'own' }).sign(pair.privateKey);
  return { session, header: `Bearer ${token}` };
}

const MARA = () => ({ userId: owner['id'], email: 'mara@example.com', isAdmin: false });
const REFUSED = { status: 403, code: 'bad_jwt' };

describe.each([
  ['asked', undefined],
  ['verified with the secret', SECRET],
])('a project that is %s', (_how, secret) => {
  test.each(['shared', 'published'] as const)('is believed about a token of the %s kind', async (kind) => {
    const { header } = await tokenOf(kind);
    expect(await open(secret).verify(header)).toEqual(MARA());
  });

  test.each([
    [{ role: 'anon' }],
    [{ role: 'service_role' }],
    [{ is_anonymous: true }],
    [{ sub: 'mara' }],
    [{ sub: undefined }],
    [{ aud: 'anon' }],
    [{ exp: undefined }],
    [{ exp: START / SECOND_MS }],
    [{ exp: (START + 25 * HOUR_MS) / SECOND_MS }],
    [{ iss: 'https://other.example.com/auth/v1' }],
  ])('is not asked about a token with %j, which is refused', async (changes) => {
    const { header } = await tokenOf('shared', changes);
    await expect(open(secret).verify(header)).rejects.toMatchObject(REFUSED);
    expect(questions).toEqual([]);
  });
});

test('the secret refuses what another one signed, and the project is not asked', async () => {
  const { header } = await tokenOf('shared', {}, `${SECRET}!`);
  await expect(open(SECRET).verify(header)).rejects.toMatchObject(REFUSED);
  expect(questions).toEqual([]);
});

test('a published key is no shared secret: a token that is signed with its text is refused', async () => {
  const { header } = await tokenOf('shared', {}, JSON.stringify(keys[0]));
  await expect(open(SECRET).verify(header)).rejects.toMatchObject(REFUSED);
});

describe('an answer of the project', () => {
  test('holds for a minute, then it is asked again', async () => {
    const { verify } = open();
    const { header } = await tokenOf('shared');
    await verify(header);
    now = epochMs(now + MINUTE_MS - 1);
    await verify(header);
    expect(questions).toHaveLength(1);
    now = epochMs(now + 1);
    await verify(header);
    expect(questions).toHaveLength(2);
  });

  test('holds no longer when the clock is set back', async () => {
    const { verify } = open();
    const { header } = await tokenOf('shared');
    await verify(header);
    now = epochMs(now - HOUR_MS);
    await verify(header);
    expect(questions).toHaveLength(2);
  });

  test('is that to one question when many ask about a token at once', async () => {
    const { verify } = open();
    const { header } = await tokenOf('shared');
    await Promise.all(Array.from({ length: 20 }, () => verify(header)));
    expect(questions).toHaveLength(1);
  });

  test('counts, not the token: its address, its admins, and whose it is', async () => {
    const { header } = await tokenOf('shared', {
      email: 'forged@example.com',
      app_metadata: { pipcast_admin: true },
    });
    expect(await open().verify(header)).toEqual(MARA());
    owner['app_metadata'] = { pipcast_admin: true };
    expect((await open().verify(header)).isAdmin).toBe(true);
    owner['id'] = randomUUID();
    await expect(open().verify(header)).rejects.toMatchObject(REFUSED);
  });

  test('of an anonymous user, or of a key of the project, is refused', async () => {
    const { header } = await tokenOf('shared');
    owner['is_anonymous'] = true;
    await expect(open().verify(header)).rejects.toMatchObject(REFUSED);
    owner = { ...owner, is_anonymous: false, role: 'service_role' };
    await expect(open().verify(header)).rejects.toMatchObject(REFUSED);
  });
});

describe('a session that ended at the project', () => {
  test('is refused within a minute', async () => {
    const { verify } = open();
    const { header, session } = await tokenOf('shared');
    await verify(header);
    standing.delete(session);
    now = epochMs(now + MINUTE_MS);
    await expect(verify(header)).rejects.toMatchObject(REFUSED);
  });

  test('ends the streams that it opened, and no others', async () => {
    const { verify, endedSessions } = open();
    const [gone, there] = [await tokenOf('shared'), await tokenOf('shared')];
    const published = await tokenOf('published');
    for (const { header } of [gone, there, published]) await verify(header);
    standing.delete(gone.session);
    standing.delete(published.session);
    const all = [gone.session, there.session, published.session];
    expect(await endedSessions(all)).toEqual([]);
    now = epochMs(now + MINUTE_MS);
    // A request of the trader may have heard of it first.
    await expect(verify(gone.header)).rejects.toMatchObject(REFUSED);
    expect(await endedSessions(all)).toEqual([gone.session]);
  });

  test('ends no stream while the project does not answer', async () => {
    const { verify, endedSessions } = open();
    const { header, session } = await tokenOf('shared');
    await verify(header);
    isAway = true;
    now = epochMs(now + MINUTE_MS);
    expect(await endedSessions([session])).toEqual([]);
  });
});

describe('a project that does not answer', () => {
  test('is a 503, asked once in 2 s about a token, and believed when it is back', async () => {
    const { verify } = open();
    const { header } = await tokenOf('shared');
    isAway = true;
    for (let each = 0; each < 3; each += 1)
      await expect(verify(header)).rejects.toMatchObject({ status: 503 });
    expect(questions).toHaveLength(1);
    isAway = false;
    now = epochMs(now + 2 * SECOND_MS);
    expect(await verify(header)).toEqual(MARA());
  });

  test('has at most 64 questions waiting; the next is a 503 at once', async () => {
    let letGo = () => {};
    gate = new Promise((resolve) => {
      letGo = resolve;
    });
    const { verify } = open();
    const tokens = await Promise.all(Array.from({ length: 65 }, () => tokenOf('shared')));
    const asked = tokens.slice(0, 64).map(({ header }, at) => verify(header, `192.0.2.${at % 3}/32`));
    await expect(verify(tokens[64]?.header, '198.51.100.7/32')).rejects.toMatchObject({
      status: 503,
      details: { retryAfterS: 1 },
    });
    letGo();
    await Promise.all(asked);
    expect(await verify(tokens[64]?.header, '198.51.100.7/32')).toEqual(MARA());
  });
});

test('a network that brings forged tokens has 30 asked about, and is slowed; others are not', async () => {
  const { verify } = open();
  const forged = () => tokenOf('shared').then(({ header, session }) => standing.delete(session) && header);
  const from = async (network: string, header: string | false) =>
    verify(header || undefined, network).then(
      () => 200,
      (error: { status: number }) => error.status,
    );
  const statuses: number[] = [];
  for (let each = 0; each < 35; each += 1) statuses.push(await from('192.0.2.1/32', await forged()));
  expect(statuses.filter((status) => status === 403)).toHaveLength(30);
  expect(statuses.slice(30)).toEqual([503, 503, 503, 503, 503]);
  const { header } = await tokenOf('shared');
  expect(await from('198.51.100.7/32', header)).toBe(200);
  // Known answers cost no question.
  expect(await from('192.0.2.1/32', header)).toBe(200);
  now = epochMs(now + 2 * SECOND_MS);
  expect(await from('192.0.2.1/32', (await tokenOf('shared')).header)).toBe(200);
});

test('a network has at most 30 tokens asked about at once, so that others always have room; right ones cost it nothing', async () => {
  const { verify } = open();
  const all = async (tokens: readonly { header: string }[]) =>
    (await Promise.allSettled(tokens.map(({ header }) => verify(header, '192.0.2.1/32')))).filter(
      ({ status }) => status === 'fulfilled',
    ).length;
  const right = await Promise.all(Array.from({ length: 40 }, () => tokenOf('shared')));
  expect(await all(right)).toBe(30);
  expect(await all(right)).toBe(40);
  questions = [];
  const forged = await Promise.all(Array.from({ length: 40 }, () => tokenOf('shared')));
  for (const { session } of forged) standing.delete(session);
  expect(await all(forged)).toBe(0);
  expect(questions).toHaveLength(30);
});
