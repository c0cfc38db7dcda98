import { refill } from '../../grouping.ts';
import type { End, Signal } from './chat-signals.ts';

/** Keeps what answers change of a chat that was gone through, the messages that were used, the lists and what its signals are, and sets it back to that. */
export function setBackOf(used: Uint8Array, ends: End[], orphans: End[], signals: Signal[]): () => void {
  const [wasUsed, wereEnds, wereOrphans, all] = [used.slice(), [...ends], [...orphans], [...signals]];
  const outcomes = all.map(({ outcome }) => outcome);
  return () => {
    used.set(wasUsed);
    refill(ends, wereEnds);
    refill(orphans, wereOrphans);
    refill(signals, all);
    for (const [at, signal] of all.entries()) signal.outcome = outcomes[at];
  };
}
