import type { AbstentionReason } from '../engine/abstention.ts';
import type { Decision, EngineSignal } from '../engine/pair-engine.ts';
import { SCORED_PAIRS, type ScoredPair } from '../market/instruments.ts';

/** Why the desk issues no signal where the reason is not the engine's. Codes are kept in the ledger. */
type DeskReason =
  | 'no-feed'
  | 'feeds-disagree'
  /** The decision came too late to be recorded before its start. */
  | 'late'
  | 'database-lost'
  /** A signal for this instant is recorded already. */
  | 'repeated';

/** What an abstention in the ledger gives as its reason. */
export type DeskAbstention = AbstentionReason | DeskReason;

/** What the desk may issue for each pair, or why it may not. */
export type RoundVerdicts = ReadonlyMap<ScoredPair, EngineSignal | DeskAbstention>;

/** Judges a round: `decisions` of the engine, `against` what speaks against any signal for a pair. */
export function roundVerdicts(
  decisions: readonly Decision[],
  against: (pair: ScoredPair) => DeskAbstention | undefined,
): RoundVerdicts {
  return new Map(
    SCORED_PAIRS.map((pair) => {
      const decision = decisions.find((one) => one.pair === pair);
      // A pair that was never quoted has no loop that could decide.
      if (decision === undefined) return [pair, against(pair) ?? 'stale'];
      if (decision.kind === 'abstention') return [pair, decision.reason];
      return [pair, against(pair) ?? decision];
    }),
  );
}

/** P-Special's signal: the one with the highest confidence; of equals the first in the order of the pairs. */
export function chooseSpecial(verdicts: RoundVerdicts): EngineSignal | undefined {
  let best: EngineSignal | undefined;
  for (const verdict of verdicts.values()) {
    if (typeof verdict === 'string') continue;
    if (best === undefined || verdict.confidence > best.confidence) best = verdict;
  }
  return best;
}
