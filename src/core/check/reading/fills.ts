/** Tables of fills: a row for each purchase and each sale at a price, of which none says what it brought. */
import { groupBy } from '../grouping.ts';
import { amountAt, type DecimalMark } from './amount.ts';
import { EXIT, namedMeanings } from './column-names.ts';
import { dateOrderOf, MomentReader } from './moment.ts';
import { SIZE } from './trade-sizes.ts';
import { parseDirection } from './trade-words.ts';
import { fromHead, headOf, orNull, type Table } from './unreadable.ts';
import { plainWords } from './words.ts';

type Row = readonly string[];

const PRICE = /^(?:(?:avg|average|fill(?:ed)?|exec(?:uted|ution)?|trade|t) )*price$/;
/** Beside what is traded, these tell options apart. */
const CONTRACT = /^(?:exp(?:iry|iration)?(?: date)?|strike(?: price)?)$/;
/** A row with targets is a signal, or an order. */
const TARGET = /^(?:s ?l|t ?p|stop(?: loss)?(?: price)?|take profit|target(?: price)?)$/;
const [OPENS, CLOSES] = [/(?<!\p{L})(?:open|entry)(?!\p{L})/iu, /(?<!\p{L})(?:close|exit)(?!\p{L})/iu];
/** The name of what fills brought. */
export const FILLED = 'Net gain';
const NEARLY_ALL = 0.9;
const ROUNDING = 1e-9;

/**
 * A table with what each fill that closes brought, in points for its size, and 0 for each that opens, the first opened closed first; as it is
 * where neither a column tells openings from ends nor all positions are closed in the end.
 */
export function withFills(table: Table, mark: DecimalMark): Table {
  const head = headOf(table, (row) => placesIn(row) !== undefined);
  const places = placesIn(table.rows[head] ?? []);
  if (places === undefined) return table;
  const { price, size, things, times } = places;
  const given = table.rows.slice(head + 1).filter((row) => amountAt(row, price, mark) > 0);
  const columns = [...(table.rows[head] as Row).keys()];
  const nearly = (at: number, tells: (cell: string) => boolean): boolean =>
    given.filter((row) => tells(row[at] ?? '')).length >= given.length * NEARLY_ALL;
  const side = columns.find((at) => nearly(at, (cell) => parseDirection(cell) !== undefined)) ?? -1;
  const marked = columns.find((at) => nearly(at, (cell) => OPENS.test(cell) !== CLOSES.test(cell)));
  const at = times.find((one) => given.some((row) => row[one] !== '')) ?? -1;
  const reader = new MomentReader(dateOrderOf(given.map((row) => row[at] ?? '')));
  const timeOf = (row?: Row): number => orNull(() => reader.read(row?.[at] ?? ''))?.localMs ?? Number.NaN;
  const ordered = timeOf(given[0]) > timeOf(given.at(-1)) ? given.toReversed() : given;
  const gains = new Map<Row, number>();
  for (const fills of groupBy(ordered, (row) => things.map((one) => row[one]).join('\t')).values()) {
    let open: { readonly sign: number; readonly price: number; left: number }[] = [];
    for (const row of fills) {
      const sign = parseDirection(row[side] ?? '') === 'CALL' ? 1 : -1;
      const paid = amountAt(row, price, mark);
      let left = Math.abs(amountAt(row, size, mark)) || 0;
      const isEnd =
        marked === undefined ? open.some((one) => one.sign !== sign) : CLOSES.test(row[marked] ?? '');
      let gain = 0;
      for (const one of isEnd ? open : []) {
        const taken = one.sign === sign ? 0 : Math.min(one.left, left);
        gain += (paid - one.price) * one.sign * taken;
        one.left -= taken;
        left -= taken;
      }
      open = open.filter((one) => one.left > ROUNDING);
      if (left > ROUNDING && (!isEnd || marked === undefined)) open.push({ sign, price: paid, left });
      // The opening of what is closed stands in no row.
      if (left <= ROUNDING || !isEnd || marked === undefined) gains.set(row, gain);
    }
    if (marked === undefined && open.length > 0) return table;
  }
  return fromHead(table, head, (row, isHead) => {
    const gain = gains.get(row);
    const written = gain?.toFixed(8).replace('.', mark) ?? '';
    return [...row, isHead ? FILLED : written];
  });
}

/** Where fills have their prices, their sizes and what is traded; undefined where a row names no columns of fills. */
function placesIn(names: Row) {
  const words = names.map(plainWords);
  const meanings = namedMeanings(names);
  const places = (fits: (at: number) => boolean): number[] => [...names.keys()].filter(fits);
  const prices = places((at) => PRICE.test(words[at] as string));
  // Beside what was filled, "Price" is that of the order.
  const price = prices.find((at) => words[at] !== 'price') ?? prices[0];
  const size = words.findIndex((name) => SIZE.test(name));
  const pairs = places((at) => meanings[at] === 'pair');
  const isOther = words.some((name) => EXIT.test(name) || TARGET.test(name));
  if (price === undefined || size === -1 || pairs.length === 0 || isOther) return undefined;
  const things = [...pairs, ...places((at) => CONTRACT.test(words[at] as string))];
  return { price, size, things, times: places((at) => meanings[at] === 'time' || meanings[at] === 'date') };
}
