/** The currencies of amounts: those of several are no sum. */
import type { UsedColumn } from './columns.ts';
import { CURRENCIES } from './pairs.ts';
import { plainWords } from './words.ts';

type Cells = readonly string[];

const CURRENCY = new RegExp(`^(?:\\p{L}{0,3}\\p{Sc}|USDC|${CURRENCIES})$`, 'u');
const SAME = new Map(
  'US$ $,USD $,USDT $,USDC $,EUR €,GBP £,JPY ¥,BRL R$,INR ₹,CA$ CAD,C$ CAD,A$ AUD,AU$ AUD'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);
const NAMED =
  /(?<!\p{L})(?:currency|ccy|curr|moneda|moeda|divisa|wahrung|devise|valuta|валюта|para birimi|mata uang)(?!\p{L})/u;

/** The currency that a cell names beside its number; undefined where it names none. */
export function currencyIn(cell: string): string | undefined {
  const name = cell.replace(/[\d\s.,()+%−–-]/g, '').toUpperCase();
  return CURRENCY.test(name) ? (SAME.get(name) ?? name) : undefined;
}

/** What tells the currency of the amounts of a row, where rows have several; undefined where they have one. */
export function currencyReader(
  rows: readonly Cells[],
  columns: readonly UsedColumn[],
  names: readonly string[],
): ((row: Cells) => string) | undefined {
  const amounts = (['profit', 'returned', 'stake'] as const).flatMap(
    (meaning) => columns.find((column) => column.meaning === meaning)?.at ?? [],
  );
  const named = [...names.keys()].filter(
    (at) => NAMED.test(plainWords(names[at] as string)) && columns.every((column) => column.at !== at),
  );
  const currencyOf = (row: Cells): string =>
    [...amounts, ...named].flatMap((at) => currencyIn(row[at] ?? '') ?? [])[0] ?? '';
  const first = rows.find((row) => currencyOf(row) !== '');
  const isOther = (row: Cells): boolean => !['', currencyOf(first as Cells)].includes(currencyOf(row));
  return first !== undefined && rows.some(isOther) ? currencyOf : undefined;
}
