import { z } from 'zod';
import { CHART_SPANS, type MidBar } from '../market/mid-bars.ts';
import { ENTRY_SHAPES, type Rule, type Shape } from '../signals/entry-shape.ts';
import type { PlacedEntry } from '../signals/ledger-entry.ts';
import {
  direction,
  epochMs,
  outcome,
  pair,
  scaledPrice,
  sent,
  sentObject,
  signalId,
  source,
  timeframe,
} from './fields.ts';

/**
 * - `unreachable`: it did not answer, or not as it should, and is tried again; the server's log says what happened;
 * - `stale`: it is there and sends no fresh quotes;
 * - `failed`: it refused, and is not tried again.
 */
const FEED_STATES = ['connecting', 'unreachable', 'live', 'stale', 'closed', 'failed'] as const;
export type FeedState = (typeof FEED_STATES)[number];

/** Why there are no market signals. With `no-feed` the feeds' own states say it. */
const NO_MARKET_REASONS = [
  'no-feed',
  'switched-off',
  'starting',
  'stopping',
  'start-failed',
  'no-desk',
  'ledger-damaged',
  'database-lost',
  'replay-over',
  'prices-failed',
  'weekend',
] as const;
export type NoMarketReason = (typeof NO_MARKET_REASONS)[number];

/** As the ledger demands it of each entry. */
function entrySchema(shape: Shape): z.ZodObject {
  const fields = [...shape].map(([key, { rule, isOptional }]): [string, z.ZodType] => {
    const field = 'what' in rule ? valueSchema(rule) : entrySchema(rule);
    return [key, isOptional ? field.optional() : field];
  });
  return z.object(Object.fromEntries(fields));
}

function valueSchema({ type, values, what }: Rule): z.ZodType {
  if (values !== undefined) return z.enum(values);
  return (type === 'string' ? z.string() : z.number()).describe(what);
}

const ledgerEntry = z.union(Object.values(ENTRY_SHAPES).map(entrySchema));

const placedEntry = z.object({
  index: z.int(),
  entry: ledgerEntry,
}) as unknown as z.ZodType<PlacedEntry>;

const feedLine = z.object({ source, state: z.enum(FEED_STATES) });

/** Whether there are prices to draw market signals from, and if not, why. */
export const feedReport = sentObject({
  isLive: z.boolean(),
  source: source.nullable().describe('The feed that new signals are drawn from; null when none is live.'),
  label: z
    .string()
    .nullable()
    .describe(
      'What prices a run is on: `replay 2014-05-08`, `replay 2014-05-08/2014-05-09`, `synthetic`; null for live prices.',
    ),
  reason: z.enum(NO_MARKET_REASONS).nullable().describe('Why there are no market signals.'),
  feeds: z.array(feedLine),
  disagreements: z.array(pair).describe('Pairs on which two feeds are too far apart.'),
});
export type FeedReport = z.infer<typeof feedReport>;
export type FeedLine = FeedReport['feeds'][number];

const priceLine = z.object({
  pair,
  bid: scaledPrice,
  ask: scaledPrice,
  ageMs: z.number().describe("Age at the message's `nowMs`."),
});
export type PriceLine = Readonly<z.infer<typeof priceLine>>;

const requestLimit = sentObject({ most: z.number(), perMs: z.number(), left: z.number() }).describe(
  'How many P-BOT requests there are, and how many are left to you.',
);
export type RequestLimit = z.infer<typeof requestLimit>;

/** The answer of `GET /api/market`, and the first event of every stream. */
export const marketSnapshot = sentObject({
  nowMs: epochMs.describe("The desk's clock: the server's own, or the replay's."),
  speed: z.number().describe("How fast that clock runs: 1, or the replay's speed."),
  ledger: z
    .object({ name: z.string(), size: z.int() })
    .describe('Its name is empty where this server has no market; feed.reason says why.'),
  feed: feedReport,
  prices: z.array(priceLine),
  recent: z
    .array(placedEntry)
    .describe(
      'Whole stories, oldest first: all entries of the open signals and of the last few that were settled.',
    ),
  limit: requestLimit,
});
export type MarketSnapshot = z.infer<typeof marketSnapshot>;

const pricesEvent = sentObject({ nowMs: epochMs, source, prices: z.array(priceLine) });

/** The events of `GET /api/market/stream`, by their SSE event name. */
const EVENTS = {
  hello: marketSnapshot,
  entry: placedEntry,
  prices: pricesEvent,
  feed: feedReport,
  reset: sentObject({}),
};
export type MarketEvents = { readonly [Name in keyof typeof EVENTS]: z.infer<(typeof EVENTS)[Name]> };

const event = (name: keyof MarketEvents) => z.object({ event: z.literal(name), data: EVENTS[name] });

/** The stream as an `EventSource` gives it, with `data` read as JSON. What is sent is text; what it says is documented. */
export const marketStream = z
  .discriminatedUnion('event', [
    event('hello').describe('First, without an id.'),
    event('entry')
      .extend({ id: z.string().describe('<ledger>/<index>, for Last-Event-ID.') })
      .describe('An entry of the ledger, once it is durable: signals, abstentions, settlements, outages.'),
    event('prices').describe('Once a second while prices come, without an id.'),
    event('feed').describe('Whether there are prices, and if not, why; without an id.'),
    event('reset').describe(
      'Nothing can follow the Last-Event-ID that was sent: the hello after it is all that is known.',
    ),
  ])
  .meta({
    id: 'MarketEvent',
    description:
      'Server-sent events. Send the id of the last entry as Last-Event-ID and the stream goes on after it, without a gap or a double.',
  }) as unknown as z.ZodType<string>;

export const pointsQuery = z.object({ pair });

/** The answer of `GET /api/market/points`. */
export const chartPoints = sentObject({
  pair,
  source: source.nullable(),
  points: z
    .array(z.tuple([epochMs, z.int()]))
    .describe('Instant and twice the mid price, oldest first, at most one a second.'),
});
export type ChartPoints = z.infer<typeof chartPoints>;

const span = z.enum(CHART_SPANS).describe('How much of the past.');
const doubledMid = z.int();

export const spanQuery = z.object({ span });
export const barsQuery = spanQuery.extend({ pair });

/** The answer of `GET /api/market/bars`; where nothing was quoted there is no bar. */
export const chartBars = sentObject({
  pair,
  source: source.nullable(),
  bars: z
    .array(z.tuple([epochMs, doubledMid, doubledMid, doubledMid, doubledMid]))
    .describe(
      'When it opens, open, high, low and close of twice the mid price, oldest first: bars of 15 s, 1 min or 5 min.',
    ) as unknown as z.ZodType<readonly MidBar[]>,
});
export type ChartBars = z.infer<typeof chartBars>;

/** The answer of `GET /api/market/signals`. */
export const settledSignals = sentObject({
  signals: z
    .array(z.object({ id: signalId, pair, direction, decidedMs: epochMs, outcome, control: outcome }))
    .describe(
      'Those of the span before the last one that was settled, oldest first; `control` is the outcome of a direction drawn at random.',
    ),
});
export type SettledSignals = z.infer<typeof settledSignals>;
/** A signal of P-Special that was settled: what its mark in a strip or a chart shows. */
export type SignalMark = SettledSignals['signals'][number];

const LONGEST_PAIR = 20;

/** The body of `POST /api/market/signals`. */
export const signalRequest = sent(
  z.strictObject({
    key: z.uuid().describe('Made by the client: the same key is the same request, however often it is sent.'),
    pair: z.string().max(LONGEST_PAIR),
    timeframe,
  }),
);
export type SignalRequest = z.infer<typeof signalRequest>;

export const signalRequestAnswer = sentObject({
  pair,
  timeframe,
  nowMs: epochMs,
  decidesMs: epochMs.describe(
    'The decision comes as an entry of the stream with this decidedMs: a signal, or an abstention.',
  ),
  limit: requestLimit,
  decision: placedEntry.nullable().describe('When it was made already.'),
});
export type SignalRequestAnswer = z.infer<typeof signalRequestAnswer>;

export const requestKey = z.object({ key: z.uuid() });
/** The answer of `DELETE /api/market/signals/:key`. */
export const requestTakenBack = sentObject({ limit: requestLimit });

/** What `GET /api/prices` answers: of which days this server hands out prices, the better ones first. */
export const priceSpans = sentObject({
  spans: z.array(
    z.object({
      pair,
      kind: z.enum(['ticks', 'm1']).describe('Quotes, or one-minute bars of bid prices.'),
      firstDay: z.int().describe('Days since 1970, UTC; a day may hold no price.'),
      lastDay: z.int().describe('The last day, included.'),
      sealedDay: z
        .int()
        .describe(
          'From this day on the Lab leaves them sealed: the last third, from the beginning of a day.',
        ),
      edition: z
        .string()
        .describe('Names these very prices; `live` for those that this server is still adding to.'),
    }),
  ),
});
export type PriceSpans = z.infer<typeof priceSpans>;
export type PriceSpan = PriceSpans['spans'][number];
