/** The currencies of amounts: those of several are no sum. */
import type { TableColumns } from './table-columns.ts';
import { DONG } from './amount.ts';
import { CURRENCIES } from './pairs.ts';
import { plainWords } from './words.ts';
import type { Cells } from '../unreadable.ts';

const CURRENCY = new RegExp(`^(?:\\p{L}{0,3}\\p{Sc}|USDC|USC|${CURRENCIES})$`, 'u');
const SAME = new Map(
  'US$ $,USD $,USDT $,USDC $,EUR €,GBP £,JPY ¥,BRL R$,INR ₹,CA$ CAD,C$ CAD,A$ AUD,AU$ AUD'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);
const OTHER_UNIT = /(?<=\d ?)(?:pips|points|pts|R)$/i;
/** Names of columns of currencies. */
export const NAMED =
  /(?<!\p{L})(?:currency|ccy|curr|moneda|moeda|divisa|wahrung|devise|valuta|валюта|para birimi|mata uang)(?!\p{L})/u;

/** The currency that a cell names beside its number; undefined where it names none. */
export function currencyIn(cell: string): string | undefined {
  const name = cell
    .replace(/[\d\s.,'’()+%−–-]/g, '')
    .replace(DONG, '₫')
    .toUpperCase();
  return CURRENCY.test(name) ? (SAME.get(name) ?? name) : undefined;
}

/** The currency that a name of a column ends in or holds in capitals, as `Profit (EUR)`; undefined where it holds none. */
export function currencyOfName(name: string): string | undefined {
  return name
    .split(/[\s()[\]_-]/)
    .flatMap((word) => (word === word.toUpperCase() ? (currencyIn(word) ?? []) : []))[0];
}

/** What tells the currency of the amounts of a row: by a cell, else by the names of the columns; empty where none does. */
export function currencyReader({ at: places, rows, names, isUsed }: TableColumns): (row: Cells) => string {
  const amounts = [places.profit, places.returned, places.stake].filter((at) => at !== undefined);
  const named = [...names.keys()].filter((at) => NAMED.test(plainWords(names[at] as string)) && !isUsed(at));
  const [ofNames = ''] = amounts.flatMap((at) => currencyOfName(names[at] ?? '') ?? []);
  // Pips beside money are another unit.
  const isMoney = rows.some((row) => amounts.some((at) => currencyIn(row[at] ?? '') !== undefined));
  const unitIn = (cell: string): string | undefined =>
    currencyIn(cell) ?? (isMoney ? OTHER_UNIT.exec(cell)?.[0] : undefined);
  return (row) => [...amounts, ...named].flatMap((at) => unitIn(row[at] ?? '') ?? [])[0] ?? ofNames;
}
