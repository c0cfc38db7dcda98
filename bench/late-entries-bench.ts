import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { BarLoop } from '../src/core/engine/bar-loop.ts';
import { Learner } from '../src/core/engine/learner.ts';
import { type Brain, brainOf } from '../src/core/engine/model.ts';
import { TickLoop } from '../src/core/engine/tick-loop.ts';
import { barsFromTicks } from '../src/core/market/bars.ts';
import type { ScoredPair } from '../src/core/market/instruments.ts';
import { FRESH_MS } from '../src/core/market/settlement-times.ts';
import type { TickColumns } from '../src/core/market/tick.ts';
import { type Timeframe, timeframeMs } from '../src/core/market/timeframes.ts';
import { wilsonInterval } from '../src/core/statistics/wilson.ts';
import { DAY_MS, SECOND_MS } from '../src/core/time/instant.ts';
import { readModel, shippedModelFile } from '../src/server/market/load-models.ts';
import { type RealQuote, realPricesFolder, realQuotes } from '../tests/support/real-prices.ts';
import { bounded, type Figure } from './figure.ts';

const LATE_S = [0, 1, 2, 5, 10] as const;

interface TickFile {
  readonly name: string;
  readonly pair: ScoredPair;
  readonly ticks: TickColumns;
}

interface Called {
  readonly file: TickFile;
  readonly decidedMs: number;
  readonly up: boolean;
  readonly confidence: number;
}

function readTicks(path: string): TickFile {
  const quotes = realQuotes(path);
  const ticks = {
    length: quotes.length,
    timeMs: Float64Array.from(quotes, ({ timeMs }) => timeMs),
    bid: Int32Array.from(quotes, ({ bid }) => bid),
    ask: Int32Array.from(quotes, ({ ask }) => ask),
  };
  return { name: basename(path, '.csv.gz'), pair: (quotes[0] as RealQuote).pair, ticks };
}

/** The row of the last fresh quote at or before an instant, where a later one within 15 s proves that the feed was alive. */
function rowAt({ timeMs, length }: TickColumns, instantMs: number): number | undefined {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((timeMs[middle] as number) <= instantMs) low = middle + 1;
    else high = middle;
  }
  const isProven = low < length && (timeMs[low] as number) - instantMs <= FRESH_MS;
  return low > 0 && isProven && instantMs - (timeMs[low - 1] as number) <= FRESH_MS ? low - 1 : undefined;
}

type Cost = 'mid' | 'spread';

/** 1 won, -1 lost, 0 unchanged, undefined where no price tells. With the spread, CALL enters at the ask and PUT at the bid. */
function outcomeOf(called: Called, timeframe: Timeframe, lateMs: number, cost: Cost): number | undefined {
  const { ticks } = called.file;
  const startMs = called.decidedMs + SECOND_MS + lateMs;
  const entry = rowAt(ticks, startMs);
  const exit = rowAt(ticks, startMs + timeframeMs(timeframe));
  if (entry === undefined || exit === undefined) return undefined;
  const [bid, ask] = [ticks.bid[entry] as number, ticks.ask[entry] as number];
  const price = cost === 'mid' ? bid + ask : 2 * (called.up ? ask : bid);
  const move = (ticks.bid[exit] as number) + (ticks.ask[exit] as number) - price;
  return Math.sign(move) * (called.up ? 1 : -1);
}

function play(file: TickFile, timeframe: Timeframe, brain: Brain, onDay: (ms: number) => void): Called[] {
  const calls: Called[] = [];
  const loop = new TickLoop({
    pair: file.pair,
    timeframe,
    brain,
    onDecision(decision) {
      if (decision.kind !== 'signal') return;
      const { decidedAtMs: decidedMs, direction, confidence } = decision;
      calls.push({ file, decidedMs, up: direction === 'CALL', confidence });
    },
  });
  const { ticks } = file;
  let day = Number.NaN;
  for (let row = 0; row < ticks.length; row += 1) {
    const timeMs = ticks.timeMs[row] as number;
    if (Math.floor(timeMs / DAY_MS) !== day) onDay(timeMs);
    day = Math.floor(timeMs / DAY_MS);
    loop.push(timeMs, ticks.bid[row] as number, ticks.ask[row] as number);
  }
  loop.end();
  return calls;
}

/** All delays on the same signals: those that every delay can settle. Of them all, and of the most confident shares. */
function figuresOf(timeframe: Timeframe, calls: readonly Called[]): Figure[] {
  const settled = calls.filter((called) =>
    LATE_S.every((lateS) => outcomeOf(called, timeframe, lateS * SECOND_MS, 'mid') !== undefined),
  );
  const sorted = settled.toSorted((a, b) => b.confidence - a.confidence);
  return [1, 0.05, 0.01].flatMap((share) => {
    const top = sorted.slice(0, Math.round(sorted.length * share));
    const name = `${timeframe}, ${share === 1 ? 'all signals' : `top ${share * 100} %`}`;
    return [
      ...LATE_S.map((lateS) =>
        rateOf(`${name}, entered ${lateS} s late`, outcomes(timeframe, top, lateS, 'mid')),
      ),
      rateOf(
        `${name}, ties lost`,
        outcomes(timeframe, top, 0, 'mid').map((outcome) => outcome || -1),
      ),
      rateOf(`${name}, entered at ask or bid`, outcomes(timeframe, top, 0, 'spread')),
    ];
  });
}

function outcomes(timeframe: Timeframe, calls: readonly Called[], lateS: number, cost: Cost): number[] {
  return calls.map((called) => outcomeOf(called, timeframe, lateS * SECOND_MS, cost) ?? 0);
}

/** The share that won of those that won or lost, with Wilson's 95 % interval and n in the name. */
function rateOf(name: string, of: readonly number[]): Figure {
  const won = of.filter((outcome) => outcome === 1).length;
  const n = of.filter((outcome) => outcome !== 0).length;
  const { low, high } = wilsonInterval(won, n);
  const percent = (value: number) => (100 * value).toFixed(1);
  return bounded(
    `${name}: ${percent(low)} to ${percent(high)}, n ${n}, ties ${of.length - n}`,
    (100 * won) / n,
    '%',
  );
}

/** One minute decided on bid bars and settled from open to close of the next, as minute files are; beside it the same on quotes. */
function compareWithBars(files: readonly TickFile[], brain: Brain, calls: readonly Called[]): Figure[] {
  const onQuotes = new Map(calls.map((called) => [`${called.file.name} ${called.decidedMs}`, called]));
  const pairs: { bars: number; quotes: number; isSameWay: boolean }[] = [];
  for (const { name, pair, ticks } of files) {
    const sink = {
      abstained: () => undefined,
      settled(decidedMs: number, up: boolean, _chance: number, outcome: -1 | 0 | 1 | undefined) {
        const called = onQuotes.get(`${name} ${decidedMs}`);
        const quotes = called && outcomeOf(called, '1min', 0, 'mid');
        if (outcome === undefined || called === undefined || quotes === undefined) return;
        pairs.push({ bars: outcome * (up ? 1 : -1), quotes, isSameWay: called.up === up });
      },
    };
    const loop = new BarLoop({ pair, brain, sink });
    const bars = barsFromTicks(ticks, Number.POSITIVE_INFINITY);
    for (let row = 0; row < bars.length; row += 1) {
      const at = (of: ArrayLike<number>) => of[row] as number;
      loop.push(at(bars.openTimeMs), at(bars.open), at(bars.high), at(bars.low), at(bars.close));
    }
    loop.end();
  }
  const share = (count: number) => (100 * count) / pairs.length;
  return [
    rateOf(
      '1min, the minutes that both decide, on bid bars',
      pairs.map(({ bars }) => bars),
    ),
    rateOf(
      '1min, the minutes that both decide, on quotes',
      pairs.map(({ quotes }) => quotes),
    ),
    bounded(
      '1min, bars and quotes decide the same way',
      share(pairs.filter((each) => each.isSameWay).length),
      '%',
    ),
    bounded(
      '1min, bars and quotes end the same way',
      share(pairs.filter(({ bars, quotes }) => bars === quotes).length),
      '%',
    ),
  ];
}

/**
 * What the engine's signals came to on real ticks, entered at the official start and 1, 2, 5 and 10 s later, each with an expiry as
 * much later; and what one minute comes to on bid bars. One minute is decided by the shipped model, which was fitted on minute bars
 * of other years; shorter timeframes walk forward. Nothing without real prices.
 */
export async function* lateEntriesBench(): AsyncGenerator<Figure> {
  const folder = realPricesFolder();
  if (folder === undefined) return;
  const files = readdirSync(join(folder, 'ticks'))
    .filter((name) => name.endsWith('.csv.gz'))
    .map((name) => readTicks(join(folder, 'ticks', name)))
    .toSorted((a, b) => (a.ticks.timeMs[0] as number) - (b.ticks.timeMs[0] as number));
  const model = await readModel(shippedModelFile('1min'), '1min');
  if (model === undefined) throw new Error('there is no shipped model of 1min');
  const minutes = files.flatMap((file) => play(file, '1min', brainOf(model), () => undefined));
  yield* figuresOf('1min', minutes);
  yield* compareWithBars(files, brainOf(model), minutes);
  for (const timeframe of ['15s', '10s', '5s'] as const) {
    const learner = new Learner();
    let latestMs = 0;
    const onDay = (ms: number) => learner.advanceTo((latestMs = Math.max(latestMs, ms)));
    yield* figuresOf(
      timeframe,
      files.flatMap((file) => play(file, timeframe, learner, onDay)),
    );
  }
}
