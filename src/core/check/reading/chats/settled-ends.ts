import { refill } from '../../grouping.ts';
import type { End, Signal } from './chat-signals.ts';
import { type Message, startIn } from '../files/messages.ts';
import type { InstantReader } from '../words/moment.ts';

/** Settles which signals the ends of a chat are of, whatever is answered later: puts outcomes of signals that were open together, and say of none which one they are of, in the order of these signals, but for those of which more is said. */
export function putInOrder(
  ends: End[],
  changes: readonly Pick<End, 'signal'>[],
  signals: readonly Signal[],
): void {
  const changed = new Set(changes.map(({ signal }) => signal));
  const places = new Map(signals.map((signal, place) => [signal, place]));
  const ordered = [...ends];
  for (let from = 0, to = 1; from < ends.length; from = to, to += 1) {
    const placeOf = (at: number): number => {
      const { kind, signal } = ends[at] ?? {};
      const isOpen = kind === 'last' && signal !== undefined && !changed.has(signal);
      return isOpen ? (places.get(signal) ?? Number.NaN) : Number.NaN;
    };
    while (placeOf(to) === placeOf(to - 1) - 1) to += 1;
    for (let at = from; at < to; at += 1) {
      const [end, signal] = [ends[at] as End, ends[from + to - 1 - at]?.signal];
      if (to > from + 1) ordered[at] = { ...end, signal };
      if (to > from + 1 && signal !== undefined) signal.outcome = end.outcome;
    }
  }
  refill(ends, ordered);
}

/** Gives signals the moment of the time of day that they name where it is the only one before their end. */
export function startWithin(
  ends: readonly End[],
  messages: readonly Message[],
  instants: InstantReader,
): void {
  for (const { signal, timeMs } of ends) {
    if (signal?.timeMs == null || timeMs === null) continue;
    const ofDayMs = signal.clockMs ?? startIn(messages[signal.at]?.text ?? '');
    Object.assign(signal, instants.soon(signal.timeMs, ofDayMs, timeMs - signal.timeMs));
  }
}

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
