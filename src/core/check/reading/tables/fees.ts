/** What a trade cost beside what it brought: commissions, swaps, or what a column after fees has less than one before them; and what was given back. */
import { groupBy } from '../../grouping.ts';
import { median } from '../../staking.ts';
import type { TradeOutcome } from '../../trade.ts';
import { balanceMoves } from './balances.ts';
import { BALANCE } from './derived-profits.ts';
import { gainOf } from './column-facts.ts';
import { EXIT, MOVES, namedMeaning } from '../words/column-names.ts';
import type { Row } from '../complete-trades.ts';
import { arePercentages, shareOfStake } from '../words/profit-units.ts';
import { KINDS } from './row-kinds.ts';
import { SAMPLED_ROWS, NEARLY_ALL, CENT, type Cells as TableCells } from '../words/table-columns.ts';
import { SIZE } from '../words/trade-sizes.ts';
import { flagIn, plainWords } from '../words/words.ts';
import type { Cells } from '../unreadable.ts';

export const COST =
  /^(?:(?:trading|total|open|close|opening|closing|entry|exit|taker) )?(?:commiss?ions?|comm$|comissao|comision|kommission|fees?|charges|costs|taxe?s?|taxas?|corretagem|emolumentos|brokerage|kosten|spesen|custos|costos|biaya|masraf|prowizja|stamp duty|gebuhr(?:en)?|комиссия|komisyon|komisi|commissione|frais|provision|phi|शुल्क|ফি|কমিশন|فیس|کمیشن|العمولة|手续费|手数料)(?!\p{L})/u;
const SWAP = /^(?:swaps?|rollover|funding|своп)(?!\p{L})/u;
const NET =
  /(?<!\p{L})(?:net(?: of (?:fees|costs|commissions?))?|(?:with|after) (?:fees?|commissions?|costs|charges|spreads?|swaps?)|neto|liquid[oa]|netto|чистая|zisk|nach (?:gebuhren|kosten|kommission|spread)|apres (?:frais|commissions?)|(?:apos|despues de|depois d[ae]) (?:las )?(?:taxas?|comisi?on(?:es)?|comissao|comissoes|custos|costos)|после комисси[ий])(?!\p{L})/u;
const LEAST_FEE = 0.01;
/** Of what a pip is worth, as prices go. */
const ROUNDING = 0.01;

/** Whether the name of a profit says that fees are taken off. */
export function saysNet(name: string): boolean {
  return NET.test(plainWords(name));
}

/** What reads the fees of a row, below 0 where they cost, by which what it brought is not net yet, and from which columns. */
export interface Fees {
  readonly of: (row: Cells) => number;
  readonly places: readonly number[];
}

export const NO_FEES: Fees = { of: () => 0, places: [] };

export function feesReader(columns: TableCells): Fees {
  const { rows, names, isUsed, nameOf, amount, numberAt: numberIn } = columns;
  // From percentages of what is not known no fee can be taken.
  if (arePercentages(columns) && shareOfStake(columns) === undefined) return NO_FEES;
  const gain = (row: Cells): number => gainOf(columns, row);
  const words = names.map(plainWords);
  // Shares of the stake: percentages, or the same in each row and less than a cent.
  const isRate = (at: number): boolean => {
    const cells = rows.slice(0, SAMPLED_ROWS).flatMap((row) => row[at] || []);
    return cells.every(
      (cell) => cell.includes('%') || (cell === cells[0] && Math.abs(amount(cell)) < LEAST_FEE),
    );
  };
  const placesOf = (kind: RegExp): number[] =>
    words.flatMap((name, at) =>
      kind.test(name) && words.indexOf(name) === at && !isUsed(at) && !isRate(at) ? [at] : [],
    );
  const [costs, swaps] = [placesOf(COST), placesOf(SWAP)];
  const places = [...costs, ...swaps];
  const fees = (row: Cells): number =>
    swaps.reduce((sum, at) => sum + (numberIn(row, at) || 0), 0) -
    costs.reduce((sum, at) => sum + Math.abs(numberIn(row, at) || 0), 0);
  const some = rows.slice(0, SAMPLED_ROWS);
  const sample = some.filter((row) => Math.abs(gain(row)) > 0);
  const mostly = (fits: (row: Cells) => boolean): boolean =>
    sample.filter(fits).length >= Math.max(1, sample.length * NEARLY_ALL);
  const hasFees = some.some((row) => fees(row) !== 0);
  const others = names.flatMap((_name, at) => (!isUsed(at) && !places.includes(at) ? [at] : []));
  const isAbove = (row: Cells, at: number, sign: number): boolean =>
    Math.abs(numberIn(row, at) - gain(row) - sign * fees(row)) < CENT;
  const profit = plainWords(nameOf('profit'));
  const isNet = (at: number): boolean => {
    const name = words[at] as string;
    if (!NET.test(name) || NET.test(profit)) return false;
    if (['', profit].includes(name.replace(NET, '').trim()))
      return mostly((row) => numberIn(row, at) <= gain(row));
    return (
      /^(?:profit|returned)$/.test(namedMeaning(names[at] as string) ?? '') &&
      mostly((row) => Math.abs(numberIn(row, at) - gain(row)) <= Math.abs(gain(row)) / 2)
    );
  };
  const net = others.find((at) => (hasFees && mostly((row) => isAbove(row, at, 1))) || isNet(at));
  if (net !== undefined)
    return { of: (row) => numberIn(row, net) - gain(row) || 0, places: [...places, net] };
  // Under another name, what a balance moves by beside each profit, and by no profit alone.
  const balances = new Set(words.flatMap((name, at) => (BALANCE.test(name) ? [at] : [])));
  const ofBalances = { ...columns, rows: some, isUsed: (at: number) => !balances.has(at) };
  const movesBy = (broughtIn: (row: Cells) => number): boolean => {
    const moves = balanceMoves(ofBalances, (at) => some[at] && [broughtIn(some[at])]);
    return moves !== undefined && moves.gaps <= moves.of * (1 - NEARLY_ALL);
  };
  const [other] =
    hasFees || balances.size === 0 || movesBy(gain)
      ? []
      : others.flatMap((at) =>
          [1, -1].flatMap((sign) => {
            const of = (row: Cells): number => sign * numberIn(row, at) || 0;
            return !balances.has(at) && movesBy((row) => gain(row) + of(row)) ? { of, places: [at] } : [];
          }),
        );
  if (other !== undefined) return other;
  const charged = some.map((row) => (fees(row) === 0 ? [] : [gain(row)]));
  const isTakenOff =
    !hasFees ||
    words.some((name) => NET.test(name)) ||
    areMovesBefore(columns, sample, gain, fees) ||
    others.some((at) => mostly((row) => isAbove(row, at, -1))) ||
    balanceMoves({ ...columns, rows: some }, (place) => charged[place], 1) !== undefined;
  return isTakenOff ? NO_FEES : { of: fees, places };
}

/** Whether trades of a pair brought as much for each pip, or for what the price moved, of each lot before fees, and not as their profits are. */
function areMovesBefore(
  { names, at, numberAt }: TableCells,
  rows: readonly Cells[],
  gain: (row: Cells) => number,
  fees: (row: Cells) => number,
): boolean {
  const placeOf = (kind: RegExp): number => names.findIndex((name) => kind.test(plainWords(name)));
  const [moved, exit, size] = [placeOf(MOVES), placeOf(EXIT), placeOf(SIZE)];
  if (moved === -1 && (exit === -1 || at.entry === undefined)) return false;
  const movedIn = (row: Cells): number =>
    moved === -1 ? numberAt(row, exit) - numberAt(row, at.entry as number) : numberAt(row, moved);
  const unitsOf = (row: Cells): number =>
    Math.abs(movedIn(row)) * (size === -1 ? 1 : Math.abs(numberAt(row, size)));
  const ofPairs = [...groupBy(rows, (row) => row[at.pair ?? -1] ?? '').values()];
  const areAlike = (of: (row: Cells) => number): boolean => {
    const alike = ofPairs.flatMap((some) => {
      const each =
        median(some.map((row) => Math.abs(of(row)) / unitsOf(row)).filter(Number.isFinite)) ?? Number.NaN;
      return some.filter(
        (row) => Math.abs(Math.abs(of(row)) - each * unitsOf(row)) <= CENT + Math.abs(of(row)) * ROUNDING,
      );
    });
    return alike.length > ofPairs.length && alike.length >= rows.length * NEARLY_ALL;
  };
  return areAlike((row) => gain(row) - fees(row)) && !areAlike(gain);
}

/** Names of columns of what was given back of lost stakes. */
const REFUND =
  /^(?:(?:stake|bet|is|loss) )?(?:refund(?:s|ed)?|rebate|reembols[oa](?:d[oa])?|devolucion|estorno|devolvido|erstattung|erstattet|remboursement|rimborso|возврат(?: ставки)?|iade|hoan tien|रिफंड|রিফান্ড|ریفنڈ|pengembalian)(?: (?:amount|usdt?|eur|rate|percent))?$/;

/** What reads how much of its stake a row was given back, where a column says so: an amount, or a share. */
function backReader({ names, isUsed, amount }: Pick<TableCells, 'names' | 'isUsed' | 'amount'>) {
  const at = names.findIndex((name, place) => REFUND.test(plainWords(name)) && !isUsed(place));
  if (at === -1) return undefined;
  const isShare = /%|percent|rate/i.test(names[at] as string);
  return (row: Cells, stake: number): number => {
    const cell = row[at] ?? '';
    if (flagIn(cell) === 1 && amount(cell) !== 1) return stake;
    if (flagIn(cell) === 0 && amount(cell) !== 0) return 0;
    return isShare || cell.includes('%') ? (amount(cell) * stake) / 100 : amount(cell);
  };
}

/** What reads which part of a lost stake came back beside what the row brought; nothing where profits are less it. */
export function refundReader(
  columns: TableCells,
): (row: Cells, outcome: TradeOutcome, stake: number | null) => number {
  const backOf = backReader(columns);
  if (backOf === undefined) return () => 0;
  const partOf = (row: Cells, stake: number | null): number => {
    const back = stake === null ? 0 : backOf(row, stake);
    return back > 0 && back < (stake ?? 0) - CENT ? back : 0;
  };
  const isNet = columns.rows.slice(0, SAMPLED_ROWS).some((row) => {
    const [stake, gain] = [columns.number(row, 'stake'), gainOf(columns, row)];
    const part = partOf(row, stake);
    return part > 0 && Math.abs(gain + (stake ?? 0) - part) < CENT;
  });
  return (row, outcome, stake) => (isNet || outcome !== 'lost' ? 0 : partOf(row, stake));
}

/** The lost trades whose whole stake another column says to have been given back, and the tied ones of which it says that none of it was. */
export function* refunded(
  trades: readonly Row[],
  columns: Pick<TableCells, 'names' | 'isUsed' | 'amount'>,
  rowOf: (trade: number) => Cells,
): Generator<[number, TradeOutcome]> {
  const backOf = backReader(columns);
  if (backOf === undefined) return;
  for (const [trade, { outcome, stake, profit }] of trades.entries()) {
    const staked = stake ?? -(profit ?? 0);
    const back = backOf(rowOf(trade), staked);
    if (outcome === 'lost' && back > 0 && back >= staked - CENT) yield [trade, 'tied'];
    if (outcome === 'tied' && back === 0) yield [trade, 'lost'];
  }
}

/** Kinds of rows that are what trades cost. */
const FEE_KIND =
  /^(?:(?:trading|realized|maker|taker|daily|overnight) )*(?:commissions?|fees?|funding|financing|swaps?|rollover|(?:ubernacht)?finanzierung|comision(?:es)?|comissao|comissoes|tarifa|taxa|gebuhr(?:en)?|frais|комиссия|фандинг|komisyon|ucret)(?!\p{L})/u;

/**
 * Adds what stands in rows of its own as a fee to the trade of the same pair, or of any where it names none, that ended at that time or
 * next after it, else to the last one; `placeOf` gives the row of each trade, and `timeOf` the time of any row. What is more than
 * a trade usually brings is no fee of one.
 */
export function addFeeRows(
  trades: Row[],
  placeOf: readonly number[],
  cells: TableCells,
  timeOf: (row: Cells) => number | null,
): void {
  const kinds = cells.names.flatMap((name, at) => (KINDS.test(plainWords(name)) ? [at] : []));
  if (kinds.length === 0 || cells.at.profit === undefined) return;
  const used = new Set(placeOf);
  const usual = median(trades.map(({ profit }) => Math.abs(profit ?? 0))) ?? 0;
  const whenOf = (place: number): number => timeOf(cells.rows[place] as Cells) ?? place;
  const pairOf = (place: number): string => cells.cell(cells.rows[place] ?? [], 'pair');
  const fees = [...cells.rows.entries()].flatMap(([place, row]) => {
    const isFee = !used.has(place) && kinds.some((at) => FEE_KIND.test(plainWords(row[at] ?? '')));
    const fee = isFee ? cells.number(row, 'profit') : null;
    return fee === null || Math.abs(fee) > usual ? [] : [{ fee, place, when: whenOf(place) }];
  });
  if (fees.length === 0) return;
  const ended = placeOf.map((place, trade) => ({ trade, place, when: whenOf(place) }));
  const byPair = groupBy(
    ended.sort((one, other) => one.when - other.when),
    ({ place }) => pairOf(place),
  );
  // From the last fee on, as from the last trade of a pair on.
  const next = new Map<string, number>();
  for (const { fee, place, when } of fees.sort((one, other) => other.when - one.when)) {
    const pair = pairOf(place);
    const same = byPair.get(pair) ?? (pair === '' ? ended : []);
    let at = next.get(pair) ?? same.length - 1;
    while (at > 0 && (same[at - 1]?.when ?? 0) >= when) at -= 1;
    next.set(pair, at);
    const bearer = same[at]?.trade ?? -1;
    const charged = trades[bearer];
    if (charged !== undefined) trades[bearer] = { ...charged, fees: (charged.fees ?? 0) + fee };
  }
}
