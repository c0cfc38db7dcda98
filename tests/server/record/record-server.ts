import Fastify, { type FastifyInstance } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import { inclusionProof } from '../../../src/core/ledger/proofs.ts';
import { leafHash, nodeHash } from '../../../src/core/ledger/merkle-tree.ts';
import { splitPoint } from '../../../src/core/ledger/proofs.ts';
import { answerError } from '../../../src/server/http/error-answers.ts';
import { HttpError } from '../../../src/server/http/http-error.ts';
import { sha256 } from '../../../src/server/ledger/ed25519.ts';
import { createRecord, type SignalRecord } from '../../../src/server/record/record.ts';
import { serveRecord } from '../../../src/server/record/serve-record.ts';

export const SIGNED_IN = { authorization: 'Bearer good' };

/** An application with the record's routes alone; only `SIGNED_IN` may read. */
export function recordServer(db: Pool): { app: FastifyInstance; record: SignalRecord } {
  const record = createRecord({ db });
  const app = Fastify();
  app.setSerializerCompiler(() => JSON.stringify);
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(answerError);
  serveRecord(app, {
    record,
    mayRead: async ({ headers }) => {
      if (headers.authorization !== SIGNED_IN.authorization)
        throw new HttpError(401, 'unauthorized', 'Sign in.');
    },
    prove: (ledger, indexes) => proveFromAllLeaves(db, ledger, indexes),
  });
  return { app, record };
}

/** Proofs by the definition of RFC 6962, from every leaf. */
async function proveFromAllLeaves(db: Pool, ledger: string, indexes: readonly number[]) {
  const entries = await db.query<{ body: Buffer }>(
    `select body from ledger_entries where ledger = (select id from ledgers where name = $1) order by index`,
    [ledger],
  );
  const leaves = entries.rows.map(({ body }) => leafHash(sha256, body));
  const root = (from: number, to: number): Uint8Array => {
    if (to - from === 1) return leaves[from] as Uint8Array;
    const split = from + splitPoint(to - from);
    return nodeHash(sha256, root(from, split), root(split, to));
  };
  const heads = await db.query<{ size: number; note: string }>(
    `select size::float8, note from ledger_checkpoints
     where ledger = (select id from ledgers where name = $1) order by size desc limit 1`,
    [ledger],
  );
  const head = heads.rows[0];
  if (head === undefined) throw new Error(`the ledger ${ledger} has no checkpoint`);
  const paths = await Promise.all(indexes.map((index) => inclusionProof(index, head.size, root)));
  return { checkpoint: head.note, size: head.size, paths };
}
