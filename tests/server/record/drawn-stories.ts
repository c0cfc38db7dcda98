import { randomUUID } from 'node:crypto';
import { ENGINE_VERSION } from '../../../src/core/engine/model.ts';
import {
  type LedgerEntry,
  type SettledEntry,
  type SignalEntry,
  signalId,
} from '../../../src/core/signals/ledger-entry.ts';
import { SCORED_PAIRS } from '../../../src/core/market/instruments.ts';
import type { RecordRow } from '../../../src/core/wire/record.ts';
import { recordRow } from '../../../src/core/record/ledger-fold.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { enteredEntry, settledEntry, signalEntry, voidEntry } from '../ledger/ledger-support.ts';

/** A signal from its decision to its settlement. */
export interface DrawnStory {
  readonly signal: SignalEntry;
  readonly settled: SettledEntry;
  readonly entries: readonly LedgerEntry[];
}

/** Stories of every kind: both modes, all pairs and directions, three timeframes, all four outcomes; two minutes apart. */
export function drawnStories(
  seed: number,
  count: number,
  engine: string = ENGINE_VERSION,
  firstMinute = 0,
): DrawnStory[] {
  const random = seededRandom(seed);
  const pick = <T>(items: readonly T[]): T => items[random() % items.length] as T;
  return Array.from({ length: count }, (_, at) => {
    const mode = pick(['special', 'bot'] as const);
    const [timeframe, lengthMs] =
      mode === 'special'
        ? (['1min', 60_000] as const)
        : pick([['5s', 5_000] as const, ['30s', 30_000] as const, ['1min', 60_000] as const]);
    const { startMs } = signalEntry(firstMinute + 2 * at);
    const signal = signalEntry(firstMinute + 2 * at, {
      id: signalId(randomUUID()),
      mode,
      timeframe,
      expiryMs: startMs + lengthMs,
      pair: pick(SCORED_PAIRS),
      direction: pick(['CALL', 'PUT'] as const),
      confidence: (5_000 + (random() % 1_500)) / 100,
      engine,
    });
    const entered = enteredEntry(signal);
    const ending = random() % 10;
    if (ending === 0) {
      const settled = voidEntry(signal);
      return { signal, settled, entries: [signal, settled] };
    }
    const lateBid = ending === 2 ? undefined : 108_490 + (random() % 21);
    const settled = settledEntry(
      signal,
      entered,
      ending === 1 ? 108_500 : 108_490 + (random() % 21),
      lateBid,
    );
    return { signal, settled, entries: [signal, entered, settled] };
  });
}

/** The rows of stories that were appended to an empty ledger one after the other, newest first. */
export function rowsOf(stories: readonly DrawnStory[], firstIndex = 0): RecordRow[] {
  let size = firstIndex;
  return stories
    .map(({ signal, settled, entries }) => {
      size += entries.length;
      return recordRow(size - 1, signal, settled);
    })
    .reverse();
}
