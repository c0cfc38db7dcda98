/** Statements of an account, which list what was paid and what came back as rows of their own. */
import { type DecimalMark, parseAmount } from './amount.ts';
import type { Table } from './unreadable.ts';

const ACTION =
  /^(?:action|type|transaction(?: type)?|ação|acción|tipo de transa(?:cción|ção)|тип(?: (?:операции|транзакции))?)$/iu;
const AMOUNT = /^(?:amount|credit\/debit|cr[eé]dito\/d[eé]bito|valor|importe|сумма|кредит\/дебет)(?!\p{L})/iu;
const SIDE = /^(?:(buy|compra|comprar|купить|покупка|beli)|sell|ven[dt][ae]r?|продать|продажа|jual)$/iu;
/** Ledgers of bets: a bet of which no row says what came back is lost. */
const BET =
  /^(?:bet(?: placed)?|placed bet|wager|stake|apuesta|aposta|einsatz|wette|mise|pari|ставка|bahis|taruhan)$/iu;
const RETURN =
  /^(?:(?:bet |wager )?(?:win|won|winnings?|payout|prize|refund(?:ed)?|void|cash ?out|settled|settlement|loss|lost)|ganancia|premio|pago|reembolso|devolución|ganho|prêmio|gewinn|auszahlung|erstattung|gain|remboursement|выигрыш|возврат|kazanç|iade|menang|refund stake)$/iu;

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
  const amountOf = (at: number): number => parseAmount(cellOf(at, amount), mark);
  const others = [...names.keys()].filter((at) => at !== action && at !== amount);
  const reference = others.find((at) => joins(rows, at, buys, sells));
  const bought = new Map(buys.map((at) => [cellOf(at, reference ?? 0), at] as const));
  const buyOf =
    reference === undefined
      ? areBets
        ? besideBets(buys, sells)
        : boughtBefore(rows, others, buys, sells, amountOf)
      : new Map(sells.map((at) => [at, bought.get(cellOf(at, reference)) as number] as const));
  if (buyOf === undefined) return undefined;
  const returned = new Set(buyOf.values());
  const lost = areBets ? buys.filter((at) => !returned.has(at)) : [];
  const isLost = new Set(lost);
  const joined = [...sells, ...lost]
    .sort((one, other) => one - other)
    .map((at) => {
      const buy = isLost.has(at) ? at : buyOf.get(at);
      const stake = buy === undefined ? '' : cellOf(buy, amount).replace(/[-−]/, '');
      const back = buy === at ? '0' : cellOf(at, amount);
      return { line: lines[at] as number, row: [...(rows[buy ?? at] as string[]), stake, back] };
    });
  const unnamed = names.map((name, at) => (at === amount || at === action ? '' : name));
  return {
    rows: [[...unnamed, 'Stake', 'Returned'], ...joined.map(({ row }) => row)],
    lines: [lines[head] as number, ...joined.map(({ line }) => line)],
  };
}

const MOST_ABOVE = 30;

/** The bet of each return where no reference joins them: the one right before it, or after it in a file with the newest row first. */
function besideBets(
  bets: readonly number[],
  returns: readonly number[],
): ReadonlyMap<number, number> | undefined {
  const isBet = new Set(bets);
  const inOrder = [...bets, ...returns].sort((one, other) => one - other);
  return [inOrder, inOrder.toReversed()]
    .map((order) => {
      const pairs = order.slice(1).map((row, at) => [row, order[at] as number] as const);
      return new Map(pairs.filter(([row, before]) => !isBet.has(row) && isBet.has(before)));
    })
    .find((found) => found.size === returns.length);
}

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
