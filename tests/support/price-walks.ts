import type { BarColumns } from '../../src/core/market/bars.ts';
import type { TickColumns } from '../../src/core/market/tick.ts';
import { seededRandom } from './seeded-random.ts';

const MINUTE_MS = 60_000;

export interface WalkOptions {
  readonly seed: number;
  readonly length: number;
  /** Open time of the first bar. */
  readonly startMs: number;
  readonly price?: number;
  /** 0 for a pure walk; 0.3 takes back 30 % of the last move on average, as real minutes do a little. */
  readonly fade?: number;
  /** Share of minutes without a bar. */
  readonly missing?: number;
  /** Ticks only: are there silences of minutes, as well as those of seconds. */
  readonly pauses?: boolean;
}

/** Minute bars of a made-up price: a walk on a grid, optionally one that tends back, with missing minutes. */
export function barWalk({
  seed,
  length,
  startMs,
  price = 110_000,
  fade = 0,
  missing = 0,
}: WalkOptions): BarColumns {
  const random = seededRandom(seed);
  const uniform = (): number => random() / 2 ** 32;
  const columns = {
    length,
    openTimeMs: new Float64Array(length),
    open: new Int32Array(length),
    high: new Int32Array(length),
    low: new Int32Array(length),
    close: new Int32Array(length),
  };
  let time = startMs;
  let level = price;
  let last = 0;
  for (let row = 0; row < length; row += 1) {
    const open = level + Math.round((uniform() - 0.5) * 2);
    const noise = (uniform() + uniform() + uniform() - 1.5) * 16;
    const close = open + Math.round(noise - last * fade);
    const reach = Math.round(uniform() * 5);
    columns.openTimeMs[row] = time;
    columns.open[row] = open;
    columns.close[row] = close;
    columns.high[row] = Math.max(open, close) + reach;
    columns.low[row] = Math.min(open, close) - Math.round(uniform() * 5);
    last = close - level;
    level = close;
    time += MINUTE_MS;
    while (uniform() < missing) time += MINUTE_MS;
  }
  return columns;
}

/** Quotes of a made-up price, a few hundred milliseconds apart, sometimes silent for a while. */
export function tickWalk({
  seed,
  length,
  startMs,
  price = 110_000,
  fade = 0,
  pauses = true,
}: WalkOptions): TickColumns {
  const random = seededRandom(seed);
  const uniform = (): number => random() / 2 ** 32;
  const columns = {
    length,
    timeMs: new Float64Array(length),
    bid: new Int32Array(length),
    ask: new Int32Array(length),
  };
  let time = startMs;
  let bid = price;
  let last = 0;
  for (let row = 0; row < length; row += 1) {
    time +=
      Math.floor(uniform() * 1500) +
      (uniform() < 0.002 ? 20_000 : 0) +
      (uniform() < 0.0002 && pauses ? 400_000 : 0);
    const move = Math.round((uniform() + uniform() - 1) * 6 - last * fade);
    last = move;
    bid += move;
    columns.timeMs[row] = time;
    columns.bid[row] = bid;
    columns.ask[row] = bid + Math.round(uniform() * 4);
  }
  return columns;
}
