import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importRequest } from '../../../tests/support/import-request.ts';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { encodeFile, FILE_FORMATS, walkRows } from '../../../tests/support/price-files.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { epochMs, HOUR_MS, SECOND_MS } from '../../core/time/instant.ts';
import { historyFolder } from './dataset-store.ts';
import { importHistory } from '../../operator/import/import-history.ts';
import { MarketCore, type MarketSource } from './market-core.ts';
import type { Market } from './market.ts';
import { openReplay } from './replay-market.ts';

/** Thursday 8 May 2014, 06:00 UTC. */
const START_MS = Date.UTC(2014, 4, 8, 6);
let dataDir: string;

beforeAll(async () => {
  dataDir = makeTemporaryFolder();
  const add = async (
    name: string,
    title: string,
    walk: Partial<Parameters<typeof walkRows>[0]> & { seed: number },
  ) => {
    const format = FILE_FORMATS.find((each) => each.title === title);
    if (format === undefined) throw new Error(`no format ${title}`);
    const file = join(dataDir, `${name}.csv`);
    writeFileSync(
      file,
      encodeFile(format, walkRows({ fromMs: START_MS, rows: 8000, stepMs: 1500, ...walk })),
    );
    await importHistory(
      importRequest(dataDir, file, { name, pair: name.startsWith('eur') ? 'EUR/USD' : 'USD/CAD' }),
    );
  };
  await add('eur-morning', 'uniform ticks', { seed: 1 });
  await add('eur-same-day', 'uniform ticks', { seed: 2, fromMs: START_MS + HOUR_MS });
  await add('eur-next-day', 'uniform ticks', { seed: 3, fromMs: START_MS + 26 * HOUR_MS });
  await add('cad-morning', 'uniform ticks', { seed: 4, fromMs: START_MS + 700, price: 130_000 });
  await add('eur-minutes', 'uniform bars', { seed: 5, rows: 900, stepMs: 60_000 });
});
afterAll(() => removeTemporaryFolder(dataDir));

async function openSource(datasets: readonly string[], warmUpMs?: number): Promise<MarketSource> {
  let ms = 0;
  return openReplay({
    dataDir,
    datasets,
    speed: 1000,
    // A second goes by whenever it is looked at.
    steadyMs: () => (ms += SECOND_MS),
    log: memoryLog().log,
    ...(warmUpMs === undefined ? {} : { warmUpMs }),
  });
}

async function open(datasets: readonly string[], warmUpMs?: number, fromMs?: number): Promise<Market> {
  const core = new MarketCore({ models: new Map(), log: memoryLog().log });
  return (await openSource(datasets, warmUpMs)).open(core, fromMs, () => epochMs(0));
}

describe('a replay of imported ticks', () => {
  test('puts several data sets together in the order of time, begins after its warm-up, and carries its day', async () => {
    expect((await openSource(['eur-morning'])).label).toBe('replay 2014-05-08');
    const market = await open(['eur-morning', 'cad-morning'], HOUR_MS);
    expect(market.clock.now()).toBe(START_MS + HOUR_MS);
    const times: number[] = [];
    const counts: Record<string, number> = {};
    market.onTick(({ pair, source, receivedTime }) => {
      times.push(receivedTime);
      counts[`${source} ${pair}`] = (counts[`${source} ${pair}`] ?? 0) + 1;
    });
    await new Promise<void>((resolve) => {
      market.onFeed(({ isLive }) => void (isLive || resolve()));
      market.start();
    });
    await market.stop();
    const expected = 8000 - HOUR_MS / 1500;
    expect(counts).toEqual({ 'replay EUR/USD': expected, 'replay USD/CAD': expected });
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(market.feed()).toMatchObject({ isLive: false, reason: 'replay-over' });
  });

  test('takes at most half of what there is for its warm-up', async () => {
    const market = await open(['eur-morning']);
    expect(market.clock.now()).toBe(START_MS + (7999 * 1500) / 2);
  });

  test('of more than a day says from when to when', async () => {
    expect((await openSource(['eur-next-day', 'cad-morning'])).label).toBe('replay 2014-05-08/2014-05-09');
  });

  test.each([
    [
      ['eur-minutes'],
      'FEED_REPLAY: eur-minutes has minute bars, which cannot settle signals of seconds. There are ticks in: cad-morning, eur-morning, eur-next-day, eur-same-day.',
    ],
    [
      ['eur'],
      'FEED_REPLAY: There is no data set eur. There are ticks in: cad-morning, eur-morning, eur-next-day, eur-same-day.',
    ],
    [
      ['eur-morning', 'eur-same-day'],
      'FEED_REPLAY: eur-morning and eur-same-day are both EUR/USD at the same time. Replay one of them.',
    ],
  ])('of %j is refused, and the message says what to do', async (names, message) => {
    await expect(open(names)).rejects.toThrow(message);
  });

  test('where no ticks were imported says how to', async () => {
    const empty = openReplay({
      dataDir: join(dataDir, 'empty'),
      datasets: ['any'],
      speed: 1,
      steadyMs: () => 0,
      log: memoryLog().log,
    });
    await expect(empty).rejects.toThrow(
      'There is no data set any. Import a file of ticks first: npx pipcast import FILE',
    );
  });

  test('of a data set that is not what was stored is refused before anything is played', async () => {
    const file = join(historyFolder(dataDir), 'eur-next-day', 'bid.i32');
    const stored = readFileSync(file);
    writeFileSync(file, Buffer.alloc(stored.length, 1));
    try {
      await expect(open(['eur-next-day'])).rejects.toThrow(
        /^FEED_REPLAY: The data set eur-next-day is damaged: bid.i32/,
      );
    } finally {
      writeFileSync(file, stored);
    }
  });
});
