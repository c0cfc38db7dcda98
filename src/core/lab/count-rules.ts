import type { BarColumns } from '../market/bars.ts';
import { DAY_MS } from '../time/instant.ts';
import { ConditionPlanes } from './condition-planes.ts';
import type { RuleDays } from './day-flips.ts';
import { dayOf, halfOf, joinedBars, rowAt } from './lab-bars.ts';
import { barMs, putConditions, type Rule } from './rule.ts';

/** Which signals count. Bars that open from `untilMs` on are not read at all: not by a condition, an entry or an exit. */
export interface LabSpan {
  /** Signals at the close of bars that open from here on; earlier bars only feed the indicators. */
  readonly fromMs: number;
  readonly untilMs: number;
}

/** signals = decided + ties + skipped. */
export interface LabCounts {
  /** Bars at whose close the rule said CALL or PUT. */
  readonly signals: number;
  /** Of them, how many ended above or below their entry; `right` of these on the side that was said. */
  readonly decided: number;
  readonly right: number;
  /** The exit was the entry's price: the stake is refunded. Apart from `decided`. */
  readonly ties: number;
  /** A bar is missing on the way to the exit, or the exit lies after the span. */
  readonly skipped: number;
  /** Bars at which the rule said CALL and PUT at once: no signal. */
  readonly both: number;
}

export interface HalfCounts {
  readonly decided: number;
  readonly right: number;
}

/** Is called for each decided signal, with the row at whose close it was given. */
type Answered = (row: number, isRight: boolean) => void;

/** Counts rules of one pair and bar, day by day; `answered` is called for each decided signal of the first. */
export function countRules(
  minutes: BarColumns,
  rules: readonly Rule[],
  options: LabSpan,
  answered?: Answered,
): Tally {
  const lengthMs = barMs((rules[0] as Rule).bar);
  const bars = joinedBars(minutes, lengthMs, options.untilMs);
  const mostRows = DAY_MS / lengthMs;
  const planes = new ConditionPlanes(bars, mostRows);
  const ends = new Ends(bars, lengthMs, mostRows);
  const signals = rules.map((rule) => ({
    call: allOf(rule.call.map((condition) => planes.add(condition))),
    put: allOf(putConditions(rule).map((condition) => planes.add(condition))),
    ends: ends.add(rule.enterAfterBars, rule.expiryBars),
  }));
  const tally = new Tally(bars, rules.length, options);
  for (let from = 0, to = 0; from < bars.length; from = to) {
    const day = dayOf(bars.openTimeMs[from] as number);
    to = rowAt(bars, (day + 1) * DAY_MS);
    planes.readDay(from, to);
    if ((bars.openTimeMs[from] as number) < options.fromMs) continue;
    ends.readDay(from, to);
    tally.addDay(signals, from, to, answered);
  }
  return tally;
}

/** Where all of some planes are set, of a day's words: the plane itself where it is one. */
function allOf(planes: readonly Int32Array[]): (words: number) => Int32Array {
  const [first, ...others] = planes as [Int32Array, ...Int32Array[]];
  if (others.length === 0) return () => first;
  const all = new Int32Array(first.length);
  return (words) => {
    for (let word = 0; word < words; word += 1) {
      let bits = first[word] as number;
      for (const other of others) bits &= other[word] as number;
      all[word] = bits;
    }
    return all;
  };
}

/** How signals of a day's bars would end: a bit a bar, as in `ConditionPlanes`. */
interface EndPlanes {
  /** Every bar to the exit is there. */
  readonly reached: Int32Array;
  /** The exit is another price than the entry, and a higher one. */
  readonly moved: Int32Array;
  readonly up: Int32Array;
}

class Ends {
  readonly #bars: BarColumns;
  readonly #lengthMs: number;
  readonly #words: number;
  readonly #planes = new Map<string, EndPlanes & { readonly entry: number; readonly exit: number }>();

  constructor(bars: BarColumns, lengthMs: number, mostRows: number) {
    this.#bars = bars;
    this.#lengthMs = lengthMs;
    this.#words = Math.ceil(mostRows / 32);
  }

  add(enterAfterBars: number, expiryBars: number): EndPlanes {
    const key = `${enterAfterBars} ${expiryBars}`;
    let planes = this.#planes.get(key);
    if (planes === undefined) {
      const words = (): Int32Array => new Int32Array(this.#words);
      const exit = enterAfterBars + expiryBars;
      planes = { reached: words(), moved: words(), up: words(), entry: enterAfterBars, exit };
      this.#planes.set(key, planes);
    }
    return planes;
  }

  readDay(from: number, to: number): void {
    const { openTimeMs, open, length } = this.#bars;
    for (const { reached, moved, up, entry, exit } of this.#planes.values()) {
      for (const words of [reached, moved, up]) words.fill(0);
      for (let row = from; row < to && row + exit < length; row += 1) {
        // Bars in between are apart by their length at least: where the last one is in time, none is missing.
        if ((openTimeMs[row + exit] as number) - (openTimeMs[row] as number) !== exit * this.#lengthMs)
          continue;
        const word = (row - from) >> 5;
        const bit = 1 << ((row - from) & 31);
        reached[word] = (reached[word] as number) | bit;
        const move = (open[row + exit] as number) - (open[row + entry] as number);
        if (move !== 0) moved[word] = (moved[word] as number) | bit;
        if (move > 0) up[word] = (up[word] as number) | bit;
      }
    }
  }
}

/** Where a rule says CALL and PUT, of a day's words, and how these signals would end. */
interface SignalPlanes {
  readonly call: (words: number) => Int32Array;
  readonly put: (words: number) => Int32Array;
  readonly ends: EndPlanes;
}

/** Of each rule: decided, right, ties, skipped, both; decided and right in the first half. */
const COUNTS = 7;

/** What was counted of each rule, by the day. */
export class Tally {
  readonly bars: BarColumns;
  /** Bars of the span. */
  readonly rows: number;
  readonly halfMs: number;
  /** In one piece each, and not an object a rule: a day goes through all of them. */
  readonly #counts: Int32Array;
  readonly #excess: Int16Array;
  readonly #days: number;
  #day = -1;

  constructor(bars: BarColumns, rules: number, { fromMs, untilMs }: LabSpan) {
    const firstRow = rowAt(bars, fromMs);
    this.bars = bars;
    this.rows = bars.length - firstRow;
    let days = 0;
    for (let row = firstRow; row < bars.length; days += 1)
      row = rowAt(bars, (dayOf(bars.openTimeMs[row] as number) + 1) * DAY_MS);
    this.halfMs = halfOf(Math.max(fromMs, bars.openTimeMs[firstRow] ?? fromMs), untilMs);
    this.#days = days;
    this.#excess = new Int16Array(rules * days);
    this.#counts = new Int32Array(rules * COUNTS);
  }

  /** Adds the bars from one row to another, which are the next day's. */
  addDay(signals: readonly SignalPlanes[], from: number, to: number, answered: Answered | undefined): void {
    this.#day += 1;
    const isFirstHalf = (this.bars.openTimeMs[from] as number) < this.halfMs;
    const words = Math.ceil((to - from) / 32);
    const counts = this.#counts;
    for (const [rule, planes] of signals.entries()) {
      const [calls, puts] = [planes.call(words), planes.put(words)];
      const { reached, moved, up } = planes.ends;
      let right = 0;
      let decided = 0;
      let ties = 0;
      let skipped = 0;
      let both = 0;
      for (let word = 0; word < words; word += 1) {
        let call = calls[word] as number;
        let put = puts[word] as number;
        const isBoth = call & put;
        if (isBoth !== 0) {
          both += bitCount(isBoth);
          call ^= isBoth;
          put ^= isBoth;
        }
        const said = call | put;
        const decides = said & (moved[word] as number);
        // A CALL is right where the exit is higher, a PUT where it is not.
        const rights = decides & ~(call ^ (up[word] as number));
        decided += bitCount(decides);
        right += bitCount(rights);
        const rest = said ^ decides;
        if (rest !== 0) {
          const isTie = rest & (reached[word] as number);
          ties += bitCount(isTie);
          skipped += bitCount(rest ^ isTie);
        }
        if (rule === 0 && answered !== undefined) {
          for (let left = decides; left !== 0; left &= left - 1) {
            const bit = 31 - Math.clz32(left & -left);
            answered(from + word * 32 + bit, ((rights >>> bit) & 1) === 1);
          }
        }
      }
      this.#excess[rule * this.#days + this.#day] = 2 * right - decided;
      const of = [decided, right, ties, skipped, both, isFirstHalf ? decided : 0, isFirstHalf ? right : 0];
      for (let at = 0; at < COUNTS; at += 1)
        counts[rule * COUNTS + at] = (counts[rule * COUNTS + at] as number) + (of[at] as number);
    }
  }

  daysOf(rule: number): RuleDays {
    const excess = this.#excess.subarray(rule * this.#days, (rule + 1) * this.#days);
    return { decided: this.counts(rule).decided, excess };
  }

  counts(rule: number): LabCounts {
    const [decided = 0, right = 0, ties = 0, skipped = 0, both = 0] = this.#of(rule);
    return { signals: decided + ties + skipped, decided, right, ties, skipped, both };
  }

  halves(rule: number): readonly [HalfCounts, HalfCounts] {
    const [decided = 0, right = 0, , , , first = 0, firstRight = 0] = this.#of(rule);
    return [
      { decided: first, right: firstRight },
      { decided: decided - first, right: right - firstRight },
    ];
  }

  #of(rule: number): Int32Array {
    return this.#counts.subarray(rule * COUNTS, (rule + 1) * COUNTS);
  }
}

/** Set bits of 32 (H. Warren, Hacker's Delight, 2nd edition, 2012, figure 5-2). */
function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  count = (count + (count >>> 4)) & 0x0f0f0f0f;
  return Math.imul(count, 0x01010101) >>> 24;
}
