import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { z } from 'zod';
import { leafHash } from '../../../core/log/merkle-tree.ts';
import type { PlacedEntry } from '../../../core/signals/ledger-entry.ts';
import { storyProofText } from '../../../core/signals/story-proof.ts';
import type { WitnessPolicy } from '../../../core/log/witness-policy.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { FeedSource } from '../../../core/market/tick.ts';
import { signalId } from '../../../core/wire/fields.ts';
import {
  engineName,
  ledgerName,
  type PricePath,
  recordFilters,
  recordPage,
  type RecordPage,
  recordStory,
  type RecordStory,
  recordSummary,
  type RecordSummary,
  wholeNumber,
} from '../../../core/wire/record.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import type { Access } from '../access.ts';
import { badRequest, notFound } from '../http-error.ts';
import { sha256 } from '../../ledger/ed25519.ts';
import { errorAnswers, guarded, isFresh, type TypedApp } from '../typed-app.ts';
import { EXPORT_FORMATS, exportColumns, exportLines, zoneClock } from './export-line.ts';
import { createProver, type InclusionProofs } from '../../record/record-queries.ts';
import type { SettledStory, SignalRecord } from '../../record/record.ts';

export interface ServeRecordDeps {
  readonly db: Pool;
  readonly record: SignalRecord;
  readonly access: Access;
  readonly prices?: PricesOfPath | undefined;
  /** The policy whose quorum the checkpoints of proofs have, if there is one. */
  readonly policy?: WitnessPolicy | undefined;
}

/**
 * Twice the mids of a pair from one feed between two instants, at most one a second, oldest first; none where they are not kept
 * any more.
 */
export type PricesOfPath = (
  source: FeedSource,
  pair: ScoredPair,
  span: { readonly fromMs: number; readonly toMs: number },
) => Promise<PricePath>;

/** A story's picture begins a minute before the start, and ends when the last of its prices can have come. */
const BEFORE_START_MS = 61 * SECOND_MS;
const AFTER_EXPIRY_MS = 5 * SECOND_MS;

const summaryQuery = z.object({
  ledger: ledgerName.optional(),
  engine: engineName.optional().describe('An engine version; without it the current one.'),
});
const pageQuery = recordFilters.extend({
  before: wholeNumber.optional().describe('`next` of the page before.'),
});
const exportQuery = recordFilters.extend({
  zone: z
    .string()
    .max(64)
    .optional()
    .describe('An IANA time zone such as Asia/Karachi: adds each instant on its clock.'),
});
const storyParams = z.object({ id: signalId });
const storyQuery = z.object({ ledger: ledgerName.optional() });

const ERRORS = errorAnswers(400, 401, 404, 429, 503);
/** An export holds the places of all its rows while it is read: about a megabyte for 100,000 signals. */
export const EXPORT_TOKENS = 20;
/** An export goes as fast as its reader; a connection on which nothing moves is closed by the server anyway. */
export const EXPORT_LIMIT_MS = 3_600_000;
const JSON_TYPE = 'application/json; charset=utf-8';
const NOT_THERE = 'There is no record of this ledger and engine version.';

/** Serves `/api/record`: the figures, the settled signals as a table and as files, and the whole story of one with its proof. */
export function serveRecord(app: TypedApp, deps: ServeRecordDeps): void {
  serveTable(app, deps);
  serveFiles(app, deps);
  serveStories(app, deps);
}

function serveTable(app: TypedApp, { record, access }: ServeRecordDeps): void {
  app.get(
    '/api/record',
    guarded('record', [access.reader, access.takes(1)], {
      summary: 'The scored record of the market signals',
      querystring: summaryQuery,
      response: { 200: recordSummary, 304: z.null().describe('As it was.'), ...ERRORS },
    }),
    async (request, reply) => {
      const answer = await record.summary(request.query);
      if (answer === undefined) throw notFound(NOT_THERE);
      reply.header('cache-control', 'private, no-cache').header('etag', answer.etag);
      if (isFresh(request.headers['if-none-match'], answer.etag)) return reply.code(304).send(null);
      return reply.type(JSON_TYPE).send(answer.body as unknown as RecordSummary);
    },
  );

  app.get(
    '/api/record/signals',
    guarded('record', [access.reader, access.takes(1)], {
      summary: 'Settled signals, newest first, 50 a page',
      querystring: pageQuery,
      response: { 200: recordPage, ...ERRORS },
    }),
    async (request): Promise<RecordPage> => {
      const { before = Infinity, ...query } = request.query;
      const page = await record.page(query, before);
      if (page === undefined) throw notFound(NOT_THERE);
      return page;
    },
  );
}

function serveFiles(app: TypedApp, { record, access: { reader, takes } }: ServeRecordDeps): void {
  for (const [format, { type, pieces }] of Object.entries(EXPORT_FORMATS)) {
    app.get(
      `/api/record/signals.${format}`,
      {
        ...guarded('record', [reader, takes(EXPORT_TOKENS)], {
          summary: `All settled signals that match, oldest first, as a ${format.toUpperCase()} file`,
          produces: [type],
          querystring: exportQuery,
          response: { 200: z.string(), ...ERRORS },
        }),
        // A HEAD request has no use.
        exposeHeadRoute: false,
        handlerTimeout: EXPORT_LIMIT_MS,
      },
      async (request, reply) => {
        const { zone: name, ...query } = request.query;
        const zone = name === undefined ? undefined : zoneClock(name);
        if (name !== undefined && zone === undefined)
          throw badRequest('zone must be an IANA time zone such as Asia/Karachi.');
        const found = await record.rows(query);
        if (found === undefined) throw notFound(NOT_THERE);
        const file = { columns: exportColumns(zone), batches: exportLines(found, zone) };
        reply
          .type(type)
          .header('content-disposition', `attachment; filename="pipcast-record-${found.ledger}.${format}"`);
        return reply.send(Readable.from(pieces(file), { objectMode: false }) as unknown as string);
      },
    );
  }
}

function serveStories(app: TypedApp, { db, record, access, prices, policy }: ServeRecordDeps): void {
  const prover = createProver(db);
  const options = { params: storyParams, querystring: storyQuery };
  const storyOf = async (asked: {
    query: z.infer<typeof storyQuery>;
    params: z.infer<typeof storyParams>;
  }) => {
    const story = await record.story(asked.query.ledger, asked.params.id);
    // An open signal is answered like one that never was: until it is settled it is not part of the record.
    if (story === undefined) throw notFound('No settled signal has this id.');
    return story;
  };

  app.get(
    '/api/record/signals/:id',
    guarded('record', [access.reader, access.takes(1)], {
      summary: 'One settled signal: its entries, quotes, control, and the proof that they are in the ledger',
      ...options,
      response: { 200: recordStory, ...ERRORS },
    }),
    async (request) => {
      const story = await storyOf(request);
      const { ledger, entries } = story;
      const proofs = await prover.prove(
        ledger.id,
        entries.map(({ index }) => index),
      );
      const path = prices === undefined || !record.isRunning(ledger.name) ? [] : await pathOf(story, prices);
      return presentStory(story, proofs, path);
    },
  );

  app.get(
    '/api/record/signals/:id/proof',
    guarded('record', [access.reader, access.takes(1)], {
      summary: 'The proof of one settled signal as a file to keep (C2SP tlog-proof)',
      produces: ['text/plain'],
      ...options,
      response: { 200: z.string(), ...ERRORS },
    }),
    async (request, reply) => {
      const { ledger, entries } = await storyOf(request);
      const proofs = await Promise.all(
        entries.map(async ({ index, body }) => ({
          ...(await prover.proveEarliest(ledger.id, index, policy)),
          bytes: body,
        })),
      );
      return reply
        .type('text/plain; charset=utf-8')
        .header('content-disposition', `attachment; filename="pipcast-${request.params.id}.tlog-proof"`)
        .send(storyProofText(proofs));
    },
  );
}

function pathOf({ row }: SettledStory, prices: PricesOfPath): Promise<PricePath> {
  const { source, pair, startMs, expiryMs } = row;
  return prices(source, pair, { fromMs: startMs - BEFORE_START_MS, toMs: expiryMs + AFTER_EXPIRY_MS });
}

function presentStory(
  { ledger, row, entries }: SettledStory,
  proofs: InclusionProofs,
  path: PricePath,
): RecordStory {
  return {
    ledger: ledger.name,
    label: ledger.label,
    row,
    path: path.length === 0 ? null : path,
    entries: entries.map(({ index, entry, body }, at) => ({
      ...({ index, entry } satisfies PlacedEntry),
      leafHash: base64(leafHash(sha256, body)),
      path: (proofs.paths[at] ?? []).map(base64),
    })),
    checkpoint: proofs.checkpoint,
    size: proofs.size,
  };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
