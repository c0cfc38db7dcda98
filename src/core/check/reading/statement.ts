/** Statements of an account, which list what was paid and what came back as rows of their own. */
import { type DecimalMark, parseAmount } from './amount.ts';
import type { Table } from './unreadable.ts';

const ACTION =
  /^(?:action|type|transaction(?: type)?|ação|acción|tipo de transa(?:cción|ção)|тип(?: (?:операции|транзакции))?)$/iu;
const AMOUNT = /^(?:amount|credit\/debit|cr[eé]dito\/d[eé]bito|valor|importe|сумма|кредит\/дебет)(?!\p{L})/iu;
const SIDE = /^(?:(buy|compra|comprar|купить|покупка)|sell|vend[ae]r?|продать|продажа)$/iu;

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
  const reference = names.findIndex(
    (_name, at) => at !== action && at !== amount && joins(rows, at, buys, sells),
  );
  if (sells.length === 0 || buys.length < sells.length || reference === -1) return undefined;
  const cellOf = (at: number, column: number): string => rows[at]?.[column] ?? '';
  const bought = new Map(buys.map((at) => [cellOf(at, reference), at] as const));
  const joined = sells.flatMap((at) => {
    const buy = bought.get(cellOf(at, reference));
    const stake = buy === undefined ? '' : cellOf(buy, amount).replace(/[-−]/, '');
    return buy === undefined
      ? []
      : [{ line: lines[at] as number, row: [...(rows[buy] as string[]), stake, cellOf(at, amount)] }];
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
