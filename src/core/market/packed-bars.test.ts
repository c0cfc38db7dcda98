import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { MINUTE_MS } from '../time/instant.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { type BarColumns, packBars, unpackBars } from './bars.ts';

function columns(rows: readonly { minutes: number; prices: readonly number[] }[]): BarColumns {
  let minute = 25_000_000;
  const of = (at: number) => Int32Array.from(rows, ({ prices }) => prices[at] ?? 0);
  return {
    length: rows.length,
    openTimeMs: Float64Array.from(rows, ({ minutes }) => (minute += minutes) * MINUTE_MS),
    open: of(0),
    high: of(1),
    low: of(2),
    close: of(3),
  };
}

it('reads back the bars that were packed, whatever their prices and gaps', () => {
  const price = fc.integer({ min: 0, max: 2_000_000_000 });
  const rows = fc.array(
    fc.record({
      minutes: fc.integer({ min: 1, max: 500_000 }),
      prices: fc.tuple(price, price, price, price),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(rows, (drawn) => {
      const bars = columns(drawn);
      expect(unpackBars(packBars(bars))).toEqual(bars);
    }),
  );
});

it('refuses bars that were cut off, and a length that lies', () => {
  const packed = packBars(columns([{ minutes: 1, prices: [5, 9, 1, 7] }]));
  expect(() => unpackBars(packed.subarray(0, -1))).toThrow('cut off');
  expect(() => unpackBars(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x0f))).toThrow('cut off');
});

it('a year of one-minute bars weighs 1.5 MB at most', () => {
  const bits = seededRandom(1);
  const random = () => bits() / 2 ** 32;
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let close = 115_000;
  // As EUR/USD moves in a minute: 12 steps of its last decimal, wicks of 6.
  const rows = Array.from({ length: 31_050 }, () => {
    const open = close + Math.round(normal());
    close = open + Math.round(12 * normal());
    const wick = () => Math.round(-6 * Math.log(1 - random()));
    return {
      minutes: 1,
      prices: [open, Math.max(open, close) + wick(), Math.min(open, close) - wick(), close],
    };
  });
  expect(12 * gzipSync(packBars(columns(rows))).length).toBeLessThan(1_500_000);
});
