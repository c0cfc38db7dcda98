/**
 * A desk with a database, a stream and a market that quotes without a pause: made to be killed. It prints `ready`; one line
 * of JSON on its standard input, a `DeskOrder`, sets it going; then it prints `at ADDRESS`, and `hit` before it ends itself
 * where the test says.
 */
import { ENGINE_VERSION } from '../../../src/core/engine/model.ts';
import { writeSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { epochMs } from '../../../src/core/time/instant.ts';
import type { LedgerEntry } from '../../../src/core/signals/ledger-entry.ts';
import { SCORED_PAIRS } from '../../../src/core/market/instruments.ts';
import { BOT_TIMEFRAMES, timeframeMs } from '../../../src/core/market/timeframes.ts';
import { databasePool } from '../../../src/server/db/database-pool.ts';
import { openServerSecret } from '../../../src/server/platform/server-secret.ts';
import { answerRequests, type BotRequests } from '../../../src/server/desk/bot-requests.ts';
import { databaseRequests } from '../../../src/server/desk/signal-requests.ts';
import { createDeskFigures } from '../../../src/server/desk/desk-status.ts';
import { Desk } from '../../../src/server/desk/desk.ts';
import type { Ledger } from '../../../src/server/ledger/ledger.ts';
import { memoryMarks } from '../../server/ledger/ledger-support.ts';
import { openLedger } from '../../../src/server/ledger/open-ledger.ts';
import { serveMarketApi } from '../../../src/server/routes/market/serve-market-api.ts';
import { accessWith, apiApp } from '../../support/api-app.ts';
import { scriptedMarket, type ScriptedMarket, scriptedSignal } from '../../support/scripted-market.ts';
import { seededRandom } from '../../support/seeded-random.ts';

/** Where a process ends itself: `kind` is what is being recorded, `nth` counts from 1. */
export interface KillPoint {
  readonly step: 'before-append' | 'during-append' | 'before-shown' | 'after-shown';
  readonly kind: LedgerEntry['kind'];
  readonly nth: number;
}

export interface DeskOrder {
  readonly databaseUrl: string;
  readonly ledgerName: string;
  readonly secret: string;
  /** Where the desk's clock begins; it runs as fast as the database takes what the desk records. */
  readonly startMs: number;
  readonly seed: number;
  /** How many clients it waits for before it trades. */
  readonly clients: number;
  /** Undefined: another process ends it. */
  readonly kill?: KillPoint;
  /** The instant on the desk's clock at which it stops in order. */
  readonly untilMs?: number;
}

const QUOTE_EVERY_MS = 500;

const log = pino({ level: 'error' }, pino.destination(2));
const input = createInterface({ input: process.stdin });
input.once('line', (line) => void go(JSON.parse(line) as DeskOrder));
say('ready');

function say(text: string): void {
  writeSync(1, `${text}\n`);
}

async function go(order: DeskOrder): Promise<void> {
  const db = databasePool({ connectionString: order.databaseUrl }, log);
  const opened = await openLedger({
    db,
    log,
    name: order.ledgerName,
    label: undefined,
    originHost: 'signals.example.com',
    secret: openServerSecret(order.secret, '/nowhere'),
    marks: memoryMarks(),
    now: () => epochMs(order.startMs),
  });
  const ledger = order.kill === undefined ? opened : mortal(opened, order.kill);
  const market = scriptedMarket({ startMs: order.startMs });
  const random = seededRandom(order.seed);
  const requests = databaseRequests(db, order.ledgerName);
  const figures = createDeskFigures();
  const desk = new Desk({ market, engine: ENGINE_VERSION, ledger, requests, random, log, figures });
  await desk.start();

  const app = apiApp();
  const api = serveMarketApi(app, {
    access: accessWith('Bearer x'),
    now: () => market.clock.now(),
    mostStreams: 1_000,
    sessions: { onEnd: () => () => {}, over: async () => [] },
    reason: 'starting',
  });
  const asked = answerRequests({ market, ledger, requests });
  await api.open({ market, ledger, requests: asked });
  await app.listen({ host: '127.0.0.1', port: 0 });
  say(`at http://127.0.0.1:${(app.server.address() as AddressInfo).port}`);
  // Whether the clients are there in time is not for the machine's speed to say.
  while (api.streams() < order.clients) await sleep(1);

  await trade(market, asked, random, order.untilMs ?? Number.POSITIVE_INFINITY);
  await desk.stop();
  api.stop();
  await app.close();
  await opened.close();
  await db.end();
  input.close();
}

/** A ledger that takes its process with it. */
function mortal(ledger: Ledger, kill: KillPoint): Ledger {
  let left = kill.nth;
  const die = () => {
    say('hit');
    process.kill(process.pid, 'SIGKILL');
  };
  const reach = (step: KillPoint['step'], entries: readonly { readonly kind: LedgerEntry['kind'] }[]) =>
    step === kill.step && entries.some(({ kind }) => kind === kill.kind) && --left === 0;
  // Before the stream listens, so that it is called before the stream is.
  ledger.onAppended((placed) => {
    const entries = placed.map(({ entry }) => entry);
    if (reach('before-shown', entries)) die();
    if (reach('after-shown', entries)) setImmediate(die);
  });
  return {
    name: ledger.name,
    label: ledger.label,
    size: () => ledger.size(),
    openSignals: () => ledger.openSignals(),
    newestQuotes: () => ledger.newestQuotes(),
    lastAtMs: () => ledger.lastAtMs(),
    read: (fromIndex, limit) => ledger.read(fromIndex, limit),
    checkpoint: () => ledger.checkpoint(),
    onAppended: (listener) => ledger.onAppended(listener),
    append(entries) {
      if (reach('before-append', entries)) die();
      const appending = ledger.append(entries);
      // Each time a bit later: what was sent may have arrived, been written, or been committed by then.
      if (reach('during-append', entries)) setTimeout(die, (kill.nth % 4) * 0.7);
      return appending;
    },
  };
}

/** Quotes all pairs twice a second, decides on all of them at every instant of every grid, and asks for some. */
async function trade(
  market: ScriptedMarket,
  requests: BotRequests,
  random: () => number,
  untilMs: number,
): Promise<void> {
  const bids = new Map(SCORED_PAIRS.map((pair) => [pair, 100_000]));
  for (
    let atMs = Math.ceil(market.clock.now() / QUOTE_EVERY_MS) * QUOTE_EVERY_MS;
    atMs < untilMs;
    atMs += QUOTE_EVERY_MS
  ) {
    await market.clock.advanceTo(atMs);
    for (const pair of SCORED_PAIRS) {
      const bid = (bids.get(pair) ?? 0) + (random() % 5) - 2;
      bids.set(pair, bid);
      await market.tick({ pair, bid });
    }
    for (const timeframe of BOT_TIMEFRAMES) {
      if (atMs % timeframeMs(timeframe) !== 0) continue;
      const decisions = SCORED_PAIRS.map((pair) =>
        scriptedSignal(atMs, timeframe, {
          pair,
          direction: random() % 2 === 0 ? 'CALL' : 'PUT',
          confidence: 50 + (random() % 1500) / 100,
        }),
      );
      await market.round({ timeframe, decidedMs: atMs, decisions });
    }
    // A trader each second, who asks for one of a few things.
    if (atMs % 1000 === 0) {
      const pair = SCORED_PAIRS[random() % 5] ?? 'EUR/USD';
      const timeframe = BOT_TIMEFRAMES[random() % 3] ?? '5s';
      await requests.ask({ userId: `trader ${random() % 20}`, key: `${atMs}`, pair, timeframe });
    }
    await turn();
  }
}
