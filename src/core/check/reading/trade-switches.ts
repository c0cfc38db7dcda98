import type { Trade, TradeOutcome } from '../trade.ts';
import type { Origin, OriginKind, Reading } from './reading.ts';

/** What the reader says of a trade that was read as something else. */
export const TRADE_SWITCHES = ['no-trade', 'won', 'lost', 'tied'] as const;
export type TradeSwitch = (typeof TRADE_SWITCHES)[number];

/** The reader's word on single trades, by their places, and on all of one kind; the single one counts. */
export interface Switches {
  readonly byTrade: ReadonlyMap<number, TradeSwitch>;
  readonly byKind: ReadonlyMap<OriginKind, TradeSwitch>;
}

export const NO_SWITCHES: Switches = { byTrade: new Map(), byKind: new Map() };

/** The reader's word on the rows or messages of these numbers, or on kinds; in `unknown` what names no trade. */
export function switchesOf(origins: readonly Origin[], said: ReadonlyMap<string, TradeSwitch>) {
  const [byTrade, byKind] = [new Map<number, TradeSwitch>(), new Map<OriginKind, TradeSwitch>()];
  const unknown = new Set(said.keys());
  for (const [at, { line, kind }] of said.size === 0 ? [] : origins.entries()) {
    const [ofLine, ofKind] = [said.get(String(line)), said.get(kind)];
    if (ofLine !== undefined) byTrade.set(at, ofLine);
    if (ofKind !== undefined) byKind.set(kind, ofKind);
    for (const known of [String(line), kind]) unknown.delete(known);
  }
  return { byTrade, byKind, unknown };
}

/** A reading with the reader's word in place of what was read. */
export function switched(reading: Reading, switches: Switches): Reading {
  if (switches.byTrade.size === 0 && switches.byKind.size === 0) return reading;
  const trades: Trade[] = [];
  const origins: Origin[] = [];
  for (const [at, trade] of reading.trades.entries()) {
    const origin = reading.origins[at] as Origin;
    const choice = switchOf(switches, at, origin);
    if (choice === 'no-trade') continue;
    trades.push(choice === undefined || choice === trade.outcome ? trade : endedAs(trade, choice));
    origins.push(origin);
  }
  return { ...reading, trades, origins };
}

/** The reader's word on a trade; undefined where it counts as it was read. */
export function switchOf(
  { byTrade, byKind }: Switches,
  at: number,
  { kind }: Pick<Origin, 'kind'>,
): TradeSwitch | undefined {
  return byTrade.get(at) ?? byKind.get(kind);
}

function endedAs(trade: Trade, outcome: TradeOutcome): Trade {
  const { stake, payout } = trade;
  return { ...trade, outcome, profit: outcome === 'won' ? stake * payout : outcome === 'lost' ? -stake : 0 };
}

/** A trade with what it was made of, as a list shows it. */
export type ListedTrade = ReturnType<typeof listedTrades>['list'][number];

/**
 * The first trades of a reading with what they were made of, and how many there are of each kind; `joinsAlike` lists those of one row or
 * message that ended alike once, with their `count`.
 */
export function listedTrades({ trades, origins, textsOf }: Reading, most: number, joinsAlike = false) {
  const kinds = new Map<OriginKind, number>();
  for (const { kind } of origins) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const listed = (at: number) => {
    const { end, signal } = textsOf(at);
    // Its place is among the trades that were read.
    const origin = origins[at] as Origin;
    return { ...origin, at, text: end, signalText: signal, outcome: trades[at]?.outcome as TradeOutcome };
  };
  const isAlike = (at: number): boolean => {
    const [one, other] = [origins[at - 1], origins[at]];
    return (
      joinsAlike &&
      one?.line === other?.line &&
      one?.kind === other?.kind &&
      (one?.kind === 'claim' || one?.kind === 'row') &&
      trades[at - 1]?.outcome === trades[at]?.outcome
    );
  };
  const list: (ReturnType<typeof listed> & { readonly count: number })[] = [];
  for (let at = 0; at < trades.length && list.length < most; ) {
    const first = at;
    for (at += 1; at < trades.length && isAlike(at); ) at += 1;
    list.push({ ...listed(first), count: at - first });
  }
  return { list, kinds: [...kinds] };
}
