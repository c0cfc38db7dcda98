import { expect, it } from 'vitest';
import { dayPricesBytes, parseDayPrices } from './day-prices.ts';

const column = (...values: number[]): Int32Array => Int32Array.from(values);

it('writes the prices of a day as columns of 32 bits and reads them back', () => {
  const ticks = {
    kind: 'ticks',
    timeMs: column(0, 86_399_999),
    bid: column(1, 2),
    ask: column(3, 4),
  } as const;
  const bytes = dayPricesBytes(ticks);
  expect([...bytes.subarray(0, 12)]).toEqual([0, 0, 0, 0, 0xff, 0x5b, 0x26, 0x05, 1, 0, 0, 0]);
  expect(parseDayPrices('ticks', bytes)).toEqual(ticks);
  const bars = {
    kind: 'm1',
    timeMs: column(60_000),
    open: column(1),
    high: column(4),
    low: column(0),
    close: column(2),
  } as const;
  expect(parseDayPrices('m1', dayPricesBytes(bars))).toEqual(bars);
});

it('refuses prices that were cut off', () => {
  expect(() => parseDayPrices('ticks', new Uint8Array(13))).toThrow('cut off');
});
