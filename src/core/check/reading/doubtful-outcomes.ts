/** Outcomes that another column of the table denies: an amount of the other sign, a balance that did not move so, prices. */
import type { TradeOutcome } from '../trade.ts';
import { type DecimalMark, parseAmount } from './amount.ts';
import type { UsedColumn } from './columns.ts';
import type { Row } from './complete-trades.ts';
import { parseEnding } from './endings.ts';
import { plainWords } from './words.ts';

type Cells = readonly string[];

/** What a column says of the trade of a row: above 0 where it was won. NaN where it says nothing. */
type Says = (place: number) => number;

const SAMPLED = 1_000;
const FEWEST = 4;
/** A column that agrees less often is of something else. */
const MOSTLY = 0.8;
const NEARLY_ALWAYS = 0.9;
const FEW = 0.25;
/** Fees turn what is smaller, of what a trade usually brings, into a loss. */
const SMALL = 0.05;
/** Ties that are written with what they cost or brought are smaller, and all other amounts so many times larger. */
const TINY = 0.005;
const FAR_ABOVE = 20;

/** The trades, whose rows are given by their places, of which another column says otherwise, or whose profit is nearly 0, each with what that says. */
export function doubtfulOutcomes(
  trades: readonly Row[],
  rowOf: readonly number[],
  rows: readonly Cells[],
  columns: readonly UsedColumn[],
  names: readonly string[],
  mark: DecimalMark,
): ReadonlyMap<number, TradeOutcome> {
  const found = new Map<number, TradeOutcome>();
  // A row that holds several trades says nothing of each.
  if (rowOf.some((row, trade) => row === rowOf[trade - 1])) return found;
  const used = new Set(columns.map(({ at }) => at));
  const width = rows.slice(0, SAMPLED).reduce((most, row) => Math.max(most, row.length), 0);
  const entry = columns.find(({ meaning }) => meaning === 'entry')?.at;
  const last = Math.min(trades.length, SAMPLED);
  const numberAt = (trade: number, at: number, step = 0): number =>
    parseAmount(rows[(rowOf[trade] as number) + step]?.[at] ?? '', mark);
  for (let at = 0; at < width; at += 1) {
    if (used.has(at)) continue;
    let numbers = 0;
    for (let place = 0; place < last; place += 1) if (!Number.isNaN(numberAt(place, at))) numbers += 1;
    if (numbers < last * MOSTLY) continue;
    const moved = (place: number): number => {
      const [from, side] = [
        entry === undefined ? Number.NaN : numberAt(place, entry),
        trades[place]?.direction,
      ];
      const to = numberAt(place, at);
      const isPrice = from > 0 && to > from / 2 && to < from * 2;
      return isPrice && side ? (side === 'CALL' ? 1 : -1) * (to / from - 1) : Number.NaN;
    };
    const all: readonly Says[] = [
      (place) => numberAt(place, at),
      (place) => numberAt(place, at) - numberAt(place, at, -1),
      (place) => numberAt(place, at) - numberAt(place, at, 1),
      moved,
    ];
    const says = all.find((one, kind) => agrees(one, trades, last, kind === 1 || kind === 2));
    if (says === undefined) continue;
    const small = usualSize(trades.slice(0, last).map((_trade, place) => says(place))) * SMALL;
    for (const [place, { outcome }] of trades.entries()) {
      const value = says(place);
      const said = Math.abs(value) < 1e-9 ? 'tied' : value > 0 ? 'won' : 'lost';
      if (Number.isNaN(value) || said === outcome) continue;
      if (said === 'tied' || Math.abs(value) > small) found.set(place, said);
    }
  }
  const result = columns.find(({ meaning }) => meaning === 'result')?.at;
  if (result !== undefined) {
    const wordOf = (trade: number): string => rows[rowOf[trade] as number]?.[result] ?? '';
    const known = new Set(trades.slice(0, last).map((_trade, trade) => parseEnding(wordOf(trade))));
    // A word that is not known, beside words that are, may be one for a tie, whatever the fees were.
    if (known.has('won') && known.has('lost') && known.has(undefined))
      for (const trade of trades.keys())
        if (/\p{L}/u.test(wordOf(trade)) && parseEnding(wordOf(trade)) === undefined)
          found.set(trade, 'tied');
  }
  for (const [trade, outcome] of turnedByFees(trades, columns, names, numberAt)) found.set(trade, outcome);
  const gains = trades.map(({ profit }) => Math.abs(profit ?? 0));
  const usual = usualSize(gains.slice(0, last)) * TINY;
  const tiny = gains.filter((gain) => gain > 0 && gain <= usual);
  const least = tiny.reduce((most, gain) => Math.max(most, gain), 0) * FAR_ABOVE;
  const hasNear = gains.some((gain) => gain > usual && gain < least);
  if (tiny.length > 0 && !hasNear)
    for (const [place, gain] of gains.entries()) if (gain > 0 && gain <= usual) found.set(place, 'tied');
  return found;
}

const COST =
  /^(?:commissions?|comissao|comision|kommission|fees?|taxas?|gebuhr(?:en)?|комиссия|komisyon|frais|provision)(?!\p{L})/u;
const SWAP = /^(?:swaps?|rollover|своп)(?!\p{L})/u;
const NET = /(?<!\p{L})(?:net|neto|liquido|netto|чистая|zisk)(?!\p{L})/u;

/** The trades that won or lost as read, and did otherwise after the fees of other columns, where profits are not said to be net. */
function* turnedByFees(
  trades: readonly Row[],
  columns: readonly UsedColumn[],
  names: readonly string[],
  numberAt: (trade: number, at: number) => number,
): Generator<[number, TradeOutcome]> {
  const profit = columns.find(({ meaning }) => meaning === 'profit');
  if (profit === undefined || columns.some(({ meaning }) => meaning === 'result')) return;
  const words = names.map(plainWords);
  const placesOf = (kind: RegExp): number[] => words.flatMap((name, at) => (kind.test(name) ? [at] : []));
  const [costs, swaps] = [placesOf(COST), placesOf(SWAP)];
  if (NET.test(plainWords(profit.name)) || words.some((name) => NET.test(name)) || costs.length === 0) return;
  for (const [trade, { profit: gain, outcome }] of trades.entries()) {
    if (gain === null) continue;
    const sum = (places: readonly number[], sizeOf: (value: number) => number): number =>
      places.reduce((all, at) => all + sizeOf(numberAt(trade, at) || 0), 0);
    const net = gain - sum(costs, Math.abs) + sum(swaps, (value) => value);
    const after = net > 0 ? 'won' : net < 0 ? 'lost' : 'tied';
    if (after !== outcome && outcome !== 'tied') yield [trade, after];
  }
}

/** Whether what is said is mostly how trades ended, of those that were won and of those that were lost. */
function agrees(says: Says, trades: readonly Row[], last: number, isChange: boolean): boolean {
  let [zeros, rising, won, falling, lost] = [0, 0, 0, 0, 0];
  for (let place = 0; place < last; place += 1) {
    const value = says(place);
    const { outcome } = trades[place] as Row;
    if (Math.abs(value) < 1e-9 && outcome !== 'tied') zeros += 1;
    else if (value > 0) {
      rising += 1;
      if (outcome === 'won') won += 1;
    } else if (value < 0) {
      falling += 1;
      if (outcome === 'lost') lost += 1;
    }
  }
  return (
    Math.min(won, lost) >= FEWEST &&
    won >= rising * MOSTLY &&
    lost >= falling * MOSTLY &&
    won + lost >= (rising + falling) * NEARLY_ALWAYS &&
    zeros <= last * (isChange ? 1 - NEARLY_ALWAYS : FEW)
  );
}

function usualSize(values: readonly number[]): number {
  const sizes = values.map(Math.abs).filter((size) => size > 0);
  return sizes.sort((one, other) => one - other)[sizes.length >> 1] ?? 0;
}
