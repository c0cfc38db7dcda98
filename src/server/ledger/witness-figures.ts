import type { RefusalKind } from './ask-witness.ts';

/** What came of asking a witness; `failed`: it could not be asked, or what it said not be stored. */
export type WitnessResult = 'cosigned' | 'failed' | RefusalKind;

/** What was counted of the witnesses since this server started. */
export interface WitnessFigures {
  count(witness: string, result: WitnessResult): void;
  quorum(atMs: number): void;
  readonly results: ReadonlyMap<string, Readonly<Record<WitnessResult, number>>>;
  /** When the last checkpoint got its quorum, by the witness that completed it, ms since 1970. */
  readonly quorumAtMs: number | undefined;
}

export function createWitnessFigures(names: readonly string[]): WitnessFigures {
  const results = new Map(
    names.map((name) => [name, { cosigned: 0, failed: 0, away: 0, refused: 0, wrong: 0, ahead: 0 }]),
  );
  let quorumAtMs: number | undefined;
  return {
    results,
    get quorumAtMs() {
      return quorumAtMs;
    },
    count(witness, result) {
      const counted = results.get(witness);
      if (counted !== undefined) counted[result] += 1;
    },
    quorum(atMs) {
      quorumAtMs = atMs;
    },
  };
}
