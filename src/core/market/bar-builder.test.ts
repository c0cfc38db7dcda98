import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../time/instant.ts';
import { type Bar, BarBuilder, barsFromTicks } from './bars.ts';
import type { TickColumns } from './tick.ts';

const START_MS = 1_540_000_020_000;

const ticksArbitrary = fc
  .array(
    fc.record({
      stepMs: fc.integer({ min: 0, max: 150_000 }),
      bid: fc.integer({ min: 1, max: 2_000_000_000 }),
    }),
    {
      maxLength: 80,
    },
  )
  .map((steps) => {
    let timeMs = START_MS;
    const times: number[] = [];
    for (const { stepMs } of steps) times.push((timeMs += stepMs));
    return columns(
      times,
      steps.map(({ bid }) => bid),
    );
  });

function columns(times: readonly number[], bids: readonly number[]): TickColumns {
  return {
    length: times.length,
    timeMs: Float64Array.from(times),
    bid: Int32Array.from(bids),
    ask: Int32Array.from(bids),
  };
}

/** The definition, minute by minute, without the builder. */
function naiveBars(ticks: TickColumns, nowMs: number): Bar[] {
  const minutes = new Map<number, number[]>();
  for (let index = 0; index < ticks.length; index += 1) {
    const timeMs = ticks.timeMs[index] ?? 0;
    if (timeMs > nowMs) continue;
    const minute = timeMs - (timeMs % MINUTE_MS);
    minutes.set(minute, [...(minutes.get(minute) ?? []), ticks.bid[index] ?? 0]);
  }
  return [...minutes]
    .filter(([minute]) => minute + MINUTE_MS <= nowMs)
    .map(([openTimeMs, bids]) => ({
      openTimeMs,
      open: bids[0] ?? 0,
      high: Math.max(...bids),
      low: Math.min(...bids),
      close: bids.at(-1) ?? 0,
    }));
}

function listBars(ticks: TickColumns, nowMs: number): Bar[] {
  const bars = barsFromTicks(ticks, nowMs);
  return Array.from({ length: bars.length }, (_, index) => ({
    openTimeMs: bars.openTimeMs[index] ?? 0,
    open: bars.open[index] ?? 0,
    high: bars.high[index] ?? 0,
    low: bars.low[index] ?? 0,
    close: bars.close[index] ?? 0,
  }));
}

describe('bars from ticks', () => {
  it('are first, highest, lowest and last bid of every minute that has ended', () => {
    fc.assert(
      fc.property(ticksArbitrary, fc.integer({ min: 0, max: 12_000_000 }), (ticks, afterMs) => {
        expect(listBars(ticks, START_MS + afterMs)).toEqual(naiveBars(ticks, START_MS + afterMs));
      }),
    );
  });

  it('are the same whether the ticks come one by one, with the clock moved in between, or all at once', () => {
    fc.assert(
      fc.property(
        ticksArbitrary,
        fc.array(fc.boolean(), { minLength: 80, maxLength: 80 }),
        (ticks, tellClock) => {
          const builder = new BarBuilder();
          const bars: (Bar | undefined)[] = [];
          for (let index = 0; index < ticks.length; index += 1) {
            const timeMs = ticks.timeMs[index] ?? 0;
            if (tellClock[index] === true) bars.push(builder.advance(timeMs));
            bars.push(builder.push(timeMs, ticks.bid[index] ?? 0));
          }
          const nowMs = (ticks.timeMs.at(-1) ?? START_MS) + 1;
          bars.push(builder.advance(nowMs));
          expect(bars.filter((bar) => bar !== undefined)).toEqual(listBars(ticks, nowMs));
        },
      ),
    );
  });

  it('never depend on ticks after the instant they are asked for', () => {
    fc.assert(
      fc.property(ticksArbitrary, fc.nat({ max: 80 }), (ticks, cut) => {
        const nowMs = ticks.timeMs[cut] ?? START_MS;
        const known = Math.min(cut + 1, ticks.length);
        // Ticks of the same millisecond may follow; they belong to a minute that is still open.
        const before = columns([...ticks.timeMs.subarray(0, known)], [...ticks.bid.subarray(0, known)]);
        expect(listBars(ticks, nowMs)).toEqual(listBars(before, nowMs));
      }),
    );
  });

  it('take in every quote of a millisecond, and those of the very instant they are asked for', () => {
    const { close, high } = barsFromTicks(
      columns([START_MS, START_MS, START_MS, START_MS + MINUTE_MS], [100, 103, 101, 500]),
      START_MS + MINUTE_MS,
    );
    expect([...close, ...high]).toEqual([101, 103]);
    const builder = new BarBuilder();
    builder.push(START_MS, 100);
    builder.push(START_MS, 99);
    expect(builder.advance(START_MS + MINUTE_MS)?.close).toBe(99);
  });

  it('ignore a quote older than the last one', () => {
    const builder = new BarBuilder();
    builder.push(START_MS + 30_000, 100);
    expect(builder.push(START_MS + 29_999, 500)).toBeUndefined();
    expect(builder.advance(START_MS + MINUTE_MS)).toEqual({
      openTimeMs: START_MS,
      open: 100,
      high: 100,
      low: 100,
      close: 100,
    });
  });

  it('are not opened again by a quote of a minute that the clock has closed', () => {
    const builder = new BarBuilder();
    builder.push(START_MS + 1_000, 100);
    expect(builder.advance(START_MS + MINUTE_MS)?.close).toBe(100);
    expect(builder.push(START_MS + 59_999, 101)).toBeUndefined();
    expect(builder.advance(START_MS + 10 * MINUTE_MS)).toBeUndefined();
  });

  it('leave out minutes without a quote', () => {
    const ticks = columns([START_MS, START_MS + 5 * MINUTE_MS], [100, 101]);
    expect(listBars(ticks, START_MS + 6 * MINUTE_MS).map(({ openTimeMs }) => openTimeMs)).toEqual([
      START_MS,
      START_MS + 5 * MINUTE_MS,
    ]);
  });
});
