import { daysFromCivil, daysInMonth } from '../time/civil-date.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../time/instant.ts';
import type { ColumnRole, DateStyle, Layout } from './layout.ts';
import type { RowBlock } from './row-block.ts';

/** A price in millionths must fit 32 bits. */
const LARGEST_PRICE = 2_147;
const MOST_DIGITS = 15;
const MOST_DECIMALS = 12;
const MOST_PAIRS = 8;
const LONGEST_PAIR = 16;

/** Year, month and day; in `dmy` and `mdy` the year comes last. */
const DAY: Readonly<Record<'compact' | 'ymd' | 'dmy', string>> = {
  compact: '(\\d{4})(\\d\\d)(\\d\\d)',
  ymd: '(\\d{4})(?:-(?=\\d\\d-)|\\.(?=\\d\\d\\.)|/(?=\\d\\d/))(\\d\\d).(\\d\\d)',
  dmy: '(\\d\\d)(?:-(?=\\d\\d-)|\\.(?=\\d\\d\\.)|/(?=\\d\\d/))(\\d\\d).(\\d{4})',
};
/** `HH:MM`, `HH:MM:SS` with a fraction or none, or `HHMMSS` with glued milliseconds or none. */
const CLOCK = '(\\d\\d)(?::(\\d\\d)(?::(\\d\\d)(?:\\.(\\d*))?)?|(\\d\\d)(\\d\\d)\\.?(\\d*))';
/** `Z`, `+02:00`, `-0330`, `GMT+0200`, `UTC`, perhaps after a space. */
const ZONE = ' ?(?:Z|(?:GMT|UTC)?([+-])(\\d\\d):?(\\d\\d)|GMT|UTC)';
/** A spreadsheet or a data frame may have added a fraction of a millisecond, which no bar or quote needs. */
const EPOCH = '(\\d{1,24})(?:\\.\\d*)?';
const PRICE = ' *(?=\\.?\\d)(\\d*)(?:\\.(\\d*))?';

/**
 * Decodes the rows of one layout, a line at a time, by one regular expression. It checks what a row shows by itself (numbers, the
 * calendar, high and low around open and close); what takes the pair, the clock or the neighbouring rows is left to its caller.
 */
export class RowDecoder {
  /** Line number of the next line, 1 for the first of the file. */
  nextLine: number;
  /** Rows read so far, in all blocks. */
  rows = 0;
  /** Lines that are not rows, blank ones included. */
  strayLines = 0;
  /** The names in the pair column, if there is one. */
  readonly pairs = new Set<string>();

  readonly #layout: Layout;
  readonly #pattern: RegExp;
  // The first group of each of these columns; 0 where there is none.
  readonly #prices: readonly number[];
  readonly #time: number;
  readonly #clock: number;
  readonly #volume: number;
  readonly #pair: number;
  /** Line number minus row number changes only where a line is not a row: those places, for `lineOfRow`. */
  readonly #breaks: { row: number; line: number }[] = [];
  #day = '';
  #dayMs = 0;

  constructor(layout: Layout, firstLine: number) {
    this.#layout = layout;
    this.nextLine = firstLine;
    this.#breaks.push({ row: 0, line: firstLine });
    const delimiter = String.fromCharCode(layout.delimiter).replace(/[|.]/, '\\$&');
    const groups = new Map<ColumnRole, number>();
    let next = 1;
    const columns = layout.roles.map((role) => {
      const pattern = columnPattern(role, layout, `[^${delimiter}\\r]*`);
      groups.set(role, next);
      next += (new RegExp(`${pattern}|`).exec('')?.length ?? 1) - 1;
      return pattern;
    });
    this.#pattern = new RegExp(`^${columns.join(delimiter)}\\r?$`);
    const groupOf = (role: ColumnRole) => groups.get(role) ?? 0;
    const priced =
      layout.kind === 'm1' ? (['open', 'high', 'low', 'close'] as const) : (['bid', 'ask'] as const);
    this.#prices = priced.map(groupOf);
    this.#time = groupOf('time') || groupOf('date');
    this.#clock = groupOf('clock');
    this.#volume = groupOf('volume');
    this.#pair = groupOf('pair');
  }

  /** Decodes the next line into the block's next place; false when it is not a row, and then only the line is counted. */
  decode(line: string, block: RowBlock): boolean {
    this.nextLine += 1;
    const found = this.#pattern.exec(line);
    if (found !== null && this.#put(found, block)) {
      block.length += 1;
      this.rows += 1;
      return true;
    }
    this.strayLines += 1;
    if (this.#breaks.at(-1)?.row === this.rows) this.#breaks.pop();
    this.#breaks.push({ row: this.rows, line: this.nextLine });
    return false;
  }

  /** The line of the file that a row, counted from 0 over all blocks, was read from. */
  lineOfRow(row: number): number {
    const { row: from, line } = this.#breaks.findLast((each) => each.row <= row) ?? { row: 0, line: 1 };
    return line + row - from;
  }

  #put(found: RegExpExecArray, block: RowBlock): boolean {
    const index = block.length;
    const time = this.#timeMs(found);
    const first = this.#price(found, 0);
    const second = this.#price(found, 1);
    if (Number.isNaN(time) || Number.isNaN(first) || Number.isNaN(second)) return false;
    if (this.#layout.kind === 'm1') {
      const low = this.#price(found, 2);
      const close = this.#price(found, 3);
      if (!(low <= Math.min(first, close) && second >= Math.max(first, close))) return false;
      block.low[index] = low;
      block.close[index] = close;
    }
    block.timeMs[index] = time;
    block.open[index] = first;
    block.high[index] = second;
    block.flags[index] = this.#volume > 0 && !/[1-9]/.test(found[this.#volume] ?? '') ? 1 : 0;
    if (this.#pair > 0) this.#notePair(found[this.#pair] ?? '');
    return true;
  }

  #notePair(name: string): void {
    if (this.pairs.size <= MOST_PAIRS && name.length <= LONGEST_PAIR) this.pairs.add(name);
  }

  /** In whole millionths; NaN when it is none, or has more digits than a price can have. */
  #price(found: RegExpExecArray, column: number): number {
    const group = this.#prices[column] ?? 0;
    const whole = found[group] ?? '';
    const fraction = found[group + 1] ?? '';
    const decimals = fraction.length;
    if (whole.length + decimals > MOST_DIGITS || decimals > MOST_DECIMALS) return Number.NaN;
    const digits = Number(whole + fraction);
    const price = decimals <= 6 ? digits * 10 ** (6 - decimals) : Math.round(digits / 10 ** (decimals - 6));
    return price > 0 && price <= LARGEST_PRICE * 1e6 ? price : Number.NaN;
  }

  /** On the file's own clock, or on UTC where the rows give their offset; NaN when there is no such time. */
  #timeMs(found: RegExpExecArray): number {
    const { dateStyle, ownClock } = this.#layout;
    const group = this.#time;
    if (dateStyle === 'epoch-ms' || dateStyle === 'epoch-s')
      return Number(found[group]) * (dateStyle === 'epoch-s' ? SECOND_MS : 1);
    const own = found[group + 3] === undefined ? 0 : clockMs(found, group + 3);
    const zone = ownClock ? zoneMs(found, group + 10) : 0;
    return (
      this.#dayOf(found[group] ?? '', found[group + 1] ?? '', found[group + 2] ?? '', dateStyle) +
      own -
      zone +
      (this.#clock === 0 ? 0 : clockMs(found, this.#clock))
    );
  }

  /** Most rows are of the day of the row before. */
  #dayOf(one: string, two: string, three: string, style: DateStyle): number {
    const written = `${one} ${two} ${three}`;
    if (written === this.#day) return this.#dayMs;
    const [year, month, day] = (
      style === 'dmy' ? [three, two, one] : style === 'mdy' ? [three, one, two] : [one, two, three]
    ).map(Number) as [number, number, number];
    if (!(month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return Number.NaN;
    this.#day = written;
    this.#dayMs = daysFromCivil(year, month, day) * DAY_MS;
    return this.#dayMs;
  }
}

function columnPattern(role: ColumnRole, { dateStyle, ownClock }: Layout, anything: string): string {
  switch (role) {
    case 'time':
    case 'date': {
      if (dateStyle === 'epoch-ms' || dateStyle === 'epoch-s') return EPOCH;
      const day = DAY[dateStyle === 'mdy' ? 'dmy' : dateStyle];
      return `${day}(?:[ T]${CLOCK}${ownClock ? ZONE : ''})?`;
    }
    case 'clock':
      return CLOCK;
    case 'volume':
    case 'pair':
      return `(${anything})`;
    case 'skip':
      return anything;
    default:
      return PRICE;
  }
}

/** Milliseconds of the day by the groups of CLOCK; NaN when there is no such time. */
function clockMs(found: RegExpExecArray, group: number): number {
  const hour = Number(found[group]);
  const minute = Number(found[group + 1] ?? found[group + 4]);
  const second = Number(found[group + 2] ?? found[group + 5] ?? 0);
  const fraction = (found[group + 3] ?? found[group + 6] ?? '').slice(0, 3).padEnd(3, '0');
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  return hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + Number(fraction);
}

/** Milliseconds ahead of UTC by the groups of ZONE. */
function zoneMs(found: RegExpExecArray, group: number): number {
  if (found[group] === undefined) return 0;
  const ms = Number(found[group + 1]) * HOUR_MS + Number(found[group + 2]) * MINUTE_MS;
  return found[group] === '-' ? -ms : ms;
}
