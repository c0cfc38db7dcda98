import type { AdminNewKey } from '../../core/wire/admin.ts';
import { createDemoAccount, DEMO_EMAIL, isDemoActive } from '../auth/accounts.ts';
import { openAuth } from '../auth/auth.ts';
import { createAskProject, createHostedTokens } from '../auth/hosted-tokens.ts';
import { endedSessions, onSessionEnd } from '../auth/sessions.ts';
import { type Config, isLocalOnly, sessionLifeOf } from '../platform/config.ts';
import type { ServeAdminDeps } from '../routes/admin/serve-admin.ts';
import { embeddedIdentity, hostedIdentity } from '../routes/identify.ts';
import type { StreamSessions } from '../routes/market/serve-market-api.ts';
import type { Access, AccessOptions } from '../routes/access.ts';
import { serveApiTokens } from '../routes/auth/api-token-routes.ts';
import { serveLabTries } from '../routes/lab/serve-lab-tries.ts';
import { authRoutes } from '../routes/auth/auth-routes.ts';
import { type HealthCheck, checkHostedProject, unhealthy } from '../routes/site/health.ts';
import type { Foundation, Server } from './foundation.ts';

export interface AuthService
  extends Pick<AccessOptions, 'identify' | 'identifyToken'>,
    Pick<ServeAdminDeps, 'identifyAdmin' | 'accounts'> {
  /** Where accounts are, for messages. */
  readonly where: string;
  /** Whether they are in this server's database. */
  readonly hasAccounts: boolean;
  readonly check: HealthCheck;
  readonly sessions: StreamSessions;
  serve(access: Access): Promise<void>;
  /** Makes the demo account, on a first start on this computer only. */
  createDemo(): Promise<AdminNewKey | undefined>;
}

export async function startAuth(server: Server, foundation: Foundation): Promise<AuthService> {
  const { hosted } = server.config;
  return hosted === undefined ? startEmbedded(server, foundation) : hostedService(server, hosted);
}

async function startEmbedded(
  { app, config, log, registry, build: { version }, now }: Server,
  { database, notices, secret }: Foundation,
): Promise<AuthService> {
  const { db, where } = database;
  const { rateLimit, publicUrl } = config;
  const sessionLife = sessionLifeOf(config);
  const { hasNoRoom } = database;
  const auth = await openAuth({ ...config, db, now, log, secret, version, sessionLife, hasNoRoom });
  app.addHook('onClose', async () => auth.close());
  registry.registerMetric(auth.context.signIns);
  if (rateLimit === 'off') log.warn('PIPCAST_RATE_LIMIT is off: passwords can be guessed without limit.');
  if (!isLocalOnly(config) && (await isDemoActive(db, now()))) {
    log.warn(
      `The demo account can sign in from outside. Remove it: npx pipcast user remove ${DEMO_EMAIL} --yes`,
    );
  }
  return {
    where,
    hasAccounts: true,
    ...embeddedIdentity(auth),
    sessions: { onEnd: onSessionEnd(notices), over: endedSessions(db, sessionLife, now) },
    accounts: { db, events: auth.context.events, secret },
    async serve(access) {
      const origins = [...(publicUrl === undefined ? [] : [publicUrl]), ...config.authOrigins];
      await app.register(authRoutes, { prefix: '/auth/v1', auth, origins });
      serveLabTries(app, { db, access });
      serveApiTokens(app, { db, access, events: auth.context.events, now });
    },
    createDemo: async () => (isLocalOnly(config) ? createDemoAccount(db, now()) : undefined),
    check: async () => {
      const health = await database.health();
      if (health.ok) return;
      throw unhealthy(
        health.isDiskFull
          ? 'Sign-in does not work: the disk of the database is full.'
          : 'Sign-in does not work: the database does not answer.',
        new Error(health.problem),
      );
    },
  };
}

function hostedService({ now }: Server, hosted: NonNullable<Config['hosted']>): AuthService {
  const tokens = createHostedTokens({ ...hosted, now });
  return {
    where: `accounts of the hosted project at ${hosted.url}`,
    hasAccounts: false,
    ...hostedIdentity(tokens.verify, createAskProject(hosted)),
    accounts: { hostedUrl: hosted.url },
    // A project sends no notice that a session ended.
    sessions: { onEnd: () => () => {}, over: tokens.endedSessions },
    check: checkHostedProject(hosted),
    serve: async () => {},
    createDemo: async () => undefined,
  };
}
