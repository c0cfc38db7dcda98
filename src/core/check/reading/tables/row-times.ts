/** When the trades of a table begin, and how long they run. */
import { DAY_MS, type EpochMs } from '../../../time/instant.ts';
import type { WallClock } from '../../../time/wall-clock.ts';
import { median } from '../../staking.ts';
import type { Cells, Heading } from '../words/table-columns.ts';
import type { Row } from '../complete-trades.ts';
import {
  clockIn,
  columnOrder,
  dayIn,
  HAS_CLOCK,
  headingOffset,
  InstantReader,
  timeOfDay,
  withoutMidnight,
} from '../words/moment.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';
import { parseExpiry, unitOfName } from '../words/trade-words.ts';
import { NotATrade, orNull, type Table } from '../unreadable.ts';
import { onlyCell, remembering } from '../words/words.ts';

/** An instant, or a time of a day that is not known; neither where no column has a time. */
type Start = Required<Pick<Row, 'timeMs' | 'clockMs'>>;

/** `9:00`, `14:00:00 UTC`: a journal may round to it. */
const WHOLE_HOUR = /(?<![:\d])\d{1,2}[:h]00(?::00(?:\.0+)?)?(?![:\d])/;
const TIME_ALONE = /^\d{1,2}[:h]\d{2}(?::\d{2})?(?:\s?(?:[ap]\.?m\.?|[صم]))?$/i;

/**
 * A table with the day before the first time of each row below one that is a day and nothing else, in place of those rows; and with the
 * day of the first of several rows in the cells that are empty below it.
 */
export function withDays(table: Table): Table {
  let day: string | undefined;
  let dated: { readonly at: number; readonly cell: string } | undefined;
  let isDated = false;
  const [rows, lines]: [(readonly string[])[], number[]] = [[], []];
  for (const [at, row] of table.rows.entries()) {
    const only = dayIn(onlyCell(row) ?? '');
    day = only ?? day;
    if (only !== undefined) continue;
    const clock = row.findIndex((cell) => TIME_ALONE.test(cell));
    const isDay = (cell: string): boolean => dayIn(withoutMidnight(cell)) !== undefined;
    const ofDay = clock === -1 ? -1 : row.findIndex(isDay);
    let filled = row;
    if (ofDay !== -1) dated = { at: ofDay, cell: row[ofDay] as string };
    else if (clock !== -1 && day !== undefined) filled = row.with(clock, `${day} ${row[clock]}`);
    else if (clock !== -1 && dated !== undefined && row[dated.at] === '')
      filled = row.with(dated.at, dated.cell);
    isDated ||= filled !== row;
    rows.push(filled);
    lines.push(table.lines[at] as number);
  }
  return isDated ? { rows, lines } : table;
}

/** Reads the times of rows; what their columns mean as a whole is settled before the first. */
export class RowTimes {
  /** Rows with the same time are seldom those of two trades. */
  readonly hasClock: boolean;
  readonly hasDates: boolean;
  /** Whether it is known in which unit durations are. */
  readonly hasUnit: boolean;
  readonly instants: InstantReader;
  readonly #cell: Cells['cell'];
  readonly #secondsIn: (duration: string) => number;

  constructor(cells: Cells, { table, heading, clock, asker }: RowTimesOptions) {
    this.#cell = cells.cell;
    const cellsOf = (meaning: 'time' | 'date' | 'clock' | 'closed'): readonly string[] =>
      cells.at[meaning] === undefined ? [] : rows.flatMap((row) => cells.cell(row, meaning) || []);
    const { rows, nameOf } = cells;
    const [times, dated] = [cellsOf('time'), cellsOf('date')];
    const dates = dated.length === 0 ? times : [...times, ...dated];
    this.hasDates = dates.length > 0;
    const clocks = cellsOf('clock');
    // Times of day alone are those of any day: where they come again, so can rows.
    this.hasClock = this.hasDates
      ? [...clocks, ...dates].some((cell) => HAS_CLOCK.test(withoutMidnight(cell)) && !WHOLE_HOUR.test(cell))
      : new Set(clocks).size * 2 > clocks.length;
    const above = table.rows.slice(0, Math.max(0, heading.row)).flat();
    this.instants = new InstantReader(
      columnOrder(dates, cellsOf('closed'), asker),
      clock,
      headingOffset([nameOf('time'), nameOf('date'), nameOf('clock'), ...above]),
    );
    const unit =
      unitOfName(nameOf('expiry')) ??
      this.#unitByTimes(rows.slice(0, MOST_TIMED)) ??
      this.#askUnit(rows, asker);
    this.hasUnit = !Number.isNaN(unit);
    this.#secondsIn = remembering((duration) => parseExpiry(duration, unit));
  }

  /** When the trade of a row begins. Throws a NotATrade where its cells hold no time. */
  startOf(row: readonly string[]): Start {
    const text = this.#startText(row);
    const clockMs = timeOfDay(text);
    return { clockMs, timeMs: clockMs !== null || text === '' ? null : this.#moment(text) };
  }

  #startText(row: readonly string[]): string {
    const [time, date, clock] = [this.#cell(row, 'time'), this.#cell(row, 'date'), this.#cell(row, 'clock')];
    return time !== '' ? time : clock === '' ? date : `${withoutMidnight(date)} ${clock}`.trim();
  }

  /** The same, without a time where the cells hold none. */
  startIfReadable(row: readonly string[]): Start {
    return orNull(() => this.startOf(row)) ?? { clockMs: null, timeMs: null };
  }

  /** The same in milliseconds, NaN where it is not known. */
  readonly msOf = (row: readonly string[]): number => this.startIfReadable(row).timeMs ?? Number.NaN;

  /**
   * The time to expiry in whole seconds of a row whose trade begins in another, or in itself: a duration in the unit that it or the name
   * of its column tells, else in that in which durations are as long as between the starts and the ends of their trades, or that the
   * reader says; the time between these where there is no duration, or another one, as the timeframe of a chart; null where it has none.
   * The column is optional: what is no time to expiry there says nothing about the trade.
   */
  expiryOf(row: readonly string[], opening = row): number | null {
    const duration = this.#cell(row, 'expiry');
    const said = duration === '' ? Number.NaN : this.#secondsIn(duration);
    const between = this.#secondsBetween(row, opening) ?? 0;
    // Times may be of whole minutes.
    const isOther = between > 0 && !(Math.abs(between - said) < 60);
    const seconds = Math.round(isOther ? between : said);
    return seconds > 0 ? seconds : null;
  }

  #secondsBetween(row: readonly string[], opening: readonly string[]): number | null {
    const closed = this.#cell(row, 'closed');
    const isApart = closed === '' && row !== opening;
    if (closed === '' && !isApart) return null;
    const [from, to] = [clockIn(this.#startText(opening)), orNull(() => timeOfDay(closed))];
    // A time of day alone is within a day.
    if (from !== null && to !== null) return ((to - from + DAY_MS) % DAY_MS) / 1_000;
    const start = this.startIfReadable(opening).timeMs;
    const end = isApart ? this.startIfReadable(row).timeMs : orNull(() => this.#moment(closed));
    return start === null || end === null ? null : (end - start) / 1_000;
  }

  #unitByTimes(rows: readonly (readonly string[])[]): number | undefined {
    const ratios = rows.flatMap((row) => {
      const [duration, seconds] = [this.#cell(row, 'expiry'), this.#secondsBetween(row, row)];
      return BARE.test(duration) && seconds !== null ? seconds / parseExpiry(duration, 1) : [];
    });
    const ratio = median(ratios);
    if (ratio !== null) return [60, 3_600, 86_400].findLast((unit) => ratio > unit / 6) ?? 1;
    return undefined;
  }

  /**
   * The unit of numbers below 60 of which nothing tells it: asked where trades of one pair begin so close to each other that they overlap
   * in minutes alone; else none, as it changes nothing.
   */
  #askUnit(rows: readonly (readonly string[])[], asker: Asker): number {
    const bare = rows.filter((row) => BARE.test(this.#cell(row, 'expiry')));
    const numberIn = (row: readonly string[]): number => parseExpiry(this.#cell(row, 'expiry'), 1);
    if (bare.length > 0 && bare.every((row) => areMilliseconds(numberIn(row)))) return 0.001;
    if (!bare.some((row) => numberIn(row) < LEAST_SECONDS)) return 1;
    const before = new Map<string, { readonly startMs: number; readonly number: number }>();
    const started = bare.flatMap((row) => {
      const { timeMs, clockMs } = this.startIfReadable(row);
      const startMs = timeMs ?? clockMs;
      return startMs === null ? [] : [{ row, startMs, number: numberIn(row), pair: this.#cell(row, 'pair') }];
    });
    started.sort((one, other) => one.startMs - other.startMs);
    const close = started.filter((one) => {
      const last = before.get(one.pair);
      before.set(one.pair, one);
      const seconds = last === undefined ? 0 : (one.startMs - last.startMs) / 1_000 / last.number;
      return seconds >= 1 && seconds < 60;
    });
    if (close.length === 0) return Number.NaN;
    return asker.ask(
      'expiry-unit',
      ['minutes', 'seconds'],
      close.map(({ row }) => row),
    ) === 'minutes'
      ? 60
      : 1;
  }

  #moment(text: string): EpochMs {
    const moment = this.instants.read(text);
    if (moment === undefined) throw new NotATrade({ code: 'no-time', cell: shown(text) });
    return moment;
  }
}

export interface RowTimesOptions {
  readonly table: Table;
  readonly heading: Heading;
  readonly clock: WallClock;
  readonly asker: Asker;
}

const MOST_TIMED = 200;
/** A duration without a unit. */
const BARE = /^\d[\d.,]*$/;
/** Larger numbers without a unit are seconds. */
const LEAST_SECONDS = 60;
/** Whole thousands from 30 seconds on; of seconds they would be 8 hours and more, of which 10, 15 and 20 hours alone are usual. */
const areMilliseconds = (number: number): boolean =>
  number >= 30_000 && number % 1_000 === 0 && (number >= 90_000 || number % 18_000 !== 0);
