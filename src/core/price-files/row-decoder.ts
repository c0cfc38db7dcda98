import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/instant.ts';
import { daysFromCivil, daysInMonth } from '../time/civil-date.ts';
import type { ColumnRole, Layout } from './layout.ts';
import type { RowBlock } from './row-block.ts';

const LINE_FEED = 10;
const RETURN = 13;
const SPACE = 32;
const PLUS = 43;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const COLON = 58;
const LETTER_T = 84;
const LETTER_Z = 90;

// Small numbers rather than names: the row loop switches on them once per column.
const TIME = 0;
const CLOCK = 2;
const PRICE = 3;
const VOLUME = 4;
const SKIP = 5;

/** A price in millionths must fit 32 bits. */
const LARGEST_PRICE = 2_147;
const POWERS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12];

/** Called with each line that is not a row of the layout; `start` and `end` delimit it in the bytes being decoded. */
export type OnBadLine = (line: number, bytes: Uint8Array, start: number, end: number) => void;

/**
 * Decodes the rows of one layout from bytes, whole lines at a time, without making a string or an object per row.
 * It checks what a row shows by itself (numbers, the calendar, high and low around open and close); what takes the
 * pair, the clock or the neighbouring rows is left to its caller.
 */
export class RowDecoder {
  /** Line number of the next line, 1 for the first of the file. */
  nextLine = 1;
  /** The most decimals a price was written with. */
  decimals = 0;
  /** Rows read so far, in all blocks. */
  rows = 0;
  /** Lines that are not rows, blank ones included. */
  strayLines = 0;
  /** The names in the pair column, if there is one. */
  readonly pairs = new Set<string>();

  readonly #codes: Uint8Array;
  readonly #slots: Uint8Array;
  readonly #delimiter: number;
  readonly #bars: boolean;
  readonly #epochStep: number;
  readonly #compactDate: boolean;
  readonly #yearFirst: boolean;
  readonly #dayFirst: boolean;
  readonly #offset: boolean;
  readonly #pairColumn: number;
  readonly #onBadLine: OnBadLine;
  readonly #prices = new Float64Array(4);
  /** Line number minus row number changes only where a line is not a row: those places, for `lineOfRow`. */
  readonly #breaks: { row: number; line: number }[] = [];
  #at = 0;
  #dayKey = -1;
  #dayMs = 0;
  #lastPair = '';

  constructor(layout: Layout, onBadLine: OnBadLine) {
    this.#codes = Uint8Array.from(layout.roles, codeOfRole);
    this.#slots = Uint8Array.from(layout.roles, slotOfRole);
    this.#delimiter = layout.delimiter;
    this.#bars = layout.kind === 'm1';
    this.#epochStep = layout.dateStyle === 'epoch-ms' ? 1 : layout.dateStyle === 'epoch-s' ? 1000 : 0;
    this.#compactDate = layout.dateStyle === 'compact';
    this.#yearFirst = layout.dateStyle === 'ymd';
    this.#dayFirst = layout.dateStyle === 'dmy';
    this.#offset = layout.ownClock;
    this.#pairColumn = layout.roles.indexOf('pair');
    this.#onBadLine = onBadLine;
    this.startAtLine(1 + layout.headerLines);
  }

  /** Says which line comes next, before the first is decoded: lines before the rows may have been skipped. */
  startAtLine(line: number): void {
    this.nextLine = line;
    this.#breaks[0] = { row: 0, line };
  }

  /**
   * Decodes lines from `start` until the block is full or `end` is reached, and returns where it stopped: the start of
   * a line, or `end`. `end` must lie just after a line feed.
   */
  decode(bytes: Uint8Array, start: number, end: number, block: RowBlock): number {
    let at = start;
    while (at < end && block.length < block.capacity) {
      if (this.#row(bytes, at, block)) {
        at = this.#at;
        block.length += 1;
        this.rows += 1;
      } else {
        const lineEnd = bytes.indexOf(LINE_FEED, at);
        if (!isBlank(bytes, at, lineEnd)) this.#onBadLine(this.nextLine, bytes, at, lineEnd);
        this.strayLines += 1;
        if (this.#breaks.at(-1)?.row === this.rows) this.#breaks.pop();
        this.#breaks.push({ row: this.rows, line: this.nextLine + 1 });
        at = lineEnd + 1;
      }
      this.nextLine += 1;
    }
    return at;
  }

  /** The line of the file that a row, counted from 0 over all blocks, was read from. */
  lineOfRow(row: number): number {
    let low = 0;
    let high = this.#breaks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#breaks[middle]?.row ?? 0) <= row) low = middle;
      else high = middle - 1;
    }
    const { row: from, line } = this.#breaks[low] ?? { row: 0, line: 1 };
    return line + row - from;
  }

  /** Decodes one line into the block's next place; false when it is not a row, and then nothing was changed. */
  #row(bytes: Uint8Array, start: number, block: RowBlock): boolean {
    const codes = this.#codes;
    const slots = this.#slots;
    const prices = this.#prices;
    const last = codes.length - 1;
    let at = start;
    let time = 0;
    let flags = 0;
    for (let column = 0; column <= last; column += 1) {
      switch (codes[column]) {
        case PRICE: {
          let value = 0;
          let dot = -1;
          while (bytes[at] === SPACE) at += 1;
          const from = at;
          let byte = bytes[at] ?? 0;
          for (;;) {
            const digit = byte - ZERO;
            if (digit >= 0 && digit <= 9) value = value * 10 + digit;
            else if (byte === DOT && dot < 0) dot = at;
            else break;
            at += 1;
            byte = bytes[at] ?? 0;
          }
          const decimals = dot < 0 ? 0 : at - dot - 1;
          const digits = at - from - (dot < 0 ? 0 : 1);
          if (digits === 0 || digits > 15 || decimals > 12) return false;
          if (decimals > this.decimals) this.decimals = decimals;
          prices[slots[column] ?? 0] =
            decimals <= 6
              ? value * (POWERS[6 - decimals] ?? 1)
              : Math.round(value / (POWERS[decimals - 6] ?? 1));
          break;
        }
        case TIME:
          time = this.#epochStep > 0 ? this.#epoch(bytes, at) : this.#stamp(bytes, at);
          if (time !== time) return false;
          at = this.#at;
          break;
        case CLOCK:
          time += this.#clock(bytes, at);
          if (time !== time) return false;
          at = this.#at;
          break;
        case VOLUME: {
          let any = 0;
          let byte = bytes[at] ?? 0;
          while (byte !== this.#delimiter && byte !== LINE_FEED && byte !== RETURN) {
            if (byte > ZERO && byte < COLON) any = 1;
            at += 1;
            byte = bytes[at] ?? 0;
          }
          if (any === 0) flags = 1;
          break;
        }
        default: {
          const from = at;
          let byte = bytes[at] ?? 0;
          while (byte !== this.#delimiter && byte !== LINE_FEED && byte !== RETURN) {
            at += 1;
            byte = bytes[at] ?? 0;
          }
          if (column === this.#pairColumn) this.#notePair(bytes, from, at);
        }
      }
      if (column < last) {
        if (bytes[at] !== this.#delimiter) return false;
        at += 1;
      }
    }
    if (bytes[at] === RETURN) at += 1;
    if (bytes[at] !== LINE_FEED || !this.#put(block, time, flags)) return false;
    this.#at = at + 1;
    return true;
  }

  /** Writes the row that was decoded to the block's next place; false when its prices cannot be right. */
  #put(block: RowBlock, time: number, flags: number): boolean {
    const prices = this.#prices;
    const index = block.length;
    const a = prices[0] ?? 0;
    const b = prices[1] ?? 0;
    if (a <= 0 || b <= 0 || a > LARGEST_PRICE * 1e6 || b > LARGEST_PRICE * 1e6) return false;
    if (this.#bars) {
      const low = prices[2] ?? 0;
      const close = prices[3] ?? 0;
      if (low <= 0 || low > a || low > close || b < a || b < close) return false;
      block.low[index] = low;
      block.close[index] = close;
    }
    block.timeMs[index] = time;
    block.open[index] = a;
    block.high[index] = b;
    block.flags[index] = flags;
    return true;
  }

  /** A count since 1970; NaN when it is not one. */
  #epoch(bytes: Uint8Array, start: number): number {
    let at = start;
    let value = 0;
    for (let digit = (bytes[at] ?? 0) - ZERO; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - ZERO) {
      value = value * 10 + digit;
      at += 1;
    }
    // A spreadsheet or a data frame may have added a fraction of a millisecond, which no bar or quote needs.
    if (bytes[at] === DOT) {
      at += 1;
      while ((bytes[at] ?? 0) - ZERO >= 0 && (bytes[at] ?? 0) - ZERO <= 9) at += 1;
    }
    this.#at = at;
    return at === start || at - start > 24 ? Number.NaN : value * this.#epochStep;
  }

  /** A day, and after one space, `T` or the delimiter of the next column, a time of day; NaN when it is neither. */
  #stamp(bytes: Uint8Array, start: number): number {
    const day = this.#day(bytes, start);
    const separator = bytes[this.#at];
    if (separator === this.#delimiter) return day;
    if (separator !== SPACE && separator !== LETTER_T) return Number.NaN;
    const time = day + this.#clock(bytes, this.#at + 1);
    return this.#offset ? time - this.#zone(bytes, this.#at) : time;
  }

  #day(bytes: Uint8Array, start: number): number {
    let year: number;
    let month: number;
    let day: number;
    if (this.#compactDate) {
      year = two(bytes, start) * 100 + two(bytes, start + 2);
      month = two(bytes, start + 4);
      day = two(bytes, start + 6);
      this.#at = start + 8;
    } else if (this.#yearFirst) {
      year = two(bytes, start) * 100 + two(bytes, start + 2);
      month = two(bytes, start + 5);
      day = two(bytes, start + 8);
      this.#at = start + 10;
    } else {
      const first = two(bytes, start);
      const second = two(bytes, start + 3);
      year = two(bytes, start + 6) * 100 + two(bytes, start + 8);
      month = this.#dayFirst ? second : first;
      day = this.#dayFirst ? first : second;
      this.#at = start + 10;
    }
    // Also when the day is known: a line that ends inside its date must not run on into the next.
    if (!this.#compactDate && !sameSeparators(bytes, start, this.#yearFirst)) return Number.NaN;
    const key = year * 10_000 + month * 100 + day;
    if (key === this.#dayKey) return this.#dayMs;
    if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return Number.NaN;
    this.#dayKey = key;
    this.#dayMs = daysFromCivil(year, month, day) * DAY_MS;
    return this.#dayMs;
  }

  /** `HHMMSS` with glued milliseconds or none, `HH:MM`, or `HH:MM:SS` with a fraction or none, as ms of the day. */
  #clock(bytes: Uint8Array, start: number): number {
    let at = start + 2;
    const hour = two(bytes, start);
    const colons = bytes[at] === COLON;
    if (colons) at += 1;
    const minute = two(bytes, at);
    at += 2;
    let ms = hour * HOUR_MS + minute * MINUTE_MS;
    let fraction = false;
    if (!colons || bytes[at] === COLON) {
      if (colons) at += 1;
      const second = two(bytes, at);
      if (second > 59) return Number.NaN;
      ms += second * SECOND_MS;
      at += 2;
      fraction = bytes[at] === DOT;
      if (fraction) at += 1;
      else fraction = !colons;
    }
    if (fraction) {
      let weight = 100;
      for (let digit = (bytes[at] ?? 0) - ZERO; digit >= 0 && digit <= 9; digit = (bytes[at] ?? 0) - ZERO) {
        ms += weight >= 1 ? digit * weight : 0;
        weight /= 10;
        at += 1;
      }
    }
    this.#at = at;
    return hour <= 23 && minute <= 59 ? ms : Number.NaN;
  }

  /** `Z`, `+02:00`, `-0330`, `GMT+0200`, `UTC`, perhaps after a space, as ms ahead of UTC; NaN when there is none. */
  #zone(bytes: Uint8Array, start: number): number {
    let at = start;
    if (bytes[at] === SPACE) at += 1;
    if (bytes[at] === LETTER_Z) {
      this.#at = at + 1;
      return 0;
    }
    const named = isNamedUtc(bytes, at);
    if (named) at += 3;
    const sign = bytes[at];
    if (sign !== PLUS && sign !== MINUS) {
      this.#at = at;
      return named ? 0 : Number.NaN;
    }
    const hours = two(bytes, at + 1);
    at += 3;
    if (bytes[at] === COLON) at += 1;
    const ms = hours * HOUR_MS + two(bytes, at) * MINUTE_MS;
    this.#at = at + 2;
    return sign === MINUS ? -ms : ms;
  }

  #notePair(bytes: Uint8Array, start: number, end: number): void {
    const last = this.#lastPair;
    let same = last.length === end - start;
    for (let index = 0; same && index < last.length; index += 1) {
      same = last.charCodeAt(index) === bytes[start + index];
    }
    if (same || this.pairs.size > 8 || end - start > 16) return;
    this.#lastPair = String.fromCharCode(...bytes.subarray(start, end));
    this.pairs.add(this.#lastPair);
  }
}

/** Two digits as a number, NaN unless both are digits. */
function two(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - ZERO;
  const ones = (bytes[at + 1] ?? 0) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

function sameSeparators(bytes: Uint8Array, start: number, yearFirst: boolean): boolean {
  const first = bytes[start + (yearFirst ? 4 : 2)];
  const second = bytes[start + (yearFirst ? 7 : 5)];
  return first === second && (first === DOT || first === MINUS || first === 47);
}

function isNamedUtc(bytes: Uint8Array, at: number): boolean {
  const name = String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);
  return name === 'GMT' || name === 'UTC';
}

function isBlank(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if ((bytes[at] ?? 0) > SPACE) return false;
  return true;
}

function codeOfRole(role: ColumnRole): number {
  if (role === 'time' || role === 'date') return TIME;
  if (role === 'clock') return CLOCK;
  if (role === 'volume') return VOLUME;
  return role === 'skip' || role === 'pair' ? SKIP : PRICE;
}

function slotOfRole(role: ColumnRole): number {
  return role === 'high' || role === 'ask' ? 1 : role === 'low' ? 2 : role === 'close' ? 3 : 0;
}
