/** What the witnesses of the operator's policy have seen of a ledger. */
export interface WitnessReport {
  /** How many witnesses the policy names; 0 where there is no policy. */
  readonly total: number;
  /** The newest checkpoint that enough of them have cosigned; while there is none, the newest that any of them has. */
  readonly newest: {
    /** How many entries it covers. */
    readonly size: number;
    /** Names in the policy. */
    readonly seenBy: readonly string[];
    readonly isQuorum: boolean;
    /** How long ago enough of them had signed it, in ms by their clocks; 0 where those are ahead of the server's. */
    readonly ageMs: number;
  } | null;
}
