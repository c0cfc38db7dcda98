import type { BarColumns } from '../market/bars.ts';
import { comparing, type Fill, type Measure } from './conditions.ts';
import type { Condition } from './rule.ts';

/** A measure over the bars of a day. */
interface Series {
  readonly fill: Fill;
  readonly values: Float64Array;
  /**
   * The values as whole steps of 15 bits, rounded down, two bars a number: of each 32 bars the first 16 in the low halves, the others in
   * the high ones.
   */
  readonly steps: Int32Array;
  group: Group;
}

/** Series and levels that are compared with each other have the same steps. */
interface Group {
  readonly series: Set<Series>;
  readonly levels: Set<number>;
  /** Of the day: the lowest value, and steps in a unit. */
  low: number;
  scale: number;
}

/** Where one series is above and where below another, or a level: a bit a bar. If it crosses, only the bars at which it begins to be. */
interface Comparison {
  readonly one: Series;
  readonly other: Series | undefined;
  readonly level: number;
  readonly isCrossing: boolean;
  readonly above: Int32Array;
  readonly below: Int32Array;
  /** 1 where it was so at the bar before this day, and before the first bar that has numbers: that one crosses nothing. */
  wasAbove: number;
  wasBelow: number;
}

const MOST_STEPS = 2 ** 15 - 1;

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
  /** What `#compareExactly` found in 32 bars; unknown where a value is not a number yet. */
  #above = 0;
  #below = 0;
  #unknown = 0;

  /** `mostRows`: the most bars that a day has. */
  constructor(bars: BarColumns, mostRows: number) {
    this.#bars = bars;
    // Whole words of 32 bars, so that no loop has a rest.
    this.#capacity = Math.ceil(mostRows / 32) * 32;
    this.#levelSteps = new Int32Array(this.#capacity / 2);
  }

  /** Adds a condition before the first day; the same one twice is one plane. Its words are those of the day that was read last. */
  add(condition: Condition): Int32Array {
    const { one, other, side, isCrossing } = comparing(condition);
    const isLevel = typeof other === 'number';
    const key = `${isCrossing ? 'crosses' : 'is'} ${one.key} / ${isLevel ? other : other.key}`;
    let known = this.#comparisons.get(key);
    if (known === undefined) {
      known = {
        one: this.#measure(one),
        other: isLevel ? undefined : this.#measure(other),
        level: isLevel ? other : 0,
        isCrossing,
        above: new Int32Array(this.#capacity / 32),
        below: new Int32Array(this.#capacity / 32),
        wasAbove: 1,
        wasBelow: 1,
      };
      this.#comparisons.set(key, known);
      const { group } = known.one;
      if (isLevel) group.levels.add(other);
      else join(group, (known.other as Series).group);
    }
    return known[side];
  }

  #measure({ key, begin }: Measure): Series {
    let known = this.#series.get(key);
    if (known === undefined) {
      known = {
        fill: begin(this.#bars),
        values: new Float64Array(this.#capacity),
        steps: new Int32Array(this.#capacity / 2),
        group: { series: new Set(), levels: new Set(), low: 0, scale: 0 },
      };
      known.group.series.add(known);
      this.#series.set(key, known);
    }
    return known;
  }

  /** Reads the rows of the next day. */
  readDay(from: number, to: number): void {
    const rows = to - from;
    for (const { fill, values } of this.#series.values()) fill(values, from, to);
    for (const group of new Set([...this.#series.values()].map((series) => series.group)))
      setScale(group, rows);
    for (const [place, series] of [...this.#series.values()].entries()) setSteps(series, rows, place);
    for (const comparison of this.#comparisons.values()) this.#compare(comparison, rows);
  }

  /**
   * Different steps say which value is larger; where a word of 32 bars has equal ones, the values do. This is where a sweep spends its
   * time: one subtraction compares two bars, by the highest bit of each half of the difference.
   */
  #compare(comparison: Comparison, rows: number): void {
    const { one, other, level, isCrossing, above, below } = comparison;
    const { low, scale } = one.group;
    // The highest bit of both halves, and the lowest: here, as bundlers make variables of a module's constants, which are slower.
    const top = 0x8000_8000 | 0;
    const bottom = 0x0001_0001;
    const [a, b] = [
      one.steps,
      other?.steps ?? this.#levelSteps.fill(Math.floor((level - low) * scale) * bottom),
    ];
    const words = (rows + 31) >> 5;
    // Values are never numbers first and none later.
    const hasUnknown = Number.isNaN((one.values[0] as number) - (other?.values[0] ?? 0));
    const lastRow = (rows - 1) & 31;
    let { wasAbove, wasBelow } = comparison;
    for (let word = 0, at = 0; word < words; word += 1) {
      let more = 0;
      let same = 0;
      for (const end = at + 16; at < end; at += 4) {
        // A half is 0x8000 where both have as many steps: one less takes its highest bit away.
        const c = ((a[at] as number) | top) - (b[at] as number);
        const d = ((a[at + 1] as number) | top) - (b[at + 1] as number);
        const e = ((a[at + 2] as number) | top) - (b[at + 2] as number);
        const f = ((a[at + 3] as number) | top) - (b[at + 3] as number);
        same |= (c ^ (c - bottom)) | (d ^ (d - bottom)) | (e ^ (e - bottom)) | (f ^ (f - bottom));
        more = (more >>> 4) | ((c & top) >>> 3) | ((d & top) >>> 2) | ((e & top) >>> 1) | (f & top);
      }
      const isLast = word === words - 1;
      if (isLast) more &= -1 >>> (31 - lastRow);
      let less = isLast ? ~more & (-1 >>> (31 - lastRow)) : ~more;
      let unknown = 0;
      if ((same & top) !== 0 || hasUnknown) {
        this.#compareExactly(comparison, word * 32, Math.min(rows, word * 32 + 32));
        more = this.#above;
        less = this.#below;
        unknown = this.#unknown;
      }
      if (!isCrossing) {
        above[word] = more;
        below[word] = less;
        continue;
      }
      above[word] = more & ~(((more | unknown) << 1) | wasAbove);
      below[word] = less & ~(((less | unknown) << 1) | wasBelow);
      const last = isLast ? lastRow : 31;
      wasAbove = ((more | unknown) >>> last) & 1;
      wasBelow = ((less | unknown) >>> last) & 1;
    }
    comparison.wasAbove = wasAbove;
    comparison.wasBelow = wasBelow;
  }

  #compareExactly({ one, other, level }: Comparison, from: number, to: number): void {
    let [above, below, unknown] = [0, 0, 0];
    for (let row = from; row < to; row += 1) {
      const value = one.values[row] as number;
      const against = other === undefined ? level : (other.values[row] as number);
      const bit = 1 << (row - from);
      if (value > against) above |= bit;
      else if (value < against) below |= bit;
      else if (value !== against) unknown |= bit;
    }
    this.#above = above;
    this.#below = below;
    this.#unknown = unknown;
  }
}

function join(group: Group, other: Group): void {
  if (group === other) return;
  for (const series of other.series) {
    group.series.add(series);
    series.group = group;
  }
  for (const level of other.levels) group.levels.add(level);
}

/** The steps of a day: from its lowest value to its highest one. */
function setScale(group: Group, rows: number): void {
  let low = Math.min(...group.levels);
  let high = Math.max(...group.levels);
  for (const { values } of group.series) {
    for (let row = 0; row < rows; row += 1) {
      const value = values[row] as number;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  group.low = low;
  group.scale = high > low ? MOST_STEPS / (high - low) : 0;
}

/** `place` is another one for each series: behind the last bar they do not have the same steps, which are looked at twice. */
function setSteps({ values, steps, group: { low, scale } }: Series, rows: number, place: number): void {
  values.fill(low + (place + 0.5) / scale, rows);
  for (let row = 0; row < rows; row += 16) {
    for (const end = row + 16; row < end; row += 1) {
      const first = ((values[row] as number) - low) * scale;
      const second = ((values[row + 16] as number) - low) * scale;
      steps[(row >> 5) * 16 + (row & 15)] = first | (second << 16);
    }
  }
}
