import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { EpochMs } from '../../../core/time/instant.ts';
import {
  barsQuery,
  type ChartBars,
  type ChartPoints,
  chartBars,
  chartPoints,
  type MarketSnapshot,
  marketSnapshot,
  marketStream,
  type NoMarketReason,
  pointsQuery,
  type SettledSignals,
  settledSignals,
  spanQuery,
} from '../../../core/wire/market.ts';
import { type Access, userIdOf } from '../access.ts';
import { eachSecond } from '../../market/timers.ts';
import { errorAnswers, type TypedApp } from '../typed-app.ts';
import { MarketBroadcast } from './market-broadcast.ts';
import { lookAgainMs, type OpenMarket, ServedMarket } from './served-market.ts';
import { serveRequests } from './serve-requests.ts';
import { SWEEP_EVERY_MS, watchSessions } from './session-watch.ts';
import type { StreamClient } from './stream-hub.ts';
import { HttpError } from '../http-error.ts';

export interface MarketApiDeps {
  readonly access: Pick<Access, 'signedIn' | 'signalReader' | 'takes'>;
  readonly now: () => EpochMs;
  /** Reports when sessions that opened streams end. */
  readonly sessions: StreamSessions;
  readonly mostStreams: number;
  /** Why there is no market until `open` is called. */
  readonly reason: NoMarketReason;
}

export interface StreamSessions {
  /** Calls the listener for each session that ends, on whichever node; the returned function stops that. */
  onEnd(listener: (sessionId: string) => void): () => void;
  over(sessionIds: readonly string[]): Promise<readonly string[]>;
}

export type MarketApi = ReturnType<typeof serveMarketApi>;

/** The connections that are streams now. */
const streaming = new WeakSet<object>();
/** Prices are sent this long before a second turns, so that they are there when a page draws that second. */
const PRICES_LEAD_MS = 200;
const STREAM_PATH = '/api/market/stream';

/** The options of a route for those who may read signals. */
const reading = <Schema extends object>(
  { signalReader, takes }: MarketApiDeps['access'],
  schema: Schema,
) => ({
  onRequest: [signalReader, takes(1)],
  schema: { tags: ['market'], security: [{ bearer: [] }, { token: ['signals:read'] }], ...schema },
});

/** Serves `/api/market`: snapshot, stream, chart points and P-BOT requests, all for signed-in traders. */
export function serveMarketApi(app: TypedApp, deps: MarketApiDeps) {
  const served = new ServedMarket(deps.reason, deps.now);
  const endSeconds = eachSecond(
    () => served.clockMs,
    PRICES_LEAD_MS,
    () => served.opened?.broadcast.tick(),
  );
  const counts = countStreams(deps.mostStreams);
  const endSweeps = serveStream(app, deps, served, counts);
  servePrices(app, deps.access, served);
  serveRequests(app, deps.access, served);

  return {
    /** Opens the market. Rejects when the ledger's last entries cannot be read. */
    async open(market: OpenMarket) {
      const broadcast = await MarketBroadcast.open(market);
      served.opened?.broadcast.close();
      served.opened = { ...market, broadcast };
    },
    close: (reason: NoMarketReason) => served.close(reason),
    /** Ends every stream for good; call it before the application is closed, which waits for them. */
    stop() {
      endSeconds();
      endSweeps();
      served.close('stopping');
    },
    streams: () => served.opened?.broadcast.streams.size ?? 0,
    streamsByUser: () => counts.byUser,
  };
}

/** Serves the stream; returns the function that ends the watch on its sessions. */
function serveStream(
  app: TypedApp,
  deps: MarketApiDeps,
  served: ServedMarket,
  counts: ReturnType<typeof countStreams>,
): () => void {
  const end = (client: StreamClient) => served.opened?.broadcast.streams.end(client);
  const { now, sessions } = deps;
  const watch = watchSessions<StreamClient>({ now, end, over: sessions.over });
  const endListening = sessions.onEnd((sessionId) => watch.endSession(sessionId));
  const sweeps = setInterval(() => void watch.sweep(), SWEEP_EVERY_MS).unref();

  // A stream is the last answer of its connection: the answer to another request on it would be mixed into the events.
  app.addHook('onRequest', (request, _reply, done) => {
    if (streaming.has(request.raw.socket)) request.raw.socket.destroy();
    else done();
  });

  app.get(
    STREAM_PATH,
    {
      ...reading(deps.access, {
        summary: 'The same as it changes: server-sent events',
        produces: ['text/event-stream'],
        response: { 200: marketStream, ...errorAnswers(401, 429, 503) },
      }),
      // A HEAD request has no use.
      exposeHeadRoute: false,
    },
    async (request, reply) => {
      const authorization = request.headers.authorization ?? '';
      const userId = userIdOf(request);
      reply.type('text/event-stream').header('x-accel-buffering', 'no');
      const { opened } = served;
      if (opened === undefined) {
        const retryMs = Math.round(lookAgainMs(served.reason) * (1 + Math.random()));
        return `retry: ${retryMs}\nevent: hello\ndata: ${await served.snapshotFor(userId)}\n\n`;
      }
      const { broadcast, requests } = opened;
      const limit = await requests.limitOf(userId);
      // The client closed the connection during the look-up: no event would ever uncount its stream.
      if (reply.raw.destroyed) return reply.hijack();
      const { tokenId } = request.user ?? {};
      const counted = tokenId ?? userId;
      counts.enter(counted);
      const lastEventId = request.headers['last-event-id'];
      request.log.info(
        { path: STREAM_PATH, ip: request.ip, isResumed: lastEventId !== undefined },
        'stream opened',
      );
      const socket = takeConnection(reply);
      const client = broadcast.join(socket, limit, typeof lastEventId === 'string' ? lastEventId : undefined);
      const unwatch = watch.add(authorization, client, tokenId);
      socket.on('close', () => {
        broadcast.streams.leave(client);
        unwatch();
        counts.leave(counted);
      });
      return reply;
    },
  );

  return () => {
    clearInterval(sweeps);
    endListening();
  };
}

function servePrices(app: TypedApp, access: MarketApiDeps['access'], served: ServedMarket): void {
  app.get(
    '/api/market',
    reading(access, {
      summary: 'Prices, open signals and the last outcomes',
      response: { 200: marketSnapshot, ...errorAnswers(401, 429, 503) },
    }),
    async (request, reply) => {
      reply.type('application/json; charset=utf-8');
      return (await served.snapshotFor(userIdOf(request))) as unknown as MarketSnapshot;
    },
  );

  const errors = errorAnswers(400, 401, 429, 503);
  app.get(
    '/api/market/points',
    reading(access, {
      summary: 'The prices of about the last half hour',
      querystring: pointsQuery,
      response: { 200: chartPoints, ...errors },
    }),
    async (request): Promise<ChartPoints> => {
      const { market } = served.requireOpen();
      const { pair } = request.query;
      return { pair, source: market.feed().source, points: market.points(pair) };
    },
  );

  app.get(
    '/api/market/bars',
    reading(access, {
      summary: 'The prices of the last 15 min, 1 h or 4 h in bars',
      querystring: barsQuery,
      response: { 200: chartBars, ...errors },
    }),
    async (request): Promise<ChartBars> => {
      const { market } = served.requireOpen();
      const { pair, span } = request.query;
      return { pair, source: market.feed().source, bars: market.bars(pair, span) };
    },
  );

  app.get(
    '/api/market/signals',
    reading(access, {
      summary: 'How the last signals of P-Special ended, and the coin beside them',
      querystring: spanQuery,
      response: { 200: settledSignals, ...errors },
    }),
    async (request): Promise<SettledSignals> => served.requireOpen().broadcast.settled(request.query.span),
  );
}

/**
 * Sends an answer's head and takes its connection over, as an upgrade does: what follows are events as they are, without a
 * frame of their own, until the connection is closed. The request and the answer can go: they would be most of what a stream
 * holds in memory.
 */
function takeConnection(reply: FastifyReply): Socket {
  reply.hijack();
  const { raw } = reply;
  const socket = raw.socket as Socket;
  raw.useChunkedEncodingByDefault = false;
  raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  raw.flushHeaders();
  raw.detachSocket(socket);
  streaming.add(socket);
  return socket;
}

/** For tabs and devices of one trader. */
const MOST_OF_ONE_USER = 20;
const RETRY_SECONDS = 30;

/** Counts open streams, so that neither one trader nor all together take more than the node has. */
function countStreams(most: number) {
  const byUser = new Map<string, number>();
  let all = 0;
  return {
    byUser: byUser as ReadonlyMap<string, number>,
    enter(userId: string): void {
      const ofUser = byUser.get(userId) ?? 0;
      const full = { retryAfterSeconds: RETRY_SECONDS };
      if (ofUser >= MOST_OF_ONE_USER) {
        const message = `You have ${MOST_OF_ONE_USER} streams open, in tabs or on devices. Close one of them.`;
        throw new HttpError(429, 'too_many_streams', message, full);
      }
      if (all >= most)
        throw new HttpError(503, 'server_full', 'This node has as many streams as it takes.', full);
      all += 1;
      byUser.set(userId, ofUser + 1);
    },
    leave(userId: string): void {
      all -= 1;
      const left = (byUser.get(userId) ?? 0) - 1;
      if (left > 0) byUser.set(userId, left);
      else byUser.delete(userId);
    },
  };
}
