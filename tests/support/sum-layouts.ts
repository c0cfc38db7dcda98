/** Tables with rows of sums and statistics. Each with its truth. */
import { type Layout, pairOf, stamp, WON } from './layout.ts';
import { type Cells, day, gainOf, plain, right, text } from './row-parts.ts';

const PER_DAY = 12;
/** A row with what the trades of each day brought together, below them or above them. */
const daySums = (
  name: string,
  heading: string,
  trade: (at: number, gain: string) => Cells,
  sum: (at: number, gain: string) => Cells,
  { isAbove = false, delimiter = ',', mark = '.' } = {},
): Layout => {
  const written = (value: number): string => value.toFixed(2).replace('.', mark);
  const rows = Array.from({ length: WON.length / PER_DAY }, (_, nth) => {
    const places = WON.map((_won, at) => at).slice(nth * PER_DAY, (nth + 1) * PER_DAY);
    const gains = places.map((at) => gainOf(at, WON[at] as boolean));
    const total = sum(places[0] as number, written(gains.reduce((all, gain) => all + gain, 0)));
    const trades = places.map((at, place) => trade(at, written(gains[place] as number)));
    return isAbove ? [total, ...trades] : [...trades, total];
  });
  return plain(`sums of each day: ${name}`, text(heading, rows.flat(), delimiter));
};
const clock = (at: number): string => stamp(at).slice(11, 16);
const german = (at: number): string => day(at).split('-').reverse().join('.');

/** Rows of statistics below the trades, whose labels stand in one of the columns. */
const statistics = (
  name: string,
  labels: readonly string[],
  heading: string,
  label: (text: string) => Cells,
) =>
  plain(
    `statistics below the profits: ${name}`,
    text(heading, [
      ...WON.map((won, at) => [5_000 + at, stamp(at), pairOf(at), 'Long', gainOf(at, won).toFixed(2)]),
      ...labels.map((word, at) => [...label(word), [1.42, 21.5, -16.3, 60][at] as number]),
    ]),
  );

const countsOf = (rows: readonly string[], counts: string, heading = 'Month,Wins,Losses'): Layout => ({
  name: `counts with a row that holds others: ${rows.join(' / ')}`,
  text: text(
    heading,
    rows.map((row) => row.split(',')),
  ),
  asks: 'win-loss-columns',
  counts,
});
const MONTHS = ['Jan,8,5', 'Feb,9,7', 'Mar,6,8'];
const SCORES = ['9,6', '11,2', '8,3', '7,2', '8,2', '6,5'];
/** Two weeks of three days each, `sums` below or above them, the second one without a day where it `isShort`. */
const weeks = (
  label: (at: number) => string,
  sums: readonly [string, string],
  { heading = 'Day,Wins,Losses', isAbove = false, first = '28,11', isShort = false } = {},
): Layout => {
  const days = SCORES.map((score, at) => `${label(at)},${score}`);
  const [one, two] = [days.slice(0, 3), days.slice(3, isShort ? 4 : 6)];
  const rows = [...one, `${sums[0]},${first}`, ...two, `${sums[1]},${isShort ? '7,2' : '21,9'}`];
  return countsOf(isAbove ? rows.toReversed() : rows, isShort ? '35-13-0' : '49-20-0', heading);
};
const WEEKS = ['Week 1', 'Week 2'] as const;
const SESSIONS = ['London,31,14', 'New York,22,18', 'Asia,19,7'];
const kinds = (layout: Layout): Layout => ({ ...layout, asks: 'row-kinds' });

export const SUM_LAYOUTS: readonly Layout[] = [
  ...['Q1 total', 'Q1', 'All', '2026', 'Overall', 'YTD', 'Total', 'Whole quarter'].map((label) =>
    countsOf([...MONTHS, `${label},23,20`], '23-20-0'),
  ),
  { ...countsOf([...MONTHS, 'Apr,7,7', 'Q1,23,20'], '30-27-0'), asks: 'row-kinds' },
  weeks((at) => `Mar 0${at + 2}`, WEEKS),
  weeks((at) => `Mar 1${at}`, WEEKS, { isAbove: true }),
  weeks((at) => `0${at + 2}.03.`, ['Woche 1', 'Woche 2']),
  weeks((at) => `${at + 2} de marzo`, ['Semana 1', 'Semana 2'], { heading: 'Día,Ganadas,Perdidas' }),
  weeks((at) => ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'][at] as string, ['2-4 Mar', '5-7 Mar']),
  weeks((at) => ['Oct', 'Nov', 'Dec', 'Jan', 'Feb', 'Mar'][at] as string, ['Autumn', 'Winter']),
  weeks((at) => ['Ann', 'Ben', 'Cy', 'Di', 'Ed', 'Flo'][at] as string, ['Team North', 'Team South']),
  weeks((at) => `2 Mar ${at}`, WEEKS, { isShort: true }),
  weeks((at) => `2026-03-0${at + 2}`, WEEKS, { heading: 'Date,Wins,Losses' }),
  kinds(weeks((at) => `${at + 2} Mar`, WEEKS, { first: '29,11' })),
  kinds(countsOf([...SESSIONS, 'Long,40,20', 'Short,32,19'], '72-39-0')),
  kinds(countsOf([...SESSIONS, 'Total,72,39', 'Long,40,20', 'Short,32,19', 'Total,72,39'], '72-39-0')),
  kinds(
    countsOf([...SESSIONS, 'Mon,20,10', 'Tue,20,9', 'Fri,32,20', 'Long,40,20', 'Short,32,19'], '72-39-0'),
  ),
  countsOf([...MONTHS, 'Average,7.67,6.67'], '23-20-0'),
  countsOf(['H1 total,23,20', ...MONTHS], '23-20-0'),
  countsOf(
    ['2026-01-05,4,1', '2026-01-06,3,2', 'Week 1,7,3', '2026-01-12,2,2', '2026-01-13,5,1', 'Week 2,7,3'],
    '14-6-0',
    'Date,Wins,Losses',
  ),
  countsOf(['2026-01-05,3,1', '2026-01-06,3,3', '2026-01-07,7,4'], '7-4-0', 'Date,Wins,Losses'),
  countsOf(['2026-01-05,2,0', '2026-01-06,1,1', '2026-01-07,3,1'], '6-2-0', 'Date,Wins,Losses'),
  daySums(
    'the date, without time, pair and side',
    'Date,Time,Pair,Side,Pips,Profit EUR',
    (at, gain) => [german(at), clock(at), pairOf(at), 'long', '12,3', gain],
    (at, gain) => [german(at), '', '', '', '147,6', gain],
    { delimiter: ';', mark: ',' },
  ),
  daySums(
    'the day in the column of times',
    'Fecha y hora,Activo,Tipo,Beneficio',
    (at, gain) => [stamp(at), pairOf(at), 'compra', gain],
    (at, gain) => [day(at), '', '', gain],
  ),
  daySums(
    'lines instead of empty cells',
    'Data,Hora,Ativo,Lado,Lucro',
    (at, gain) => [day(at), clock(at), pairOf(at), 'venda', gain],
    (at, gain) => [day(at), '-', '-', '-', gain],
    { delimiter: '\t' },
  ),
  daySums(
    'of a table without pairs',
    'Date,Time,Side,Entry,Profit',
    (at, gain) => [day(at), clock(at), 'long', 1.1, gain],
    (at, gain) => [day(at), '', '', '', gain],
  ),
  daySums(
    'above the trades of the day',
    'Date,Time,Pair,Side,Profit',
    (at, gain) => [day(at), clock(at), pairOf(at), 'long', gain],
    (at, gain) => [day(at), '', '', '', gain],
    { isAbove: true },
  ),
  statistics(
    'in the column of sides',
    ['Avg', 'Max', 'Min', 'Count'],
    'Ticket,Opened,Pair,Dir,Profit',
    (word) => ['', '', '', word],
  ),
  statistics(
    'in the first',
    ['Average', 'Maximum', 'Minimum', 'Count'],
    'Ticket,Opened,Pair,Dir,P/L',
    (word) => [word, '', '', ''],
  ),
  statistics(
    'in German',
    ['Durchschnitt', 'Max.', 'Min.', 'Anzahl'],
    'Ticket,Opened,Paar,Dir,Gewinn',
    (word) => ['', '', word, ''],
  ),
  right(
    'statistics below the profits without a word',
    text('Ticket,Opened,Pair,Dir,Profit', [
      ...WON.map((won, at) => [5_000 + at, stamp(at), pairOf(at), 'Long', gainOf(at, won).toFixed(2)]),
      ...[1.42, 21.5, -16.3].map((value) => ['', '', '', '', value]),
    ]),
    { asks: 'row-kinds' },
  ),
];
