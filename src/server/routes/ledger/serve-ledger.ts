import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import { z } from 'zod';
import { verifierKeyText } from '../../../core/log/checkpoint.ts';
import { isLedgerName } from '../../../core/signals/ledger-entry.ts';
import type { WitnessPolicy } from '../../../core/log/witness-policy.ts';
import { cosignedPage, witnessReport, type WitnessReport } from '../../../core/wire/witness.ts';
import type { EpochMs } from '../../../core/time/instant.ts';
import { TILE_WIDTH } from '../../../core/log/merkle-tree.ts';
import { isInTree, parseTilePath } from '../../../core/log/tiles.ts';
import type { Guard } from '../access.ts';
import { notFound } from '../http-error.ts';
import {
  type CosignedCheckpoint,
  findWitnessed,
  firstCosigned,
  newestSeen,
  SeenInTimeCounter,
  withCosignatures,
} from '../../ledger/cosignature-rows.ts';
import { sha256 } from '../../ledger/ed25519.ts';
import { servedKey } from '../../ledger/ledger-key.ts';
import { type LedgerMarks, newestCheckpoint } from '../../ledger/ledger-marks.ts';
import { findLedger, lastCheckpoint, type LedgerRow, listLedgers } from '../../ledger/ledger-rows.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import { tilesByLedger } from '../../ledger/stored-tiles.ts';
import { errorAnswers, type TypedApp } from '../typed-app.ts';

export interface ServeLedgerDeps {
  readonly db: Pool;
  readonly secret: ServerSecret;
  /** The last checkpoints that this server signed: one that the database has lost is still shown. */
  readonly marks: Pick<LedgerMarks, 'read'>;
  /** Whether everybody may read entries, so that shared caches may keep them. */
  readonly isPublic: boolean;
  /** Lets those pass who may read entries. Hashes and checkpoints say nothing about entries and are open. */
  readonly reader: Guard;
  /** Whose quorum is shown, and on which clock. */
  readonly witnesses?: { readonly policy: WitnessPolicy; readonly now: () => EpochMs } | undefined;
}

type FindLedger = (name: string) => Promise<LedgerRow>;

const gzipped = promisify(gzip);
const FOREVER = 'public, max-age=31536000, immutable';
/** Partial tiles and the checkpoint are replaced by later ones. */
const BRIEFLY = 'public, max-age=5';
/** While a quorum is missing for long, the search reads many rows: it runs at most once a second. */
const NEWEST_HOLDS_MS = 1_000;
const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';
const TAGS = { tags: ['ledger'] };
const ERRORS = errorAnswers(404, 503);
const NAMED = { ...TAGS, params: z.object({ name: z.string() }) };
const named = (summary: string) => ({
  schema: { ...NAMED, summary, produces: [TEXT], response: { 200: z.string(), ...ERRORS } },
});
const tile = (summary: string) => ({
  ...TAGS,
  summary,
  params: z.object({ name: z.string(), '*': z.string() }),
  produces: [BYTES],
  response: { 200: z.string(), ...errorAnswers(401, 404, 503) },
});
const ledgersBody = z.object({
  ledgers: z.array(
    z.object({
      name: z.string(),
      label: z.string().nullable().describe('What the prices were; null for live ones.'),
      origin: z.string().describe('The first line of its checkpoints.'),
      size: z.int(),
      keys: z.int().describe('How many keys it has had, one after the other.'),
    }),
  ),
});

/**
 * Serves every ledger of the database below `/ledger/<name>` as C2SP tlog-tiles asks: checkpoint, tiles and bundles of
 * entries; its verifier key and cosignatures beside them, and at `/ledger` which ledgers there are.
 */
export function serveLedger(app: TypedApp, deps: ServeLedgerDeps): void {
  const find = ledgerFinder(deps.db);
  serveHeads(app, deps, find);
  serveTiles(app, deps, find);
  serveWitnessed(app, deps, find);
}

function serveHeads(app: TypedApp, { db, marks, secret }: ServeLedgerDeps, find: FindLedger): void {
  app.get(
    '/ledger',
    {
      schema: {
        ...TAGS,
        summary: 'The ledgers there are',
        response: { 200: ledgersBody, ...errorAnswers(503) },
      },
    },
    async (_request, reply) => {
      reply.header('cache-control', BRIEFLY);
      return { ledgers: (await listLedgers(db)).map((ledger) => ({ ...ledger, id: undefined })) };
    },
  );

  app.get(
    '/ledger/:name/checkpoint',
    named('The latest signed checkpoint of a ledger (C2SP tlog-checkpoint)'),
    async ({ params }, reply) => {
      const ledger = await find(params.name);
      const head = await lastCheckpoint(db, ledger.id);
      const note = newestCheckpoint(marks.read(ledger.name), head?.note);
      if (note === undefined) throw notFound('This ledger has no checkpoint yet.');
      return reply
        .type(TEXT)
        .header('cache-control', BRIEFLY)
        .send(note === head?.note ? await withCosignatures(db, ledger.id, head) : note);
    },
  );

  app.get(
    '/ledger/:name/key',
    named('The public key of a ledger, as verifiers take it'),
    async ({ params }, reply) => {
      const ledger = await find(params.name);
      const key = await servedKey(db, ledger, secret);
      if (key === undefined) throw notFound('This ledger has no key yet.');
      return reply
        .type(TEXT)
        .header('cache-control', BRIEFLY)
        .send(`${verifierKeyText(sha256, key)}\n`);
    },
  );
}

function serveTiles(app: TypedApp, { db, reader, isPublic }: ServeLedgerDeps, find: FindLedger): void {
  const tilesOf = tilesByLedger(db);
  app.get(
    '/ledger/:name/tile/*',
    { schema: tile('A tile of hashes (C2SP tlog-tiles)') },
    ({ params }, reply) => sendTile(params.name, `tile/${params['*']}`, reply),
  );

  app.get(
    '/ledger/:name/tile/entries/*',
    {
      onRequest: [reader],
      schema: { ...tile('A bundle of entries (C2SP tlog-tiles)'), security: [{ bearer: [] }] },
    },
    ({ params }, reply) => sendTile(params.name, `tile/entries/${params['*']}`, reply),
  );

  async function sendTile(name: string, path: string, reply: FastifyReply) {
    const asked = parseTilePath(path);
    if (asked === undefined) throw notFound('This is not the path of a tile.');
    const { id } = await find(name);
    const tiles = tilesOf(id);
    const { level, index, width } = asked;
    const head = await lastCheckpoint(db, id);
    if (!isInTree(asked, head?.size ?? 0)) throw notFound('The ledger has no such tile yet.');
    const bytes =
      level === 'entries' ? await tiles.bundle(index, width) : await tiles.hashes(level, index, width);
    if (bytes === undefined) throw notFound('A part of this tile is missing: the ledger was damaged.');
    const lasting = width === TILE_WIDTH ? FOREVER : BRIEFLY;
    reply.type(BYTES).header('cache-control', lasting);
    if (level !== 'entries') return reply.send(Buffer.from(bytes) as unknown as string);
    if (!isPublic)
      reply.header('cache-control', lasting.replace('public', 'private')).header('vary', 'authorization');
    // The specification allows gzip without a look at Accept-Encoding.
    return reply.header('content-encoding', 'gzip').send((await gzipped(bytes)) as unknown as string);
  }
}

/** Serves the cosignatures of each ledger: `/ledger/<name>/witnesses` as JSON, `/ledger/<name>/witnessed` as a signed note. */
function serveWitnessed(app: TypedApp, { db, witnesses }: ServeLedgerDeps, find: FindLedger): void {
  const newestById = new Map<
    number,
    { readonly atMs: number; readonly newest: ReturnType<typeof newestSeen> }
  >();
  const counters = new Map<number, SeenInTimeCounter>();

  function newestOf(id: number, asked: WitnessPolicy): ReturnType<typeof newestSeen> {
    const known = newestById.get(id);
    const atMs = performance.now();
    if (known !== undefined && atMs - known.atMs < NEWEST_HOLDS_MS) return known.newest;
    const newest = newestSeen(db, id, asked);
    newestById.set(id, { atMs, newest });
    return newest;
  }

  app.get(
    '/ledger/:name/witnessed',
    named("The newest checkpoint with the quorum of the operator's witness policy"),
    async ({ params }, reply) => {
      const { id } = await find(params.name);
      const found = witnesses && (await findWitnessed(db, id, witnesses.policy));
      if (found === undefined) throw notFound('No checkpoint of this ledger has a quorum of witnesses.');
      return reply.type(TEXT).header('cache-control', 'no-store').send(found.note);
    },
  );

  app.get(
    '/ledger/:name/cosigned',
    {
      schema: {
        ...NAMED,
        summary:
          'Of each signal and abstention from an index on the first checkpoint over it that the quorum has seen, as signed notes',
        querystring: z.object({
          from: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
        }),
        response: { 200: cosignedPage, ...ERRORS },
      },
    },
    async ({ params, query }, reply) => {
      const { id } = await find(params.name);
      reply.header('cache-control', 'no-store');
      return witnesses === undefined
        ? { notes: [], next: null }
        : firstCosigned(db, id, witnesses.policy, query.from);
    },
  );

  app.get(
    '/ledger/:name/witnesses',
    {
      schema: {
        ...NAMED,
        summary: 'How many witnesses have seen the ledger, and when',
        response: { 200: witnessReport, ...ERRORS },
      },
    },
    async ({ params }, reply): Promise<WitnessReport> => {
      const { id } = await find(params.name);
      reply.header('cache-control', 'no-store');
      if (witnesses === undefined) return { total: 0, signals: null, newest: null };
      const { policy, now } = witnesses;
      const newest = await newestOf(id, policy);
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

function presented({ size, witnessed }: CosignedCheckpoint, nowMs: EpochMs): WitnessReport['newest'] {
  return {
    size,
    seenBy: witnessed.by.map(({ witness }) => witness.name),
    isQuorum: witnessed.isQuorum,
    ageMs: Math.max(0, nowMs - (witnessed.seenS ?? 0) * 1000),
  };
}

/** Finds ledgers of the database by name; the function throws 404 for an unknown one. */
const ledgerFinder =
  (db: Pool): FindLedger =>
  async (name) => {
    const ledger = isLedgerName(name) ? await findLedger(db, name) : undefined;
    if (ledger === undefined) throw notFound('There is no such ledger.');
    return ledger;
  };
