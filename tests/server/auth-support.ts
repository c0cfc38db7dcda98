import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { DAY_MS, type EpochMs, epochMs } from '../../src/core/time/instant.ts';
import { type Auth, type AuthOptions, openAuth } from '../../src/server/auth/auth.ts';
import { authRoutes } from '../../src/server/routes/auth/auth-routes.ts';
import { openServerSecret } from '../../src/server/platform/server-secret.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** A clock that a test moves. */
interface TestClock {
  now: EpochMs;
  advance(ms: number): void;
}

export interface AuthServer {
  readonly app: FastifyInstance;
  readonly auth: Auth;
  readonly clock: TestClock;
  readonly database: TestDatabase;
  close(): Promise<void>;
}

export const START = epochMs(Date.UTC(2026, 10, 20, 12, 0, 0, 123));

/** The auth server alone, on a database of its own, with a clock that stands still. */
export async function startAuthServer(
  { secret, ...options }: Partial<Omit<AuthOptions, 'secret'>> & { readonly secret?: string } = {},
  shared?: TestDatabase,
  { trustProxy = true, origins = ['*'] }: { trustProxy?: boolean; origins?: readonly string[] } = {},
): Promise<AuthServer> {
  const database = shared ?? (await createTestDatabase());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pipcast-auth-'));
  const clock = testClock();
  const app = Fastify({ trustProxy });
  const auth = await openAuth({
    db: database.db,
    now: () => clock.now,
    log: app.log,
    signup: 'closed',
    rateLimit: 'off',
    sessionLife: { maxAgeMs: 90 * DAY_MS, idleMs: 30 * DAY_MS },
    publicUrl: undefined,
    secret: openServerSecret(secret, dataDir),
    version: '0.0.0',
    refusalFloorMs: 0,
    ...options,
  });
  await app.register(authRoutes, { prefix: '/auth/v1', auth, origins });
  return {
    app,
    auth,
    clock,
    database,
    async close() {
      await app.close();
      await auth.close();
      if (!shared) await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

function testClock(start: EpochMs = START): TestClock {
  return {
    now: start,
    advance(ms) {
      this.now = epochMs(this.now + ms);
    },
  };
}

const NEW_FORM = { 'x-supabase-api-version': '2024-01-01' };

/** Posts JSON to the auth server in process, as a client of 2024 or later. */
export function post(app: FastifyInstance, url: string, body: unknown, headers: Record<string, string> = {}) {
  return app.inject({
    method: 'POST',
    url: `/auth/v1${url}`,
    headers: { 'content-type': 'application/json;charset=UTF-8', ...NEW_FORM, ...headers },
    payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
}

/** Signs in with a password, in process. */
export function signInWith(
  app: FastifyInstance,
  email: string,
  password: string,
  headers: Record<string, string> = {},
) {
  return post(app, '/token?grant_type=password', { email, password, gotrue_meta_security: {} }, headers);
}

export function refreshWith(app: FastifyInstance, refreshToken: string) {
  return post(app, '/token?grant_type=refresh_token', { refresh_token: refreshToken });
}

/** The claims of an access token, unverified. */
export function claimsOf(accessToken: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(accessToken.split('.')[1] as string, 'base64url').toString());
}

/** Asks for the user of an access token. */
export function getUser(app: FastifyInstance, accessToken: string, headers: Record<string, string> = {}) {
  return app.inject({
    url: '/auth/v1/user',
    headers: { ...NEW_FORM, authorization: `Bearer ${accessToken}`, ...headers },
  });
}
