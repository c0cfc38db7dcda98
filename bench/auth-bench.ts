import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type AppProcess,
  JSON_HEADERS,
  type Measured,
  PASSWORD,
  signUp,
  startMeasured,
} from './app-process.ts';
import { compared, type Figure, median } from './figure.ts';
import { type LoadRequest, requireOnly, runLoad } from './http-load.ts';
import { startPeer } from './peer.ts';

const ROUNDS = 5;
const ROUND_MS = 4000;
const WARM_UP_MS = 6000;
/** Traders: sign-ins of one account alone would wait for each other's row. */
const ACCOUNTS = 64;
const SIGN_INS_AT_ONCE = 16;
const CONNECTIONS = 32;

/** Sign-ins against the bare hash; `GET /user` against a bare HTTP server, per CPU second of the server. */
export async function* authBench(): AsyncGenerator<Figure> {
  const app = await startMeasured();
  const hello = await startPeer('hello');
  try {
    const emails = Array.from({ length: ACCOUNTS }, (_, index) => `bench-${index}@example.com`);
    const tokens: string[] = [];
    for (const email of emails) tokens.push(await signUp(app.origin, email));
    // In this order: thousands of requests, which sign-ins alone would take minutes for, until the engine's optimiser is
    // done with what they share.
    const getUser = { path: '/auth/v1/user', headers: { authorization: `Bearer ${tokens[0]}` } };
    const rates = { hello: [] as number[], user: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.hello.push(await perCpuSecond(hello, { method: 'GET', path: '/' }, 'hello'));
      rates.user.push(await perCpuSecond(app, { method: 'GET', ...getUser }, 'GET /user'));
    }
    const peer = { name: 'bare node:http hello', value: median(rates.hello) };
    const user = median(rates.user);
    yield compared('authenticated GET /user', user, 'per server CPU second', peer, { atLeast: 0.15 });
    yield await signIns(app, emails);
  } finally {
    hello.stop();
    await app.stop();
  }
}

async function signIns({ origin }: AppProcess, emails: readonly string[]): Promise<Figure> {
  let turn = 0;
  const next = (): LoadRequest => ({
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: JSON_HEADERS,
    body: JSON.stringify({ email: emails[turn++ % emails.length], password: PASSWORD }),
  });
  const ceiling: number[] = [];
  const measured: number[] = [];
  const load = { origin, next, connections: SIGN_INS_AT_ONCE };
  await runLoad({ ...load, forMs: WARM_UP_MS });
  for (let round = 0; round < ROUNDS; round += 1) {
    ceiling.push(await bareHashesPerSecond());
    const { done, seconds } = requireOnly(await runLoad({ ...load, forMs: ROUND_MS }), 200, 'sign-in');
    measured.push(done / seconds);
  }
  const peer = { name: 'bare argon2id verifications, all cores', value: median(ceiling) };
  return compared('sign-ins', median(measured), 'per second', peer, { atLeast: 0.6 });
}

async function perCpuSecond(server: Measured, request: LoadRequest, what: string): Promise<number> {
  const load = { origin: server.origin, next: () => request };
  await runLoad({ ...load, connections: 2, forMs: 200 });
  const before = await server.cpuSeconds();
  const result = await runLoad({ ...load, connections: CONNECTIONS, forMs: ROUND_MS });
  return requireOnly(result, 200, what).done / ((await server.cpuSeconds()) - before);
}

async function bareHashesPerSecond(): Promise<number> {
  const script = fileURLToPath(new URL('./peers/bare-hash.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(ROUND_MS)]);
  return (JSON.parse(stdout) as { perSecond: number }).perSecond;
}
