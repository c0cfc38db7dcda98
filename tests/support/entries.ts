import { SCORED_PAIRS } from '../../src/core/market/instruments.ts';
import { timeframeMs } from '../../src/core/market/timeframes.ts';
import {
  type AbstainedEntry,
  type EnteredEntry,
  type SettledEntry,
  type SignalEntry,
  signalId,
} from '../../src/core/signals/ledger-entry.ts';
import { quoted } from './quoted.ts';

/** A signal decided at an instant: EUR/USD CALL for a minute, at 52.34 %, of P-Special. */
export function signalAt(decidedMs: number, change: Partial<SignalEntry> = {}): SignalEntry {
  const timeframe = change.timeframe ?? '1min';
  const startMs = decidedMs + 1_000;
  return {
    kind: 'signal',
    atMs: decidedMs + 40,
    id: signalId(`00000000-0000-4000-8000-${String(decidedMs % 1e12).padStart(12, '0')}`),
    mode: 'special',
    source: 'kraken',
    pair: 'EUR/USD',
    timeframe,
    decidedMs,
    startMs,
    expiryMs: startMs + timeframeMs(timeframe),
    direction: 'CALL',
    confidence: 52.34,
    engine: 'engine-1',
    reasons: { 'last-bar-down': 1.4, 'momentum-up': 1.19, 'rsi-up': -0.25 },
    control: 'PUT',
    ...change,
  };
}

/** Its entry price: 1.15908, 0.4 s old. */
export function enteredFor(signal: SignalEntry): EnteredEntry {
  const quote = quoted({ bid: 115_907, ask: 115_909, timeMs: signal.startMs - 400, ageMs: 400 });
  return { kind: 'entered', atMs: signal.startMs + 200, signal: signal.id, quote };
}

/** How it ended: on 1.15917 unless void. */
export function settledFor(signal: SignalEntry, change: Partial<SettledEntry> = {}): SettledEntry {
  const settled = { kind: 'settled', atMs: signal.expiryMs + 600, signal: signal.id } as const;
  if (change.reason !== undefined) return { ...settled, outcome: 'void', control: 'void', ...change };
  return {
    ...settled,
    outcome: 'won',
    control: 'lost',
    entry: enteredFor(signal).quote,
    exit: quoted({ bid: 115_916, ask: 115_918, timeMs: signal.expiryMs - 300, ageMs: 300 }),
    provenMs: signal.expiryMs + 600,
    enteredLate: { outcome: 'void', reason: 'no-proof' },
    ...change,
  };
}

/** A decision of P-Special that gave no signal, all pairs for the same reason. */
export function abstainedAt(decidedMs: number, change: Partial<AbstainedEntry> = {}): AbstainedEntry {
  return {
    kind: 'abstained',
    atMs: decidedMs + 40,
    id: `00000000-0000-4000-9000-${String(decidedMs % 1e12).padStart(12, '0')}`,
    mode: 'special',
    timeframe: '1min',
    decidedMs,
    engine: 'engine-1',
    source: 'kraken',
    reasons: Object.fromEntries(SCORED_PAIRS.map((pair) => [pair, 'unproven'])),
    ...change,
  };
}
