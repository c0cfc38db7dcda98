import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPostmasterNote } from '../../src/server/db/postmaster-note.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { refresh, signIn } from './support/auth-calls.ts';
import { signalPostgres } from './support/postgres-processes.ts';
import { type ServerProcess, startServerProcess } from './support/server-process.ts';

const ROUNDS = 6;
/** Every second round takes PostgreSQL with it. */
const TAKES_POSTGRES = 2;
/** Enough that passwords wait to be checked, and that none of them has as many sessions as an account may have. */
const TRADERS = 24;
const PASSWORD = 'the key of all these traders';

let folder: string;
let server: ServerProcess | undefined;
beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  server?.process.kill('SIGKILL');
  await server?.ended;
  await removeTemporaryFolder(folder);
});

test(`every session that was acknowledged under load survives ${ROUNDS} rounds of kill -9`, {
  timeout: 300_000,
}, async () => {
  const refreshTokens: unknown[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const origin = await start();
    if (round === 1) await signUpAll(origin);
    const postmaster = readPostmasterNote(path.join(folder, 'data', 'postgres'))?.pid ?? Number.NaN;
    let untilKill = 20 + round;
    const acknowledge = (refreshToken: unknown) => {
      refreshTokens.push(refreshToken);
      untilKill -= 1;
      if (untilKill !== 0) return;
      server?.process.kill('SIGKILL');
      if (round % TAKES_POSTGRES === 0) signalPostgres(postmaster, 'SIGKILL');
    };
    const work = emails().map((email) => signInAgainAndAgain(origin, email, acknowledge));
    expect(await server?.ended, `round ${round}`).toBe('SIGKILL');
    await Promise.all(work);
  }

  const origin = await start();
  expect(refreshTokens.length).toBeGreaterThanOrEqual(ROUNDS * 20);
  for (const token of refreshTokens) {
    const { status, body } = await refresh(origin, token);
    expect(status, JSON.stringify(body)).toBe(200);
  }
});

function emails(): string[] {
  return Array.from({ length: TRADERS }, (_, index) => `trader-${index}@example.com`);
}

async function start(): Promise<string> {
  server = startServerProcess({
    PIPCAST_DATA_DIR: path.join(folder, 'data'),
    PIPCAST_SIGNUP: 'open',
    PIPCAST_RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
  });
  return server.origin;
}

async function signUpAll(origin: string): Promise<void> {
  for (const email of emails()) {
    const response = await fetch(`${origin}/auth/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    expect(response.status).toBe(200);
  }
}

/** Signs in over and over until the server is killed. Only what was answered with 200 counts. */
async function signInAgainAndAgain(
  origin: string,
  email: string,
  acknowledge: (refreshToken: unknown) => void,
): Promise<void> {
  try {
    for (;;) {
      const { status, body } = await signIn(origin, email, PASSWORD);
      // The database may be gone a moment before the server; that is the only other answer.
      if (status === 503) return;
      expect(status, JSON.stringify(body)).toBe(200);
      acknowledge(body['refresh_token']);
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The connection broke: the server was killed.
  }
}
