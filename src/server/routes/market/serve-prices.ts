import type { Pool } from 'pg';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { dayPricesBytes } from '../../../core/market/day-prices.ts';
import { SCORED_PAIRS } from '../../../core/market/instruments.ts';
import { type PriceSpans, priceSpans } from '../../../core/wire/prices.ts';
import { daysFromCivil } from '../../../core/time/civil-date.ts';
import type { Access } from '../access.ts';
import { errorAnswers } from '../error-schema.ts';
import { HttpError } from '../http-error.ts';
import { ImportRefusal } from '../../market/dataset-refusal.ts';
import { LIVE, PriceShelf } from '../../market/price-shelf.ts';

export interface ServePricesDeps {
  readonly dataDir: string;
  /** Where the live market's quotes are kept; undefined: nowhere. */
  readonly db: Pool | undefined;
  readonly readers: 'signed-in' | 'public' | 'off';
  readonly access: Access;
  readonly log: FastifyBaseLogger;
}

/** A day of any real feed is far below; it bounds what one answer takes. */
const MOST_ROWS = 1_000_000;

const PAIR_OF = new Map(SCORED_PAIRS.map((pair) => [pair.replace('/', ''), pair]));
const dayParams = z.object({
  pair: z.enum([...PAIR_OF.keys()]),
  date: z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/),
  file: z.string().regex(/^[0-9a-z]{4,12}\.bin$/),
});

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
  const guards = readers === 'signed-in' ? [access.signedIn, access.takes(1)] : [access.takes(1)];
  const common = { tags: ['prices'], ...(readers === 'signed-in' && { security: [{ bearer: [] }] }) };

  routes.get(
    '/api/prices',
    {
      onRequest: guards,
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

  routes.get(
    '/api/prices/days/:pair/:date/:file',
    {
      onRequest: guards,
      schema: {
        ...common,
        summary: 'The prices of a pair on a day of UTC',
        description:
          'Columns of 32-bit little-endian integers one after the other: milliseconds of the day, then bid and ask (ticks), or open, high, low and close (m1). Prices are in steps of 0.00001, of the yen 0.001.',
        produces: ['application/octet-stream'],
        params: dayParams,
        response: { 200: z.string(), ...errorAnswers(400, 401, 404, 429, 503) },
      },
    },
    async (request, reply) => {
      const { pair, date, file } = request.params;
      const edition = file.slice(0, -'.bin'.length);
      const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
      const prices =
        readers === 'off'
          ? undefined
          : await shelf
              .day(
                PAIR_OF.get(pair) as (typeof SCORED_PAIRS)[number],
                daysFromCivil(year, month, day),
                edition,
              )
              .catch((error: unknown) => {
                if (!(error instanceof ImportRefusal)) throw error;
                log.warn({ err: error, pair }, 'prices that are damaged are not handed out');
                return undefined;
              });
      if (prices === undefined || prices.timeMs.length > MOST_ROWS)
        throw new HttpError(404, 'not_found', 'There are no such prices.');
      // The names of what is finished stand for its content; a browser keeps it only for the one who may have it.
      const scope = readers === 'public' ? 'public' : 'private';
      reply
        .removeHeader('vary')
        .type('application/octet-stream')
        .header('cache-control', edition === LIVE ? 'no-store' : `${scope}, max-age=31536000, immutable`);
      return reply.send(Buffer.from(dayPricesBytes(prices).buffer) as unknown as string);
    },
  );
}
