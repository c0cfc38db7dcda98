import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Pool } from 'pg';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { dayPricesBytes } from '../../../core/market/day-prices.ts';
import { packBars } from '../../../core/market/bars.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../../core/market/instruments.ts';
import { type PriceSpan, priceSpans, type PriceSpans } from '../../../core/wire/market.ts';
import { daysFromCivil } from '../../../core/time/civil-date.ts';
import { createWorkGate } from '../../auth/work-gate.ts';
import { BoundedMap } from '../../platform/bounded-map.ts';
import { clientNetwork, customerNetwork } from '../../platform/client-network.ts';
import type { Access } from '../access.ts';
import { badRequest, notFound } from '../http-error.ts';
import { ImportRefusal } from '../../market/dataset-store.ts';
import { LIVE, PriceShelf } from '../../market/price-shelf.ts';
import { errorAnswers, guarded, type TypedApp } from '../typed-app.ts';

export interface ServePricesDeps {
  readonly dataDir: string;
  readonly db: Pool;
  readonly readers: 'signed-in' | 'public' | 'off';
  readonly access: Access;
  readonly log: FastifyBaseLogger;
}

/** A day of any real feed is far below; bounds the size of an answer. */
const MOST_ROWS = 1_000_000;

const gzipped = promisify(gzip);
const PAIR_OF = new Map(SCORED_PAIRS.map((pair) => [pair.replace('/', ''), pair]));
const dateParam = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/);
const pairParam = z.enum([...PAIR_OF.keys()]);
const liveDayParams = z.object({ pair: pairParam, date: dateParam });
const dayParams = liveDayParams.extend({ file: z.string().regex(/^[0-9a-f]{12}\.bin$/) });
const barsParams = z.object({
  pair: pairParam,
  from: dateParam,
  to: dateParam,
  file: z.string().regex(/^(?:live|[0-9a-f]{12})\.bin$/),
});
/** Tokens for a day of live prices: all pairs of two days are 100 of the 120 that a trader may take at once. */
const LIVE_TOKENS = 10;
/** Most days of bars in an answer. Days of quotes have to be read whole for them, and count as ten requests together. */
const MOST_DAYS = 31;
const QUOTE_TOKENS = 9;
/** Most questions that wait: a month of quotes each still ends within the time limit of a request. */
const MOST_WAITING = 16;
/** Most days of data sets that wait: some seconds of work. */
const MOST_DAYS_WAITING = 1_000;
/** Most answers in memory, a hundred kilobytes or two each. */
const MOST_KEPT = 16;

interface Shared extends Omit<ServePricesDeps, 'dataDir' | 'db'> {
  readonly app: TypedApp;
  readonly shelf: PriceShelf;
}

/**
 * Serves `/api/prices`: whole days of prices, and which there are. A question names a pair and days, never a trade; so the check
 * of a track record stays in the reader's browser.
 */
export function servePrices(app: TypedApp, { dataDir, db, ...deps }: ServePricesDeps): void {
  const { readers } = deps;
  const shelf = new PriceShelf(dataDir, db);
  app.get(
    '/api/prices',
    reading(deps, 1, {
      summary: 'Of which days there are prices to hold a track record against',
      response: { 200: priceSpans, ...errorAnswers(401, 429, 503) },
    }),
    async (_request, reply): Promise<PriceSpans> => {
      reply.header('cache-control', 'no-store');
      return { spans: readers === 'off' ? [] : await shelf.spans() };
    },
  );
  serveDays({ ...deps, app, shelf });
  serveBars({ ...deps, app, shelf });
}

/** The options of a route for those who may read prices. */
function reading<Schema extends object>(
  { readers, access }: Pick<ServePricesDeps, 'readers' | 'access'>,
  tokens: number,
  schema: Schema,
) {
  const takes = access.takes(tokens);
  return readers === 'signed-in'
    ? guarded('prices', [access.signedIn, takes], schema)
    : { onRequest: [takes], schema: { tags: ['prices'], ...schema } };
}

function serveDays(shared: Shared): void {
  const { app, shelf, readers, log } = shared;
  // One at a time: each takes a millisecond or two of processor time in pieces, and pieces of many at once would be in line before each other request.
  const gate = createWorkGate({
    concurrency: 1,
    queueLimit: MOST_DAYS_WAITING,
    what: 'questions for prices',
  });
  for (const { path, params, tokens } of [
    { path: ':file', params: dayParams, tokens: 1 },
    { path: `${LIVE}.bin`, params: liveDayParams, tokens: LIVE_TOKENS },
  ])
    app.get(
      `/api/prices/days/:pair/:date/${path}`,
      reading(shared, tokens, {
        summary: `The prices of a pair on a day of UTC${tokens === 1 ? '' : ', as the live market keeps them'}`,
        description:
          'Columns of 32-bit little-endian integers one after the other: milliseconds of the day, then bid and ask (ticks), or open, high, low and close (m1). Prices are in steps of 0.00001, of the yen 0.001.',
        produces: ['application/octet-stream'],
        params,
        response: { 200: z.string(), ...errorAnswers(400, 401, 404, 429, 503) },
      }),
      async (request, reply) => {
        const { pair, date, file } = { file: `${LIVE}.bin`, ...request.params };
        const edition = file.slice(0, -'.bin'.length);
        const scored = PAIR_OF.get(pair) as ScoredPair;
        const read = () => sound(log, pair, () => shelf.day(scored, dayOf(date), edition));
        const prices =
          readers === 'off'
            ? undefined
            : edition === LIVE
              ? await read()
              : await gate.run(clientOf(request), read);
        if (prices === undefined || prices.timeMs.length > MOST_ROWS)
          throw notFound('There are no such prices.');
        const bytes = Buffer.from(dayPricesBytes(prices).buffer);
        return handOut(reply, edition, readers).send(bytes as unknown as string);
      },
    );
}

function serveBars(shared: Shared): void {
  const { app, shelf, readers, access, log } = shared;
  // A month of quotes takes half a second of processor time: a dozen at once would delay all other requests.
  const gate = createWorkGate({ concurrency: 1, queueLimit: MOST_WAITING, what: 'questions for bars' });
  /** Finished data sets only: the name identifies the content. */
  const answers = new BoundedMap<string, Buffer>(MOST_KEPT);
  const packed = async (span: PriceSpan, firstDay: number, lastDay: number, client: string) => {
    const name = `${span.pair} ${span.edition} ${firstDay} ${lastDay}`;
    const pack = async () => {
      const bars = await shelf.bars(span, firstDay, lastDay);
      if (bars === undefined) return undefined;
      const bytes = await gzipped(packBars(bars));
      if (span.edition !== LIVE) answers.set(name, bytes);
      return bytes;
    };
    return answers.get(name) ?? gate.run(client, async () => answers.get(name) ?? pack());
  };
  app.get(
    '/api/prices/bars/:pair/:from/:to/:file',
    reading(shared, 1, {
      summary: 'The one-minute bars of a pair over up to 31 days of UTC',
      description:
        'Bid prices, compressed with gzip: how many, then minutes, open, close, high and low one column after the other, each as steps in LEB128 with the sign in the lowest bit (src/core/market/bars.ts).',
      produces: ['application/octet-stream'],
      params: barsParams,
      response: { 200: z.string(), ...errorAnswers(400, 401, 404, 429, 503) },
    }),
    async (request, reply) => {
      const { params } = request;
      const pair = PAIR_OF.get(params.pair) as ScoredPair;
      const edition = params.file.slice(0, -'.bin'.length);
      const [from, to] = [dayOf(params.from), dayOf(params.to)];
      if (to < from || to - from >= MOST_DAYS) throw badRequest(`Ask for 1 to ${MOST_DAYS} days.`);
      const spans = readers === 'off' ? [] : await shelf.spans();
      const span = spans.find((each) => each.pair === pair && each.edition === edition);
      if (span?.kind === 'ticks') await access.takes(QUOTE_TOKENS)(request, reply);
      const client = clientOf(request);
      const bytes =
        span &&
        (await sound(log, pair, () =>
          packed(span, Math.max(from, span.firstDay), Math.min(to, span.lastDay), client),
        ));
      if (bytes === undefined) throw notFound('There are no such prices.');
      return handOut(reply, edition, readers)
        .header('content-encoding', 'gzip')
        .send(bytes as unknown as string);
    },
  );
}

function clientOf({ ip }: FastifyRequest): string {
  return customerNetwork(clientNetwork(ip));
}

/** Finished data sets may be cached for good. What only signed-in traders may read must not stay in a cache beyond their session. */
function handOut(reply: FastifyReply, edition: string, readers: ServePricesDeps['readers']): FastifyReply {
  const isForGood = edition !== LIVE && readers === 'public';
  return reply
    .removeHeader('vary')
    .type('application/octet-stream')
    .header('cache-control', isForGood ? 'public, max-age=31536000, immutable' : 'no-store');
}

/** The result of a read; undefined where the data set is damaged, which is logged. */
async function sound<T>(
  log: FastifyBaseLogger,
  pair: string,
  read: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    log.warn({ err: error, pair }, 'prices that are damaged are not handed out');
    return undefined;
  }
}

/** Days since 1970 of a date such as 2026-03-02. */
function dayOf(date: string): number {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return daysFromCivil(year, month, day);
}
