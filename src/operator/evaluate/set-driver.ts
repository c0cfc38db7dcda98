import { BarLoop, type DecisionSink } from '../../core/engine/bar-loop.ts';
import type { Brain } from '../../core/engine/model.ts';
import { TickLoop } from '../../core/engine/tick-loop.ts';
import { scaledPrice } from '../../core/market/instruments.ts';
import type { Tick } from '../../core/market/tick.ts';
import { TickGuard } from '../../core/market/tick-guard.ts';
import { DAY_MS, epochMs } from '../../core/time/instant.ts';
import type { Timeframe } from '../../core/market/timeframes.ts';
import type { Dataset, DatasetMeta } from '../../server/market/dataset-store.ts';

export type ReadDataset = (name: string) => Promise<Dataset>;

/** Plays one data set through the engine's loop, day by day. It is in memory from its first day to its last. */
export class SetDriver {
  readonly meta: DatasetMeta;
  readonly #read: ReadDataset;
  readonly #loop: BarLoop | TickLoop;
  readonly #guard = new TickGuard();
  #data: Dataset | undefined;
  #next = 0;
  #nextDay: number;

  constructor(
    meta: DatasetMeta,
    timeframe: Timeframe,
    brain: Brain,
    sink: DecisionSink | undefined,
    read: ReadDataset,
  ) {
    this.meta = meta;
    this.#read = read;
    const options = { pair: meta.pair, brain, ...(sink === undefined ? {} : { sink }) };
    this.#loop = meta.kind === 'm1' ? new BarLoop(options) : new TickLoop({ ...options, timeframe });
    this.#nextDay = Math.floor(meta.firstMs / DAY_MS);
  }

  /** The UTC day, counted from 1970, of the next row; infinite when all were played. */
  get nextDay(): number {
    return this.#nextDay;
  }

  async playDay(): Promise<void> {
    this.#data ??= await this.#read(this.meta.name);
    const endMs = (this.#nextDay + 1) * DAY_MS;
    const times = this.#data.kind === 'm1' ? this.#data.bars.openTimeMs : this.#data.ticks.timeMs;
    if (this.#data.kind === 'm1') this.#playBars(this.#data, endMs);
    else this.#playTicks(this.#data, endMs);
    if (this.#next < times.length) {
      this.#nextDay = Math.floor((times[this.#next] as number) / DAY_MS);
      return;
    }
    this.#loop.end();
    this.#data = undefined;
    this.#nextDay = Number.POSITIVE_INFINITY;
  }

  #playBars({ bars }: Extract<Dataset, { kind: 'm1' }>, endMs: number): void {
    const loop = this.#loop as BarLoop;
    const { openTimeMs, open, high, low, close, length } = bars;
    let row = this.#next;
    for (; row < length && (openTimeMs[row] as number) < endMs; row += 1) {
      loop.push(
        openTimeMs[row] as number,
        open[row] as number,
        high[row] as number,
        low[row] as number,
        close[row] as number,
      );
    }
    this.#next = row;
  }

  #playTicks({ ticks }: Extract<Dataset, { kind: 'ticks' }>, endMs: number): void {
    const loop = this.#loop as TickLoop;
    const { timeMs, bid, ask, length } = ticks;
    let row = this.#next;
    for (; row < length && (timeMs[row] as number) < endMs; row += 1) {
      const time = epochMs(timeMs[row] as number);
      const tick: Tick = {
        source: 'replay',
        pair: this.meta.pair,
        bid: scaledPrice(bid[row] as number),
        ask: scaledPrice(ask[row] as number),
        sourceTime: time,
        receivedTime: time,
      };
      if (this.#guard.faultOf(tick) === undefined) loop.push(time, tick.bid, tick.ask);
    }
    this.#next = row;
  }
}

/** Plays data sets side by side in the order of time, a UTC day of each after the other; `onDay` comes before each day. */
export async function playTogether(
  drivers: readonly SetDriver[],
  onDay: (dayStartMs: number) => void,
): Promise<void> {
  for (;;) {
    const day = Math.min(...drivers.map(({ nextDay }) => nextDay));
    if (!Number.isFinite(day)) return;
    onDay(day * DAY_MS);
    for (const driver of drivers) if (driver.nextDay === day) await driver.playDay();
  }
}
