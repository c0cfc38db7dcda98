import { availableParallelism } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { Counter } from 'prom-client';
import { type EpochMs, MINUTE_MS } from '../../core/time/instant.ts';
import type { SessionLife } from '../platform/config.ts';
import type { ServerSecret } from '../platform/server-secret.ts';
import { createPasswords } from './passwords.ts';
import { createRateLimits, NO_RATE_LIMITS, REFUSAL_FLOOR_MS, removeFullBuckets } from './rate-limits.ts';
import { createRefreshTokens } from './refresh-token.ts';
import { createSecurityEvents, removeOldEvents } from './security-events.ts';
import { removeOldSessions } from './sessions.ts';
import { createAccessTokens, createAuthenticator, openSigningKey } from './access-tokens.ts';
import { createWorkGate } from './work-gate.ts';

export interface AuthOptions {
  readonly db: Pool;
  readonly now: () => EpochMs;
  readonly log: FastifyBaseLogger;
  readonly signup: 'open' | 'closed';
  readonly sessionLife: SessionLife;
  readonly rateLimit: 'on' | 'off';
  /** The origin that browsers use; tokens name it as their issuer. undefined: they name none. */
  readonly publicUrl: string | undefined;
  readonly secret: ServerSecret;
  readonly version: string;
  /** Whether the disk of the database is full, asked when the database does not answer. */
  readonly hasNoRoom?: () => boolean;
  /** Tests have less time. */
  readonly refusalFloorMs?: number;
}

export type Auth = Awaited<ReturnType<typeof openAuth>>;
export type AuthContext = Auth['context'];

/** Passwords that may wait to be checked: about two seconds' worth. */
const PASSWORD_QUEUE = 256;

/** Opens the auth server on a migrated database. Throws when the signing key cannot be opened. */
export async function openAuth(options: AuthOptions) {
  const { db, now, log, sessionLife, secret } = options;
  const { key, replacedForeign } = await openSigningKey(db, secret, now());
  if (replacedForeign) {
    log.warn(
      'The secret of the auth server is not the one this database was used with before: all traders have to sign in again. ' +
        'Servers that share a database need the same PIPCAST_AUTH_SECRET.',
    );
  }
  const accessTokens = createAccessTokens(key, options.publicUrl && `${options.publicUrl}/auth/v1`);
  // Hashed at once: one a core, so that they do not take the cores from each other; of libuv's four threads one stays free for files.
  const gate = createWorkGate({
    concurrency: Math.min(availableParallelism(), 3),
    queueLimit: PASSWORD_QUEUE,
  });
  const context = {
    db,
    now,
    log,
    signup: options.signup,
    sessionLife,
    passwords: createPasswords(gate),
    rateLimits: options.rateLimit === 'on' ? createRateLimits(db, now) : NO_RATE_LIMITS,
    accessTokens,
    refreshTokens: createRefreshTokens(secret.refreshTokenKey),
    authenticate: createAuthenticator({ db, now, accessTokens, sessionLife }),
    refusalFloorMs: options.refusalFloorMs ?? REFUSAL_FLOOR_MS,
    events: createSecurityEvents(db, log),
    signIns: countSignIns(),
  };
  const cleaner = startSessionCleaner({ db, now, log, sessionLife });
  return {
    context,
    publicJwk: key.publicJwk,
    version: options.version,
    hasNoRoom: options.hasNoRoom ?? (() => false),
    close: () => cleaner.stop(),
  };
}

const MINUTES_OF_ROUND = 60;

/** Rows removed in one statement: few enough that no request waits long for it. */
const BATCH = 1000;

/**
 * Removes full buckets of the limits once a minute, as each guess of an attack leaves some, and old sessions and security events a minute
 * after the start and then once an hour. A failure is logged; the next round catches up.
 */
export function startSessionCleaner({
  db,
  now,
  log,
  sessionLife,
}: Pick<AuthOptions, 'db' | 'now' | 'log' | 'sessionLife'>): { stop(): void } {
  let isStopped = false;
  let minutes = 0;
  const attempt = (what: string, work: Promise<unknown>) =>
    work.catch((error: unknown) =>
      log.warn({ err: error }, `${what} could not be removed; the next round tries again`),
    );
  const removeAll = async (removeBatch: () => Promise<number>) => {
    while ((await removeBatch()) >= BATCH && !isStopped);
  };
  const removeOld = async () => {
    await removeAll(() => removeOldSessions(db, sessionLife, now(), BATCH));
    await removeAll(() => removeOldEvents(db, now(), BATCH));
  };
  const timer = setInterval(() => {
    void attempt('full buckets of the limits', removeFullBuckets(db));
    if (minutes % MINUTES_OF_ROUND === 0) void attempt('old sessions and events', removeOld());
    minutes += 1;
  }, MINUTE_MS).unref();
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}

function countSignIns(): Counter<'result'> {
  return new Counter({
    name: 'pipcast_sign_ins_total',
    help: 'Sign-ins with a password, by their result: ok or the error code.',
    labelNames: ['result'],
    registers: [],
  });
}
