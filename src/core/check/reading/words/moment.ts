import { daysFromCivil, daysFromPersian, daysInMonth } from '../../../time/civil-date.ts';
import { DAY_MS, type EpochMs, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../time/instant.ts';
import { ClockReader, type WallClock } from '../../../time/wall-clock.ts';
import type { Asker } from '../questions.ts';
import { NotATrade, orNull } from '../unreadable.ts';

/** Whether 03/02 is 3 February or 2 March; of 26-09-24 the year may stand first. */
export type DateOrder = 'day first' | 'month first' | 'year first';

/** A moment as a clock shows it; its zone where the text names one. */
export interface Moment {
  /** As if the clock were on UTC. */
  readonly localMs: number;
  /** How far that clock is ahead of UTC; undefined where the text does not say. */
  readonly offsetMs: number | undefined;
}

const MONTHS = [
  'jan,ene,gen,янв,oca,जन,জানু,جنوری,يناير',
  'feb,fev,фев,sub,फर,फ़र,ফেব,فروری,فبراير',
  'mar,mrz,maer,мар,मार्च,মার্চ,مارچ,مارس',
  'apr,abr,avr,апр,nis,अप्रै,এপ্রি,اپریل,أبريل',
  'may,mai,mag,mei,май,мая,मई,মে,مئی,مايو',
  'jun,juin,giu,июн,haz,जून,জুন,جون,يونيو',
  'jul,juil,lug,июл,tem,जुल,জুল,جولا,يوليو',
  'aug,ago,aou,авг,agu,अग,আগ,اگست,أغسطس',
  'sep,set,сен,eyl,सित,সেপ,ستمبر,سبتمبر',
  'oct,okt,out,ott,окт,eki,अक्ट,अक्तू,অক্ট,اکتوبر,أكتوبر',
  'nov,ноя,kas,नव,নভে,نومبر,نوفمبر',
  'dec,dez,dic,des,дек,ara,दिस,ডিসে,دسمبر,ديسمبر',
].map((list) => list.split(',').map(plainMonth));

const CLOCK =
  /(?:^|[T,\s]\s*)(\d{1,2})[:h](\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([apصم])?\.?(?:m\b\.?)?\s*(Z|(?:UTC|GMT)?\s*[+-]\s*\d{1,2}(?::?\d{2})?|UTC|GMT)?\s*\)?(?:\s*\(?(E[DS]T|C[DE]T|CEST|M[DS]T|P[DS]T|EES?T|MSK|WIB|JST|BRT|AE[DS]T)\)?|\s*\([\p{L} ]{2,40}\)|\s+[A-Z]{1,4}T)?$/iu;
/** Hours ahead of UTC of the clocks whose short names mean one each: times with another one, as IST, are on a clock that is not known. */
const ZONES: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  wib: 7,
  jst: 9,
  brt: -3,
  aest: 10,
  aedt: 11,
};
/** The form that programs write most, read without the many others. */
const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z)?$/;
const YEAR_FIRST = /^(\d{4})[-./年](\d{1,2})[-./月](\d{1,2})日?$/;
const YEAR_LAST = /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})$/;
const NAMED =
  /^(?:[\p{L}\p{M}]{2,12}\.?,? )?(\d{1,2})(?:st|nd|rd|th)?[-. ]{0,2}(?:de )?((?!st|nd|rd|th)[\p{L}\p{M}]{2,12})\.?[-, ]{0,2}(?:de )?(\d{4}|\d{2})$/iu;
const NAMED_FIRST =
  /^(?:[\p{L}\p{M}]{2,12}\.?,? )?([\p{L}\p{M}]{2,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/iu;
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/;
const COMPACT_CLOCK = /^((?:19|20)\d{6})[ ;T_-]?(\d{2})(\d{2})(\d{2})$/;
/** Days since spreadsheets begin to count, with a part of one: a price has fewer decimals. */
const SERIAL = /^[345]\d{4}[.,]\d{4,}$/;
/** What holds a time of day, in any form that has one. */
export const HAS_CLOCK =
  /\d[:h]\d|(?:\d{4}|[-./]\d{2}),? \d{1,2}\.\d{2}(?:\.\d{2})?$|^\d{9,}|^\d{8}[ ;T_-]\d{6}$|^[345]\d{4}[.,]\d{4,}$/;
/** A clock with dots behind a date with its year, as `02/03/2026 08.12`. */
const DOTTED = /(?<=\d{4},?|[-./]\d{2},?) \d{1,2}\.\d{2}(?:\.\d{2})?$/;
const LONGEST = 80;

/** Reads moments in any common form; one reader for all cells of a column, as dates repeat. */
export class MomentReader {
  readonly #order: DateOrder;
  readonly #days = new Map<string, number>();

  constructor(order: DateOrder) {
    this.#order = order;
  }

  /** The moment of a text; undefined where it is none. Throws a NotATrade where its date or hour does not exist. */
  read(text: string): Moment | undefined {
    if (text.length < 6 || text.length > LONGEST) return undefined;
    const iso = ISO.exec(text);
    if (iso !== null) return this.#iso(iso);
    const serial = SERIAL.exec(text);
    if (serial !== null) return { localMs: daysMs(Number(serial[0].replace(',', '.'))), offsetMs: undefined };
    const compact = COMPACT_CLOCK.exec(text);
    if (compact !== null) return this.read(`${compact[1]} ${compact[2]}:${compact[3]}:${compact[4]}`);
    if (/^\d{9,19}(?:\.\d+)?$/.test(text)) return sinceEpoch(Number(text));
    const clockFirst = /^(\d{1,2}:\d{2}(?::\d{2})?)[, ]+(.+)$/.exec(text);
    const colons = text.replace(DOTTED, (clock) => clock.replaceAll('.', ':'));
    const whole = clockFirst === null ? colons : `${clockFirst[2] as string} ${clockFirst[1] as string}`;
    const clock = CLOCK.exec(whole);
    const date = clock === null ? whole : whole.slice(0, clock.index);
    const day = this.#day(date.trim().replace(/,$| (?:um|at|à|às|a las|alle|в)$/, ''));
    if (day === undefined) return undefined;
    if (clock === null) return { localMs: day * DAY_MS, offsetMs: undefined };
    return { localMs: day * DAY_MS + clockMs(clock), offsetMs: offsetOf(clock[6], clock[7]) };
  }

  #iso(iso: RegExpExecArray): Moment | undefined {
    const day = this.#day(iso[1] as string);
    if (day === undefined) return undefined;
    const [hour, minute, second] = [Number(iso[2]), Number(iso[3]), Number(iso[4] ?? 0)];
    if (hour > 23 || minute > 59 || second > 59)
      throw new NotATrade({ code: 'no-clock', cell: iso[0].slice(11) });
    const ofDay =
      hour * HOUR_MS +
      minute * MINUTE_MS +
      second * SECOND_MS +
      Number((iso[5] ?? '').padEnd(3, '0').slice(0, 3));
    return { localMs: day * DAY_MS + ofDay, offsetMs: iso[6] === undefined ? undefined : 0 };
  }

  #day(text: string): number | undefined {
    const known = this.#days.get(text);
    if (known !== undefined) return known;
    const day = dayOf(text, this.#order);
    if (day !== undefined && this.#days.size < 20_000) this.#days.set(text, day);
    return day;
  }
}

/**
 * Whether the dates of a column put the day or the month first, by a number above 12 in one of the places; where no date tells,
 * the month where the clock has AM and PM and the date no dots, else the day.
 */
export function dateOrderOf(cells: Iterable<string>): DateOrder {
  const all = [...cells];
  if (isYearFirst(all)) return 'year first';
  let hasHalves = false;
  for (const cell of all) {
    if (cell.length > LONGEST) continue;
    if (OPEN_DATE.test(cell) && /\d\s*[ap]\.?m\b/i.test(cell)) hasHalves = true;
    const numbers = /(?:^|[\s,[])(\d{1,2})[-./](\d{1,2})[-./]\d{2,4}/.exec(cell);
    if (numbers === null) continue;
    if (Number(numbers[1]) > 12) return 'day first';
    if (Number(numbers[2]) > 12) return 'month first';
  }
  return hasHalves ? 'month first' : 'day first';
}

const OPEN_DATE = /(?:^|[\s,[])(\d{1,2})[-/](\d{1,2})[-/](\d{2,4})/;
const SHORT_DATE = /(?:^|[\s,[])(\d{2})[-./](\d{2})[-./](\d{2})(?!\d)/;

/** Whether dates of two digits each name a year or two first: with the year last they would be of the same days in several years. */
function isYearFirst(cells: readonly string[]): boolean {
  const [first, last] = [new Set<string>(), new Set<string>()];
  for (const cell of cells) {
    const [, one, , other] = SHORT_DATE.exec(cell.slice(0, LONGEST)) ?? [];
    if (one === undefined || other === undefined) continue;
    if (Number(other) < 1 || Number(other) > 31) return false;
    first.add(one);
    last.add(other);
  }
  return first.size > 0 && first.size <= 2 && last.size > 2;
}
/** The order in which the dates of a column lie this much closer together is taken. */
const CLOSER = 4;

/** The order of day and month in a column, asked where neither its dates nor their sequence tell. */
export function columnOrder(opened: readonly string[], closed: readonly string[], asker: Asker): DateOrder {
  const open = [opened, closed].flatMap((cells) =>
    cells.filter((cell) => cell.length <= LONGEST && OPEN_DATE.test(cell)),
  );
  if (open.length === 0) return dateOrderOf(opened);
  const order = dateOrderOf([...opened, ...closed]);
  if (order !== 'day first' || isTold(open)) return order;
  const closer = closerOrder(opened);
  if (closer !== undefined) return closer;
  return asker.ask('date-order', ['day-first', 'month-first'], open) === 'day-first'
    ? 'day first'
    : 'month first';
}

/** Whether a number above 12 tells day from month, or both are the same everywhere. */
function isTold(dates: readonly string[]): boolean {
  const days = dates.map((cell) => OPEN_DATE.exec(cell) as RegExpExecArray);
  const isAbove = days.some(([, one, other]) => Number(one) > 12 || Number(other) > 12);
  return isAbove || days.every(([, one, other]) => one === other);
}

/** The order in which these dates alone are in sequence, or lie much closer together. */
function closerOrder(opened: readonly string[]): DateOrder | undefined {
  const spans = (['day first', 'month first'] as const).map((one) => {
    const reader = new MomentReader(one);
    const times = opened.flatMap((cell) => orNull(() => reader.read(cell))?.localMs ?? []);
    const rises = times.every((time, at) => at === 0 || time >= (times[at - 1] as number));
    const falls = times.every((time, at) => at === 0 || time <= (times[at - 1] as number));
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const time of times) [least, most] = [Math.min(least, time), Math.max(most, time)];
    return { one, isSorted: rises || falls, span: most - least };
  });
  const sorted = spans.filter(({ isSorted }) => isSorted);
  if (sorted.length === 1) return sorted[0]?.one;
  const [dayFirst, monthFirst] = spans.map(({ span }) => span) as [number, number];
  if (dayFirst * CLOSER < monthFirst) return 'day first';
  return monthFirst * CLOSER < dayFirst ? 'month first' : undefined;
}

const SAMPLED_MESSAGES = 2_000;

/** The order of day and month in a chat: messages follow each other within hours, also over midnight. */
export function chatOrder(times: readonly string[]): DateOrder {
  const first = times.slice(0, SAMPLED_MESSAGES);
  const dated = times.filter((time) => OPEN_DATE.test(time));
  if (dated.length === 0 || isTold(dated)) return dateOrderOf(times);
  return closerOrder(first) ?? dateOrderOf(times);
}

const NAMED_ZONE = /[([]([A-Z]{3,4})[)\]]|(?:time|zone|clock)\W{1,3}([A-Z]{3,4})(?!\p{L})/iu;

/** How far ahead of UTC the clock is that a heading names, as in "Time (UTC+8)" or "Time (EDT)"; undefined where none does. */
export function headingOffset(texts: readonly string[]): number | undefined {
  for (const text of texts) {
    const [, inBrackets, after = ''] = NAMED_ZONE.exec(text) ?? [];
    const hours = ZONES[(inBrackets ?? after).toLowerCase()];
    if (hours !== undefined) return hours * HOUR_MS;
    const zone = /(?<!\p{L})(?:UTC|GMT)\s*([+−-]\s*\d{1,2}(?::?\d{2})?)?(?![\d\p{L}])/iu.exec(text);
    if (zone !== null) return offsetOf((zone[1] ?? 'UTC').replace('−', '-'));
  }
  return undefined;
}

/** A date as it is: spreadsheets and data frames write a date alone as its midnight. */
export function withoutMidnight(text: string): string {
  return text.replace(/[T ]0?0:00(?::00(?:\.0+)?)?$/, '');
}

/** Reads texts as instants: by the zone that they or their source name, else by a clock. */
export class InstantReader {
  readonly #moments: MomentReader;
  readonly #clock: ClockReader;
  readonly #offsetMs: number | undefined;
  #lastOffsetMs = 0;
  /** A text named no zone; one did. */
  neededZone = false;
  namedZone = false;

  constructor(order: DateOrder, clock: WallClock, offsetMs?: number) {
    this.#moments = new MomentReader(order);
    this.#clock = new ClockReader(clock);
    this.#offsetMs = offsetMs;
  }

  /** The moment that a text of a line is, or its time of day where it has no day; null where these do not exist. */
  own(text: string | undefined): { timeMs: EpochMs | null; clockMs: number | null } | undefined {
    if (text === undefined) return undefined;
    return { timeMs: orNull(() => this.read(text)) ?? null, clockMs: orNull(() => timeOfDay(text)) };
  }

  /**
   * The moment of a time of day within so many milliseconds, an hour if not said, from an instant on, as a signal names when its trade
   * starts; undefined without one, and where a day or more leaves several open.
   */
  soon(fromMs: EpochMs | null, ofDayMs: number | null, withinMs = HOUR_MS): ReturnType<InstantReader['own']> {
    if (fromMs === null || ofDayMs === null || withinMs >= DAY_MS) return undefined;
    // In the zone of the reader, else in that of the source.
    const locals = [2 * fromMs - this.#clock.toUtc(fromMs), fromMs + this.#lastOffsetMs];
    const aheads = locals.map((localMs) => (((ofDayMs - localMs) % DAY_MS) + DAY_MS) % DAY_MS);
    const aheadMs = aheads.find((ms) => ms < withinMs);
    return aheadMs === undefined ? undefined : { timeMs: epochMs(fromMs + aheadMs), clockMs: null };
  }

  /** Undefined where a text is no moment. Throws a NotATrade where its date or hour does not exist. */
  read(text: string): EpochMs | undefined {
    const moment = this.#moments.read(text);
    if (moment === undefined) return undefined;
    const offsetMs = moment.offsetMs ?? this.#offsetMs;
    if (offsetMs === undefined) this.neededZone = true;
    else this.namedZone = true;
    this.#lastOffsetMs = offsetMs ?? 0;
    return epochMs(offsetMs === undefined ? this.#clock.toUtc(moment.localMs) : moment.localMs - offsetMs);
  }
}

/** Days from 30 December 1899, the day 0 of most spreadsheets, to 1970. */
export const DAYS_TO_1970 = 25_569;

function daysMs(number: number): number {
  return Math.round(((number - DAYS_TO_1970) * DAY_MS) / SECOND_MS) * SECOND_MS;
}

function sinceEpoch(number: number): Moment | undefined {
  // In seconds, or in thousandths, millionths or billionths of one.
  const places = [1e11, 1e14, 1e17].filter((least) => number >= least).length;
  const ms = number * 1_000 ** (1 - places);
  return { localMs: Math.round(ms), offsetMs: 0 };
}

/** A weekday before the numbers of its day. */
const WEEKDAY = /^[\p{L}\p{M}]{2,14}\.?,? (?=\d{1,4}[-./]\d)/u;

function dayOf(written: string, order: DateOrder): number | undefined {
  const text = written.replace(WEEKDAY, '');
  const yearFirst = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (yearFirst !== null) return civilDay(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast !== null) {
    const [first, second] = [Number(yearLast[1]), Number(yearLast[2])];
    if (order === 'year first') return civilDay(2_000 + first, second, Number(yearLast[3]));
    const year = fullYear(yearLast[3] as string);
    return order === 'day first' ? civilDay(year, second, first) : civilDay(year, first, second);
  }
  const named = NAMED.exec(text);
  if (named !== null) return namedDay(named[1] as string, named[2] as string, named[3] as string);
  const namedFirst = NAMED_FIRST.exec(text);
  return namedFirst === null
    ? undefined
    : namedDay(namedFirst[2] as string, namedFirst[1] as string, namedFirst[3] as string);
}

/** The day, with its year or without, that a text is and nothing else, such as `— Mon, 7 Sep —`; undefined where it is none. */
export function dayIn(text: string, year = ''): string | undefined {
  const written = text.slice(0, LONGEST).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const day = written.replace(WEEKDAY, '');
  return orNull(() => dayOf(`${day}${year}`, 'day first')) === undefined ? undefined : day;
}

/** A name in small letters without accents; the vowel signs of Indic scripts stay. */
function plainMonth(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

function namedDay(day: string, name: string, year: string): number | undefined {
  const letters = plainMonth(name);
  const month = MONTHS.findIndex((starts) => starts.some((start) => letters.startsWith(start)));
  return month === -1 ? undefined : civilDay(fullYear(year), month + 1, Number(day));
}

function fullYear(text: string): number {
  return text.length === 2 ? 2_000 + Number(text) : Number(text);
}

/** Years of the Buddhist calendar are so many ahead: no trade is of the Gregorian year 2500. */
const BUDDHIST_YEARS = 543;

function civilDay(written: number, month: number, day: number): number {
  const isPersian = written >= 1_300 && written < 1_500;
  const year = written >= 2_500 && written < 2_600 ? written - BUDDHIST_YEARS : written;
  const days = isPersian ? (month <= 6 ? 31 : 30) : daysInMonth(year, month);
  if (month < 1 || month > 12) throw new NotATrade({ code: 'no-month', month });
  if (day < 1 || day > days) throw new NotATrade({ code: 'no-day', day, month });
  return isPersian ? daysFromPersian(year, month, day) : daysFromCivil(year, month, day);
}

function clockMs(clock: RegExpExecArray): number {
  let hour = Number(clock[1]);
  const [minute, second] = [Number(clock[2]), Number(clock[3] ?? 0)];
  const half = clock[5]?.toLowerCase();
  if (half !== undefined) hour = (hour % 12) + ('pم'.includes(half) ? 12 : 0);
  if (hour > 24 || minute > 59 || second > 60)
    throw new NotATrade({ code: 'no-clock', cell: clock[0].trim() });
  const fraction = clock[4] === undefined ? 0 : Math.floor(Number(`0.${clock[4]}`) * 1_000);
  return hour * HOUR_MS + minute * MINUTE_MS + second * SECOND_MS + fraction;
}

/** The time of day, in milliseconds, that a text ends with or is; null where it names none. */
export function clockIn(text: string): number | null {
  const clock = CLOCK.exec(text);
  return clock === null ? null : orNull(() => clockMs(clock));
}

/** The time of day that a text is, in milliseconds; null where it is none or has a day. Throws a NotATrade where that hour does not exist. */
export function timeOfDay(text: string): number | null {
  const clock = CLOCK.exec(text);
  return clock?.index === 0 ? clockMs(clock) : null;
}

function offsetOf(zone: string | undefined, name = ''): number | undefined {
  const hours = ZONES[name.toLowerCase()];
  if (hours !== undefined) return hours * HOUR_MS;
  if (zone === undefined) return undefined;
  const distance = /([+-])\s*(\d{1,2}):?(\d{2})?$/.exec(zone);
  if (distance === null) return 0;
  const ms = Number(distance[2]) * HOUR_MS + Number(distance[3] ?? 0) * MINUTE_MS;
  return distance[1] === '-' ? -ms : ms;
}
