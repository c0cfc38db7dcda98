import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import { type EpochMs, epochMs } from '../../../core/time/instant.ts';
import {
  ADMIN_PAGE,
  type AdminAccount,
  type AdminAccountDetails,
  type AdminAccountPage,
  type AdminNewKey,
  accountsQuery,
  adminAccount,
  adminAccountDetails,
  adminAccountPage,
  adminNewKey,
  newAccount,
} from '../../../core/wire/admin.ts';
import { AccountError, type AccountErrorCode } from '../../auth/account-rules.ts';
import {
  createAccount,
  disableAccount,
  enableAccount,
  findAccounts,
  requireAccount,
  resetKey,
} from '../../auth/accounts.ts';
import { audited, type SecurityEvents } from '../../auth/security-events.ts';
import { endSessions, listSessions } from '../../auth/sessions.ts';
import { plainAddress } from '../../platform/client-network.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import { HttpError } from '../http-error.ts';
import { errorAnswers, guarded, type TypedApp } from '../typed-app.ts';
import type { AdminAccess } from './admin-access.ts';
import type { SiteNodes } from './node-report.ts';

export interface AccountRoutesDeps {
  readonly db: Pool;
  readonly events: SecurityEvents;
  readonly secret: ServerSecret;
  readonly access: AdminAccess;
  readonly now: () => EpochMs;
  readonly nodes: Pick<SiteNodes, 'streamsOf'>;
}

const accountParams = z.object({ id: z.uuid() });
const sessionParams = z.object({ id: z.uuid(), session: z.uuid() });
const ERRORS = errorAnswers(400, 404, 429, 503);
const ACTION_ERRORS = errorAnswers(400, 403, 404, 409, 413, 415, 422, 429, 503);
/** Each key is hashed, which is the most expensive work of the server. */
const KEY_TOKENS = 10;

/** Serves `/api/admin/accounts`: what `pipcast user` does, recorded like its commands with the admin's account. */
export function accountRoutes(app: TypedApp, deps: AccountRoutesDeps): void {
  readRoutes(app, deps);
  keyRoutes(app, deps);
  changeRoutes(app, deps);
}

function readRoutes(app: TypedApp, deps: AccountRoutesDeps): void {
  const { db, access, now, nodes } = deps;

  app.get(
    '/api/admin/accounts',
    guarded('admin', [access.admin, access.takes(1)], {
      summary: `Accounts, the newest first, ${ADMIN_PAGE} a page`,
      querystring: accountsQuery,
      response: { 200: adminAccountPage, ...ERRORS },
    }),
    async (request): Promise<AdminAccountPage> => {
      const { find, waiting, after } = request.query;
      const filter = {
        text: find,
        askedForKey: waiting === 'true',
        after: placeOf(after),
        limit: ADMIN_PAGE,
      };
      const read = () => findAccounts(db, filter, now());
      // As the command does; later pages belong to the same list.
      const { accounts, total } =
        after === undefined ? await recorded(deps, request, 'user list', read) : await read();
      const last = accounts.length === ADMIN_PAGE ? accounts.at(-1) : undefined;
      return {
        accounts,
        total,
        next: last === undefined ? null : `${last.createdMs}.${last.id}`,
      };
    },
  );

  app.get(
    '/api/admin/accounts/:id',
    guarded('admin', [access.admin, access.takes(1)], {
      summary: 'One account, its sessions and its market streams',
      params: accountParams,
      response: { 200: adminAccountDetails, ...ERRORS },
    }),
    (request): Promise<AdminAccountDetails> =>
      onAccount(deps, request, 'user show', async (account) => {
        const [sessions, streams] = await Promise.all([
          listSessions(db, account.id),
          nodes.streamsOf(account.id),
        ]);
        return {
          account,
          sessions: sessions.map((session) => ({
            ...session,
            isThis: session.id === request.admin?.sessionId,
          })),
          streams: [...streams],
        };
      }),
  );
}

function keyRoutes(app: TypedApp, deps: AccountRoutesDeps): void {
  const { db, access, now } = deps;

  app.post(
    '/api/admin/accounts',
    guarded('admin', [access.admin, access.recently, access.takes(KEY_TOKENS)], {
      summary: 'Add an account; says its key this once',
      body: newAccount,
      response: { 200: adminNewKey, ...ACTION_ERRORS },
    }),
    (request): Promise<AdminNewKey> =>
      recorded(deps, request, 'user add', async (about) => {
        const made = await createAccount(db, request.body, now());
        about(made.account.id);
        return made;
      }),
  );

  app.post(
    '/api/admin/accounts/:id/reset-key',
    guarded('admin', [access.admin, access.recently, access.takes(KEY_TOKENS)], {
      summary: 'Give an account a new key, said this once, and end its sessions',
      params: accountParams,
      response: { 200: adminNewKey, ...ACTION_ERRORS },
    }),
    (request): Promise<AdminNewKey> =>
      onAccount(deps, request, 'user reset-key', async ({ id }) => {
        refuseOwn(request, id);
        return resetKey(db, id, now(), { sparesAdmins: true });
      }),
  );
}

function changeRoutes(app: TypedApp, deps: AccountRoutesDeps): void {
  const { db, access, now } = deps;
  const change = (
    method: 'POST' | 'DELETE',
    path: string,
    [what, summary]: readonly [string, string],
    work: (
      id: string,
      request: FastifyRequest<{ Params: { session?: string | undefined } }>,
    ) => Promise<AdminAccount>,
    params: z.ZodType<{ id: string; session?: string | undefined }> = accountParams,
  ) =>
    app.route({
      method,
      url: `/api/admin/accounts/:id/${path}`,
      ...guarded('admin', [access.admin, access.recently, access.takes(1)], {
        summary,
        params,
        response: { 200: adminAccount, ...ACTION_ERRORS },
      }),
      handler: (request): Promise<AdminAccount> =>
        onAccount(deps, request, what, ({ id }) => work(id, request)),
    });
  const endThose = async (userId: string, sessionId?: string) => {
    await endSessions(db, sessionId === undefined ? 'global' : 'local', { userId, sessionId });
    return requireAccount(db, userId, now());
  };

  change(
    'POST',
    'disable',
    ['user disable', 'Refuse sign-in from now on and end all sessions at once'],
    async (id, request) => {
      refuseOwn(request, id);
      return disableAccount(db, id, now(), { keepsAnAdmin: true });
    },
  );
  change('POST', 'enable', ['user enable', 'Allow sign-in again'], (id) => enableAccount(db, id, now()));
  change('DELETE', 'sessions', ['user end-sessions', 'End all sessions of an account'], (id) => endThose(id));
  change(
    'DELETE',
    'sessions/:session',
    ['user end-sessions', 'End one session of an account'],
    (id, { params }) => endThose(id, params.session),
    sessionParams,
  );
}

function onAccount<T>(
  deps: AccountRoutesDeps,
  request: FastifyRequest<{ Params: { id: string } }>,
  what: string,
  work: (account: AdminAccount) => Promise<T>,
): Promise<T> {
  return recorded(deps, request, what, async (about) => {
    const account = await requireAccount(deps.db, request.params.id, deps.now());
    about(account.id);
    return work(account);
  });
}

/** Does the work of the command `what` and records it likewise, with the admin's account. */
export function recorded<T>(
  deps: Pick<AccountRoutesDeps, 'events' | 'now'>,
  { admin, ip }: FastifyRequest,
  what: string,
  work: (about: (account: string) => void) => Promise<T>,
): Promise<T> {
  const event = { what, admin: admin?.id, ip: plainAddress(ip) };
  const refusable: typeof work = (about) =>
    work(about).catch((error: unknown) => {
      throw error instanceof AccountError ? asHttpError(error) : error;
    });
  return audited(deps, event, refusable, (error) => (error instanceof HttpError ? error.code : 'failure'));
}

/** 422 for all others. */
const STATUSES: Partial<Record<AccountErrorCode, number>> = {
  not_found: 404,
  last_admin: 409,
  admin_account: 409,
};

function asHttpError({ code, message }: AccountError): HttpError {
  if (code === 'id_taken') throw new Error('an account was given an ID that another one has');
  return new HttpError(STATUSES[code] ?? 422, code, message);
}

/** A new key that ends the session which is to show it would be lost. */
function refuseOwn({ admin }: FastifyRequest, id: string): void {
  if (admin?.id === id)
    throw new HttpError(
      409,
      'own_account',
      'An admin does this for others. Use the command line for your own account.',
    );
}

function placeOf(after: string | undefined): { createdAt: EpochMs; id: string } | undefined {
  if (after === undefined) return undefined;
  const [createdAt, id] = after.split('.') as [string, string];
  return { createdAt: epochMs(Number(createdAt)), id };
}
