import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { verifierKeyText } from '../../core/log/checkpoint.ts';
import { isLedgerName } from '../../core/signals/ledger-name.ts';
import { TILE_WIDTH } from '../../core/log/merkle-tree.ts';
import { isInTree, parseTilePath } from '../../core/log/tiles.ts';
import { HttpError } from '../http/http-error.ts';
import { withCosignatures } from './cosignature-rows.ts';
import { sha256 } from './ed25519.ts';
import { storedKeys } from './ledger-key.ts';
import { findLedger, lastCheckpoint, type LedgerRow, listLedgers } from './ledger-rows.ts';
import { StoredTiles } from './stored-tiles.ts';

export interface ServeLedgerDeps {
  readonly db: Pool;
  /** Whether a request may read entries. Hashes and checkpoints tell nothing of them, and are open to everybody. */
  readonly mayRead: (request: FastifyRequest) => boolean | Promise<boolean>;
}

interface Served {
  readonly ledger: LedgerRow;
  readonly tiles: StoredTiles;
}

const FOREVER = 'public, max-age=31536000, immutable';
/** Partial tiles and the checkpoint give way to others. */
const BRIEFLY = 'public, max-age=5';
const TEXT = 'text/plain; charset=utf-8';
const TAGS = { tags: ['ledger'] };

/**
 * Serves every ledger of the database below `/ledger/<name>` as C2SP tlog-tiles asks: checkpoint, tiles and bundles of
 * entries; its verifier key beside them, and at `/ledger` which ledgers there are.
 */
export function serveLedger(app: FastifyInstance, { db, mayRead }: ServeLedgerDeps): void {
  const known = new Map<string, Served>();

  async function served(name: string): Promise<Served> {
    const found = known.get(name);
    if (found !== undefined) return found;
    const ledger = isLedgerName(name) ? await findLedger(db, name) : undefined;
    if (ledger === undefined) throw notFound('There is no such ledger.');
    const entry = { ledger, tiles: new StoredTiles(db, ledger.id) };
    known.set(name, entry);
    return entry;
  }

  app.get('/ledger', { schema: { summary: 'The ledgers there are', ...TAGS } }, async (_request, reply) => {
    reply.header('cache-control', BRIEFLY);
    return { ledgers: await listLedgers(db) };
  });

  app.get<{ Params: { name: string } }>(
    '/ledger/:name/checkpoint',
    { schema: { summary: 'The latest signed checkpoint of a ledger (C2SP tlog-checkpoint)', ...TAGS } },
    async ({ params }, reply) => {
      const { ledger } = await served(params.name);
      const head = await lastCheckpoint(db, ledger.id);
      if (head === undefined) throw notFound('This ledger is empty and has no checkpoint yet.');
      return reply
        .type(TEXT)
        .header('cache-control', BRIEFLY)
        .send(await withCosignatures(db, ledger.id, head));
    },
  );

  app.get<{ Params: { name: string } }>(
    '/ledger/:name/key',
    { schema: { summary: 'The public key of a ledger, as verifiers take it', ...TAGS } },
    async ({ params }, reply) => {
      const { ledger } = await served(params.name);
      const [key] = await storedKeys(db, ledger);
      if (key === undefined) throw notFound('This ledger has no key yet.');
      return reply
        .type(TEXT)
        .header('cache-control', BRIEFLY)
        .send(`${verifierKeyText(sha256, key)}\n`);
    },
  );

  app.get<{ Params: { name: string; '*': string } }>(
    '/ledger/:name/tile/*',
    { schema: { summary: 'A tile of hashes or a bundle of entries (C2SP tlog-tiles)', ...TAGS } },
    async (request, reply) => {
      const { params } = request;
      const tile = parseTilePath(`tile/${params['*']}`);
      if (tile === undefined) throw notFound('This is not the path of a tile.');
      const { ledger, tiles } = await served(params.name);
      const { level, index, width } = tile;
      if (level === 'entries' && !(await mayRead(request))) {
        throw new HttpError(401, 'unauthorized', 'Sign in to read the entries of the ledger.');
      }
      const head = await lastCheckpoint(db, ledger.id);
      if (!isInTree(tile, head?.size ?? 0)) throw notFound('The ledger has no such tile yet.');
      const bytes =
        level === 'entries' ? await tiles.bundle(index, width) : await tiles.hashes(level, index, width);
      if (bytes === undefined) throw notFound('A part of this tile is missing: the ledger was damaged.');
      const lasting = width === TILE_WIDTH ? FOREVER : BRIEFLY;
      cacheAs(reply, level === 'entries' ? lasting.replace('public', 'private') : lasting);
      return reply.type('application/octet-stream').send(Buffer.from(bytes));
    },
  );
}

function cacheAs(reply: FastifyReply, how: string): void {
  reply.header('cache-control', how).header('vary', 'authorization');
}

function notFound(message: string): HttpError {
  return new HttpError(404, 'not_found', message);
}
