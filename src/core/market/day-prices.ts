import { dayText } from '../time/civil-date.ts';
import type { ScoredPair } from './instruments.ts';

/** The prices of one pair on one day of UTC, as a server hands them out: whole columns, so that a question tells nothing but the day. */
export type DayPrices = DayTicks | DayBars;

/** Quotes in the order of their time; prices are scaled integers (see `priceScale`). */
export interface DayTicks {
  readonly kind: 'ticks';
  /** Milliseconds since the day began. */
  readonly timeMs: Int32Array;
  readonly bid: Int32Array;
  readonly ask: Int32Array;
}

/** Bars of bid prices, a minute each, by the time at which they open. */
export interface DayBars {
  readonly kind: 'm1';
  readonly timeMs: Int32Array;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
}

/** The columns one after the other, in 32-bit integers: little-endian, as every processor has them that this runs on. */
export function dayPricesBytes(prices: DayPrices): Uint8Array<ArrayBuffer> {
  const columns = columnsOf(prices);
  const rows = prices.timeMs.length;
  const all = new Int32Array(columns.length * rows);
  for (const [place, column] of columns.entries()) all.set(column, place * rows);
  return new Uint8Array(all.buffer);
}

/** Reads what `dayPricesBytes` wrote. Throws a RangeError where the columns are not whole. */
export function parseDayPrices(kind: DayPrices['kind'], bytes: Uint8Array): DayPrices {
  const columns = kind === 'ticks' ? 3 : 5;
  if (bytes.length % (columns * Int32Array.BYTES_PER_ELEMENT) !== 0)
    throw new RangeError('The prices of the day are cut off.');
  // A copy begins at a place that 32-bit integers may begin at.
  const all = new Int32Array(Uint8Array.from(bytes).buffer);
  const rows = all.length / columns;
  const column = (place: number) => all.subarray(place * rows, (place + 1) * rows);
  return kind === 'ticks'
    ? { kind, timeMs: column(0), bid: column(1), ask: column(2) }
    : { kind, timeMs: column(0), open: column(1), high: column(2), low: column(3), close: column(4) };
}

/** Where the prices of a day are: `/api/prices/days/EURUSD/2026-03-02/1a2b3c4d5e6f.bin`. */
export function pricesPath({ pair, edition }: PricesName, day: number): string {
  return `/api/prices/days/${pair.replace('/', '')}/${dayText(day)}/${edition}.bin`;
}

/** Where the one-minute bars of up to 31 days are: `/api/prices/bars/EURUSD/2026-03-02/2026-03-31/1a2b3c4d5e6f.bin`. */
export function barsPath({ pair, edition }: PricesName, firstDay: number, lastDay: number): string {
  return `/api/prices/bars/${pair.replace('/', '')}/${dayText(firstDay)}/${dayText(lastDay)}/${edition}.bin`;
}

interface PricesName {
  readonly pair: ScoredPair;
  readonly edition: string;
}

function columnsOf(prices: DayPrices): readonly Int32Array[] {
  const { timeMs } = prices;
  return prices.kind === 'ticks'
    ? [timeMs, prices.bid, prices.ask]
    : [timeMs, prices.open, prices.high, prices.low, prices.close];
}
