import type { FastifyBaseLogger } from 'fastify';
import { type EpochMs, epochMs } from '../../core/time/instant.ts';
import { DEMO_EMAIL, isDemoActive } from '../auth/accounts.ts';
import { openAuth } from '../auth/auth.ts';
import { createAskProject } from '../auth/hosted-project.ts';
import { createHostedTokens } from '../auth/hosted-tokens.ts';
import { endedSessions, onSessionEnd } from '../auth/sessions.ts';
import type { Notices } from '../db/notices.ts';
import type { Database } from '../db/open-database.ts';
import { type Config, isLocalOnly } from '../platform/config.ts';
import { openServerSecret } from '../platform/server-secret.ts';
import { sessionLifeOf } from '../platform/session-life.ts';
import type { ServeAdminDeps } from '../routes/admin/serve-admin.ts';
import {
  identifyAdminEmbedded,
  identifyAdminHosted,
  identifyApiToken,
  identifyEmbedded,
  identifyHosted,
} from '../routes/identify.ts';
import type { StreamSessions } from '../routes/market/serve-market-api.ts';
import { HealthProblem } from '../routes/site/health.ts';
import { checkHostedProject } from '../routes/site/hosted-health.ts';
import type { AppDeps } from './app.ts';

/** What signs people in: the embedded auth server with its database, or a hosted project. */
export interface AuthService
  extends Pick<AppDeps, 'embedded' | 'identify' | 'identifyToken' | 'check'>,
    Pick<ServeAdminDeps, 'identifyAdmin' | 'accounts'> {
  readonly where: string;
  /** How the sessions that opened streams end. */
  sessions(notices: Notices | undefined): StreamSessions | undefined;
}

/** What has to be stopped, in the order it was started. */
export type Stops = (() => Promise<void>)[];

const now = (): EpochMs => epochMs(Date.now());

/** The embedded auth server on this server's database; what it starts is added to `stops`. */
export async function startEmbedded(
  config: Config,
  log: FastifyBaseLogger,
  version: string,
  database: Database,
  stops: Stops,
): Promise<AuthService> {
  const { db, where } = database;
  const { signup, rateLimit, publicUrl, dataDir, authSecret: secret } = config;
  const sessionLife = sessionLifeOf(config);
  const auth = await openAuth({
    db,
    now,
    log,
    signup,
    rateLimit,
    publicUrl,
    dataDir,
    secret,
    version,
    sessionLife,
    hasNoRoom: database.hasNoRoom,
  });
  stops.push(async () => auth.close());
  if (rateLimit === 'off') log.warn('PIPCAST_RATE_LIMIT is off: passwords can be guessed without limit.');
  if (!isLocalOnly(config) && (await isDemoActive(db, now()))) {
    log.warn(`The demo account can sign in from outside. Remove it: npx pipcast user remove ${DEMO_EMAIL}`);
  }
  return {
    where,
    embedded: { auth, db },
    identify: identifyEmbedded(auth),
    identifyToken: identifyApiToken(db, now),
    identifyAdmin: identifyAdminEmbedded(auth),
    sessions: (notices) =>
      notices && { onEnd: onSessionEnd(notices), over: endedSessions(db, sessionLife, now) },
    accounts: { db, events: auth.context.events, secret: openServerSecret(secret, dataDir) },
    check: async () => {
      const health = await database.health();
      if (health.ok) return;
      throw new HealthProblem(
        health.isDiskFull
          ? 'Sign-in does not work: the disk of the database is full.'
          : 'Sign-in does not work: the database does not answer.',
        { cause: new Error(health.problem) },
      );
    },
  };
}

/** A hosted project in its place: it keeps accounts and sessions. */
export function hostedService(hosted: NonNullable<Config['hosted']>): AuthService {
  const tokens = createHostedTokens({ ...hosted, now });
  return {
    where: `accounts of the hosted project at ${hosted.url}`,
    embedded: undefined,
    identify: identifyHosted(tokens.verify),
    identifyAdmin: identifyAdminHosted(tokens.verify, createAskProject(hosted)),
    accounts: { hostedUrl: hosted.url },
    // A project does not say by itself that a session ended.
    sessions: () => ({ onEnd: () => () => {}, over: tokens.endedSessions }),
    check: checkHostedProject(hosted),
  };
}
