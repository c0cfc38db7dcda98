import type { Pool } from 'pg';
import { cosignerKeyText } from '../../../core/log/cosignature.ts';
import type { WitnessPolicy } from '../../../core/log/witness-policy.ts';
import { type AdminLedger, type AdminNode, type AdminSite, adminSite } from '../../../core/wire/admin.ts';
import { countKeyRequests, readEmails } from '../../auth/accounts.ts';
import { lastCosignatures } from '../../ledger/cosignature-rows.ts';
import { sha256 } from '../../ledger/ed25519.ts';
import { findLedger, lastCheckpoint, listLedgers } from '../../ledger/ledger-rows.ts';
import { readLease } from '../../ledger/writer-connection.ts';
import type { LedgerFindings } from '../../record/record.ts';
import { errorAnswers, type TypedApp } from '../typed-app.ts';
import type { AdminAccess } from './admin-access.ts';
import type { SiteNodes } from './node-report.ts';

export interface SiteRoutesDeps {
  readonly db: Pool;
  /** Whether the accounts are in the database too. */
  readonly hasAccounts: boolean;
  readonly access: AdminAccess;
  readonly nodes: Pick<SiteNodes, 'all'>;
  readonly findings: () => LedgerFindings;
  readonly policy: WitnessPolicy | undefined;
}

/** Serves `/api/admin/site`: the nodes, who is connected where, the desk, the feeds, the ledger and its witnesses. */
export function siteRoutes(app: TypedApp, deps: SiteRoutesDeps): void {
  const { access } = deps;
  app.get(
    '/api/admin/site',
    {
      onRequest: [access.admin, access.takes(1)],
      schema: {
        tags: ['admin'],
        security: [{ bearer: [] }],
        summary: 'The nodes, the streams on them, the desk, the feeds, the ledger and its witnesses',
        response: { 200: adminSite, ...errorAnswers(404, 429, 503) },
      },
    },
    () => readSite(deps),
  );
}

async function readSite(deps: SiteRoutesDeps): Promise<AdminSite> {
  const { db, hasAccounts } = deps;
  const [keyRequests, nodes, desk, ledger] = await Promise.all([
    hasAccounts ? countKeyRequests(db) : null,
    presentNodes(deps),
    readLease(db),
    readLedger(deps),
  ]);
  return {
    keyRequests,
    nodes,
    desk: desk ?? null,
    ledger,
  };
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
  const name = (await listLedgers(db)).at(-1)?.name;
  const found = name === undefined ? undefined : await findLedger(db, name);
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
