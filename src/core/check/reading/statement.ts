/** Statements of an account, which list what was paid and what came back as rows of their own. */
import { type DecimalMark, parseAmount } from './amount.ts';
import type { Table } from './unreadable.ts';

const ACTION =
  /^(?:action|type|transaction(?: type)?|ação|acción|tipo de transa(?:cción|ção)|тип(?: (?:операции|транзакции))?)$/iu;
const AMOUNT = /^(?:amount|credit\/debit|cr[eé]dito\/d[eé]bito|valor|importe|сумма|кредит\/дебет)(?!\p{L})/iu;
const SIDE = /^(?:(buy|compra|comprar|купить|покупка|beli)|sell|ven[dt][ae]r?|продать|продажа|jual)$/iu;

/**
 * The statement of an account, in which a trade is a row that buys it (below 0) and one that sells it (0 where it was lost), as a
 * table of trades; undefined where a table is none.
 */
export function joinedStatement({ rows, lines }: Table, mark: DecimalMark): Table | undefined {
  const head = rows.findIndex(
    (row) => row.some((cell) => ACTION.test(cell)) && row.some((cell) => AMOUNT.test(cell)),
  );
  if (head === -1 || head > MOST_ABOVE) return undefined;
  const names = rows[head] as readonly string[];
  const action = names.findIndex((name) => ACTION.test(name));
  const amount = names.findIndex((name) => AMOUNT.test(name));
  const buys: number[] = [];
  const sells: number[] = [];
  for (let at = head + 1; at < rows.length; at += 1) {
    const side = SIDE.exec(rows[at]?.[action] ?? '');
    if (side === null) continue;
    const value = parseAmount(rows[at]?.[amount] ?? '', mark);
    if (side[1] === undefined ? !(value >= 0) : !(value < 0)) return undefined;
    (side[1] === undefined ? sells : buys).push(at);
  }
  if (sells.length === 0) return undefined;
  const cellOf = (at: number, column: number): string => rows[at]?.[column] ?? '';
  const amountOf = (at: number): number => parseAmount(cellOf(at, amount), mark);
  const others = [...names.keys()].filter((at) => at !== action && at !== amount);
  const reference = others.find((at) => joins(rows, at, buys, sells));
  const bought = new Map(buys.map((at) => [cellOf(at, reference ?? 0), at] as const));
  const buyOf =
    reference === undefined
      ? boughtBefore(rows, others, buys, sells, amountOf)
      : new Map(sells.map((at) => [at, bought.get(cellOf(at, reference)) as number] as const));
  if (buyOf === undefined) return undefined;
  const joined = sells.map((at) => {
    const buy = buyOf.get(at);
    const stake = buy === undefined ? '' : cellOf(buy, amount).replace(/[-−]/, '');
    return { line: lines[at] as number, row: [...(rows[buy ?? at] as string[]), stake, cellOf(at, amount)] };
  });
  const unnamed = names.map((name, at) => (at === amount || at === action ? '' : name));
  return {
    rows: [[...unnamed, 'Stake', 'Returned'], ...joined.map(({ row }) => row)],
    lines: [lines[head] as number, ...joined.map(({ line }) => line)],
  };
}

const MOST_ABOVE = 30;

/** Whether a column holds another value in each purchase, one of them in each sale. */
function joins(
  rows: Table['rows'],
  column: number,
  buys: readonly number[],
  sells: readonly number[],
): boolean {
  const bought = new Set(buys.map((row) => rows[row]?.[column] ?? ''));
  const sold = new Set(sells.map((row) => rows[row]?.[column] ?? ''));
  return (
    bought.size === buys.length &&
    sold.size === sells.length &&
    [...sold].every((value) => bought.has(value)) &&
    !sold.has('')
  );
}

const MOSTLY = 0.8;

/**
 * The purchase of each sale where no reference joins the two: the oldest open one of the same thing, unless it depends on which of
 * them it is whether the trade won. Undefined where too few sales have one.
 */
function boughtBefore(
  rows: Table['rows'],
  others: readonly number[],
  buys: readonly number[],
  sells: readonly number[],
  amountOf: (row: number) => number,
): ReadonlyMap<number, number> | undefined {
  const shared = others.filter((at) => {
    const bought = new Set(buys.map((row) => rows[row]?.[at] ?? ''));
    return bought.size < buys.length && sells.every((row) => bought.has(rows[row]?.[at] ?? ''));
  });
  const thingOf = (row: number): string => shared.map((at) => rows[row]?.[at] ?? '').join('\t');
  const isBuy = new Set(buys);
  const inOrder = [...buys, ...sells].sort((one, other) => one - other);
  const matched = [inOrder, inOrder.toReversed()].map((order) => {
    const open = new Map<string, number[]>();
    const found = new Map<number, number>();
    for (const row of order) {
      const waiting = open.get(thingOf(row)) ?? [];
      open.set(thingOf(row), waiting);
      if (isBuy.has(row)) {
        waiting.push(row);
        continue;
      }
      const gains = new Set(waiting.map((buy) => Math.sign(amountOf(row) + amountOf(buy))));
      const buy = waiting.shift();
      if (buy !== undefined && gains.size === 1) found.set(row, buy);
    }
    return found;
  });
  // Of a file with the newest row first, each sale but the newest would be that of the purchase after it.
  const [oldestFirst, newestFirst] = matched as [Map<number, number>, Map<number, number>];
  const found = newestFirst.size > oldestFirst.size ? newestFirst : oldestFirst;
  return found.size < sells.length * MOSTLY ? undefined : found;
}
