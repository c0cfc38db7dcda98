import { asciiBytes } from '../log/bytes.ts';
import type { Sha256 } from '../log/merkle-tree.ts';
import type { Direction } from '../market/direction.ts';
import type { SignalEntry } from './ledger-entry.ts';

/**
 * S3: the direction of the control arm. It is drawn by a hash of what the decision is about and by nothing else: there is nothing to choose, and
 * each reader draws it again. The lowest bit of the first byte of SHA-256 over five lines: 0 is CALL.
 */
export function controlOf(
  sha256: Sha256,
  { engine, decidedMs, timeframe, pair }: Pick<SignalEntry, 'engine' | 'decidedMs' | 'timeframe' | 'pair'>,
): Direction {
  const hash = sha256(asciiBytes(`pipcast control\n${engine}\n${decidedMs}\n${timeframe}\n${pair}\n`));
  return ((hash[0] ?? 0) & 1) === 0 ? 'CALL' : 'PUT';
}

/** Why the control of a signal is not the one that is drawn for it; undefined when it is. */
export function controlProblem(sha256: Sha256, signal: SignalEntry): string | undefined {
  const drawn = controlOf(sha256, signal);
  return signal.control === drawn
    ? undefined
    : `its control is ${signal.control}, but ${drawn} is drawn (S3)`;
}
