import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPipcast, startApp } from '../../../scripts/running-app.mjs';
import { writeTickFile } from './tick-file.ts';

/** A Wednesday, three hours before the market opens on its UTC+5 clock: history for the engine, then signals. */
const FROM_MS = Date.parse('2026-11-18T20:00:00Z');
const HOURS = 9;
/** A minute takes three seconds. */
const SPEED = 20;

export interface MarketApp {
  readonly url: string;
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** Starts an app of its own whose market replays made-up ticks, which it imports as an operator would. */
export async function startMarketApp(): Promise<MarketApp> {
  const folder = await mkdtemp(join(tmpdir(), 'pipcast-market-'));
  const dataDir = join(folder, 'data');
  const { path, pair } = await writeTickFile(folder, { fromMs: FROM_MS, hours: HOURS, seed: 20 });
  const printed = await runPipcast(dataDir, ['import', path, '--pair', pair, '--zone', 'UTC']);
  const app = await startApp({
    PIPCAST_DATA_DIR: dataDir,
    PIPCAST_SIGNUP: 'open',
    PIPCAST_RECORD: 'public',
    FEED: 'replay',
    FEED_REPLAY: printed.trim().split('\n').at(-1) ?? '',
    FEED_REPLAY_SPEED: String(SPEED),
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
