import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brainOf } from '../../../src/core/engine/model.ts';
import type { Decision } from '../../../src/core/engine/pair-engine.ts';
import { TickLoop } from '../../../src/core/engine/tick-loop.ts';
import { epochMs, SECOND_MS } from '../../../src/core/time/instant.ts';
import type { ScoredPair } from '../../../src/core/market/instruments.ts';
import type { Timeframe } from '../../../src/core/market/timeframes.ts';
import { readDataset } from '../../../src/server/market/dataset-store.ts';
import { importHistory } from '../../../src/operator/import/import-history.ts';
import { loadModels, type Models } from '../../../src/server/market/load-models.ts';
import { MarketCore } from '../../../src/server/market/market-core.ts';
import { openReplay } from '../../../src/server/market/replay-market.ts';
import { importRequest } from '../../support/import-request.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { realPricesFolder, WITHOUT_REAL_PRICES } from '../../support/real-prices.ts';

const folder = join(realPricesFolder() ?? '', 'ticks');
let dataDir = '';
let models: Models;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pipcast-replay-'));
  models = await loadModels(dataDir, memoryLog().log);
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function imported(name: string, file: string, pair: ScoredPair): Promise<string> {
  const found = readdirSync(folder).find((each) => each.startsWith(file));
  await importHistory(importRequest(dataDir, join(folder, found ?? file), { name, pair }));
  return name;
}

/** What the engine decides on the rows of a data set by themselves, as an evaluation plays them. */
async function decidedAlone(name: string, timeframe: Timeframe): Promise<Map<number, Decision>> {
  const model = models.get(timeframe);
  const dataset = await readDataset(dataDir, name);
  if (dataset.kind !== 'ticks' || model === undefined)
    throw new Error(`no ticks or no model of ${timeframe}`);
  const decisions = new Map<number, Decision>();
  const loop = new TickLoop({
    pair: dataset.meta.pair,
    timeframe,
    brain: brainOf(model),
    onDecision: (decision) => void decisions.set(decision.decidedAtMs, decision),
  });
  const { timeMs, bid, ask, length } = dataset.ticks;
  let last: readonly number[] | undefined;
  for (let row = 0; row < length; row += 1) {
    // The quote check leaves out what is crossed or repeated, and nothing else in these files.
    const [atMs, bidNow, askNow] = [timeMs[row] as number, bid[row] as number, ask[row] as number];
    const isTwice = atMs === last?.[0] && bidNow === last[1] && askNow === last[2];
    if (bidNow > askNow || isTwice) continue;
    loop.push(atMs, bidNow, askNow);
    last = [atMs, bidNow, askNow];
  }
  return decisions;
}

describe.skipIf(realPricesFolder() === undefined)(`a replay of real prices${WITHOUT_REAL_PRICES}`, () => {
  test.each([
    ['eur', 'EURUSD_ticks_2014-05-08_fxcm', 'EUR/USD'],
    ['jpy', 'USDJPY_ticks_2016', 'USD/JPY'],
  ] as const)(
    'decides on %s what an evaluation decides on the same ticks, without those that are crossed',
    async (name, file, pair) => {
      await imported(name, file, pair);
      let wallMs = 0;
      const { log } = memoryLog();
      const source = await openReplay({
        dataDir,
        datasets: [name],
        speed: 1000,
        // A second goes by whenever it is looked at.
        steadyMs: () => (wallMs += SECOND_MS),
        log,
      });
      const market = source.open(new MarketCore({ models, log }), undefined, () => epochMs(0));
      const decided: Decision[] = [];
      market.onRound(({ decisions }) => void decided.push(...decisions));
      await new Promise<void>((resolve) => {
        market.onFeed(({ isLive }) => void (isLive || resolve()));
        market.start();
      });
      await market.stop();
      for (const timeframe of ['5s', '1min'] as const) {
        const alone = await decidedAlone(name, timeframe);
        const replayed = decided.filter(
          (decision) => decision.timeframe === timeframe && alone.has(decision.decidedAtMs),
        );
        expect(replayed).toEqual(replayed.map(({ decidedAtMs }) => alone.get(decidedAtMs)));
        expect(replayed.filter(({ kind }) => kind === 'signal').length).toBeGreaterThan(
          timeframe === '5s' ? 5000 : 500,
        );
      }
    },
  );
});
