import { refill } from '../grouping.ts';
import type { End, Signal } from './chat-signals.ts';

/** What answers change of a chat that was gone through: the lists, what its signals are, and the messages that were used. */
interface Changing {
  readonly used: Uint8Array;
  readonly ends: End[];
  readonly orphans: End[];
  readonly signals: Signal[];
}

/** Keeps a chat as it was gone through, and sets it back to that. */
export function setBackOf({ used, ends, orphans, signals }: Changing): () => void {
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
