import { setTimeout as sleep } from 'node:timers/promises';
import { type AppProcess, addAccount, removeData, startApp } from './app-process.ts';
import { compared, type Figure, quantile } from './figure.ts';
import { type LoadRequest, ordinaryConnection, runLoad, send } from './http-load.ts';

const FLOOD_MS = 5_000;
/** One anonymous client and one trader, so many requests of each at once. */
const CONNECTIONS = 8;
/** How often the other trader asks: a page that is in use. */
const ASK_EVERY_MS = 25;
const TRADERS = ['flooding@example.com', 'waiting@example.com'] as const;

/** Every kind of request that costs more than a header: a page, JSON, the ledger, prices, a password, a stream's snapshot. */
const ROUTES: readonly string[] = [
  '/',
  '/check',
  '/record',
  '/config.json',
  '/openapi.json',
  '/auth/v1/user',
  '/auth/v1/token?grant_type=password',
  '/api/market',
  '/api/record',
  '/api/record/signals',
  '/api/prices',
  `/api/prices/days/EURUSD/${new Date().toISOString().slice(0, 10)}/live.bin`,
  '/ledger/synthetic/checkpoint',
  '/ledger/synthetic/tile/0/000',
];

/**
 * What a trader waits, p99, while one anonymous client and one other trader flood a route, beside the same flood of `/healthz`, which
 * costs the least: what one request may cost another client is bounded.
 */
export async function* fairnessBench(): AsyncGenerator<Figure> {
  const app = await startApp({ env: { FEED: 'synthetic' } });
  try {
    const [flooding = '', waiting = ''] = await Promise.all(TRADERS.map((email) => signIn(app, email)));
    await waitOf(app, waiting, '/healthz', flooding);
    const cheapest = await waitOf(app, waiting, '/healthz', flooding);
    for (const route of ROUTES) {
      // What is made at the first request is made once in the life of a server.
      await send(app.origin, { method: 'GET', path: route });
      const waitMs = await waitOf(app, waiting, route, flooding);
      const peer = { name: 'a flood of /healthz', value: cheapest };
      yield compared(`p99 of another trader while ${route} is flooded`, waitMs, 'ms', peer, { atMost: 2 });
    }
  } finally {
    await app.stop();
    await removeData(app);
  }
}

async function signIn(app: AppProcess, email: string): Promise<string> {
  const password = await addAccount(app, email);
  const { body } = await send(app.origin, {
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return (JSON.parse(body) as { access_token: string }).access_token;
}

/** Milliseconds, p99, of the waiting trader's requests for the account and the market while the route is flooded. */
async function waitOf(app: AppProcess, waiting: string, route: string, flooding: string): Promise<number> {
  const isSignIn = route.includes('grant_type=password');
  const request = (headers: Record<string, string>): LoadRequest => ({
    method: isSignIn ? 'POST' : 'GET',
    path: route,
    headers: { ...headers, ...(isSignIn && { 'content-type': 'application/json' }) },
    ...(isSignIn && { body: JSON.stringify({ email: TRADERS[0], password: 'a wrong key' }) }),
  });
  const flood = (headers: Record<string, string>) =>
    runLoad({
      origin: app.origin,
      connections: CONNECTIONS,
      forMs: FLOOD_MS,
      open: ordinaryConnection,
      next: () => request(headers),
    });
  const waits: number[] = [];
  const ends = performance.now() + FLOOD_MS;
  const asking = async () => {
    const connection = await ordinaryConnection(app.origin);
    for (let turn = 0; performance.now() < ends; turn += 1) {
      const startMs = performance.now();
      await connection.send({
        method: 'GET',
        path: turn % 2 === 0 ? '/auth/v1/user' : '/api/market',
        headers: { authorization: `Bearer ${waiting}` },
      });
      waits.push(performance.now() - startMs);
      await sleep(ASK_EVERY_MS);
    }
    connection.close();
  };
  await Promise.all([flood({}), flood({ authorization: `Bearer ${flooding}` }), asking()]);
  return quantile(waits, 0.99);
}
