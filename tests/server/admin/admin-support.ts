import type { FastifyInstance } from 'fastify';
import type { StreamsOnNode } from '../../../src/core/wire/admin.ts';
import { createAccess } from '../../../src/server/routes/access.ts';
import { embeddedIdentity } from '../../../src/server/routes/identify.ts';
import { NO_FINDINGS } from '../../../src/server/record/record.ts';
import { serveAdmin } from '../../../src/server/routes/admin/serve-admin.ts';
import { createAccount, setAdmin } from '../../../src/server/auth/accounts.ts';
import { openServerSecret } from '../../../src/server/platform/server-secret.ts';
import { notFoundAnswer } from '../../../src/server/routes/site/pages.ts';
import { apiApp } from '../../support/api-app.ts';
import { type AuthServer, signInWith, startAuthServer } from '../auth-support.ts';

export interface AdminServer {
  readonly auth: AuthServer;
  readonly app: FastifyInstance;
  /** The market streams of the account that is asked for; a test puts them in. */
  readonly streams: StreamsOnNode[];
  /** Forgets every account and event. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** A person with an account and a session. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly key: string;
  readonly token: string;
}

/** What the server and the commands beside it seal with. */
export const SECRET = 'the secret of the server under test, drawn by no die';

/** The routes of admins on the embedded auth server, with a clock that the test moves. */
export async function startAdminServer(
  secondFactor: 'optional' | 'required' = 'optional',
): Promise<AdminServer> {
  const auth = await startAuthServer({ secret: SECRET });
  const { context } = auth.auth;
  const { db, now, events } = context;
  const app = apiApp();
  const streams: StreamsOnNode[] = [];
  app.setNotFoundHandler(
    notFoundAnswer({
      config: { hosted: undefined, feed: { kind: 'off' }, record: 'signed-in' },
      files: new Map(),
      pages: new Map(),
      manifest: undefined as never,
    }),
  );
  const { takes } = createAccess({
    identify: embeddedIdentity(auth.auth).identify,
    now,
    record: 'signed-in',
    rateLimit: 'on',
  });
  serveAdmin(app, {
    identifyAdmin: embeddedIdentity(auth.auth).identifyAdmin,
    takes,
    now,
    db,
    accounts: { db, events, secret: openServerSecret(SECRET, '') },
    secondFactor,
    nodes: { all: async () => [], streamsOf: async () => streams },
    findings: () => NO_FINDINGS,
    policy: undefined,
  });
  return {
    auth,
    app,
    streams,
    async clear() {
      await db.query('delete from users');
      await db.query('truncate security_events');
    },
    async close() {
      await app.close();
      await auth.close();
    },
  };
}

/** A trader who is signed in, from now. */
export async function person({ auth }: AdminServer, email: string): Promise<Person> {
  const { account, key } = await createAccount(auth.database.db, { email }, auth.clock.now);
  const { access_token: token } = (await signInWith(auth.app, email, key)).json();
  return { id: account.id, email, key, token };
}

/** As `person`, whom the operator let use /admin. */
export async function adminPerson(server: AdminServer, email = 'ada@example.com'): Promise<Person> {
  const found = await person(server, email);
  await setAdmin(server.auth.database.db, found.id, true, server.auth.clock.now);
  return found;
}

/** Asks as a person; `to` is `GET /accounts`. */
export function ask(
  { app }: AdminServer,
  who: Pick<Person, 'token'> | undefined,
  to: string,
  payload?: object,
) {
  const [method, path] = to.split(' ') as ['GET' | 'POST' | 'DELETE', string];
  return app.inject({
    method,
    url: `/api/admin${path}`,
    ...(payload !== undefined && { payload }),
    headers: who === undefined ? {} : { authorization: `Bearer ${who.token}` },
  });
}
