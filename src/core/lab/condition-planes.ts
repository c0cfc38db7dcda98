import type { BarColumns } from '../market/bars.ts';
import { comparing, type Measure } from './conditions.ts';
import type { Condition } from './rule.ts';

/** A measure over the bars of a day; index 0 is the last bar before it. */
interface Series {
  /** Writes the values of rows from index 1 on. */
  readonly fill: (values: Float64Array, from: number, to: number) => void;
  readonly values: Float64Array;
  /** The values as whole numbers of a step that is the same for all series of the day, rounded towards 0. */
  readonly steps: Int32Array;
}

/** Where one series is above and where below another, or a level: a bit a bar. */
interface Comparison {
  readonly one: Series;
  readonly other: Series | undefined;
  readonly level: number;
  readonly above: Int32Array;
  readonly below: Int32Array;
  /** Of these, the bars at which it was not so at the bar before; only where a condition asks for them. */
  readonly crossesAbove: Int32Array | undefined;
  readonly crossesBelow: Int32Array | undefined;
}

/** Steps stay below 2^29, so that a difference of two is a number of 32 bits. */
const LARGEST_STEPS = 2 ** 29;

/**
 * Where conditions are true, bar by bar, a day of UTC at a time: a bit a bar, the day's first bar the lowest bit of the first word. Days
 * must follow each other from the first bar on.
 */
export class ConditionPlanes {
  readonly #bars: BarColumns;
  readonly #capacity: number;
  readonly #series = new Map<string, Series>();
  readonly #comparisons = new Map<string, Comparison>();
  readonly #levelSteps: Int32Array;

  /** `mostRows`: the most bars that a day has. */
  constructor(bars: BarColumns, mostRows: number) {
    this.#bars = bars;
    // Whole words of 32 bars, so that no loop has a rest.
    this.#capacity = Math.ceil(mostRows / 32) * 32;
    this.#levelSteps = new Int32Array(this.#capacity + 1);
  }

  /** Adds a condition before the first day; the same one twice is one plane. Its words are those of the day that was read last. */
  add(condition: Condition): Int32Array {
    const { one, other, side, isCrossing } = comparing(condition);
    const isLevel = typeof other === 'number';
    const key = `${isCrossing ? 'crosses' : 'is'} ${one.key} / ${isLevel ? other : other.key}`;
    let known = this.#comparisons.get(key);
    if (known === undefined) {
      const words = (): Int32Array => new Int32Array(this.#capacity / 32);
      known = {
        one: this.#measure(one),
        other: isLevel ? undefined : this.#measure(other),
        level: isLevel ? other : 0,
        above: words(),
        below: words(),
        crossesAbove: isCrossing ? words() : undefined,
        crossesBelow: isCrossing ? words() : undefined,
      };
      this.#comparisons.set(key, known);
    }
    const { above, below, crossesAbove = above, crossesBelow = below } = known;
    return side === 'above' ? crossesAbove : crossesBelow;
  }

  #measure({ key, begin, beginRows }: Measure): Series {
    let known = this.#series.get(key);
    if (known === undefined) {
      known = {
        fill: beginRows?.(this.#bars) ?? rowByRow(begin(this.#bars)),
        values: new Float64Array(this.#capacity + 1).fill(Number.NaN),
        steps: new Int32Array(this.#capacity + 1),
      };
      this.#series.set(key, known);
    }
    return known;
  }

  /** Reads the rows of the next day. */
  readDay(from: number, to: number): void {
    const rows = to - from;
    let largest = 1;
    for (const { fill, values } of this.#series.values()) {
      fill(values, from, to);
      for (let row = 1; row <= rows; row += 1) {
        const value = values[row] as number;
        if (value > largest) largest = value;
        else if (-value > largest) largest = -value;
      }
    }
    for (const { level } of this.#comparisons.values()) largest = Math.max(largest, Math.abs(level));
    // A power of 2: multiplying by it rounds nothing.
    const scale = 2 ** Math.floor(Math.log2(LARGEST_STEPS / largest));
    for (const { values, steps } of this.#series.values())
      for (let row = 1; row <= rows; row += 1) steps[row] = ((values[row] as number) * scale) | 0;
    for (const comparison of this.#comparisons.values()) this.#compare(comparison, rows, scale);
    for (const { values } of this.#series.values()) values[0] = values[rows] as number;
  }

  #compare(comparison: Comparison, rows: number, scale: number): void {
    const { one, other, level, above, below, crossesAbove, crossesBelow } = comparison;
    const [before, otherBefore] = [
      one.values[0] as number,
      other === undefined ? level : (other.values[0] as number),
    ];
    const otherSteps = other === undefined ? this.#levelSteps.fill((level * scale) | 0) : other.steps;
    // Different steps say which value is larger. Equal ones do not, and a series without numbers has no steps.
    if (!Number.isNaN(before - otherBefore) && compareSteps(above, one.steps, otherSteps, rows)) {
      if (crossesAbove === undefined || crossesBelow === undefined) complement(below, above, rows);
      else bothCrossings(crossesAbove, crossesBelow, above, rows, before > otherBefore ? 1 : 0);
      if (crossesAbove === undefined || before !== otherBefore) return;
    }
    compareValues(above, one.values, other?.values, level, rows, 1);
    compareValues(below, one.values, other?.values, level, rows, -1);
    if (crossesAbove === undefined || crossesBelow === undefined) return;
    keepCrossings(crossesAbove, above, rows, !(before <= otherBefore));
    keepCrossings(crossesBelow, below, rows, !(before >= otherBefore));
    if (!Number.isNaN(before - otherBefore)) return;
    // The first bar that has numbers crosses nothing.
    for (let row = 1; row <= rows; row += 1) {
      if (
        Number.isNaN(
          (one.values[row] as number) - (other === undefined ? level : (other.values[row] as number)),
        )
      )
        continue;
      const [word, kept] = [(row - 1) >> 5, ~(1 << ((row - 1) & 31))];
      crossesAbove[word] = (crossesAbove[word] as number) & kept;
      crossesBelow[word] = (crossesBelow[word] as number) & kept;
      return;
    }
  }
}

function rowByRow(next: (row: number) => number): Series['fill'] {
  return (values, from, to) => {
    for (let row = from; row < to; row += 1) values[row - from + 1] = next(row);
  };
}

/** The other bits of the rows. */
function complement(others: Int32Array, plane: Int32Array, rows: number): void {
  const words = (rows + 31) >> 5;
  for (let word = 0; word < words; word += 1) others[word] = ~(plane[word] as number);
  others[words - 1] = (others[words - 1] as number) & lastBits(rows);
}

/** Where the bits of a plane begin to be set and where they end, when no row is neither above nor below. */
function bothCrossings(
  begins: Int32Array,
  ends: Int32Array,
  plane: Int32Array,
  rows: number,
  before: number,
): void {
  const words = (rows + 31) >> 5;
  let carry = before;
  for (let word = 0; word < words; word += 1) {
    const bits = plane[word] as number;
    const shifted = (bits << 1) | carry;
    begins[word] = bits & ~shifted;
    ends[word] = shifted & ~bits;
    carry = bits >>> 31;
  }
  ends[words - 1] = (ends[words - 1] as number) & lastBits(rows);
}

/** The bits of a last word that stand for rows. */
function lastBits(rows: number): number {
  return (rows & 31) === 0 ? -1 : (1 << (rows & 31)) - 1;
}

/**
 * Sets the bit of each row at which one has more steps than the other, by the sign of their difference; answers false where a row
 * has as many. This is where a sweep spends its time: eight rows a turn take two thirds of the time of one.
 */
function compareSteps(words: Int32Array, one: Int32Array, other: Int32Array, rows: number): boolean {
  let row = 1;
  let word = 0;
  for (; row + 31 <= rows; word += 1) {
    let bits = 0;
    for (const end = row + 32; row < end; row += 8) {
      const a = ((other[row] as number) - (one[row] as number)) | 0;
      const b = ((other[row + 1] as number) - (one[row + 1] as number)) | 0;
      const c = ((other[row + 2] as number) - (one[row + 2] as number)) | 0;
      const d = ((other[row + 3] as number) - (one[row + 3] as number)) | 0;
      if (a === 0 || b === 0 || c === 0 || d === 0) return false;
      const e = ((other[row + 4] as number) - (one[row + 4] as number)) | 0;
      const f = ((other[row + 5] as number) - (one[row + 5] as number)) | 0;
      const g = ((other[row + 6] as number) - (one[row + 6] as number)) | 0;
      const h = ((other[row + 7] as number) - (one[row + 7] as number)) | 0;
      if (e === 0 || f === 0 || g === 0 || h === 0) return false;
      bits =
        (bits >>> 8) |
        ((a >>> 31) << 24) |
        ((b >>> 31) << 25) |
        ((c >>> 31) << 26) |
        ((d >>> 31) << 27) |
        ((e >>> 31) << 28) |
        ((f >>> 31) << 29) |
        ((g >>> 31) << 30) |
        (h & 0x8000_0000);
    }
    words[word] = bits;
  }
  if (row > rows) return true;
  let bits = 0;
  for (let bit = 0; row <= rows; row += 1, bit += 1) {
    const a = ((other[row] as number) - (one[row] as number)) | 0;
    if (a === 0) return false;
    bits |= (a >>> 31) << bit;
  }
  words[word] = bits;
  return true;
}

/** The same from the values themselves: above for sign 1, below for -1. NaN is neither. */
function compareValues(
  words: Int32Array,
  one: Float64Array,
  other: Float64Array | undefined,
  level: number,
  rows: number,
  sign: 1 | -1,
): void {
  for (let row = 1, word = 0; row <= rows; word += 1) {
    let bits = 0;
    const end = Math.min(rows, row + 31);
    for (let bit = 0; row <= end; row += 1, bit += 1) {
      const against = other === undefined ? level : (other[row] as number);
      const isSet = sign === 1 ? (one[row] as number) > against : (one[row] as number) < against;
      bits |= (isSet ? 1 : 0) << bit;
    }
    words[word] = bits;
  }
}

/** The bits that are set where that of the bar before is not. */
function keepCrossings(crossings: Int32Array, plane: Int32Array, rows: number, wasSet: boolean): void {
  let before = wasSet ? 1 : 0;
  for (let word = 0; word * 32 < rows; word += 1) {
    const bits = plane[word] as number;
    crossings[word] = bits & ~((bits << 1) | before);
    before = bits >>> 31;
  }
}
