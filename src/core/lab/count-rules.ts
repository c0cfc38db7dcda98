import { type BarColumns, rowAt } from '../market/bars.ts';
import { DAY_MS } from '../time/instant.ts';
import { BitMachine, COMPARISON, RECORD } from './bit-machine.ts';
import type { RuleDays } from './day-flips.ts';
import { dayOf, halfOf, joinedBars } from './lab-bars.ts';
import { barMs, type Condition, MOST_CONDITIONS, putConditions, type Rule } from './rule.ts';
import { comparing, type Fill, type Measure } from './conditions.ts';

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
  const machine = new BitMachine();
  const planes = new ConditionPlanes(machine, bars, mostRows);
  const ends = new Ends(machine, bars, lengthMs, mostRows);
  const records = rules.map((rule) => {
    const conditions = (side: readonly Condition[]): number[] => {
      const all = side.map((condition) => planes.add(condition));
      // Fewer than three: one of them again.
      return Array.from({ length: MOST_CONDITIONS }, (_, at) => all[at] ?? (all[0] as number));
    };
    const { moved, reached, up } = ends.add(rule.enterAfterBars, rule.expiryBars);
    return machine.record(...conditions(rule.call), ...conditions(putConditions(rule)), moved, reached, up);
  });
  const tally = new Tally(machine, records, bars, options);
  for (let from = 0, to = 0; from < bars.length; from = to) {
    const day = dayOf(bars.openTimeMs[from] as number);
    to = rowAt(bars, (day + 1) * DAY_MS);
    planes.readDay(from, to);
    if ((bars.openTimeMs[from] as number) < options.fromMs) continue;
    ends.readDay(from, to);
    tally.addDay(from, to, answered);
  }
  return tally;
}

/** How signals of a day's bars would end: addresses of planes, as those of `ConditionPlanes`. */
interface EndPlanes {
  /** The exit is another price than the entry. */
  readonly moved: number;
  /** Every bar to the exit is there. */
  readonly reached: number;
  /** The exit is higher than the entry. */
  readonly up: number;
}

class Ends {
  readonly #machine: BitMachine;
  readonly #bars: BarColumns;
  readonly #lengthMs: number;
  readonly #bytes: number;
  readonly #planes = new Map<string, EndPlanes & { readonly entry: number; readonly exit: number }>();

  constructor(machine: BitMachine, bars: BarColumns, lengthMs: number, mostRows: number) {
    this.#machine = machine;
    this.#bars = bars;
    this.#lengthMs = lengthMs;
    this.#bytes = capacityOf(mostRows) / 8;
  }

  add(enterAfterBars: number, expiryBars: number): EndPlanes {
    const key = `${enterAfterBars} ${expiryBars}`;
    let planes = this.#planes.get(key);
    if (planes === undefined) {
      const plane = (): number => this.#machine.take(this.#bytes);
      const exit = enterAfterBars + expiryBars;
      planes = { moved: plane(), reached: plane(), up: plane(), entry: enterAfterBars, exit };
      this.#planes.set(key, planes);
    }
    return planes;
  }

  readDay(from: number, to: number): void {
    const { openTimeMs, open, length } = this.#bars;
    const { words } = this.#machine;
    for (const { moved, reached, up, entry, exit } of this.#planes.values()) {
      for (const plane of [moved, reached, up]) words.fill(0, plane / 4, (plane + this.#bytes) / 4);
      for (let row = from; row < to && row + exit < length; row += 1) {
        // Bars in between are apart by their length at least: where the last one is in time, none is missing.
        if ((openTimeMs[row + exit] as number) - (openTimeMs[row] as number) !== exit * this.#lengthMs)
          continue;
        const word = (row - from) >> 5;
        const bit = 1 << ((row - from) & 31);
        words[reached / 4 + word] = (words[reached / 4 + word] as number) | bit;
        const move = (open[row + exit] as number) - (open[row + entry] as number);
        if (move !== 0) words[moved / 4 + word] = (words[moved / 4 + word] as number) | bit;
        if (move > 0) words[up / 4 + word] = (words[up / 4 + word] as number) | bit;
      }
    }
  }
}

/** Of each rule: decided, right, ties, skipped, both; decided and right in the first half. */
const COUNTS = 7;

/** What was counted of each rule, by the day. */
export class Tally {
  readonly bars: BarColumns;
  /** Bars of the span. */
  readonly rows: number;
  readonly halfMs: number;
  readonly #machine: BitMachine;
  readonly #records: readonly number[];
  /** Two planes: see `BitMachine.count`. */
  readonly #answers: number;
  /** In one piece each, and not an object a rule: a day goes through all of them. */
  readonly #counts: Int32Array;
  readonly #excess: Int16Array;
  readonly #days: number;
  #day = -1;

  constructor(
    machine: BitMachine,
    records: readonly number[],
    bars: BarColumns,
    { fromMs, untilMs }: LabSpan,
  ) {
    const firstRow = rowAt(bars, fromMs);
    this.bars = bars;
    this.rows = bars.length - firstRow;
    let days = 0;
    let most = 0;
    for (let row = firstRow, next = 0; row < bars.length; row = next, days += 1) {
      next = rowAt(bars, (dayOf(bars.openTimeMs[row] as number) + 1) * DAY_MS);
      most = Math.max(most, next - row);
    }
    this.halfMs = halfOf(Math.max(fromMs, bars.openTimeMs[firstRow] ?? fromMs), untilMs);
    this.#machine = machine;
    this.#records = records;
    this.#answers = machine.take(capacityOf(most) / 4);
    this.#days = days;
    this.#excess = new Int16Array(records.length * days);
    this.#counts = new Int32Array(records.length * COUNTS);
  }

  /** Adds the bars from one row to another, which are the next day's. */
  addDay(from: number, to: number, answered: Answered | undefined): void {
    this.#day += 1;
    const isFirstHalf = (this.bars.openTimeMs[from] as number) < this.halfMs;
    const length = capacityOf(to - from) / 32;
    const { words } = this.#machine;
    const counts = this.#counts;
    for (const [rule, record] of this.#records.entries()) {
      this.#machine.count(record, length * 4, this.#answers);
      const at = record / 4;
      const decided = words[at + RECORD.decided] as number;
      const right = words[at + RECORD.right] as number;
      const ties = words[at + RECORD.ties] as number;
      const skipped = (words[at + RECORD.said] as number) - decided - ties;
      const both = words[at + RECORD.both] as number;
      if (rule === 0 && answered !== undefined) this.#answer(from, length, answered);
      this.#excess[rule * this.#days + this.#day] = 2 * right - decided;
      const day = [decided, right, ties, skipped, both, isFirstHalf ? decided : 0, isFirstHalf ? right : 0];
      for (let place = 0; place < COUNTS; place += 1)
        counts[rule * COUNTS + place] = (counts[rule * COUNTS + place] as number) + (day[place] as number);
    }
  }

  #answer(from: number, length: number, answered: Answered): void {
    const { words } = this.#machine;
    const first = this.#answers / 4;
    for (let word = 0; word < length; word += 1) {
      for (let left = words[first + word] as number; left !== 0; left &= left - 1) {
        const bit = 31 - Math.clz32(left & -left);
        answered(from + word * 32 + bit, (((words[first + length + word] as number) >>> bit) & 1) === 1);
      }
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

/**
 * Where conditions are true, bar by bar, a day of UTC at a time: a bit a bar, the day's first bar the lowest bit of the first word. Days
 * must follow each other from the first bar on.
 */
export class ConditionPlanes {
  readonly #machine: BitMachine;
  readonly #bars: BarColumns;
  readonly #capacity: number;
  readonly #series = new Map<string, { readonly fill: Fill; readonly at: number }>();
  /** Addresses in the machine's memory: see `COMPARISON`. */
  readonly #comparisons = new Map<string, number>();

  /** `mostRows`: the most bars that a day has. */
  constructor(machine: BitMachine, bars: BarColumns, mostRows: number) {
    this.#machine = machine;
    this.#bars = bars;
    this.#capacity = capacityOf(mostRows);
  }

  /** Adds a condition before the first day; the same one twice is one plane: the address of its words of the day that was read last. */
  add(condition: Condition): number {
    const { more, less, isCrossing } = comparing(condition);
    const key = `${more.key} ${isCrossing ? 'crosses' : 'is above'} ${less.key}`;
    const machine = this.#machine;
    let known = this.#comparisons.get(key);
    if (known === undefined) {
      const plane = machine.take(this.#capacity / 8);
      // As if it was larger before: the first bar that has numbers crosses nothing.
      known = machine.record(this.#measure(more), this.#measure(less), plane, isCrossing ? -1 : 0, 1);
      this.#comparisons.set(key, known);
    }
    return machine.words[known / 4 + COMPARISON.plane] as number;
  }

  #measure({ key, begin }: Measure): number {
    let known = this.#series.get(key);
    if (known === undefined) {
      known = { fill: begin(this.#bars), at: this.#machine.take(this.#capacity * 8) };
      this.#series.set(key, known);
    }
    return known.at;
  }

  readDay(from: number, to: number): void {
    const rows = to - from;
    for (const { fill, at } of this.#series.values()) {
      const values = this.#machine.floats.subarray(at / 8, at / 8 + this.#capacity);
      fill(values, from, to);
      // Behind the last bar nothing is larger.
      values.fill(Number.NaN, rows);
    }
    for (const comparison of this.#comparisons.values()) this.#compare(comparison, rows);
  }

  #compare(comparison: number, rows: number): void {
    this.#machine.compare(comparison, capacityOf(rows) / 32);
    const { floats, words } = this.#machine;
    const at = comparison / 4;
    if (words[at + COMPARISON.mask] === 0) return;
    const more = (words[at + COMPARISON.more] as number) / 8;
    const less = (words[at + COMPARISON.less] as number) / 8;
    let first = 0;
    while (first < rows && Number.isNaN((floats[more + first] as number) - (floats[less + first] as number)))
      first += 1;
    if (first > 0 && first < rows) {
      const word = (words[at + COMPARISON.plane] as number) / 4 + (first >> 5);
      words[word] = (words[word] as number) & ~(1 << (first & 31));
    }
    words[at + COMPARISON.was] =
      (floats[more + rows - 1] as number) <= (floats[less + rows - 1] as number) ? 0 : 1;
  }
}

/** Bars of whole pairs of words: `BitMachine` reads no less. */
function capacityOf(mostRows: number): number {
  return Math.ceil(mostRows / 64) * 64;
}
