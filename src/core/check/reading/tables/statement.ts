/** Statements of an account, which list what was paid and what came back as rows of their own. */
import { groupBy } from '../../grouping.ts';
import { FIRST_ROWS, MOSTLY, NEARLY_ALL, SELDOM, type Rows } from '../words/table-columns.ts';
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
export function joinedStatement(
  statement: Table,
  mark: DecimalMark,
  torn: ReadonlySet<number>,
): Table | undefined {
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
  const areBets = rows.some((row) => BET.test(row[action] ?? ''));
  const { buys, sells, broken } = sidesOf(areBets, rows, head, (row, at) => ({
    cell: row[action] ?? '',
    value: parseAmount(row[amount] ?? '', mark),
    isTorn: torn.has(lines[at] as number),
  }));
  if (sells.length === 0 || broken.length > sells.length * SELDOM) return undefined;
  const cellOf = (at: number, column: number): string => rows[at]?.[column] ?? '';
  const amountIn = (at: number, column: number): number => parseAmount(cellOf(at, column), mark);
  const amountOf = (at: number): number => amountIn(at, amount);
  const below = rows.slice(head + 1);
  const others = [...names.keys()].filter((at) => at !== action && at !== amount);
  // Of other columns each value may be that of a sale and of the next purchase.
  const isName = (at: number): boolean =>
    meanings[at] === 'id' || (meanings[at] === undefined && /\p{L}/u.test(rows[buys[0] ?? 0]?.[at] ?? ''));
  const reference = others.find((at) => joins(rows, at, buys, sells, isName(at) ? NEARLY_ALL : 1));
  const bought = new Map(buys.map((at) => [cellOf(at, reference ?? 0), at] as const));
  const [down, up] = [below, below.toReversed()].map((some) => descend(some, meanings));
  const falls = Number(down) - Number(up);
  const { buyOf, unsure } =
    reference === undefined
      ? boughtBefore(rows, others, buys, sells, areBets, amountOf, falls)
      : {
          buyOf: new Map(sells.map((at) => [at, bought.get(cellOf(at, reference))] as const)),
          unsure: new Set<number>(),
        };
  const sure = sells.filter((at) => buyOf.get(at) !== undefined && !unsure.has(at));
  if (sure.length < sells.length * (areBets ? 1 : MOSTLY)) return undefined;
  const returned = new Set(buyOf.values());
  const unsold = new Set(buys.filter((at) => !returned.has(at)));
  const time = names.findIndex((name) => namedMeaning(name) === 'time');
  // A trade costs the fees of both of its rows.
  const fees = [...names.keys()].filter((at) => COST.test(plainWords(names[at] as string)));
  const isNewestFirst = sure.filter((at) => at < (buyOf.get(at) as number)).length * 2 > sure.length;
  const joined = [...sells, ...unsold, ...(areBets ? broken : [])]
    .sort((one, other) => one - other)
    .map((at) => {
      const isAlone = unsold.has(at);
      const buy = isAlone ? at : unsure.has(at) ? undefined : buyOf.get(at);
      // Beyond all rows that could be its other one, a row is of a trade that is open, or began before.
      const ends = isAlone ? sells : buys;
      const isInside = isNewestFirst === isAlone ? at > (ends[0] ?? at) : at < (ends.at(-1) ?? at);
      const unknown = isInside ? '?' : '';
      const isJoined = buy !== undefined && !isAlone;
      const stake = buy === undefined ? unknown : cellOf(buy, amount).replace(/[-−()]/g, '');
      const back = isJoined ? cellOf(at, amount) : isAlone && areBets ? '0' : unknown;
      const charged = (isJoined ? fees : []).reduce<readonly string[]>(
        (row, column) => {
          const fee = amountIn(buy as number, column) + amountIn(at, column);
          return Number.isNaN(fee) ? row : row.with(column, amountCell(fee, mark));
        },
        rows[buy ?? at] as readonly string[],
      );
      const cells = [...charged, ...names.slice(charged.length).fill('')];
      return { line: lines[at] as number, row: [...cells, stake, back, isJoined ? cellOf(at, time) : ''] };
    });
  // Numbers of the rows, of which a trade has two, are none of trades.
  const isNumber = (name: string, at: number): boolean => at !== reference && namedMeaning(name) === 'id';
  const unnamed = names.map((name, at) => (at === amount || at === action || isNumber(name, at) ? '' : name));
  return {
    rows: [[...unnamed, 'Stake', 'Returned', 'Close time'], ...joined.map(({ row }) => row)],
    lines: [lines[head] as number, ...joined.map(({ line }) => line)],
  };
}

interface Entry {
  readonly cell: string;
  readonly value: number;
  readonly isTorn: boolean;
}

/** The places of purchases and sales, or of bets and what came back, below the names of the columns, and of rows that may be either. */
function sidesOf(
  areBets: boolean,
  rows: Rows,
  head: number,
  entryOf: (row: readonly string[], at: number) => Entry,
) {
  const sides = { buys: [] as number[], sells: [] as number[], broken: [] as number[] };
  for (const [at, row] of rows.entries()) {
    if (at <= head) continue;
    const { cell, value, isTorn } = entryOf(row, at);
    const side = SIDE.exec(cell);
    // Where its word is lost, the amount of a row says what it was.
    const isLost = cell === '' && Math.abs(value) > 0;
    const isBuy = isLost ? value < 0 : areBets ? BET.test(cell) : side?.[1] !== undefined;
    if (!isTorn && !isBuy && !isLost && (areBets ? !RETURN.test(cell) : side === null)) continue;
    const isRight = isBuy ? (areBets ? value !== 0 : value < 0) : value >= 0;
    sides[isTorn || !isRight ? 'broken' : isBuy ? 'buys' : 'sells'].push(at);
  }
  return sides;
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
  if (orders.filter(({ key }) => bought.has(key)).length < orders.length * NEARLY_ALL) return table;
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

/** Whether a column holds another value in each purchase, one of them in so many of the sales. */
function joins(rows: Rows, column: number, buys: readonly number[], sells: readonly number[], share: number) {
  const [bought, sold] = [buys, sells].map((some) => new Set(some.map((row) => rows[row]?.[column] ?? '')));
  const known = [...(sold ?? [])].filter((value) => value !== '' && bought?.has(value) === true);
  return bought?.size === buys.length && sold?.size === sells.length && known.length >= sells.length * share;
}

const MOST_OPEN = 50;

/**
 * The purchase of each sale where no reference joins the two: the oldest open one of the same thing, of bets the newest, as lost ones
 * stay open; unsure where it depends on which of them it is whether the trade won. Lots do not tell it: a sale ends one purchase
 * whatever their sizes.
 */
function boughtBefore(
  rows: Rows,
  others: readonly number[],
  buys: readonly number[],
  sells: readonly number[],
  areBets: boolean,
  amountOf: (row: number) => number,
  /** Above 0 where the newest row is the first, 0 where this is not known. */
  falls: number,
) {
  const shared = others.filter((at) => {
    const bought = new Set(buys.map((row) => rows[row]?.[at] ?? ''));
    const known = sells.filter((row) => bought.has(rows[row]?.[at] ?? '')).length;
    return bought.size < buys.length && known >= sells.length * NEARLY_ALL;
  });
  const thingOf = (row: number): string => shared.map((at) => rows[row]?.[at] ?? '').join('\t');
  const isBuy = new Set(buys);
  const inOrder = [...buys, ...sells].sort((one, other) => one - other);
  const matched = [inOrder, inOrder.toReversed()].map((order) => {
    const buyOf = new Map<number, number>();
    const unsure = new Set<number>();
    const before = new Map(order.map((row, place) => [row, order[place - 1]]));
    for (const some of groupBy(order, thingOf).values()) {
      // Where each sale stands just after a purchase, one after which another stands was not sold.
      const isNewest = areBets || some.every((row, at) => isBuy.has(row) || isBuy.has(some[at - 1] ?? -1));
      const waiting: number[] = [];
      for (const [at, row] of some.entries()) {
        if (isBuy.has(row)) {
          waiting.push(row);
          continue;
        }
        // Of 100,000 open bets each would be looked at for each return.
        const near = isNewest ? waiting.slice(-MOST_OPEN) : waiting.slice(0, MOST_OPEN);
        const gains = new Set(
          near.map((buy) => Math.sign(Math.abs(amountOf(row)) - Math.abs(amountOf(buy)))),
        );
        const buy = isNewest ? waiting.pop() : waiting.shift();
        if (buy === undefined) continue;
        buyOf.set(row, buy);
        // What came back stands just after its bet, whatever others were lost before.
        if (gains.size > 1 && !(isNewest && buy === (areBets ? before.get(row) : some[at - 1])))
          unsure.add(row);
      }
    }
    return { buyOf, unsure };
  });
  // Of a file with the newest row first, each sale but the newest would be that of the purchase after it.
  const [oldest, newest] = matched as [(typeof matched)[0], (typeof matched)[0]];
  const more = newest.buyOf.size - newest.unsure.size - oldest.buyOf.size + oldest.unsure.size;
  return (falls || more) > 0 ? newest : oldest;
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
