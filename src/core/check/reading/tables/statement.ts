/** Statements of an account, which list what was paid and what came back as rows of their own. */
import { FIRST_ROWS, MOSTLY, type Rows } from '../words/table-columns.ts';
import { amountCell, type DecimalMark, parseAmount } from '../words/amount.ts';
import { CREDIT, DEBIT, namedMeaning } from '../words/column-names.ts';
import { descend } from './derived-profits.ts';
import { COST } from './fees.ts';
import { headed } from '../words/headed-table.ts';
import type { Table } from '../unreadable.ts';
import { plainWords } from '../words/words.ts';

const ACTION =
  /^(?:action|type|event|category|movim[ie]{1,2}nto|concepto|operaci[oó]n|operação|vorgang|işlem|trans(?:action)?(?: (?:type|code))?|description|details|descripción|descrição|ação|acción|tipo de transa(?:cción|ção)|(?:тип )?(?:операци[ия]|транзакци[ия])|тип)$/iu;
const AMOUNT =
  /^(?:amount|value$|credit\/debit|cr[eé]dito\/d[eé]bito|valor|importe|сумма|кредит\/дебет)(?!\p{L})/iu;
/** Options are bought to open and sold to close. */
const SIDE =
  /^(?:(bto|btc|buy|buy[_ ]to[_ ](?:open|close)|compra|comprar|купить|покупка|beli)|stc|sto|sell|sell[_ ]to[_ ](?:open|close)|ven[dt][ae]r?|продать|продажа|jual)$/iu;
/** What expired is worth nothing; its row can say so before what it names. */
const EXPIRED = /^(?:oexp|expired?|expiration)$/i;
/** Ledgers of bets: a bet of which no row says what came back is lost. */
const BET =
  /^(?:bet(?: placed)?|placed bet|wager|stake|apuesta|aposta|einsatz|wette|mise|pari|ставка|bahis|taruhan)$/iu;
const RETURN =
  /^(?:(?:bet |wager )?(?:win|won|winnings?|payout|prize|refund(?:ed)?|void|cash ?out|settled|settlement|loss|lost)|ganancia|premio|pago|reembolso|devolución|ganho|prêmio|gewinn|auszahlung|erstattung|gain|remboursement|выигрыш|выплата|возврат|kazanç|iade|menang|refund stake)$/iu;

/**
 * The statement of an account, in which a trade is a row that buys it (below 0) and one that sells it (0 where it was lost), as a
 * table of trades; undefined where a table is none.
 */
export function joinedStatement(statement: Table, mark: DecimalMark): Table | undefined {
  const paid = withAmounts(withOrders(statement), mark);
  const { head, names, meanings } = headed(
    paid,
    (row) => row.some((cell) => ACTION.test(cell)) && row.some((cell) => AMOUNT.test(cell)),
  );
  if (head === -1) return undefined;
  const actions = [...names.keys()].filter((at) => ACTION.test(names[at] as string));
  const action =
    actions.find((at) => paid.rows.some((row) => SIDE.test(row[at] ?? ''))) ?? (actions[0] as number);
  const amount = names.findIndex((name) => AMOUNT.test(name));
  const { rows, lines } = withExpired(paid, action, amount);
  const buys: number[] = [];
  const sells: number[] = [];
  const areBets = rows.some((row) => BET.test(row[action] ?? ''));
  for (let at = head + 1; at < rows.length; at += 1) {
    const cell = rows[at]?.[action] ?? '';
    const side = SIDE.exec(cell);
    const isBuy = areBets ? BET.test(cell) : side?.[1] !== undefined;
    if (!isBuy && (areBets ? !RETURN.test(cell) : side === null)) continue;
    const value = parseAmount(rows[at]?.[amount] ?? '', mark);
    if (isBuy ? !(areBets ? value !== 0 : value < 0) : !(value >= 0)) return undefined;
    (isBuy ? buys : sells).push(at);
  }
  if (sells.length === 0) return undefined;
  const cellOf = (at: number, column: number): string => rows[at]?.[column] ?? '';
  const amountIn = (at: number, column: number): number => parseAmount(cellOf(at, column), mark);
  const amountOf = (at: number): number => amountIn(at, amount);
  const others = [...names.keys()].filter((at) => at !== action && at !== amount);
  const reference = others.find((at) => joins(rows, at, buys, sells));
  const bought = new Map(buys.map((at) => [cellOf(at, reference ?? 0), at] as const));
  const buyOf =
    reference === undefined
      ? boughtBefore(rows, others, buys, sells, areBets, amountOf, descend(rows.slice(head + 1), meanings))
      : new Map(sells.map((at) => [at, bought.get(cellOf(at, reference)) as number] as const));
  if (buyOf === undefined) return undefined;
  const returned = new Set(buyOf.values());
  const lost = areBets ? buys.filter((at) => !returned.has(at)) : [];
  const isLost = new Set(lost);
  const time = names.findIndex((name) => namedMeaning(name) === 'time');
  // A trade costs the fees of both of its rows.
  const fees = [...names.keys()].filter((at) => COST.test(plainWords(names[at] as string)));
  const joined = [...sells, ...lost]
    .sort((one, other) => one - other)
    .map((at) => {
      const buy = isLost.has(at) ? at : buyOf.get(at);
      const stake = buy === undefined ? '' : cellOf(buy, amount).replace(/[-−()]/g, '');
      const back = buy === at ? '0' : cellOf(at, amount);
      const isJoined = buy !== undefined && buy !== at;
      const charged = (isJoined ? fees : []).reduce<readonly string[]>(
        (row, column) => {
          const fee = amountIn(buy as number, column) + amountIn(at, column);
          return Number.isNaN(fee) ? row : row.with(column, amountCell(fee, mark));
        },
        rows[buy ?? at] as readonly string[],
      );
      return { line: lines[at] as number, row: [...charged, stake, back, isJoined ? cellOf(at, time) : ''] };
    });
  // Numbers of the rows, of which a trade has two, are none of trades.
  const isNumber = (name: string, at: number): boolean => at !== reference && namedMeaning(name) === 'id';
  const unnamed = names.map((name, at) => (at === amount || at === action || isNumber(name, at) ? '' : name));
  return {
    rows: [[...unnamed, 'Stake', 'Returned', 'Close time'], ...joined.map(({ row }) => row)],
    lines: [lines[head] as number, ...joined.map(({ line }) => line)],
  };
}

/** `BOT +1 SPY 100 20 MAR 26 500 CALL @1.25`: what was bought or sold, how many, and for how much each. */
const ORDER = /^(?:(BOT|BOUGHT)|SLD|SOLD) [+-]?([\d,.]+) (.+?) @ ?[\d.]+/i;

/** A table with the side, the number and the name of what its texts say was bought or sold; as it is where none does, or where parts were sold. */
function withOrders(table: Table): Table {
  const first = table.rows.slice(0, FIRST_ROWS).find((row) => row.some((cell) => ORDER.test(cell)));
  const at = first?.findIndex((cell) => ORDER.test(cell)) ?? -1;
  const { head, withColumns } = headed(table, (row) => row.some((cell) => AMOUNT.test(cell)));
  if (at === -1 || head === -1) return table;
  const orders = table.rows.flatMap((row) => {
    const [, isBuy, size, name] = ORDER.exec(row[at] ?? '') ?? [];
    return name === undefined ? [] : [{ isBuy: isBuy !== undefined, key: `${size} ${name}` }];
  });
  const bought = new Set(orders.flatMap(({ isBuy, key }) => (isBuy ? key : [])));
  if (!orders.every(({ key }) => bought.has(key))) return table;
  return withColumns(['Action', 'Quantity', 'Symbol'], (row) => {
    const order = ORDER.exec(row[at] ?? '');
    const side = order === null ? '' : order[1] === undefined ? 'Sell' : 'Buy';
    return [side, order?.[2] ?? '', order?.[3] ?? ''];
  });
}

/** A table with what expired as sold for nothing, under the name of what was bought. */
function withExpired(table: Table, action: number, amount: number): Table {
  const isExpired = (row: readonly string[]): boolean => EXPIRED.test(row[action] ?? '');
  if (!table.rows.some(isExpired)) return table;
  const bought = new Set(
    table.rows.flatMap((row) => (SIDE.exec(row[action] ?? '')?.[1] === undefined ? [] : row)),
  );
  const nameOf = (cell: string): string =>
    cell
      .split(' ')
      .map((_word, at, words) => words.slice(at).join(' '))
      .find((part) => bought.has(part)) ?? cell;
  const sold = new Map([
    [action, 'Sell'],
    [amount, '0'],
  ]);
  // Empty cells at the end of a row may be missing.
  const cellsOf = (row: readonly string[]): readonly string[] =>
    Array.from(
      { length: Math.max(row.length, amount + 1) },
      (_, at) => sold.get(at) ?? nameOf(row[at] ?? ''),
    );
  const rows = table.rows.map((row) => (isExpired(row) ? cellsOf(row) : row));
  return { ...table, rows };
}

/** A table with a column of amounts where those paid and those received have one each. */
function withAmounts(table: Table, mark: DecimalMark): Table {
  const { head, names, withColumns } = headed(table, (row) =>
    [DEBIT, CREDIT].every((name) => row.some((cell) => name.test(cell))),
  );
  if (head === -1) return table;
  const [paid, received] = [DEBIT, CREDIT].map((name) => names.findIndex((cell) => name.test(cell))) as [
    number,
    number,
  ];
  const amountOf = (row: readonly string[]): number =>
    Math.abs(parseAmount(row[received] ?? '', mark) || 0) - Math.abs(parseAmount(row[paid] ?? '', mark) || 0);
  return withColumns(['Amount'], (row) => [amountCell(amountOf(row), mark)]);
}

/** Whether a column holds another value in each purchase, one of them in each sale. */
function joins(rows: Rows, column: number, buys: readonly number[], sells: readonly number[]): boolean {
  const bought = new Set(buys.map((row) => rows[row]?.[column] ?? ''));
  const sold = new Set(sells.map((row) => rows[row]?.[column] ?? ''));
  return (
    bought.size === buys.length &&
    sold.size === sells.length &&
    [...sold].every((value) => bought.has(value)) &&
    !sold.has('')
  );
}

const MOST_OPEN = 50;

/**
 * The purchase of each sale where no reference joins the two: the oldest open one of the same thing, of bets the newest, as lost ones
 * stay open; none where it depends on which of them it is whether the trade won. Undefined where too few sales have one. Lots do not tell it: a sale ends one
 * purchase whatever their sizes.
 */
function boughtBefore(
  rows: Rows,
  others: readonly number[],
  buys: readonly number[],
  sells: readonly number[],
  areBets: boolean,
  amountOf: (row: number) => number,
  isNewestFirst: boolean,
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
    for (const [place, row] of order.entries()) {
      const waiting = open.get(thingOf(row)) ?? [];
      open.set(thingOf(row), waiting);
      if (isBuy.has(row)) {
        waiting.push(row);
        continue;
      }
      // Of 100,000 open bets each would be looked at for each return.
      const near = areBets ? waiting.slice(-MOST_OPEN) : waiting.slice(0, MOST_OPEN);
      const gains = new Set(near.map((buy) => Math.sign(Math.abs(amountOf(row)) - Math.abs(amountOf(buy)))));
      const buy = areBets ? waiting.pop() : waiting.shift();
      // What came back stands just after its bet, whatever others were lost before.
      const isNext = areBets && buy === order[place - 1];
      if (buy !== undefined && (gains.size === 1 || isNext)) found.set(row, buy);
    }
    return found;
  });
  // Of a file with the newest row first, each sale but the newest would be that of the purchase after it.
  const [oldestFirst, newestFirst] = matched as [Map<number, number>, Map<number, number>];
  const isLarger = newestFirst.size > oldestFirst.size;
  const isEven = newestFirst.size === oldestFirst.size;
  const found = isLarger || (isEven && isNewestFirst) ? newestFirst : oldestFirst;
  return found.size < sells.length * (areBets ? 1 : MOSTLY) ? undefined : found;
}

/** The text of a contract of Deriv that rises or falls. */
const CONTRACT = /^win payout if (.{2,40}?)(?: after \d+ \p{L}+)? is (?:strictly )?(higher|lower)(?!\p{L})/iu;

/** A table with the side and the asset of each contract that a cell names in a sentence. */
export function withContracts(table: Table): Table {
  const at = table.rows[1]?.findIndex((_cell, place) =>
    table.rows.slice(0, FIRST_ROWS).some((row) => CONTRACT.test(row[place] ?? '')),
  );
  if (at === undefined || at === -1) return table;
  const { withColumns } = headed(table, (row) => row.length > at && !/^win payout/i.test(row[at] as string));
  return withColumns(['Asset', 'Direction'], (row) => {
    const [, asset = '', side = ''] = CONTRACT.exec(row[at] ?? '') ?? [];
    return [asset, side];
  });
}
