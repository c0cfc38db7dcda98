import { type Layout, RIGHT, stamp, startOf, WON } from './layout.ts';

export const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
export const dotted = (at: number, seconds = 0): string => stamp(at, seconds).replaceAll('-', '.');
export const unix = (at: number, seconds = 0): number => startOf(at) / 1_000 + seconds;
export const slashed = (at: number, seconds = 0): string => {
  const [date = '', clock = ''] = stamp(at, seconds).split(' ');
  return `${date.split('-').reverse().join('/')} ${clock}`;
};
export const american = (at: number): string => {
  const date = new Date(startOf(at));
  const hour = date.getUTCHours();
  const minutes = String(date.getUTCMinutes()).padStart(2, '0');
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} ${hour % 12 || 12}:${minutes}:00 ${hour < 12 ? 'AM' : 'PM'}`;
};

type Cells = readonly (string | number)[];
/** A row of the cells of several parts. */
export const joined = (...parts: readonly Cells[]): Cells => parts.flat();

type RowsOf = (at: number, won: boolean) => readonly Cells[];
export const lines = (heading: string, rowsOf: RowsOf, delimiter = ','): string =>
  [heading, ...WON.flatMap((won, at) => rowsOf(at, won).map((row) => row.join(delimiter)))].join('\n');
export const table = (heading: string, rowOf: (at: number, won: boolean) => Cells, delimiter = ','): string =>
  lines(heading, (at, won) => [rowOf(at, won)], delimiter);

type Truth = Omit<Layout, 'name' | 'text'>;
export const layout = (name: string, text: string, truth: Truth = {}): Layout => ({
  name,
  text,
  ...(truth.asks === undefined ? { counts: RIGHT } : {}),
  ...truth,
});
export const plain = (name: string, text: string, truth: Truth = {}): Layout =>
  layout(name, text, { isPlain: true, ...truth });

export const cell = (values: Cells, tag = 'td'): string =>
  `<tr>${values.map((value) => `<${tag}>${value}</${tag}>`).join('')}</tr>`;
export const quoted = (row: Cells): Cells => row.map((value) => `"${value}"`);
