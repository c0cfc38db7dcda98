import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type AppProcess, removeData, startApp } from './app-process.ts';
import { bounded, compared, type Figure, median } from './figure.ts';
import { type Answer, type LoadRequest, requireOnly, runLoad, send } from './http-load.ts';
import { type Peer, startPeer } from './peer.ts';

const ROUNDS = 5;
const ROUND_MS = 4000;
const WARM_UP_MS = 6000;
/** Traders: sign-ins of one account alone would wait for each other's row. */
const ACCOUNTS = 64;
const PASSWORD = 'a key of the usual kind';
/** Long enough for a hundred looks of the sampler behind the metric. */
const REST_MS = 2000;
const CONNECTIONS = 32;
const JSON_HEADERS = { 'content-type': 'application/json' };

/** Sign-ins against the bare hash; refreshes and `GET /user` against a bare HTTP server, per CPU second of the server. */
export async function* authBench(): AsyncGenerator<Figure> {
  const app = await startApp({ env: { PIPCAST_RATE_LIMIT: 'off', PIPCAST_SIGNUP: 'open' } });
  const hello = await startPeer('hello');
  try {
    const emails = Array.from({ length: ACCOUNTS }, (_, index) => `bench-${index}@example.com`);
    for (const email of emails) await signUp(app, email);
    // In this order: thousands of requests, which sign-ins alone would take minutes for, until the engine's optimiser is
    // done with what they share.
    yield* await requestsPerCpuSecond(app, hello, emails[0] as string);
    yield* await signIns(app, emails);
  } finally {
    hello.stop();
    await app.stop();
    await removeData(app);
  }
}

async function signUp(app: AppProcess, email: string): Promise<void> {
  const body = JSON.stringify({ email, password: PASSWORD });
  const { status } = await send(app.origin, {
    method: 'POST',
    path: '/auth/v1/signup',
    headers: JSON_HEADERS,
    body,
  });
  if (status !== 200) throw new Error(`the sign-up for the measurement was answered ${status}`);
}

async function signIns(app: AppProcess, emails: readonly string[]): Promise<Figure[]> {
  let turn = 0;
  const signIn = () => signInRequest(emails[turn++ % emails.length] as string);
  const ceiling: number[] = [];
  const measured: number[] = [];
  const delayMs: number[] = [];
  const load = { origin: app.origin, next: signIn };
  await runLoad({ ...load, connections: 16, forMs: WARM_UP_MS });
  const samplerMs = await loopDelayMs(app, 'p50', () => setTimeout(REST_MS));
  for (let round = 0; round < ROUNDS; round += 1) {
    ceiling.push(await bareHashesPerSecond());
    const p99Ms = await loopDelayMs(app, 'p99', async () => {
      const { done, seconds } = requireOnly(
        await runLoad({ ...load, connections: 16, forMs: ROUND_MS }),
        200,
        'sign-in',
      );
      measured.push(done / seconds);
    });
    // The sampler counts its own interval in, which is what an idle loop shows.
    delayMs.push(p99Ms - samplerMs);
  }
  return [
    compared(
      'sign-ins',
      median(measured),
      'per second',
      { name: 'bare argon2id verifications, all cores', value: median(ceiling) },
      { atLeast: 0.6 },
    ),
    bounded('event-loop delay p99 during sign-ins', median(delayMs), 'ms', { atMost: 20 }),
  ];
}

/** A percentile of the time between two looks of the sampler behind the metric, while something happens. */
async function loopDelayMs(
  app: AppProcess,
  percentile: 'p50' | 'p99',
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const name = `nodejs_eventloop_lag_${percentile}_seconds`;
  // Reading the metric resets it: what was before does not count.
  await app.metric(name);
  await meanwhile();
  return (await app.metric(name)) * 1000;
}

async function requestsPerCpuSecond(app: AppProcess, hello: Peer, email: string): Promise<Figure[]> {
  const rates = { hello: [] as number[], user: [] as number[], refresh: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.hello.push(await perCpuSecond(hello, () => ({ method: 'GET', path: '/' }), 'hello'));
    // A new account in each round: the sessions of the rounds together are more than an account may have.
    const { access_token: token } = await session(app, email);
    const getUser: LoadRequest = {
      method: 'GET',
      path: '/auth/v1/user',
      headers: { authorization: `Bearer ${token}` },
    };
    rates.user.push(await perCpuSecond(app, () => getUser, 'GET /user'));
    const tokens = await Promise.all(
      Array.from({ length: 8 }, async () => (await session(app, email)).refresh_token),
    );
    rates.refresh.push(
      await perCpuSecond(
        app,
        (connection, last) => refreshRequest(last, tokens[connection] as string),
        'refresh',
        8,
      ),
    );
  }
  const peer = { name: 'bare node:http hello', value: median(rates.hello) };
  return [
    compared('authenticated GET /user', median(rates.user), 'per server CPU second', peer, { atLeast: 0.15 }),
    compared('token refreshes', median(rates.refresh), 'per server CPU second', peer),
  ];
}

async function perCpuSecond(
  server: { readonly origin: string; cpuSeconds(): Promise<number> },
  next: (connection: number, last: Answer | undefined) => LoadRequest,
  what: string,
  connections = CONNECTIONS,
): Promise<number> {
  const { origin } = server;
  await runLoad({ origin, connections: 2, forMs: 200, next: (i) => next(i, undefined) });
  const before = await server.cpuSeconds();
  const { done } = requireOnly(await runLoad({ origin, connections, forMs: ROUND_MS, next }), 200, what);
  return done / ((await server.cpuSeconds()) - before);
}

function signInRequest(email: string): LoadRequest {
  return {
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: JSON_HEADERS,
    body: JSON.stringify({ email, password: PASSWORD }),
  };
}

function refreshRequest(last: Answer | undefined, first: string): LoadRequest {
  const token =
    last === undefined ? first : (JSON.parse(last.body) as { refresh_token: string }).refresh_token;
  return {
    method: 'POST',
    path: '/auth/v1/token?grant_type=refresh_token',
    headers: JSON_HEADERS,
    body: JSON.stringify({ refresh_token: token }),
  };
}

async function session(app: AppProcess, email: string) {
  const answer = await send(app.origin, signInRequest(email));
  if (answer.status !== 200) throw new Error(`the sign-in for the measurement was answered ${answer.status}`);
  return JSON.parse(answer.body) as { access_token: string; refresh_token: string };
}

async function bareHashesPerSecond(): Promise<number> {
  const script = fileURLToPath(new URL('./peers/bare-hash.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(ROUND_MS)]);
  return (JSON.parse(stdout) as { perSecond: number }).perSecond;
}
