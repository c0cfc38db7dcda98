import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { WitnessPolicy } from '../../core/log/witness-policy.ts';
import type { WitnessReport } from '../../core/protocol/witness-report.ts';
import { isLedgerName } from '../../core/signals/ledger-name.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { HttpError } from '../http/http-error.ts';
import { type CosignedCheckpoint, newestCosigned, newestWitnessed } from '../ledger/cosignature-rows.ts';
import { findLedger } from '../ledger/ledger-rows.ts';

export interface ServeWitnessedDeps {
  readonly db: Pool;
  /** Undefined: the operator has none. */
  readonly policy: WitnessPolicy | undefined;
  readonly now: () => EpochMs;
}

const TAGS = { tags: ['ledger'] };
const NOT_KEPT = 'no-store';

/** Serves what witnesses have seen of each ledger: `/ledger/<name>/witnesses` as JSON, `/ledger/<name>/witnessed` as a signed note. */
export function serveWitnessed(app: FastifyInstance, { db, policy, now }: ServeWitnessedDeps): void {
  async function ledgerId(name: string): Promise<number> {
    const ledger = isLedgerName(name) ? await findLedger(db, name) : undefined;
    if (ledger === undefined) throw new HttpError(404, 'not_found', 'There is no such ledger.');
    return ledger.id;
  }

  app.get<{ Params: { name: string } }>(
    '/ledger/:name/witnessed',
    {
      schema: { summary: "The newest checkpoint with the quorum of the operator's witness policy", ...TAGS },
    },
    async ({ params }, reply) => {
      const id = await ledgerId(params.name);
      const found = policy && (await newestWitnessed(db, id, policy));
      if (found === undefined)
        throw new HttpError(404, 'not_found', 'No checkpoint of this ledger has a quorum of witnesses.');
      return reply.type('text/plain; charset=utf-8').header('cache-control', NOT_KEPT).send(found.note);
    },
  );

  app.get<{ Params: { name: string } }>(
    '/ledger/:name/witnesses',
    { schema: { summary: 'How many witnesses have seen the ledger, and when', ...TAGS } },
    async ({ params }, reply): Promise<WitnessReport> => {
      const id = await ledgerId(params.name);
      reply.header('cache-control', NOT_KEPT);
      if (policy === undefined) return { total: 0, newest: null };
      const newest = (await newestWitnessed(db, id, policy)) ?? (await newestCosigned(db, id, policy));
      return {
        total: policy.witnesses.length,
        newest: newest === undefined ? null : presented(newest, now()),
      };
    },
  );
}

function presented({ size, witnessed }: CosignedCheckpoint, nowMs: EpochMs): WitnessReport['newest'] {
  return {
    size,
    seenBy: witnessed.by.map(({ witness }) => witness.name),
    isQuorum: witnessed.isQuorum,
    ageMs: Math.max(0, nowMs - (witnessed.seenS ?? 0) * 1000),
  };
}
