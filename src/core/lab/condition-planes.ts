import type { BarColumns } from '../market/bars.ts';
import { type BitMachine, COMPARISON } from './bit-machine.ts';
import { comparing, type Fill, type Measure } from './conditions.ts';
import type { Condition } from './rule.ts';

/** A measure, and where its numbers of a day are in the machine's memory. */
interface Series {
  readonly fill: Fill;
  readonly at: number;
}

/**
 * Where conditions are true, bar by bar, a day of UTC at a time: a bit a bar, the day's first bar the lowest bit of the first word. Days
 * must follow each other from the first bar on.
 */
export class ConditionPlanes {
  readonly #machine: BitMachine;
  readonly #bars: BarColumns;
  readonly #capacity: number;
  readonly #series = new Map<string, Series>();
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

  /** Reads the rows of the next day. */
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
export function capacityOf(mostRows: number): number {
  return Math.ceil(mostRows / 64) * 64;
}
