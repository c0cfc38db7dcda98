import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postmasterPid } from '../../src/server/db/postmaster.ts';
import { rounds } from '../support/rounds.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { refresh, signIn } from './support/auth-calls.ts';
import { signalPostgres } from './support/postgres-processes.ts';
import { prepareData } from './support/prepared-data.ts';
import { type ServerProcess, startServerProcess } from '../../scripts/server-process.mjs';

const ROUNDS = rounds(3, 20);
/** Every third round takes PostgreSQL with it. */
const TAKES_POSTGRES = 3;
/** Traders who sign up and then refresh their session over and over, at once. */
const TRADERS = 4;
const REFRESHES = 6;

let folder: string;
let server: ServerProcess | undefined;
beforeEach(() => {
  folder = makeTemporaryFolder();
  prepareData(path.join(folder, 'data'));
});
afterEach(async () => {
  server?.process.kill('SIGKILL');
  await server?.ended;
  await removeTemporaryFolder(folder);
});

/** What the server has acknowledged to one trader. */
interface Trader {
  readonly email: string;
  readonly password: string;
  /** The newest refresh token that was answered with 200. */
  refreshToken: string;
}

test(`every acknowledged account and session survives ${ROUNDS} rounds of kill -9`, {
  timeout: 300_000,
}, async () => {
  const traders: Trader[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const origin = await start();
    const postmaster = postmasterPid(path.join(folder, 'data', 'postgres')) ?? Number.NaN;
    // Each round is cut off at another point of the traders' work.
    let untilKill = 4 + ((round * 7) % (TRADERS * REFRESHES));
    const acknowledge = () => {
      untilKill -= 1;
      if (untilKill !== 0) return;
      server?.process.kill('SIGKILL');
      if (round % TAKES_POSTGRES === 0) signalPostgres(postmaster, 'SIGKILL');
    };
    const work = Array.from({ length: TRADERS }, (_, index) =>
      trade(origin, `${round}-${index}`, traders, acknowledge),
    );
    expect(await server?.ended, `round ${round}`).toBe('SIGKILL');
    await Promise.all(work);
  }

  const origin = await start();
  // Of each round one at least: how many more sign up before the kill is for the computer's speed to say.
  expect(traders.length).toBeGreaterThanOrEqual(ROUNDS);
  const lost: string[] = [];
  for (const { email, password, refreshToken } of traders) {
    const session = await refresh(origin, refreshToken);
    const signedIn = await signIn(origin, email, password);
    if (session.status !== 200) lost.push(`the session of ${email}: ${JSON.stringify(session.body)}`);
    if (signedIn.status !== 200) lost.push(`the account ${email}: ${JSON.stringify(signedIn.body)}`);
  }
  expect(lost).toEqual([]);
  server?.process.kill('SIGTERM');
  expect(await server?.ended).toBe(0);
});

async function start(): Promise<string> {
  server = startServerProcess({
    PIPCAST_DATA_DIR: path.join(folder, 'data'),
    PIPCAST_SIGNUP: 'open',
    PIPCAST_RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  });
  return server.origin;
}

/** Signs up and refreshes until the server is killed. Only what was answered with 200 counts. */
async function trade(
  origin: string,
  name: string,
  traders: Trader[],
  acknowledge: () => void,
): Promise<void> {
  const [email, password] = [`trader-${name}@example.com`, `the key of trader ${name}`];
  try {
    const response = await fetch(`${origin}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const body = (await response.json()) as { refresh_token: string };
    expect(response.status, JSON.stringify(body)).toBe(200);
    const trader = { email, password, refreshToken: body.refresh_token };
    traders.push(trader);
    acknowledge();
    for (;;) {
      const answer = await refresh(origin, trader.refreshToken);
      // The database may be gone a moment before the server; that is the only other answer.
      if (answer.status === 503) return;
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      trader.refreshToken = String(answer.body['refresh_token']);
      acknowledge();
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The connection broke: the server was killed.
  }
}
