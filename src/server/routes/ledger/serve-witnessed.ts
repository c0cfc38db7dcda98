import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { WitnessPolicy } from '../../../core/log/witness-policy.ts';
import { cosignedPage, witnessReport, type WitnessReport } from '../../../core/wire/witness.ts';
import { isLedgerName } from '../../../core/signals/ledger-entry.ts';
import type { EpochMs } from '../../../core/time/instant.ts';
import { HttpError } from '../http-error.ts';
import {
  type CosignedCheckpoint,
  firstCosigned,
  newestCosigned,
  newestWitnessed,
  SeenInTimeCounter,
} from '../../ledger/cosignature-rows.ts';
import { findLedger } from '../../ledger/ledger-rows.ts';
import { errorAnswers } from '../typed-app.ts';

export interface ServeWitnessedDeps {
  readonly db: Pool;
  readonly policy: WitnessPolicy | undefined;
  readonly now: () => EpochMs;
}

const COMMON = { tags: ['ledger'], params: z.object({ name: z.string() }) };
const ERRORS = errorAnswers(404, 503);
const NOT_KEPT = 'no-store';
/** While a quorum is missing for long, the search reads many rows: it runs at most once a second. */
const KEPT_MS = 1_000;

/** Serves the cosignatures of each ledger: `/ledger/<name>/witnesses` as JSON, `/ledger/<name>/witnessed` as a signed note. */
export function serveWitnessed(app: FastifyInstance, { db, policy, now }: ServeWitnessedDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  async function ledgerId(name: string): Promise<number> {
    const ledger = isLedgerName(name) ? await findLedger(db, name) : undefined;
    if (ledger === undefined) throw new HttpError(404, 'not_found', 'There is no such ledger.');
    return ledger.id;
  }

  const kept = new Map<number, { readonly atMs: number; readonly newest: ReturnType<typeof newestSeen> }>();
  const counters = new Map<number, SeenInTimeCounter>();

  function keptNewest(id: number, asked: WitnessPolicy): ReturnType<typeof newestSeen> {
    const known = kept.get(id);
    const atMs = performance.now();
    if (known !== undefined && atMs - known.atMs < KEPT_MS) return known.newest;
    const newest = newestSeen(db, id, asked);
    kept.set(id, { atMs, newest });
    return newest;
  }

  routes.get(
    '/ledger/:name/witnessed',
    {
      schema: {
        ...COMMON,
        summary: "The newest checkpoint with the quorum of the operator's witness policy",
        produces: ['text/plain; charset=utf-8'],
        response: { 200: z.string(), ...ERRORS },
      },
    },
    async ({ params }, reply) => {
      const id = await ledgerId(params.name);
      const found = policy && (await newestWitnessed(db, id, policy));
      if (found === undefined)
        throw new HttpError(404, 'not_found', 'No checkpoint of this ledger has a quorum of witnesses.');
      return reply.type('text/plain; charset=utf-8').header('cache-control', NOT_KEPT).send(found.note);
    },
  );

  routes.get(
    '/ledger/:name/cosigned',
    {
      schema: {
        ...COMMON,
        summary:
          'Of each signal and abstention from an index on the first checkpoint over it that the quorum has seen, as signed notes',
        querystring: z.object({
          from: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
        }),
        response: { 200: cosignedPage, ...ERRORS },
      },
    },
    async ({ params, query }, reply) => {
      const id = await ledgerId(params.name);
      reply.header('cache-control', NOT_KEPT);
      return policy === undefined ? { notes: [], next: null } : firstCosigned(db, id, policy, query.from);
    },
  );

  routes.get(
    '/ledger/:name/witnesses',
    {
      schema: {
        ...COMMON,
        summary: 'How many witnesses have seen the ledger, and when',
        response: { 200: witnessReport, ...ERRORS },
      },
    },
    async ({ params }, reply): Promise<WitnessReport> => {
      const id = await ledgerId(params.name);
      reply.header('cache-control', NOT_KEPT);
      if (policy === undefined) return { total: 0, signals: null, newest: null };
      const newest = await keptNewest(id, policy);
      const counter = counters.get(id) ?? new SeenInTimeCounter(db, id, policy);
      counters.set(id, counter);
      return {
        total: policy.witnesses.length,
        signals: counter.look(now()) ?? null,
        newest: newest === undefined ? null : presented(newest, now()),
      };
    },
  );
}

async function newestSeen(
  db: Pool,
  id: number,
  policy: WitnessPolicy,
): Promise<CosignedCheckpoint | undefined> {
  return (await newestWitnessed(db, id, policy)) ?? (await newestCosigned(db, id, policy));
}

function presented({ size, witnessed }: CosignedCheckpoint, nowMs: EpochMs): WitnessReport['newest'] {
  return {
    size,
    seenBy: witnessed.by.map(({ witness }) => witness.name),
    isQuorum: witnessed.isQuorum,
    ageMs: Math.max(0, nowMs - (witnessed.seenS ?? 0) * 1000),
  };
}
