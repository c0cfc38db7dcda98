import type { Pool } from 'pg';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type DayPrices, dayPricesBytes } from '../../../core/market/day-prices.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../../core/market/instruments.ts';
import { type PriceSpans, priceSpans } from '../../../core/wire/prices.ts';
import { daysFromCivil } from '../../../core/time/civil-date.ts';
import type { Access } from '../access.ts';
import { errorAnswers } from '../error-schema.ts';
import { HttpError } from '../http-error.ts';
import { ImportRefusal } from '../../market/dataset-refusal.ts';
import { LIVE, PriceShelf } from '../../market/price-shelf.ts';

export interface ServePricesDeps {
  readonly dataDir: string;
  /** Where the live market's quotes are kept. */
  readonly db: Pool;
  readonly readers: 'signed-in' | 'public' | 'off';
  readonly access: Access;
  readonly log: FastifyBaseLogger;
}

/** A day of any real feed is far below; it bounds what one answer takes. */
const MOST_ROWS = 1_000_000;

const PAIR_OF = new Map(SCORED_PAIRS.map((pair) => [pair.replace('/', ''), pair]));
const liveDayParams = z.object({
  pair: z.enum([...PAIR_OF.keys()]),
  date: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/),
});
const dayParams = liveDayParams.extend({ file: z.string().regex(/^[0-9a-f]{12}\.bin$/) });
/** What a day of live prices counts as: all pairs of two days are 100 of the 120 that a trader may ask at once. */
const LIVE_TOKENS = 10;

/**
 * Serves `/api/prices`: whole days of prices, and which there are. A question names a pair and a day, never a trade; so the check
 * of a track record stays in the reader's browser.
 */
export function servePrices(
  app: FastifyInstance,
  { dataDir, db, readers, access, log }: ServePricesDeps,
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const shelf = new PriceShelf(dataDir, db);
  const guards = (tokens: number) => [
    ...(readers === 'signed-in' ? [access.signedIn] : []),
    access.takes(tokens),
  ];
  const common = { tags: ['prices'], ...(readers === 'signed-in' && { security: [{ bearer: [] }] }) };

  routes.get(
    '/api/prices',
    {
      onRequest: guards(1),
      schema: {
        ...common,
        summary: 'Of which days there are prices to hold a track record against',
        response: { 200: priceSpans, ...errorAnswers(401, 429, 503) },
      },
    },
    async (_request, reply): Promise<PriceSpans> => {
      reply.header('cache-control', 'no-store');
      return { spans: readers === 'off' ? [] : await shelf.spans() };
    },
  );

  for (const { path, params, tokens } of [
    { path: ':file', params: dayParams, tokens: 1 },
    { path: `${LIVE}.bin`, params: liveDayParams, tokens: LIVE_TOKENS },
  ])
    routes.get(
      `/api/prices/days/:pair/:date/${path}`,
      {
        onRequest: guards(tokens),
        schema: {
          ...common,
          summary: `The prices of a pair on a day of UTC${tokens === 1 ? '' : ', as the live market keeps them'}`,
          description:
            'Columns of 32-bit little-endian integers one after the other: milliseconds of the day, then bid and ask (ticks), or open, high, low and close (m1). Prices are in steps of 0.00001, of the yen 0.001.',
          produces: ['application/octet-stream'],
          params,
          response: { 200: z.string(), ...errorAnswers(400, 401, 404, 429, 503) },
        },
      },
      async (request, reply) => {
        const { pair, date, file } = { file: `${LIVE}.bin`, ...request.params };
        const edition = file.slice(0, -'.bin'.length);
        const prices = readers === 'off' ? undefined : await pricesOf(pair, date, edition);
        if (prices === undefined || prices.timeMs.length > MOST_ROWS)
          throw new HttpError(404, 'not_found', 'There are no such prices.');
        // The names of what is finished stand for its content. What only signed-in traders may have must not outlive their session in a cache.
        const isForGood = edition !== LIVE && readers === 'public';
        reply
          .removeHeader('vary')
          .type('application/octet-stream')
          .header('cache-control', isForGood ? 'public, max-age=31536000, immutable' : 'no-store');
        return reply.send(Buffer.from(dayPricesBytes(prices).buffer) as unknown as string);
      },
    );

  async function pricesOf(pair: string, date: string, edition: string): Promise<DayPrices | undefined> {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
    try {
      return await shelf.day(PAIR_OF.get(pair) as ScoredPair, daysFromCivil(year, month, day), edition);
    } catch (error) {
      if (!(error instanceof ImportRefusal)) throw error;
      log.warn({ err: error, pair }, 'prices that are damaged are not handed out');
      return undefined;
    }
  }
}
