import type { CheckFigures } from '../../../core/check/check-record.ts';
import type { GroupPicture, MoneyCurves } from '../../../core/check/pictures.ts';
import type { RecordFact } from '../../../core/check/record-facts.ts';
import type { Meaning, UsedColumn } from '../../../core/check/reading/columns.ts';
import type { StakeLadder } from '../../../core/check/stake-ladder.ts';
import type { FoundColumn, NotUnderstood } from '../../../core/check/reading/table-trades.ts';

/** What a reader gives to be checked. */
export type CheckSource =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'counts'; readonly won: number; readonly of: number };

/** Asked of the worker; `payout` is net, of trades that do not tell theirs. */
export interface CheckQuestion {
  readonly id: number;
  /** The figures, or the trades as a table in HTML. */
  readonly wanted: 'result' | 'rows';
  readonly source: CheckSource;
  readonly ties: 'refund' | 'lose';
  readonly payout: number;
  /** How far the clock of times without a zone, and of hours and weekdays, runs ahead of UTC. */
  readonly clockMinutes: number;
  /** What the reader says that columns mean; null for one that is not to be used. */
  readonly meanings: ReadonlyMap<number, Meaning | null>;
}

export interface CheckResult {
  readonly rows: {
    readonly read: number;
    readonly understood: number;
    readonly missed: number;
    /** The first of those that were missed. */
    readonly notUnderstood: readonly NotUnderstood[];
  };
  readonly columns: readonly UsedColumn[];
  readonly found: readonly FoundColumn[];
  readonly figures: CheckFigures;
  readonly facts: readonly RecordFact[];
  /** Whether the order of the trades is known: of three numbers it is not. */
  readonly hasOrder: boolean;
  /** What a clock decides: the hours of times that name their zone, and the instants of those that do not beside them. */
  readonly zones: 'none named' | 'all named' | 'some named';
  readonly curves: MoneyCurves;
  readonly groups: readonly GroupPicture[];
  /** Null where stakes do not grow after a loss, or their order is not known. */
  readonly ladder: StakeLadder | null;
  /** On a day with trades; null where times are not known. */
  readonly tradesPerDay: number | null;
  /** A hundred records of coins with as many trades: how many each won. */
  readonly dots: readonly number[];
}

export type CheckAnswer =
  | { readonly id: number; readonly result: CheckResult }
  | { readonly id: number; readonly rows: string }
  | { readonly id: number; readonly refusal: string };
