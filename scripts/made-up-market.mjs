/**
 * An app whose market replays made-up quotes, which it imports as an operator would: for the browser tests and the pictures,
 * where no real price may stand.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPipcast, startApp } from './running-app.mjs';

const HOUR_MS = 3_600_000;
/** On a Wednesday; three hours of history for the engine come before. */
export const MADE_UP_OPENING_MS = Date.parse('2026-11-18T23:00:00Z');
const FROM_MS = MADE_UP_OPENING_MS - 3 * HOUR_MS;
const PAIR = 'EUR/USD';
const SEED = 20;

/**
 * @param {{ hours: number, speed: number, pull?: number, fromMs?: number }} market `speed` 20: a minute takes three seconds; `pull`
 * as in madeUpQuotes; without `fromMs` it begins an hour before the opening
 * @returns {Promise<import('./running-app.mjs').RunningApp>} with its record open to everybody
 */
export async function startMadeUpMarket({ hours, speed, pull, fromMs = FROM_MS }) {
  const folder = await mkdtemp(join(tmpdir(), 'pipcast-market-'));
  const dataDir = join(folder, 'data');
  const path = join(folder, 'EURUSD_ticks_example.csv');
  await writeFile(path, madeUpQuotes({ fromMs, hours, seed: SEED, pull }));
  const printed = await runPipcast(dataDir, ['import', path, '--pair', PAIR, '--zone', 'UTC']);
  const app = await startApp({
    PIPCAST_DATA_DIR: dataDir,
    PIPCAST_SIGNUP: 'open',
    PIPCAST_RECORD: 'public',
    PIPCAST_PUSH_SERVICES: 'push.example.com',
    FEED: 'replay',
    FEED_REPLAY: printed.trim().split('\n').at(-1) ?? '',
    FEED_REPLAY_SPEED: String(speed),
  });
  return {
    url: app.url,
    dataDir,
    async stop() {
      await app.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A file of EUR/USD that can be imported, about one quote a second. Each takes back `pull` of the way that it strayed: the
 * usual 0.03 is what the engine looks for, with 0 there is nothing to find.
 * @param {{ fromMs: number, hours: number, seed: number, pull?: number | undefined }} options
 */
export function madeUpQuotes({ fromMs, hours, seed, pull = 0.03 }) {
  const uniform = repeatableDraws(seed);
  const untilMs = fromMs + hours * HOUR_MS;
  const lines = ['timestamp_ms_utc,bid,ask'];
  let level = 110_000;
  let offset = 0;
  for (let ms = fromMs; ms < untilMs; ms += 500 + Math.floor(uniform() * 1_000)) {
    level += (uniform() - 0.5) * 2;
    offset = (1 - pull) * offset + (uniform() - 0.5) * 6;
    const bid = Math.round(level + offset);
    lines.push(`${ms},${(bid / 1e5).toFixed(5)},${((bid + 8) / 1e5).toFixed(5)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** Numbers from 0 up to 1, the same for the same seed (splitmix32). @param {number} seed */
function repeatableDraws(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
}
