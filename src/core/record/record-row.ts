import type { SettledEntry, SignalEntry } from '../signals/ledger-entry.ts';
import type { RecordRow } from '../wire/record.ts';

/** A signal and its settlement, which stands at `index` in the ledger, as one row of the table. */
export function recordRow(index: number, signal: SignalEntry, settled: SettledEntry): RecordRow {
  const { id, mode, source, engine, pair, timeframe, direction, confidence, control } = signal;
  const { decidedMs, startMs, expiryMs } = signal;
  return {
    index,
    id,
    mode,
    source,
    engine,
    pair,
    timeframe,
    direction,
    confidence,
    decidedMs,
    startMs,
    expiryMs,
    settledMs: settled.atMs,
    outcome: settled.outcome,
    control,
    controlOutcome: settled.control,
    entry: settled.entry ?? null,
    exit: settled.exit ?? null,
    reason: settled.reason ?? null,
  };
}
