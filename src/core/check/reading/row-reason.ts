/** Why a row or a message is no trade: a code and the parts of its sentence, which is written where it is read. */
export type RowReason =
  | {
      readonly code:
        | 'above-names'
        | 'names-columns'
        | 'other-table'
        | 'sum'
        | 'no-ending'
        | 'no-signal'
        | 'no-open-signal'
        | 'unsure-ending'
        | 'opening'
        | 'unresolved';
    }
  | {
      readonly code:
        | 'no-time'
        | 'no-clock'
        | 'no-direction'
        | 'no-expiry'
        | 'no-stake'
        | 'no-payout'
        | 'no-profit'
        | 'no-returned'
        | 'stake-not-above-0'
        | 'no-outcome';
      /** What the row has there, cut where it is long. */
      readonly cell: string;
    }
  | { readonly code: 'no-month'; readonly month: number }
  | { readonly code: 'no-day'; readonly day: number; readonly month: number }
  | { readonly code: 'repeated'; readonly line: number }
  | { readonly code: 'sum-differs'; readonly stated: number; readonly counted: number }
  | { readonly code: 'contradiction'; readonly cell: string; readonly profit: number };

/** Thrown where a row turns out to be no trade. No Error: of 100,000 rows the stacks would take 100 MB. */
export class NotATrade {
  readonly why: RowReason;

  constructor(why: RowReason) {
    this.why = why;
  }
}
