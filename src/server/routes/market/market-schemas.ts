import { z } from 'zod';
import { REASON_CODES } from '../../../core/engine/reasons.ts';
import { CHART_SPANS } from '../../../core/market/mid-bars.ts';
import {
  direction,
  epochMs,
  mode,
  outcome,
  pair,
  quote,
  scaledPrice,
  signalId,
  source,
  timeframe,
} from '../../../core/wire/fields.ts';
import { feedReport } from '../../../core/wire/market.ts';

const ended = {
  entry: quote.optional(),
  exit: quote.optional(),
  provenMs: epochMs.optional(),
  reason: z.string().optional(),
};

const ledgerEntrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('signal'),
    atMs: epochMs,
    id: z.uuid(),
    mode,
    source,
    pair,
    timeframe,
    decidedMs: epochMs,
    startMs: epochMs,
    expiryMs: epochMs,
    direction,
    confidence: z.number(),
    engine: z.string(),
    reasons: z
      .partialRecord(z.enum(REASON_CODES), z.number())
      .meta({ description: 'What each rule added to the confidence, in percentage points.' }),
    control: direction,
  }),
  z.object({ kind: z.literal('entered'), atMs: epochMs, signal: z.uuid(), quote }),
  z.object({
    kind: z.literal('settled'),
    atMs: epochMs,
    signal: z.uuid(),
    outcome,
    control: outcome,
    ...ended,
    enteredLate: z
      .object({ outcome, ...ended })
      .optional()
      .meta({ description: 'The same for an entry 5 s after the start and an expiry 5 s later.' }),
  }),
  z.object({
    kind: z.literal('abstained'),
    atMs: epochMs,
    id: z.uuid(),
    mode,
    timeframe,
    decidedMs: epochMs,
    engine: z.string(),
    source: source.optional(),
    reasons: z.partialRecord(pair, z.string()),
  }),
  z.object({
    kind: z.literal('outage'),
    atMs: epochMs,
    id: z.uuid(),
    fromMs: epochMs,
    toMs: epochMs,
    reason: z.string(),
  }),
]);

const placedEntrySchema = z.object({ index: z.number().int(), entry: ledgerEntrySchema });

const requestLimitSchema = z
  .object({ most: z.number(), perMs: z.number(), left: z.number() })
  .meta({ description: 'How many P-BOT requests there are, and how many are left to you.' });

/** The answer of `GET /api/market`. */
export const marketSnapshotSchema = z.object({
  nowMs: epochMs,
  speed: z.number(),
  ledger: z
    .object({ name: z.string(), size: z.number().int() })
    .meta({ description: 'Its name is empty where this server has no market; feed.reason says why.' }),
  feed: feedReport,
  prices: z.array(z.object({ pair, bid: scaledPrice, ask: scaledPrice, ageMs: z.number() })),
  recent: z.array(placedEntrySchema).meta({ description: 'Open signals and the last that were settled.' }),
  limit: requestLimitSchema,
});

export const pointsQuerySchema = z.object({ pair });

/** The answer of `GET /api/market/points`. */
export const chartPointsSchema = z.object({
  pair,
  source: source.nullable(),
  points: z
    .array(z.tuple([epochMs, z.number().int()]).readonly())
    .readonly()
    .meta({ description: 'Instant and twice the mid price, oldest first, at most one a second.' }),
});

const span = z.enum(CHART_SPANS).meta({ description: 'How much of the past.' });
const doubledMid = z.number().int();

export const barsQuerySchema = z.object({ pair, span });

/** The answer of `GET /api/market/bars`. */
export const chartBarsSchema = z.object({
  pair,
  source: source.nullable(),
  bars: z
    .array(z.tuple([epochMs, doubledMid, doubledMid, doubledMid, doubledMid]).readonly())
    .readonly()
    .meta({
      description:
        'When it opens, open, high, low and close of twice the mid price, oldest first: bars of 15 s, 1 min or 5 min.',
    }),
});

export const settledQuerySchema = z.object({ span });

/** The answer of `GET /api/market/signals`. */
export const settledSignalsSchema = z.object({
  signals: z
    .array(z.object({ id: signalId, pair, direction, decidedMs: epochMs, outcome, control: outcome }))
    .readonly()
    .meta({ description: 'Oldest first; `control` is the outcome of a direction drawn at random.' }),
});

const LONGEST_PAIR = 20;

export const requestKeySchema = z.object({ key: z.uuid() });

/** The answer of `DELETE /api/market/signals/:key`. */
export const requestTakenBackSchema = z.object({ limit: requestLimitSchema });

/** The body of `POST /api/market/signals`. */
export const signalRequestSchema = z.strictObject({
  key: z.uuid().meta({ description: 'Made by the client: the same key is the same request.' }),
  pair: z.string().max(LONGEST_PAIR),
  timeframe,
});

/** Its answer. */
export const signalRequestAnswerSchema = z.object({
  pair,
  timeframe,
  nowMs: epochMs,
  decidesMs: epochMs.meta({
    description: 'The decision comes as an entry of the stream with this decidedMs.',
  }),
  limit: requestLimitSchema,
  decision: placedEntrySchema.nullable().meta({ description: 'When it was made already.' }),
});

const noId = 'Without an id.';

/** The events of the stream, as an `EventSource` gives them with `data` read as JSON. */
const streamEvents = z
  .discriminatedUnion('event', [
    z
      .object({ event: z.literal('hello'), data: marketSnapshotSchema })
      .meta({ description: `First. ${noId}` }),
    z
      .object({
        event: z.literal('entry'),
        id: z.string().meta({ description: '<ledger>/<index>, for Last-Event-ID.' }),
        data: placedEntrySchema,
      })
      .meta({
        description:
          'An entry of the ledger, once it is durable: signals, abstentions, settlements, outages.',
      }),
    z
      .object({
        event: z.literal('prices'),
        data: z.object({ nowMs: epochMs, source, prices: marketSnapshotSchema.shape.prices }),
      })
      .meta({ description: `Once a second while prices come. ${noId}` }),
    z
      .object({ event: z.literal('feed'), data: feedReport })
      .meta({ description: `Whether there are prices, and if not, why. ${noId}` }),
    z.object({ event: z.literal('reset'), data: z.object({}) }).meta({
      description:
        'Nothing can follow the Last-Event-ID that was sent: the hello after it is all that is known.',
    }),
  ])
  .meta({
    id: 'MarketEvent',
    description:
      'Server-sent events. Send the id of the last entry as Last-Event-ID and the stream goes on after it, without a gap or a double.',
  });

/** What is sent is text; what it says is documented. */
export const streamSchema = streamEvents as unknown as z.ZodType<string>;
