import { readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from '../../server/platform/database-error.ts';
import { instrumentOf, type ScoredPair } from '../../core/market/instruments.ts';
import { backOffMs } from '../../core/time/back-off.ts';
import { civilDate, dayText } from '../../core/time/civil-date.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../core/time/instant.ts';
import { readAtMost } from '../../server/platform/read-at-most.ts';
import { decodeLzma } from './lzma.ts';

/** The vendor of a download; a test replaces it. */
export interface Vendor {
  /** Up to the folders of the pairs, without a slash at the end. */
  readonly address: string;
  readonly nowMs: () => number;
  /** Time limit for a file. */
  readonly answerMs: number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * The public history of Dukascopy Bank: a packed file a day of bars, an hour of ticks. Months count from 0. The layout, as others have
 * documented it: https://github.com/rosasurfer/mt4-php-tools/blob/master/app/lib/dukascopy/README.md.
 */
export const VENDOR: Vendor = {
  address: 'https://datafeed.dukascopy.com/datafeed',
  nowMs: () => Date.now(),
  answerMs: 60 * SECOND_MS,
  pause: (ms, signal) => sleep(ms, undefined, { signal }),
};

/** A download that cannot continue. */
export class DownloadFault extends Error {
  override readonly name = 'DownloadFault';
}

export interface DaysWanted {
  readonly pair: ScoredPair;
  readonly kind: 'm1' | 'ticks';
  /** Days of UTC, counted from 1970. */
  readonly days: readonly number[];
  /** Gets a CSV file a day, without a heading; a day that is there is not downloaded again. */
  readonly folder: string;
  /** Where files are until they are complete. */
  readonly drafts: string;
  readonly signal: AbortSignal;
  readonly onDay: (done: number) => void;
}

const AT_ONCE = 4;
const TRIES = 6;
const WAIT = { firstMs: SECOND_MS, longestMs: 60 * SECOND_MS };
/** Far more than the fullest hour of ticks, packed or not. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Downloads days that are not there yet. Throws a DownloadFault where it cannot go on. */
export async function downloadDays(vendor: Vendor, wanted: DaysWanted): Promise<void> {
  const there = new Set(await readdir(wanted.folder));
  const left = wanted.days.filter((day) => !there.has(`${dayText(day)}.csv`));
  let done = wanted.days.length - left.length;
  const stop = new AbortController();
  const signal = AbortSignal.any([wanted.signal, stop.signal]);
  const work = async (): Promise<void> => {
    for (let day = left.shift(); day !== undefined; day = left.shift()) {
      const text = await readDay(vendor, { ...wanted, signal }, day);
      // A day's file is complete or absent.
      const name = `${dayText(day)}.csv`;
      await writeFile(join(wanted.drafts, name), text);
      await rename(join(wanted.drafts, name), join(wanted.folder, name));
      done += 1;
      wanted.onDay(done);
    }
  };
  const workers = Array.from({ length: AT_ONCE }, work);
  try {
    await Promise.all(workers);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(workers);
    throw error;
  }
}

async function readDay(vendor: Vendor, wanted: DaysWanted, day: number): Promise<string> {
  const { pair, kind } = wanted;
  const { year, month, day: ofMonth } = civilDate(day * DAY_MS);
  const folder = `${vendor.address}/${pair.replace('/', '')}/${year}/${two(month - 1)}/${two(ofMonth)}`;
  if (kind === 'm1')
    return readFile(vendor, wanted.signal, `${folder}/BID_candles_min_1.bi5`, (rows) =>
      barRows(pair, day, rows),
    );
  let text = '';
  for (let hour = 0; hour < 24; hour += 1)
    text += await readFile(vendor, wanted.signal, `${folder}/${two(hour)}h_ticks.bi5`, (rows) =>
      tickRows(pair, day * DAY_MS + hour * HOUR_MS, rows),
    );
  return text;
}

/** Fetches and reads a file, again where that may help. One that the vendor does not have is empty. */
async function readFile(
  { pause, answerMs }: Vendor,
  signal: AbortSignal,
  address: string,
  read: (rows: Uint8Array) => string,
): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    let fault: string;
    try {
      const response = await fetch(address, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
      });
      if (response.status === 404) return '';
      if (response.ok) {
        const packed = await readAtMost(response.body ?? [], MOST_BYTES);
        if (packed === undefined) throw new RangeError('the packed file is larger than any day is');
        return packed.length === 0 ? '' : read(decodeLzma(packed, MOST_BYTES));
      }
      fault = `answers with status ${response.status}`;
      if (response.status < 500 && response.status !== 429 && response.status !== 408)
        throw new DownloadFault(`${address} ${fault}.`);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof DownloadFault) throw error;
      fault =
        error instanceof RangeError
          ? `cannot be read: ${error.message}`
          : `does not answer: ${reasonOf(error)}`;
    }
    if (tries === TRIES) throw new DownloadFault(`${address} ${fault}, ${TRIES} times in a row.`);
    await pause(backOffMs(tries, WAIT, Math.random()), signal);
  }
}

const BAR_BYTES = 24;

/** Rows of seconds since the day began, open, close, low, high and volume. A minute without a quote repeats a price at volume 0: left out. */
function barRows(pair: ScoredPair, day: number, bytes: Uint8Array): string {
  const rows = rowsOf(bytes, BAR_BYTES);
  const price = priceWriter(pair);
  let text = '';
  let beforeS = -1;
  for (let at = 0; at < bytes.length; at += BAR_BYTES) {
    const seconds = rows.getUint32(at);
    const [open, close, low, high] = [4, 8, 12, 16].map((place) => rows.getUint32(at + place)) as [
      number,
      number,
      number,
      number,
    ];
    const volume = rows.getFloat32(at + 20);
    const isBar = low > 0 && low <= Math.min(open, close) && high >= Math.max(open, close);
    if (seconds <= beforeS || seconds % 60 !== 0 || seconds * SECOND_MS >= DAY_MS || !isBar || !(volume >= 0))
      throw new RangeError('its rows are not one-minute bars of this day');
    beforeS = seconds;
    if (volume > 0)
      text += `${day * DAY_MS + seconds * SECOND_MS},${price(open)},${price(high)},${price(low)},${price(close)},${volume}\n`;
  }
  return text;
}

const TICK_BYTES = 20;

/** Rows of milliseconds since the hour began, ask, bid and their volumes. */
function tickRows(pair: ScoredPair, hourMs: number, bytes: Uint8Array): string {
  const rows = rowsOf(bytes, TICK_BYTES);
  const price = priceWriter(pair);
  let text = '';
  let before = 0;
  for (let at = 0; at < bytes.length; at += TICK_BYTES) {
    const ms = rows.getUint32(at);
    const ask = rows.getUint32(at + 4);
    const bid = rows.getUint32(at + 8);
    if (ms < before || ms >= HOUR_MS || ask === 0 || bid === 0)
      throw new RangeError('its rows are not quotes of this hour');
    before = ms;
    text += `${hourMs + ms},${price(bid)},${price(ask)}\n`;
  }
  return text;
}

function rowsOf(bytes: Uint8Array, width: number): DataView {
  if (bytes.length % width !== 0) throw new RangeError('its last row is cut off');
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function priceWriter(pair: ScoredPair): (steps: number) => string {
  const { digits } = instrumentOf(pair);
  return (steps) => (steps / 10 ** digits).toFixed(digits);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
