import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { z } from 'zod';
import { verifierKeyText } from '../../../core/log/checkpoint.ts';
import { isLedgerName } from '../../../core/signals/ledger-entry.ts';
import { TILE_WIDTH } from '../../../core/log/merkle-tree.ts';
import { isInTree, parseTilePath } from '../../../core/log/tiles.ts';
import type { Guard } from '../access.ts';
import { HttpError } from '../http-error.ts';
import { withCosignatures } from '../../ledger/cosignature-rows.ts';
import { sha256 } from '../../ledger/ed25519.ts';
import { servedKey } from '../../ledger/ledger-key.ts';
import { type LedgerMarks, newestCheckpoint } from '../../ledger/ledger-marks.ts';
import { findLedger, lastCheckpoint, type LedgerRow, listLedgers } from '../../ledger/ledger-rows.ts';
import type { ServerSecret } from '../../platform/server-secret.ts';
import { StoredTiles } from '../../ledger/stored-tiles.ts';
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
}

interface Served {
  readonly ledger: LedgerRow;
  readonly tiles: StoredTiles;
}

type FindServed = (name: string) => Promise<Served>;

const gzipped = promisify(gzip);
const FOREVER = 'public, max-age=31536000, immutable';
/** Partial tiles and the checkpoint are replaced by later ones. */
const BRIEFLY = 'public, max-age=5';
const TEXT = 'text/plain; charset=utf-8';
const BYTES = 'application/octet-stream';
const TAGS = { tags: ['ledger'] };
const NAMED = { ...TAGS, params: z.object({ name: z.string() }) };
const tileParams = z.object({ name: z.string(), '*': z.string() });
const ERRORS = errorAnswers(404, 503);
const ledgersBody = z.object({
  ledgers: z.array(
    z.object({
      name: z.string(),
      label: z.string().nullable().meta({ description: 'What the prices were; null for live ones.' }),
      origin: z.string().meta({ description: 'The first line of its checkpoints.' }),
      size: z.number().int(),
      keys: z.number().int().meta({ description: 'How many keys it has had, one after the other.' }),
    }),
  ),
});

/**
 * Serves every ledger of the database below `/ledger/<name>` as C2SP tlog-tiles asks: checkpoint, tiles and bundles of
 * entries; its verifier key beside them, and at `/ledger` which ledgers there are.
 */
export function serveLedger(app: FastifyInstance, deps: ServeLedgerDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const served = servedLedgers(deps.db);
  serveHeads(routes, deps, served);
  serveTiles(routes, deps, served);
}

/** Which ledgers there are, and of each its checkpoint and key. */
function serveHeads(routes: TypedApp, { db, marks, secret }: ServeLedgerDeps, served: FindServed): void {
  routes.get(
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

  routes.get(
    '/ledger/:name/checkpoint',
    {
      schema: {
        ...NAMED,
        summary: 'The latest signed checkpoint of a ledger (C2SP tlog-checkpoint)',
        produces: [TEXT],
        response: { 200: z.string(), ...ERRORS },
      },
    },
    async ({ params }, reply) => {
      const { ledger } = await served(params.name);
      const head = await lastCheckpoint(db, ledger.id);
      const note = newestCheckpoint(marks.read(ledger.name), head?.note);
      if (note === undefined) throw notFound('This ledger has no checkpoint yet.');
      return reply
        .type(TEXT)
        .header('cache-control', BRIEFLY)
        .send(note === head?.note ? await withCosignatures(db, ledger.id, head) : note);
    },
  );

  routes.get(
    '/ledger/:name/key',
    {
      schema: {
        ...NAMED,
        summary: 'The public key of a ledger, as verifiers take it',
        produces: [TEXT],
        response: { 200: z.string(), ...ERRORS },
      },
    },
    async ({ params }, reply) => {
      const { ledger } = await served(params.name);
      const key = await servedKey(db, ledger, secret);
      if (key === undefined) throw notFound('This ledger has no key yet.');
      return reply
        .type(TEXT)
        .header('cache-control', BRIEFLY)
        .send(`${verifierKeyText(sha256, key)}\n`);
    },
  );
}

/** The hashes and the entries of each ledger. */
function serveTiles(routes: TypedApp, { db, reader, isPublic }: ServeLedgerDeps, served: FindServed): void {
  routes.get(
    '/ledger/:name/tile/*',
    {
      schema: {
        ...TAGS,
        summary: 'A tile of hashes (C2SP tlog-tiles)',
        params: tileParams,
        produces: [BYTES],
        response: { 200: z.string(), ...ERRORS },
      },
    },
    ({ params }, reply) => sendTile(params.name, `tile/${params['*']}`, reply),
  );

  routes.get(
    '/ledger/:name/tile/entries/*',
    {
      onRequest: [reader],
      schema: {
        ...TAGS,
        security: [{ bearer: [] }],
        summary: 'A bundle of entries (C2SP tlog-tiles)',
        params: tileParams,
        produces: [BYTES],
        response: { 200: z.string(), ...errorAnswers(401, 404, 503) },
      },
    },
    ({ params }, reply) => sendTile(params.name, `tile/entries/${params['*']}`, reply),
  );

  async function sendTile(name: string, path: string, reply: FastifyReply) {
    const tile = parseTilePath(path);
    if (tile === undefined) throw notFound('This is not the path of a tile.');
    const { ledger, tiles } = await served(name);
    const { level, index, width } = tile;
    const head = await lastCheckpoint(db, ledger.id);
    if (!isInTree(tile, head?.size ?? 0)) throw notFound('The ledger has no such tile yet.');
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

/** Finds ledgers of the database by name and keeps what was found; the function throws 404 for an unknown name. */
function servedLedgers(db: Pool): FindServed {
  const known = new Map<string, Served>();
  return async (name) => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const ledger = isLedgerName(name) ? await findLedger(db, name) : undefined;
    if (ledger === undefined) throw notFound('There is no such ledger.');
    const entry = { ledger, tiles: new StoredTiles(db, ledger.id) };
    known.set(name, entry);
    return entry;
  };
}

function notFound(message: string): HttpError {
  return new HttpError(404, 'not_found', message);
}
