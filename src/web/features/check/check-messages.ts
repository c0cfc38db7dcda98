import type { CheckFigures } from '../../../core/check/check-record.ts';
import type { HowManyMore } from '../../../core/check/how-many-more.ts';
import type { GroupPicture, MoneyCurves } from '../../../core/check/pictures.ts';
import type { ComparedPrices, WantedDay } from '../../../core/check/price-comparison.ts';
import type { ExportChanges } from '../../../core/check/reading/compare-exports.ts';
import type { Meaning } from '../../../core/check/reading/column-names.ts';
import type { UsedColumn } from '../../../core/check/reading/table-columns.ts';
import type { Answers, Question } from '../../../core/check/reading/questions.ts';
import type { FoundColumn, NotUnderstood } from '../../../core/check/reading/reading.ts';
import type { listedTrades, Switches } from '../../../core/check/reading/trade-switches.ts';
import type { FileReason } from '../../../core/check/reading/unreadable.ts';
import type { RecordFact } from '../../../core/check/record-facts.ts';
import type { StakeLadder } from '../../../core/check/stake-ladder.ts';
import type { DayPrices } from '../../../core/market/day-prices.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { SentVerdict } from './verdict-link.ts';

/** What a reader gives to be checked. */
export type CheckSource =
  | { readonly kind: 'file'; readonly file: File }
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'counts';
      readonly won: number;
      readonly of: number;
      /** The link that the numbers came with. */
      readonly sent?: SentVerdict;
    };

/** A source, and how it is to be read. */
export interface GivenRecord {
  readonly source: CheckSource;
  readonly ties: 'refund' | 'lose';
  /** Net, of trades that do not tell theirs. */
  readonly payout: number;
  /** The clock of times without a zone, and of hours and weekdays: `UTC`, `UTC+5:30` or an IANA zone. */
  readonly zone: string;
  /** What the reader says that columns mean; null for one that is not to be used. */
  readonly meanings: ReadonlyMap<number, Meaning | null>;
  /** The reader's answers to what the source leaves open. */
  readonly answers: Answers;
  /** The reader's word on what was read as a trade. */
  readonly switches: Switches;
}

/** Asked of the worker: the figures; the trades as a table in HTML under these headings; a comparison with prices, day by day. */
export type CheckQuestion =
  | ({ readonly wanted: 'result' } & GivenRecord)
  | ({ readonly wanted: 'rows'; readonly headings: readonly string[] } & GivenRecord)
  /** What became of a chat's messages in a second export of it. */
  | { readonly wanted: 'changes'; readonly first: CheckSource; readonly second: CheckSource }
  | ({ readonly wanted: 'comparison' } & GivenRecord)
  | {
      readonly wanted: 'day';
      readonly pair: ScoredPair;
      readonly day: number;
      readonly kind: DayPrices['kind'];
      readonly bytes: Uint8Array;
    };

/** Why the worker has no figures; `unknown` where it failed itself. */
export type Refusal = FileReason | { readonly code: 'unknown' };

export interface CheckResult {
  /** Why nothing was understood; undefined where a trade was. */
  readonly refusal: FileReason | undefined;
  readonly questions: readonly Question[];
  readonly rows: {
    readonly read: number;
    readonly understood: number;
    readonly missed: number;
    /** The first of those that were missed. */
    readonly notUnderstood: readonly NotUnderstood[];
  };
  /** The first trades with what they were made of, and how many there are of each kind. */
  readonly read: ReturnType<typeof listedTrades>;
  readonly columns: readonly UsedColumn[];
  readonly found: readonly FoundColumn[];
  readonly figures: CheckFigures;
  readonly facts: readonly RecordFact[];
  readonly more: HowManyMore;
  /** The first and the last of the trades, on the clock of the record; null where not all times are known. */
  readonly span: { readonly firstMs: number; readonly lastMs: number } | null;
  /** Whether the order of the trades is known: of three numbers it is not. */
  readonly hasOrder: boolean;
  /** What a clock decides: the hours of times that name their zone, and the instants of those that do not beside them. */
  readonly zones: 'no times' | 'none' | 'hours' | 'some';
  readonly curves: MoneyCurves;
  readonly groups: readonly GroupPicture[];
  /** Null where stakes do not grow after a loss, or their order is not known. */
  readonly ladder: StakeLadder | null;
  /** On a day with trades; null where times are not known. */
  readonly tradesPerDay: number | null;
  /** Calendar months with trades; null where times are not known. */
  readonly months: number | null;
  /** The days whose prices the trades could be held against. */
  readonly days: readonly WantedDay[];
  /** A hundred records of luck alone with as many bets as the verdict counts: the share that each won. */
  readonly dots: readonly number[];
}

export type CheckAnswer =
  | { readonly result: CheckResult }
  | { readonly rows: string }
  /** Undefined where the two are no exports of one chat. */
  | { readonly changes: ExportChanges | undefined }
  /** With the prices that were given so far. */
  | { readonly compared: ComparedPrices }
  | { readonly refusal: Refusal };
