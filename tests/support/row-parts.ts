import { type Layout, RIGHT, stamp } from './layout.ts';

export const gainOf = (at: number, won: boolean): number =>
  won ? 7.4 + (at % 9) * 1.3 : -6.1 - (at % 7) * 1.7;
export type Cells = readonly (string | number)[];
export const text = (heading: string, rows: readonly Cells[], delimiter = ','): string =>
  [heading.replaceAll(',', delimiter), ...rows.map((row) => row.join(delimiter))].join('\n');
export const right = (name: string, table: string, more: Partial<Layout> = {}): Layout => ({
  name,
  text: table,
  counts: RIGHT,
  ...more,
});
export const plain = (name: string, table: string, counts = RIGHT): Layout =>
  right(name, table, { isPlain: true, counts });

export const day = (at: number): string => stamp(at).slice(0, 10);
