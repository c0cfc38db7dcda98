import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { epochMs } from '../src/core/time/instant.ts';
import type { RecordPage, RecordSummary } from '../src/core/wire/record.ts';
import { openServerSecret } from '../src/server/platform/server-secret.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { fileMarks } from '../src/server/ledger/ledger-marks.ts';
import { openLedger } from '../src/server/ledger/open-ledger.ts';
import { START_MS } from '../tests/server/ledger/ledger-support.ts';
import { drawnStories } from '../tests/server/record/drawn-stories.ts';
import { type AppProcess, addAccount, removeData, startApp } from './app-process.ts';
import { bounded, compared, type Figure } from './figure.ts';
import { send } from './http-load.ts';

const SIGNALS = 100_000;
/** What the server takes per transaction: up to a thousand entries, three a signal. */
const SIGNALS_AT_ONCE = 300;
const REQUESTS = 400;
const WARM_UP = 40;
/** An answer within this does not feel like waiting. */
const BUDGET_MS = 50;
/** The first answer waits for every entry of the ledger to be read and folded. */
const FIRST_BUDGET_MS = 10_000;
const LIVE = '?ledger=live';
const EMAIL = 'bench@example.com';

/**
 * The record page with 100,000 settled signals: p95 of the summary, of pages, of filters and of a signal's story, each
 * beside a bare HTTP server that sends the same bytes; and how long the first answer after a start takes.
 */
export async function* recordBench(): AsyncGenerator<Figure> {
  let app = await startApp();
  const peer = await startBytesPeer();
  try {
    const key = await addAccount(app, EMAIL);
    await recordSignals(app.dataDir);
    await app.stop();
    // Made-up prices have a ledger of their own; the one that is measured stands still beside it.
    app = await startApp({ dataDir: app.dataDir, env: { FEED: 'synthetic', PIPCAST_RATE_LIMIT: 'off' } });
    const headers = { authorization: `Bearer ${await token(app, key)}` };
    const get = (origin: string, path: string) => send(origin, { method: 'GET', path, headers });
    const json = async <T>(path: string) => {
      const { status, body } = await get(app.origin, path);
      if (status !== 200) throw new Error(`${path} was answered ${status}: ${body}`);
      return JSON.parse(body) as T;
    };

    const fromMs = performance.now();
    const summary = await json<RecordSummary>(`/api/record${LIVE}`);
    const firstMs = performance.now() - fromMs;
    const page = await json<RecordPage>(`/api/record/signals${LIVE}`);
    if (page.total !== SIGNALS) throw new Error(`the record has ${page.total} signals instead of ${SIGNALS}`);
    yield bounded(`first summary after a start, ${summary.engineArm.settled} settled`, firstMs, 'ms', {
      atMost: FIRST_BUDGET_MS,
    });
    for (const [what, paths] of Object.entries(questions(page))) {
      for (const path of paths) await peer.serve(path, (await get(app.origin, path)).body);
      const measured = await p95Ms(paths, (path) => get(app.origin, path));
      const bare = await p95Ms(paths, (path) => get(peer.origin, path));
      yield bounded(`${what}, p95`, measured, 'ms', { atMost: BUDGET_MS });
      yield compared(`${what}, p95`, measured, 'ms', {
        name: 'bare node:http with the same bytes',
        value: bare,
      });
    }
  } finally {
    peer.stop();
    await app.stop();
    await removeData(app);
  }
}

function questions({ rows, total }: RecordPage): Record<string, string[]> {
  const table = `/api/record/signals${LIVE}`;
  const newest = rows[0]?.index ?? 0;
  const dayMs = 86_400_000;
  return {
    'record summary': [`/api/record${LIVE}`],
    'record page': [
      table,
      `${table}&before=${Math.floor(newest / 2)}`,
      `${table}&before=${Math.floor(newest / total) * 60}`,
    ],
    'filtered record page': [
      `${table}&pair=EUR/GBP`,
      `${table}&outcome=void`,
      `${table}&mode=bot&timeframe=5s&direction=PUT&outcome=won`,
      `${table}&from=${START_MS + 20 * dayMs}&to=${START_MS + 21 * dayMs}`,
      `${table}&source=oanda`,
    ],
    'story of a signal with its proof': rows.slice(0, 20).map(({ id }) => `/api/record/signals/${id}${LIVE}`),
  };
}

async function recordSignals(dataDir: string): Promise<void> {
  const log = pino({ level: 'silent' });
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, log, { role: 'command' });
  try {
    const ledger = await openLedger({
      db: database.db,
      log,
      name: 'live',
      label: undefined,
      originHost: 'bench.example.com',
      secret: openServerSecret(undefined, dataDir),
      marks: fileMarks(dataDir),
      now: () => epochMs(START_MS),
    });
    const stories = drawnStories(1, SIGNALS);
    for (let from = 0; from < stories.length; from += SIGNALS_AT_ONCE)
      await ledger.append(stories.slice(from, from + SIGNALS_AT_ONCE).flatMap(({ entries }) => entries));
    await ledger.close();
  } finally {
    await database.close();
  }
}

async function token(app: AppProcess, password: string): Promise<string> {
  const { status, body } = await send(app.origin, {
    method: 'POST',
    path: '/auth/v1/token?grant_type=password',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password }),
  });
  if (status !== 200) throw new Error(`the sign-in for the measurement was answered ${status}`);
  return (JSON.parse(body) as { access_token: string }).access_token;
}

async function p95Ms(
  paths: readonly string[],
  ask: (path: string) => Promise<{ readonly status: number }>,
): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < WARM_UP + REQUESTS; at += 1) {
    const fromMs = performance.now();
    const { status } = await ask(paths[at % paths.length] as string);
    if (status !== 200) throw new Error(`${paths[at % paths.length]} was answered ${status}`);
    if (at >= WARM_UP) times.push(performance.now() - fromMs);
  }
  return times.sort((a, b) => a - b)[Math.ceil(REQUESTS * 0.95) - 1] as number;
}

async function startBytesPeer() {
  const child = fork(fileURLToPath(new URL('./peers/bytes.mjs', import.meta.url)));
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    origin: `http://127.0.0.1:${port}`,
    async serve(path: string, body: string) {
      const known = once(child, 'message');
      child.send({ path, body });
      await known;
    },
    stop: () => child.disconnect(),
  };
}
