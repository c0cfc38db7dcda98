import type { Pool } from 'pg';
import { cosignerKeyText } from '../../../core/log/cosignature.ts';
import type { WitnessPolicy } from '../../../core/log/witness-policy.ts';
import {
  ADMIN_PAGE,
  type AdminEventPage,
  type AdminSelf,
  adminEventPage,
  adminSelf,
  confirmation,
  eventsQuery,
  type AdminLedger,
  type AdminNode,
  type AdminSite,
  adminSite,
} from '../../../core/wire/admin.ts';
import { countKeyRequests, readEmails } from '../../auth/accounts.ts';
import { confirmSession } from '../../auth/second-factor.ts';
import { listEvents } from '../../auth/security-events.ts';
import { lastCosignatures } from '../../ledger/cosignature-rows.ts';
import { sha256 } from '../../ledger/ed25519.ts';
import { lastCheckpoint, listLedgers } from '../../ledger/ledger-rows.ts';
import type { LedgerFindings } from '../../record/record.ts';
import type { Access } from '../access.ts';
import { HttpError } from '../http-error.ts';
import type { Admin, IdentifyAdmin } from '../identify.ts';
import { errorAnswers, guarded, type TypedApp } from '../typed-app.ts';
import { type AccountRoutesDeps, accountRoutes, recorded } from './account-routes.ts';
import { type AdminAccess, createAdminAccess, noSecondFactor } from './admin-access.ts';
import type { SiteNodes } from './node-report.ts';

export interface ServeAdminDeps
  extends Pick<AccountRoutesDeps, 'now'>,
    Pick<SiteRoutesDeps, 'db' | 'findings' | 'policy'> {
  readonly nodes: SiteNodes;
  readonly identifyAdmin: IdentifyAdmin;
  readonly takes: Access['takes'];
  /** The accounts of the embedded auth server, or the address of the hosted project that has them. */
  readonly accounts: Pick<AccountRoutesDeps, 'db' | 'events' | 'secret'> | { readonly hostedUrl: string };
  readonly secondFactor: 'optional' | 'required';
}

/** A code is guessed no faster than keys are made. */
const CODE_TOKENS = 10;

/**
 * Serves `/api/admin`, for the screen of operators. Where a hosted project has the accounts, there are no app of accounts and
 * of the audit log.
 */
export function serveAdmin(app: TypedApp, deps: ServeAdminDeps): void {
  const access = createAdminAccess(deps);
  const { accounts, db, now, nodes, findings, policy } = deps;
  const isHosted = 'hostedUrl' in accounts;
  selfRoute(app, access, isHosted ? accounts.hostedUrl : null);
  siteRoutes(app, { db, hasAccounts: !isHosted, access, nodes, findings, policy });
  if (isHosted) return;
  confirmRoute(app, { ...accounts, access, now, nodes });
  accountRoutes(app, { ...accounts, access, now, nodes });
  eventRoute(app, { ...accounts, access, now, nodes });
}

function selfRoute(app: TypedApp, access: AdminAccess, hostedUrl: string | null): void {
  app.get(
    '/api/admin/self',
    guarded('admin', [access.admin, access.takes(1)], {
      summary: 'Whether the token is an admin’s, and what there is to do here',
      response: { 200: adminSelf, ...errorAnswers(404, 429, 503) },
    }),
    async (request): Promise<AdminSelf> => {
      const { id, email, hasSecondFactor } = request.admin as Admin;
      return { id, email, hostedUrl, hasSecondFactor };
    },
  );
}

function confirmRoute(app: TypedApp, deps: AccountRoutesDeps): void {
  const { access, db, secret, now } = deps;
  app.post(
    '/api/admin/confirm',
    guarded('admin', [access.admin, access.takes(CODE_TOKENS)], {
      summary: 'Confirm the session with a code of the second factor, for 15 minutes',
      body: confirmation,
      response: { 200: adminSelf, ...errorAnswers(400, 403, 404, 413, 415, 429, 503) },
    }),
    (request): Promise<AdminSelf> => {
      const { id, email, sessionId = '' } = request.admin as Admin;
      return recorded(deps, request, 'second_factor', async (about) => {
        about(id);
        const { code } = request.body;
        const verdict = await confirmSession(db, { userId: id, sessionId, code }, secret, now());
        if (verdict === 'second_factor_missing') throw noSecondFactor();
        if (verdict === 'too_many_codes')
          throw new HttpError(429, verdict, 'Five codes were wrong. Wait an hour, or give a recovery code.');
        if (verdict === 'code_invalid') throw new HttpError(403, verdict, 'This code does not count.');
        return { id, email, hostedUrl: null, hasSecondFactor: true };
      });
    },
  );
}

function eventRoute(app: TypedApp, deps: AccountRoutesDeps): void {
  const { access, db } = deps;
  app.get(
    '/api/admin/events',
    guarded('admin', [access.admin, access.takes(1)], {
      summary: `Who did what, the newest first, ${ADMIN_PAGE} a page`,
      querystring: eventsQuery,
      response: { 200: adminEventPage, ...errorAnswers(400, 404, 429, 503) },
    }),
    async (request): Promise<AdminEventPage> => {
      const { account, what, refused, before } = request.query;
      const filter = { account, what, refused: refused === 'true', limit: ADMIN_PAGE };
      const read = () =>
        listEvents(db, { ...filter, before: before === undefined ? undefined : Number(before) });
      const events =
        before === undefined
          ? await recorded(deps, request, 'audit', (about) => {
              if (account !== undefined) about(account);
              return read();
            })
          : await read();
      return {
        events: events.map(({ admin, ...event }) => ({ ...event, operator: event.operator ?? admin })),
        next: events.length === ADMIN_PAGE ? (events.at(-1)?.id ?? null) : null,
      };
    },
  );
}

interface SiteRoutesDeps {
  readonly db: Pool;
  /** Whether the accounts are in the database too. */
  readonly hasAccounts: boolean;
  readonly access: AdminAccess;
  readonly nodes: Pick<SiteNodes, 'all'>;
  readonly findings: () => LedgerFindings;
  readonly policy: WitnessPolicy | undefined;
}

/** Serves `/api/admin/site`: the nodes, who is connected where, the desk, the feeds, the ledger and its witnesses. */
function siteRoutes(app: TypedApp, deps: SiteRoutesDeps): void {
  const { access } = deps;
  app.get(
    '/api/admin/site',
    guarded('admin', [access.admin, access.takes(1)], {
      summary: 'The nodes, the streams on them, the desk, the feeds, the ledger and its witnesses',
      response: { 200: adminSite, ...errorAnswers(404, 429, 503) },
    }),
    () => readSite(deps),
  );
}

async function readSite(deps: SiteRoutesDeps): Promise<AdminSite> {
  const { db, hasAccounts } = deps;
  const [keyRequests, nodes, ledger] = await Promise.all([
    hasAccounts ? countKeyRequests(db) : null,
    presentNodes(deps),
    readLedger(deps),
  ]);
  return { keyRequests, nodes, ledger };
}

async function presentNodes({ nodes, db, hasAccounts }: SiteRoutesDeps): Promise<AdminNode[]> {
  const reports = await nodes.all();
  const ids = reports.flatMap(({ streams }) => streams.map(({ account }) => account));
  const emails = hasAccounts ? await readEmails(db, ids) : new Map<string, string>();
  return reports.map((report) => ({
    ...report,
    streams: report.streams.map((one) => ({ ...one, email: emails.get(one.account) ?? null })),
  }));
}

/** The newest ledger: live prices have one for ever, each replay and made-up run its own. */
async function readLedger({ db, findings, policy }: SiteRoutesDeps): Promise<AdminLedger | null> {
  const found = (await listLedgers(db)).at(-1);
  const head = found && (await lastCheckpoint(db, found.id));
  if (found === undefined || head === undefined) return null;
  const cosigned = policy === undefined ? new Map() : await lastCosignatures(db, found.id);
  return {
    name: found.name,
    origin: found.origin,
    size: head.size,
    checkpoint: head.note,
    openSignals: head.openSignals,
    findings: findings(),
    witnesses: (policy?.witnesses ?? []).map(({ name: witness, key }) => ({
      name: witness,
      last: cosigned.get(cosignerKeyText(sha256, key)) ?? null,
    })),
  };
}
