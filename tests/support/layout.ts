/** What layouts of track records are made of: sixty trades with their truth. */

export interface Layout {
  readonly name: string;
  readonly text: string;
  /** Won, lost and tied; where it asks, what one of the answers makes of it. */
  readonly counts?: string;
  readonly payout?: number;
  /** What all brought, in money or in stakes. */
  readonly profit?: number;
  /** As many as do not run at the same time on the same pair. */
  readonly bets?: number;
  /** Signals of which no message says how they ended. */
  readonly unresolved?: number;
  /** The stakes that these cost where they were lost. */
  readonly unresolvedStakes?: number;
  /** It cannot be known: this (or `any` question) has to be asked. */
  readonly asks?: string;
  /** What one of the answers to it makes of the mean payout. */
  readonly offers?: number;
  /** It is neither hostile nor ambiguous: it has to be right without a question. */
  readonly isPlain?: boolean;
  /** No trade at all is read: that is said too. */
  readonly mayRefuse?: boolean;
}

/** 60 trades, 37 of them won, in an order without a pattern. */
export const WON = Array.from({ length: 60 }, (_, at) => (at * 37 + 11) % 60 < 37);
const PAIRS = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDCAD'];
export const pairOf = (at: number): string => PAIRS[at % 4] as string;
export const startOf = (at: number): number =>
  Date.UTC(2026, 2, 2, 9, 0) + at * 17 * 60_000 + (at % 7) * 13_000;
export const stamp = (at: number, addSeconds = 0): string =>
  new Date(startOf(at) + addSeconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
/** The counts of all of them. */
export const RIGHT = '37-23-0';
