import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BarLoop } from '../src/core/engine/bar-loop.ts';
import { brainOf } from '../src/core/engine/model.ts';
import { TickLoop } from '../src/core/engine/tick-loop.ts';
import type { BarColumns } from '../src/core/market/bars.ts';
import type { TickColumns } from '../src/core/market/ticks.ts';
import { writeDataset } from '../tests/support/write-dataset.ts';
import { fadingModel } from '../tests/support/engine-model.ts';
import { barWalk, tickWalk } from '../tests/support/price-walks.ts';
import { bounded, compared, type Figure } from './figure.ts';

const ROUNDS = 5;
const BARS = 200_000;
const TICKS = 400_000;
const YEARS = 6;
const YEAR_BARS = 372_000;
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2012, 0, 2);

interface Evaluated {
  readonly seconds: number;
  readonly scored: number;
  readonly atRestMegabytes: number;
  readonly peakMegabytes: number;
}

/**
 * The engine on made-up prices: decisions per second of both loops, against loops that only read the same prices and
 * compute one logistic of the last move; and `evaluate` on six years of minute bars, with the most memory it needed.
 */
export async function* engineBench(): AsyncGenerator<Figure> {
  const bars = barWalk({ seed: 1, length: BARS, startMs: START_MS, fade: 0.3, missing: 0.002 });
  const ticks = tickWalk({ seed: 2, length: TICKS, startMs: START_MS, fade: 0.3 });
  const rates = {
    bars: [] as number[],
    bareBars: [] as number[],
    ticks: [] as number[],
    bareTicks: [] as number[],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.bars.push(BARS / seconds(() => playBars(bars)));
    rates.bareBars.push(BARS / seconds(() => oneLogistic(bars.close, bars.close)));
    rates.ticks.push(TICKS / seconds(() => playTicks(ticks)));
    rates.bareTicks.push(TICKS / seconds(() => oneLogistic(ticks.bid, ticks.ask)));
  }
  // The best of the rounds: whatever else the machine does can only slow a round down.
  const best = (of: readonly number[]): number => Math.max(...of);
  const bare = 'only reading them and one logistic';
  const { seconds: taken, scored, atRestMegabytes, peakMegabytes } = await evaluateYears();
  yield* [
    compared('engine, decisions on minute bars', best(rates.bars), 'bars/s', {
      name: bare,
      value: best(rates.bareBars),
    }),
    compared('engine, 5 s signals on quotes', best(rates.ticks), 'quotes/s', {
      name: bare,
      value: best(rates.bareTicks),
    }),
    bounded('evaluate, decisions scored, fitting included', scored / taken, 'decisions/s'),
    bounded('evaluate, peak memory', peakMegabytes, 'MB', { atMost: 250 }),
    bounded('evaluate, peak memory above rest', peakMegabytes - atRestMegabytes, 'MB'),
  ];
}

function playBars({ length, openTimeMs, open, high, low, close }: BarColumns): void {
  const loop = new BarLoop({ pair: 'EUR/USD', brain: brainOf(fadingModel()) });
  for (let row = 0; row < length; row += 1)
    loop.push(
      openTimeMs[row] as number,
      open[row] as number,
      high[row] as number,
      low[row] as number,
      close[row] as number,
    );
}

function playTicks({ length, timeMs, bid, ask }: TickColumns): void {
  const loop = new TickLoop({ pair: 'EUR/USD', timeframe: '5s', brain: brainOf(fadingModel('5s')) });
  for (let row = 0; row < length; row += 1)
    loop.push(timeMs[row] as number, bid[row] as number, ask[row] as number);
}

/** The least that turns prices into chances. Returns their sum, so that none is left out. */
function oneLogistic(bid: Int32Array, ask: Int32Array): number {
  let sum = 0;
  let before = 0;
  for (let row = 0; row < bid.length; row += 1) {
    const price = (bid[row] as number) + (ask[row] as number);
    sum += 1 / (1 + Math.exp((price - before) * 0.01));
    before = price;
  }
  return sum;
}

async function evaluateYears(): Promise<Evaluated> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pipcast-engine-bench-'));
  try {
    for (let year = 0; year < YEARS; year += 1) await writeYear(dataDir, year);
    return await new Promise((resolve, reject) => {
      const child = fork(join(import.meta.dirname, 'evaluate-process.ts'), [dataDir, 'year-0']);
      child.on('message', (message) => resolve(message as Evaluated));
      child.on('exit', (code) => reject(new Error(`the evaluation ended with ${code} before it reported`)));
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function writeYear(dataDir: string, year: number): Promise<void> {
  const startMs = START_MS + year * 364 * DAY_MS;
  const bars = barWalk({ seed: 10 + year, length: YEAR_BARS, startMs, fade: 0.1, missing: 0.02 });
  await writeDataset(
    dataDir,
    `year-${year}`,
    {
      pair: 'EUR/USD',
      kind: 'm1',
      source: 'csv',
      layout: 'uniform',
      clock: 'UTC',
      rows: bars.length,
      firstMs: bars.openTimeMs[0] as number,
      lastMs: bars.openTimeMs.at(-1) as number,
      digits: 5,
      digitsUsed: 5,
      sha256: `${year}`.padStart(64, '0'),
      importedAt: '2026-11-20T12:00:00.000Z',
      fileName: `year-${year}.csv`,
      allowed: [],
    },
    bars,
  );
}

function seconds(work: () => void): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}
