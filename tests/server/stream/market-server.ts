import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { epochMs } from '../../../src/core/time/instant.ts';
import { type IdentifyToken } from '../../../src/server/routes/identify.ts';
import { AuthError } from '../../../src/server/auth/auth-error.ts';
import type { Environment } from '../../../src/server/platform/config.ts';
import {
  type MarketApi,
  serveMarketApi,
  type StreamSessions,
} from '../../../src/server/routes/market/serve-market-api.ts';
import type { OpenMarket } from '../../../src/server/routes/market/served-market.ts';
import { type MemoryLog, memoryLog } from '../../support/memory-log.ts';
import { testApp } from '../../support/test-app.ts';
import {
  type MemoryLedger,
  memoryLedger,
  type ScriptedMarket,
  scriptedRequests,
  scriptedMarket,
} from './market-fakes.ts';

export interface MarketServer {
  readonly app: FastifyInstance;
  readonly api: MarketApi;
  readonly origin: string;
  readonly market: ScriptedMarket;
  readonly ledger: MemoryLedger;
  readonly log: MemoryLog;
  /** Users who are signed in, by their token. */
  readonly users: Map<string, string>;
}

export const REASON = 'switched-off';

/** Sessions that go on. */
export const NO_SESSION_ENDS: StreamSessions = { onEnd: () => () => {}, over: async () => [] };

/** The whole HTTP application on a port, with its market; undefined in `options.market`: it has none yet. */
export async function startMarketServer(
  options: {
    requests?: OpenMarket['requests'];
    isClosed?: boolean;
    mostStreams?: number;
    ledger?: MemoryLedger;
    env?: Environment;
    identifyToken?: IdentifyToken;
  } = {},
): Promise<MarketServer> {
  const log = memoryLog();
  const users = new Map([['token-1', 'user-1']]);
  const market = scriptedMarket();
  const ledger = options.ledger ?? memoryLedger();
  const identify = async (authorization: string | undefined) => {
    const id = users.get(authorization?.replace('Bearer ', '') ?? '');
    if (id === undefined) throw new AuthError(403, 'bad_jwt', 'invalid JWT');
    return { id, email: `${id}@example.com` };
  };
  const now = () => epochMs(Date.now());
  const { env = {}, identifyToken, mostStreams = 1_000 } = options;
  const { app, access } = await testApp({ env, log: log.log, identify, identifyToken, now });
  const api = serveMarketApi(app, { access, now, mostStreams, sessions: NO_SESSION_ENDS, reason: REASON });
  app.addHook('preClose', async () => api.stop());
  if (!options.isClosed) await api.open({ market, ledger, requests: options.requests ?? scriptedRequests() });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { app, api, origin: `http://127.0.0.1:${port}`, market, ledger, log, users };
}

export const BEARER = { authorization: 'Bearer token-1' };
