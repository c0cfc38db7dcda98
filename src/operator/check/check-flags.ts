/** The flags as commander gives them. */
export interface CheckFlags {
  /** Net: 0.8 for 80 %. */
  readonly payout: number;
  readonly ties: 'refund' | 'lose';
  readonly lookedAt: number;
  readonly bankroll?: number;
  readonly zone: string;
  readonly seed: number;
}
