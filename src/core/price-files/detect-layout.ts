import { type ColumnRole, type DateStyle, type Layout, LayoutError, type Vendor } from './layout.ts';

const PAIR = /^[A-Za-z]{3}[/_-]?[A-Za-z]{3}$/;
const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$|^nan$/i;
const COMPACT_DATE = /^\d{8}$/;
const COMPACT = /^\d{8} \d{6}(\d{3})?$/;
const TRUEFX_TIME = /^\d{8} \d\d:\d\d:\d\d(\.\d+)?$/;
const EPOCH = /^\d{9,14}$/;
const CLOCK = /^\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const DATED = /^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?:[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(.*))?$/;
const OFFSET = /^ ?(Z|(?:GMT|UTC)?[+-]\d\d:?\d\d|GMT|UTC)$/;

const EXPECTED =
  'Expected bars (time, open, high, low, close) or ticks (time, bid, ask) as text; docs/importing.md lists the layouts.';

/**
 * Tells from the first lines how a price file is laid out. `lines` are whole lines without their ends, in file order.
 * Throws a LayoutError when they are not prices, or could be read in two ways.
 */
export function detectLayout(lines: readonly string[]): Layout {
  const firstIndex = lines.findIndex((line) => line.trim() !== '');
  const first = lines[firstIndex];
  if (first === undefined) throw new LayoutError('The file is empty.', 1, EXPECTED);
  refuseForeign(first, firstIndex + 1);
  const delimiter = findDelimiter(lines.slice(firstIndex));
  if (delimiter === undefined) {
    throw new LayoutError(
      `Line ${firstIndex + 1} has no columns: ${excerpt(first)}`,
      firstIndex + 1,
      EXPECTED,
    );
  }
  const rows = lines
    .map((line, index) => ({ line: index + 1, fields: line.split(delimiter).map(clean) }))
    .filter(({ fields }) => fields.some((field) => field !== ''));
  const head = rows[0]?.fields ?? [];
  const headed = isHeader(head);
  const sample = rows.slice(headed ? 1 : 0);
  const firstRow = sample[0];
  if (firstRow === undefined) throw new LayoutError('The file has a heading and no rows.', 1, EXPECTED);
  const roles = headed ? rolesFromHeader(head) : rolesFromRows(sample);
  const times = sample.map(({ line, fields }) => ({ line, text: timeText(roles, fields) }));
  const { style, offset } = readTimeStyle(times);
  const kind = roles.includes('open') ? 'm1' : 'ticks';
  const heading = headed ? head.join(' ').toLowerCase() : undefined;
  return {
    vendor: vendorOf(delimiter, heading, roles, style, offset, firstRow.fields),
    kind,
    delimiter: delimiter.charCodeAt(0),
    headerLines: headed ? 1 : 0,
    roles,
    dateStyle: style,
    ownClock: offset || style.startsWith('epoch'),
    statedClock:
      heading !== undefined && /\b(gmt|utc)\b/.test(heading.replaceAll('_', ' ')) ? 'UTC' : undefined,
  };
}

function refuseForeign(first: string, line: number): void {
  if (/^\s*<(!doctype|html|\?xml|head|body)/i.test(first)) {
    throw new LayoutError(
      'This is a web page, not a price file: the download probably ended at a login or an error page.',
      line,
      'Open it in a browser to see what the site said, then download the file again.',
    );
  }
  if (first.startsWith('PK\u0003\u0004')) {
    throw new LayoutError('This is a zip archive.', line, 'Unpack it and import the .csv file inside.');
  }
  if (/^\s*[{[]/.test(first)) throw new LayoutError('This is JSON, not a price table.', line, EXPECTED);
  if ([...first].some(isBinary)) {
    throw new LayoutError('This is a binary file, not text.', line, EXPECTED);
  }
}

/** A control character that no text line holds, or what is left of bytes that are not UTF-8. */
function isBinary(character: string): boolean {
  return (character < ' ' && character !== '\t' && character !== '\r') || character === '\ufffd';
}

/** Tab, semicolon or comma: the first that cuts every sampled line into the same number (3 or more) of columns. */
function findDelimiter(lines: readonly string[]): string | undefined {
  const sample = lines.filter((line) => line.trim() !== '');
  for (const candidate of ['\t', ';', ',']) {
    const counts = sample.map((line) => line.split(candidate).length);
    const data = counts.at(1) ?? counts[0] ?? 0;
    if (data >= 3 && counts.filter((count) => count === data).length * 2 > counts.length) return candidate;
  }
  return undefined;
}

function clean(field: string): string {
  return field.trim().replace(/^"(.*)"$/, '$1');
}

function isHeader(fields: readonly string[]): boolean {
  return fields.every((field) => !NUMBER.test(field) || /^nan$/i.test(field)) && !fields.some(looksLikeTime);
}

function looksLikeTime(field: string): boolean {
  return (
    COMPACT.test(field) ||
    TRUEFX_TIME.test(field) ||
    CLOCK.test(field) ||
    DATED.test(field) ||
    COMPACT_DATE.test(field)
  );
}

const HEADINGS: readonly (readonly [RegExp, ColumnRole])[] = [
  [/^(o|(bid)?open)$/, 'open'],
  [/^(h|(bid)?high)$/, 'high'],
  [/^(l|(bid)?low)$/, 'low'],
  [/^(c|(bid)?close)$/, 'close'],
  [/^bid(price)?$/, 'bid'],
  [/^(ask(price)?|offer)$/, 'ask'],
  [/^(pair|symbol|instrument)$/, 'pair'],
  [/^(tick)?vol(ume)?$/, 'volume'],
];
const TIME_HEADINGS =
  /^(timestamp|timestampms|timestampmsutc|time|datetime|gmttime|utctime|localtime|timeutc|timegmt|opentime)$/;

function rolesFromHeader(head: readonly string[]): readonly ColumnRole[] {
  const names = head.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''));
  const split = names.includes('date') && names.includes('time');
  const taken = new Set<ColumnRole>();
  const roles = names.map((name) => {
    const role = roleOfHeading(name, split);
    // A second volume column (MetaTrader has two) is not needed.
    if (role === 'skip' || taken.has(role)) return 'skip';
    taken.add(role);
    return role;
  });
  const timed = taken.has('time') || (taken.has('date') && taken.has('clock'));
  const bars = taken.has('open') && taken.has('high') && taken.has('low') && taken.has('close');
  const ticks = taken.has('bid') && taken.has('ask');
  if (!timed || !(bars || ticks)) {
    throw new LayoutError(
      `The heading names no ${timed ? 'open, high, low and close, nor bid and ask' : 'time'}: ${excerpt(head.join(', '))}`,
      1,
      EXPECTED,
    );
  }
  return bars ? roles.map((role) => (role === 'bid' || role === 'ask' ? 'skip' : role)) : roles;
}

function roleOfHeading(name: string, split: boolean): ColumnRole {
  if (split && name === 'date') return 'date';
  if (split && name === 'time') return 'clock';
  if (TIME_HEADINGS.test(name) || name === 'date') return 'time';
  return HEADINGS.find(([heading]) => heading.test(name))?.[1] ?? 'skip';
}

function rolesFromRows(
  sample: readonly { readonly line: number; readonly fields: readonly string[] }[],
): readonly ColumnRole[] {
  const { fields, line } = sample[0] ?? { fields: [], line: 1 };
  const roles: ColumnRole[] = [];
  let column = 0;
  if (PAIR.test(fields[column] ?? '')) {
    roles.push('pair');
    column += 1;
  }
  const time = fields[column] ?? '';
  const dateOnly = COMPACT_DATE.test(time) || (DATED.test(time) && !/[ T]/.test(time));
  if (dateOnly && CLOCK.test(fields[column + 1] ?? '')) roles.push('date', 'clock');
  else if (looksLikeTime(time) || EPOCH.test(time)) roles.push('time');
  else {
    throw new LayoutError(
      `Line ${line} does not begin with a time: ${excerpt(fields.join(', '))}`,
      line,
      EXPECTED,
    );
  }
  column = roles.length;
  const numbers = sample.map((row) => row.fields.slice(column).map(Number));
  const width = fields.length - column;
  if (width >= 4 && most(numbers, isBar)) {
    return [
      ...roles,
      'open',
      'high',
      'low',
      'close',
      ...Array.from({ length: width - 4 }, (_, index) => (index === 0 ? 'volume' : 'skip') as ColumnRole),
    ];
  }
  if (width >= 2 && most(numbers, isQuote)) {
    // Without a heading, a file whose first price is always the higher one is taken to write the ask first.
    const askFirst = numbers.every(([a = 0, b = 0]) => a >= b) && numbers.some(([a = 0, b = 0]) => a > b);
    const quote: readonly ColumnRole[] = askFirst ? ['ask', 'bid'] : ['bid', 'ask'];
    return [...roles, ...quote, ...Array.from({ length: width - 2 }, () => 'skip' as const)];
  }
  throw new LayoutError(
    `Line ${line} is neither a bar (open, high, low, close) nor a quote (bid, ask): ${excerpt(fields.join(', '))}`,
    line,
    EXPECTED,
  );
}

function most<T>(items: readonly T[], holds: (item: T) => boolean): boolean {
  return items.filter(holds).length * 2 > items.length;
}

function isBar([open = 0, high = 0, low = 0, close = 0]: readonly number[]): boolean {
  return low > 0 && high >= Math.max(open, close) && low <= Math.min(open, close) && high < low * 1.2;
}

function isQuote([a = 0, b = 0]: readonly number[]): boolean {
  return a > 0 && b > 0 && Math.max(a, b) < Math.min(a, b) * 1.05;
}

function timeText(roles: readonly ColumnRole[], fields: readonly string[]): string {
  const at = roles.indexOf('time');
  if (at >= 0) return fields[at] ?? '';
  return `${fields[roles.indexOf('date')] ?? ''} ${fields[roles.indexOf('clock')] ?? ''}`;
}

interface TimeSample {
  readonly line: number;
  readonly text: string;
}

function readTimeStyle(times: readonly TimeSample[]): { style: DateStyle; offset: boolean } {
  const { line, text } = times[0] ?? { line: 1, text: '' };
  if (COMPACT.test(text) || TRUEFX_TIME.test(text)) return { style: 'compact', offset: false };
  if (EPOCH.test(text)) return { style: text.length <= 10 ? 'epoch-s' : 'epoch-ms', offset: false };
  const match = DATED.exec(text);
  const tail = match?.[6] ?? '';
  if (match?.[5] === undefined || (tail !== '' && !OFFSET.test(tail))) {
    throw new LayoutError(
      `Line ${line} has a time that cannot be read: ${excerpt(text)}`,
      line,
      'Write times as 2018-01-31 23:59, 2018-01-31T23:59:00Z or milliseconds since 1970.',
    );
  }
  const offset = tail !== '';
  if (match[1]?.length === 4) return { style: 'ymd', offset };
  if (match[2] === '.') return { style: 'dmy', offset };
  return { style: dayOrMonthFirst(times), offset };
}

/** `10/05/2018` is May or October; a 13 or more in one place settles it. */
function dayOrMonthFirst(times: readonly TimeSample[]): DateStyle {
  const parts = times.map(({ text }) => DATED.exec(text));
  if (parts.some((match) => Number(match?.[1]) > 12)) return 'dmy';
  if (parts.some((match) => Number(match?.[3]) > 12)) return 'mdy';
  const { line, text } = times[0] ?? { line: 1, text: '' };
  throw new LayoutError(
    `Line ${line} has a date that could be day first or month first: ${excerpt(text)}`,
    line,
    'Export again with the year first (2018-10-05).',
  );
}

function vendorOf(
  delimiter: string,
  heading: string | undefined,
  roles: readonly ColumnRole[],
  style: DateStyle,
  offset: boolean,
  [time = '']: readonly string[],
): Vendor {
  const hasHeading = heading !== undefined;
  if (roles[0] === 'pair' && !hasHeading) return 'truefx';
  if (offset) return 'csv';
  if (delimiter === '\t' && roles[0] === 'date' && hasHeading) return 'mt5';
  if (style === 'compact' && COMPACT.test(time)) return 'histdata';
  if (style === 'dmy' && hasHeading && /^(gmt time|local time|time) /.test(heading)) return 'dukascopy';
  if (delimiter === ',' && roles[0] === 'date' && !hasHeading) return 'mt4';
  return style === 'ymd' && !hasHeading && roles[1] === 'bid' && time[4] === '.' ? 'dukascopy' : 'csv';
}

/** A piece of the file for a message: 80 characters at most, whatever could disturb a terminal shown as `?`. */
export function excerpt(text: string): string {
  const shown = text.trim().replace(/[^ -~]/g, '?');
  return `"${shown.length > 80 ? `${shown.slice(0, 80)}...` : shown}"`;
}

/** Why a line is not a row of its layout. */
export function explainRow(text: string, { delimiter, roles }: Layout): string {
  const columns = text.split(String.fromCharCode(delimiter)).length;
  return columns === roles.length
    ? `has a time that cannot be read or does not exist, a price that is no plain decimal above zero, or a high and low that do not hold its open and close: ${excerpt(text)}`
    : `has ${columns} columns instead of ${roles.length}: ${excerpt(text)}`;
}
