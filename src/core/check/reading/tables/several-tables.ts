/** Sources of several tables: the sheets of a workbook, and tables side by side or one below the other. */
import { groupBy } from '../../grouping.ts';
import { isSameRow, namesColumns, namesOf } from './columns.ts';
import { completeTrades, inStakes, type Row } from '../complete-trades.ts';
import { Asker, countsAlike } from '../questions.ts';
import { type OpenReading, type ReadingOptions, shown } from '../reading.ts';
import { isTitle } from './row-groups.ts';
import { namesOpen } from './row-kinds.ts';
import { type ReadTable, tableReader } from './table-trades.ts';
import { headed } from '../words/headed-table.ts';
import type { Table } from '../unreadable.ts';
import { PERIOD } from '../words/periods.ts';
import { onlyCell, plainWords } from '../words/words.ts';

/** Fewer rows below other names are positions that are still open. */
const FEWEST_TRADES = 5;
const FEWEST_NAMES = 3;

/** Reads the table with trades, those of several that the reader chose, or the first that is a table. */
export function tablesReader(tables: readonly Table[]): ReadTable {
  const sheets = tables.map((table) => ({
    whole: tableReader(table),
    name: table.name ?? '',
    all: partsOf(table),
  }));
  return (options) => {
    const { meanings: _meanings, ...plain } = options;
    const single = sheets.flatMap(({ whole, all, name }) =>
      areSeveral(all, plain)
        ? all.parts.map(({ reader, title }) => ({ reader, title: title || name }))
        : [{ reader: whole, title: name }],
    );
    const [only] = single;
    return single.length === 1 ? only?.reader(options) : readSeveral(single, options, plain);
  };
}

function readSeveral(
  readers: readonly { readonly reader: ReadTable; readonly title: string }[],
  options: ReadingOptions,
  plain: ReadingOptions,
): OpenReading | undefined {
  const all = readers.flatMap(({ reader, title }, at) => {
    const reading = reader(plain, undefined, true);
    return reading === undefined ? [] : [{ reader, reading, name: String(at + 1), title }];
  });
  const once = all.filter(
    ({ reading }, at) => !all.slice(0, at).some((before) => holdSame(before.reading, reading)),
  );
  const tables = once.filter(
    (table) =>
      !isUnion(
        table.reading,
        once.flatMap((other) => (other === table ? [] : other.reading)),
      ),
  );
  const inOrderAll = tables.filter(({ reading }) => reading.hasOrder && reading.trades.length > 0);
  const total = countsOf(inOrderAll.flatMap(({ reading }) => reading.trades));
  // What counts the trades of the others holds none of its own.
  const withTrades = tables.filter(
    ({ reading }) => reading.trades.length > 0 && (reading.hasOrder || countsOf(reading.trades) !== total),
  );
  const inOrder = withTrades.filter((table) => inOrderAll.includes(table));
  const [first] = withTrades.length > 0 ? withTrades : tables;
  if (first === undefined) return undefined;
  const asker = new Asker(options);
  const names = withTrades.map(({ name }) => name);
  const titles = withTrades.map((table) => shown([table.name, table.title].filter(Boolean).join(': ')));
  const chosen = (): string =>
    areOneRecord(withTrades) ? 'all' : asker.ask('sheet', ['all', ...names], titles);
  const name = names.length < 2 ? first.name : chosen();
  // Meanings are those of the columns of the first table, which is the one that the reader saw.
  const read = ({ reader, reading }: (typeof tables)[number], isPart: boolean): OpenReading =>
    reader(reader === first.reader ? options : plain, asker, isPart) ?? reading;
  if (name !== 'all') return read(withTrades.find((table) => table.name === name) ?? first, false);
  const parts = (inOrder.length > 0 ? inOrder : withTrades).map((table) => read(table, true));
  const joint = completed(parts, options.payout);
  return countsAlike(joint.trades, asker, (trade) => joint.textsOf(trade).end)
    ? joint
    : { ...joint, trades: [], origins: [] };
}

/** Tables as one record: what trades of one unit brought tells what they pay, wherever they stand; those of a table that says nothing of it pay what is assumed. */
function completed(parts: readonly OpenReading[], payout: number): OpenReading {
  const isSilent = ({ parts: rows = [] }: OpenReading): boolean =>
    rows.every((row) => row.payout === null && row.profit === null);
  const unitOf = ({ columns, signals }: OpenReading): string =>
    signals.saysMoney === false ? (columns.find(({ meaning }) => meaning === 'profit')?.name ?? '') : '';
  const all = parts.reduce(joined);
  const paying = parts.filter((part) => !isSilent(part));
  if ((all.currencies?.length ?? 0) > 1 || new Set(paying.map(unitOf)).size > 1) {
    const assumesPayout = parts.some(({ signals }) => signals.assumesPayout);
    return { ...all, signals: { ...all.signals, assumesPayout } };
  }
  const rows = parts.flatMap((part) =>
    (part.parts ?? []).map((row) => (isSilent(part) ? { ...row, payout } : row)),
  );
  const { trades, ...unsaid } = completeTrades(rows, payout);
  const assumesPayout = unsaid.assumesPayout || paying.length < parts.length;
  return { ...all, trades, signals: { ...all.signals, hasDistances: unsaid.hasDistances, assumesPayout } };
}

/** `March 2026`, `Week 12`, `03/2026`. */
const isPeriod = (title: string): boolean =>
  !isTitle(title) && (plainWords(title).search(PERIOD) !== -1 || !/\p{L}/u.test(title));

/** Whether tables have the same columns and no names but those of periods, and follow each other in time or are each of another period: the months of one record. */
function areOneRecord(tables: readonly { readonly reading: OpenReading; readonly title: string }[]): boolean {
  const layouts = new Set(
    tables.map(({ reading }) => reading.found.flatMap(({ name }) => name || []).join('\t')),
  );
  const titles = new Set(tables.map(({ title }) => title).filter(Boolean));
  const currencies = new Set(tables.map(({ reading }) => reading.currencies?.join()));
  return (
    layouts.size === 1 &&
    currencies.size === 1 &&
    [...titles].every(isPeriod) &&
    (titles.size === tables.length || followInTime(tables.map(({ reading }) => reading)))
  );
}

/** Whether the times of tables follow each other. */
function followInTime(readings: readonly OpenReading[]): boolean {
  const spans = readings.map(({ trades }) => {
    let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { timeMs } of trades) {
      if (timeMs === null) return { from: Number.NaN, to };
      [from, to] = [Math.min(from, timeMs), Math.max(to, timeMs)];
    }
    return { from, to };
  });
  spans.sort((one, other) => one.from - other.from);
  return spans.every(({ from }, at) => from > (spans[at - 1]?.to ?? 0));
}

/** Whether two tables list the same trades: their times, pairs, outcomes and what they brought, or this alone where it is mostly another amount. */
function holdSame({ trades: all }: OpenReading, { trades: some }: OpenReading): boolean {
  if (all.length < FEWEST_TRADES || all.length !== some.length) return false;
  const isOther = new Set(some.map(({ profit }) => profit.toFixed(2))).size * 2 > some.length;
  if (isOther && profitsOf(all) === profitsOf(some)) return true;
  const [one, other] = [all, some].map((trades) => trades.map(keyOf).sort().join('\t'));
  return one === other && some.every(({ timeMs }) => timeMs !== null);
}

const profitsOf = (trades: readonly Pick<Row, 'profit'>[]): string =>
  trades
    .map(({ profit }) => profit?.toFixed(2))
    .sort()
    .join();

const keyOf = ({ timeMs, pair, outcome, profit }: OpenReading['trades'][number]): string =>
  [timeMs, pair, outcome, profit.toFixed(2)].join();

/** Whether a table holds the trades of several others, with their times, and no more. */
function isUnion({ trades }: OpenReading, others: readonly OpenReading[]): boolean {
  const known = new Set(trades.map(keyOf));
  const parts = others.filter(
    (other) =>
      other.trades.length > 0 &&
      other.trades.every((trade) => trade.timeMs !== null && known.has(keyOf(trade))),
  );
  return parts.length > 1 && parts.reduce((sum, part) => sum + part.trades.length, 0) === trades.length;
}

function countsOf(trades: OpenReading['trades']): string {
  return ['won', 'lost'].map((end) => trades.filter(({ outcome }) => outcome === end).length).join();
}

/** Two tables as one record; the columns are those of the first. */
function joined(one: OpenReading, other: OpenReading): OpenReading {
  const currencies = [
    ...new Set([one, other].flatMap(({ currencies: named = [] }) => (named.length === 0 ? [''] : named))),
  ];
  const areSums = currencies.length < 2;
  const trades = [...one.trades, ...other.trades];
  return {
    ...one,
    trades: areSums ? trades : inStakes(trades),
    currencies,
    columns: one.columns.filter(({ meaning }) => areSums || meaning !== 'stake'),
    origins: [...one.origins, ...other.origins],
    textsOf: (trade) =>
      trade < one.trades.length ? one.textsOf(trade) : other.textsOf(trade - one.trades.length),
    open: other.open,
    rows: {
      read: one.rows.read + other.rows.read,
      understood: one.rows.understood + other.rows.understood,
      notUnderstood: [...one.rows.notUnderstood, ...other.rows.notUnderstood],
    },
    neededZone: one.neededZone || other.neededZone,
    namedZone: one.namedZone || other.namedZone,
    hasOrder: one.hasOrder && other.hasOrder,
    numbers: [],
    signals: {
      ...one.signals,
      resolved: one.signals.resolved + other.signals.resolved,
      unresolved: one.signals.unresolved + other.signals.unresolved,
      hasDistances: one.signals.hasDistances || other.signals.hasDistances,
      saysMoney: one.signals.saysMoney !== false && other.signals.saysMoney !== false,
      paysByChance: one.signals.paysByChance === true || other.signals.paysByChance === true,
    },
  };
}

/** Whether tables in one hold other trades each: a terminal lists the same ones as positions and as deals, and those that are open. */
function areSeveral({ parts, areBeside }: ReturnType<typeof partsOf>, options: ReadingOptions): boolean {
  const readings = parts.flatMap(({ reader }) => reader(options, undefined, true) ?? []);
  const several = readings.filter(
    ({ trades, columns }) =>
      trades.length >= FEWEST_TRADES ||
      (trades.length > 0 && columns.some(({ meaning }) => meaning === 'result')),
  );
  const saysWords = several.every(({ columns }) => columns.some(({ meaning }) => meaning === 'result'));
  return (
    several.length > 1 &&
    (areBeside ||
      saysWords ||
      several.slice(1).some((one, at) => !several.slice(0, at + 1).some(isAgain(one))))
  );
}

/** Whether a table may list the trades of another once more, as deals do those of positions, whose fees stand elsewhere. */
const isAgain =
  (one: OpenReading) =>
  (before: OpenReading): boolean =>
    countsOf(one.trades) === countsOf(before.trades) &&
    (profitsOf(one.parts ?? []) === profitsOf(before.parts ?? []) ||
      [one, before].some(({ signals }) => signals.saysMoney === false)) &&
    [one, before].every(({ trades }) => trades.every(({ timeMs }) => timeMs !== null)) &&
    !followInTime([before, one]);

const OPEN = '';

/** The tables that stand in one, below its names or beside them; none where it is one alone. */
function partsOf(table: Table) {
  const { rows, lines } = table;
  const { head: top, names } = headed(table, (row) => namesOf(row) !== undefined);
  if (top === -1) return { parts: [], areBeside: false };
  const from = names.findIndex((name) => name !== '');
  const again = names.indexOf(names[from] as string, from + FEWEST_NAMES);
  const isRepeated = names.slice(again).every((name, at) => name === '' || name === names[from + at]);
  const width = again === -1 || !isRepeated ? names.length : again - from;
  const gaps = names.flatMap((_name, at) =>
    at > from && rows.every((row, line) => line < top || (row[at] ?? '') === '') ? [at + 1] : [],
  );
  const edgesOf = (starts: readonly number[]): (readonly [number, number])[] =>
    starts.map((start, at) => [start, starts[at + 1] ?? names.length]);
  const apart = edgesOf([from, ...gaps]).filter(([start, end]) => names.slice(start, end).some(Boolean));
  const repeated = Array.from(
    { length: Math.ceil((names.length - from) / width) },
    (_, at) => from + at * width,
  );
  const named = apart.filter(([start, end]) => namesOf(names.slice(start, end)) !== undefined);
  const filledIn = ([start, end]: readonly [number, number]): number =>
    rows.filter((row) => row.slice(start, end).some(Boolean)).length;
  // A summary stands beside them without such names.
  const fewest = Math.min(...named.map(filledIn));
  const areApart = apart.every((one) => named.includes(one) || filledIn(one) * 2 < fewest);
  const beside = areApart && named.length > 1 ? named : edgesOf(repeated);
  if (beside.length > 1) {
    const parts = beside.map(([start, end]) => {
      const cells = rows.map((row, at) => ({ row: row.slice(start, end), line: lines[at] as number }));
      const filled = cells.filter(({ row }) => row.some((cell) => cell !== ''));
      const part = { rows: filled.map(({ row }) => row), lines: filled.map(({ line }) => line) };
      const above = cells.slice(0, top).flatMap(({ row }) => onlyCell(row) ?? []);
      return { reader: tableReader(part), title: above.at(-1) ?? '' };
    });
    return { parts, areBeside: true };
  }
  // Names that stand there once more go on with their table.
  let key = names.join('\t');
  const below = groupBy([...rows.keys()], (at) => {
    const row = rows[at] as readonly string[];
    if (at <= top || !namesColumns(row, names)) return key;
    const isOpen = !isSameRow(row, names) && namesOpen(onlyCell(rows[at - 1] ?? []) ?? '');
    return (key = isOpen ? OPEN : row.join('\t'));
  });
  const isOne = below.size === 1;
  below.delete(OPEN);
  const parts = (isOne ? [] : [...below.values()]).map((places) => ({
    reader: tableReader({
      rows: places.map((at) => rows[at] as readonly string[]),
      lines: places.map((at) => lines[at] as number),
    }),
    title: '',
  }));
  return { parts, areBeside: false };
}
