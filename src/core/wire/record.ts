import type {
  Outcome,
  OutageReason,
  PlacedEntry,
  RecordedQuote,
  SignalMode,
  VoidReason,
} from '../signals/ledger-entry.ts';
import type { SignalId } from '../signals/signal-id.ts';
import type { ScoredPair } from '../market/instruments.ts';
import type { FeedSource } from '../market/tick.ts';
import type { Interval } from '../statistics/wilson.ts';
import type { Direction } from '../market/direction.ts';
import type { Timeframe } from '../market/timeframes.ts';

/** Everything a figure on the record says is defined in docs/record.md. Rates and bounds are fractions of 1. */

/** How signals ended. `settled` is won plus lost: what every rate is of. */
export interface RecordCounts {
  readonly settled: number;
  readonly won: number;
  readonly lost: number;
  /** The price was the same at expiry: stakes are refunded. In no rate. */
  readonly unchanged: number;
}

/** A win rate with its two intervals, both 95 %. */
export interface RecordRate extends RecordCounts {
  /** Null while nothing is settled. */
  readonly rate: number | null;
  /** Complete minutes with settled signals, and the sum of their win rates: signals that overlap are one observation. */
  readonly minutes: number;
  readonly minuteWins: number;
  /** A confidence sequence: valid however often it is looked at. The one to judge by. */
  readonly watched: Interval;
  /** Wilson's: valid for a single look at a count that was fixed beforehand. */
  readonly wilson: Interval;
}

/** One cell of a breakdown: `interval` is a confidence sequence at the breakdown's `level`. */
export interface RecordCell extends RecordCounts {
  readonly rate: number | null;
  readonly interval: Interval;
  /** Null while nothing is settled. */
  readonly controlRate: number | null;
}

/** What started in one hour of the week on the market clock, UTC+5. */
export interface RecordWeekHour {
  /** 1 Monday to 7 Sunday. */
  readonly weekday: number;
  /** 0 to 23. */
  readonly hour: number;
  readonly settled: number;
  readonly won: number;
}

/** A breakdown; every cell is listed, empty ones too, and all intervals hold at once with 95 %. */
export interface RecordBreakdown<Key> {
  /** Of each interval by itself: 1 - 0.05 / number of cells (Bonferroni). */
  readonly level: number;
  readonly cells: readonly (RecordCell & { readonly key: Key })[];
}

/** Signals whose stated confidence lies from `from` up to, not including, `to`, both in percent (the last includes it). */
export interface RecordBin extends RecordCell {
  readonly from: number;
  readonly to: number;
  /** Mean stated confidence, a fraction; null while nothing is settled. */
  readonly stated: number | null;
}

/** The record as it stood after some signal. */
export interface RecordPoint {
  /** When that signal was settled, on the desk's clock. */
  readonly atMs: number;
  readonly settled: number;
  readonly rate: number;
  readonly controlRate: number;
}

/** A mean loss beside what a coin that always says 50 % loses on the same signals. */
export interface RecordLoss {
  /** Null while nothing is settled. */
  readonly value: number | null;
  readonly coin: number;
}

/** A record that can be asked for: one engine version in one ledger. */
export interface RecordChoice {
  readonly ledger: string;
  /** What prices a run is on: `replay 2014-05-08`, `replay 2014-05-08/2014-05-09`, `synthetic`; null for live prices. */
  readonly label: string | null;
  readonly engine: string;
  readonly settled: number;
}

/**
 * `GET /api/record?ledger=&engine=`: everything the record page shows above its table. Without parameters the running
 * ledger and its newest engine version. What depends on the reader's payout is not in it: see src/core/record/verdict.ts.
 */
export interface RecordSummary {
  readonly ledger: string;
  readonly label: string | null;
  /** The engine version whose signals these are; one that starts over has none yet. */
  readonly engine: string;
  /** Of how many entries of the ledger, from its first one on, these figures are. */
  readonly size: number;
  /** All that can be asked for, newest last; the one shown is among them. */
  readonly choices: readonly RecordChoice[];
  /** When the first signal started and the last was settled; null while there is none. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
  readonly engineArm: RecordRate;
  /** Directions drawn at random for the same signals. */
  readonly controlArm: RecordRate;
  /** The same directions entered 5 s late and expired 5 s late, where both have a price. */
  readonly lateArm: RecordRate;
  /** Engine's win rate minus the control's, over the minutes of both; `interval` stays valid under watching. */
  readonly difference: { readonly value: number | null; readonly interval: Interval };
  /** The win rate if unchanged counted as lost; null while nothing ended at all. */
  readonly rateUnchangedLost: number | null;
  readonly brier: RecordLoss;
  /** Natural logarithm. */
  readonly logLoss: RecordLoss;
  readonly bins: { readonly level: number; readonly cells: readonly RecordBin[] };
  readonly byMode: RecordBreakdown<SignalMode>;
  readonly byPair: RecordBreakdown<ScoredPair>;
  readonly byTimeframe: RecordBreakdown<Timeframe>;
  /** Hours of the week that have settled signals, in their order. */
  readonly byWeekHour: readonly RecordWeekHour[];
  /** At most 120, oldest first; the last is now. */
  readonly points: readonly RecordPoint[];
  readonly voids: {
    readonly total: number;
    readonly byReason: readonly { readonly reason: VoidReason; readonly count: number }[];
  };
  /** Decisions that gave no signal. One decision can have looked at several pairs, each with a reason of its own. */
  readonly abstentions: {
    readonly total: number;
    readonly byReason: readonly { readonly reason: string; readonly pairs: number }[];
  };
  /** Of the whole ledger, not of this engine version alone. */
  readonly outages: {
    readonly total: number;
    readonly totalMs: number;
    readonly byReason: readonly {
      readonly reason: OutageReason;
      readonly count: number;
      readonly totalMs: number;
    }[];
  };
}

/** One row of the table: a signal that was settled. */
export interface RecordRow {
  /** The settlement's place in the ledger; rows come in falling order of it. */
  readonly index: number;
  readonly id: SignalId;
  readonly mode: SignalMode;
  readonly source: FeedSource;
  readonly engine: string;
  readonly pair: ScoredPair;
  readonly timeframe: Timeframe;
  readonly direction: Direction;
  /** Percent, two decimals. */
  readonly confidence: number;
  readonly decidedMs: number;
  readonly startMs: number;
  readonly expiryMs: number;
  readonly settledMs: number;
  readonly outcome: Outcome;
  /** Direction and outcome of the control. */
  readonly control: Direction;
  readonly controlOutcome: Outcome;
  readonly entry: RecordedQuote | null;
  readonly exit: RecordedQuote | null;
  /** Null unless void. */
  readonly reason: VoidReason | null;
}

/**
 * The filters of `GET /api/record/signals`, `.csv` and `.json`, all optional: `ledger`, `engine` (`all` for every version),
 * `pair`, `timeframe`, `mode`, `direction`, `outcome`, `source`, `from` and `to` (instants in ms; starts from `from` up to,
 * not including, `to`). The page also takes `before`: the `next` of the page before it.
 */
export interface RecordFilters {
  readonly ledger?: string | undefined;
  readonly engine?: string | undefined;
  readonly pair?: ScoredPair | undefined;
  readonly timeframe?: Timeframe | undefined;
  readonly mode?: SignalMode | undefined;
  readonly direction?: Direction | undefined;
  readonly outcome?: Outcome | undefined;
  readonly source?: FeedSource | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** `GET /api/record/signals`: 50 rows, newest first. */
export interface RecordPage {
  readonly rows: readonly RecordRow[];
  /** How many rows match the filters, on all pages. */
  readonly total: number;
  /** `before` for the next page; null on the last. */
  readonly next: number | null;
}

/** How to get from one entry to the root that a checkpoint signs, as in RFC 6962. All hashes in base64. */
export interface RecordProof {
  readonly leafHash: string;
  /** Sibling hashes from the leaf up. */
  readonly path: readonly string[];
}

/** `[instant in ms, twice the mid in scaled units]`, oldest first. */
export type PricePath = readonly (readonly [number, number])[];

/** `GET /api/record/signals/:id`: the whole story of a settled signal. Open signals answer 404. */
export interface RecordStory {
  readonly ledger: string;
  readonly label: string | null;
  readonly row: RecordRow;
  /**
   * Twice the mids of the signal's own feed from a minute before its start until some seconds after its expiry, each with its
   * instant, at most one a second, oldest first. Null where the server does not keep them any more.
   */
  readonly path: PricePath | null;
  /** Signal, entered (unless it was void before), settled. */
  readonly entries: readonly (PlacedEntry & RecordProof)[];
  /** The signed note that every path above leads to, and its tree size. */
  readonly checkpoint: string;
  readonly size: number;
}
