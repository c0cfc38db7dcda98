import type {
  LedgerEntry,
  OutageReason,
  Outcome,
  SignalMode,
  VoidReason,
} from '../../core/signals/ledger-entry.ts';

/**
 * - `leads`: this node has the desk; `follows`: another one, or none yet;
 * - `off`: there is no market here;
 * - `database-lost`, `clock-wrong`, `start-failed`: it cannot have the desk now, and tries again each second;
 * - `ledger-damaged`: it does not try again.
 */
export const DESK_STATES = [
  'starting',
  'leads',
  'follows',
  'off',
  'database-lost',
  'clock-wrong',
  'start-failed',
  'ledger-damaged',
] as const;
export type DeskState = (typeof DESK_STATES)[number];

/** What the desk has recorded since it started, counted. A count that is missing is 0. */
export interface DeskFigures {
  readonly signals: Partial<Record<SignalMode, number>>;
  readonly settled: Partial<Record<Outcome, number>>;
  readonly voids: Partial<Record<VoidReason, number>>;
  readonly abstentions: Partial<Record<SignalMode, number>>;
  readonly outages: Partial<Record<OutageReason, number>>;
  /** P-BOT requests by what became of them: `accepted`, or the refusal's code. */
  readonly requests: Partial<Record<string, number>>;
  /** Appends that the database did not answer. */
  appendFailures: number;
  /** Entries that the ledger refused, by their kind. */
  readonly refused: Partial<Record<LedgerEntry['kind'], number>>;
  /** How this node stands to the desk. */
  state: () => DeskState;
  /** Whether this node has not reached the database for so long that traders are better served by another one. */
  isCutOff: () => boolean;
  /** How far this computer's clock is ahead of the database's, in ms. */
  clockAheadMs: () => number;
  /** Whether it could run here now without an abstention for want of history. */
  isWarm: () => boolean;
  /** In which term of the lease this node has the desk; 0 where it has not. */
  term: () => number;
  /** Whether notices of other nodes arrive. */
  isListening: () => boolean;
  /** How many entries of the ledger this node does not show yet. */
  entriesBehind: () => Promise<number>;
  /** The age of the prices that this node shows, in ms; below 0 where it has none. */
  beatAgeMs: () => number;
  /** Signals that are followed now. */
  open: () => number;
  /** What is wrong with the ledger, by what was read of it. */
  ledgerFindings: () => { overdueSignals: number; silentMinutes: number; wrongEntries: number };
  /** Hears how long each append to the ledger took, in ms. */
  onAppendMs: (ms: number) => void;
}

/** Nothing counted yet. */
export function createDeskFigures(): DeskFigures {
  return {
    signals: {},
    settled: {},
    voids: {},
    abstentions: {},
    outages: {},
    requests: {},
    appendFailures: 0,
    refused: {},
    state: () => 'off',
    isCutOff: () => false,
    clockAheadMs: () => 0,
    isWarm: () => false,
    term: () => 0,
    isListening: () => false,
    entriesBehind: async () => 0,
    beatAgeMs: () => -1,
    open: () => 0,
    ledgerFindings: () => ({ overdueSignals: 0, silentMinutes: 0, wrongEntries: 0 }),
    onAppendMs: () => {},
  };
}

/** Counts one more. */
export function count<K extends string>(counts: Partial<Record<K, number>>, key: K): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** Counts entries that are durable. */
export function countRecorded(figures: DeskFigures, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) {
    if (entry.kind === 'signal') count(figures.signals, entry.mode);
    else if (entry.kind === 'abstained') count(figures.abstentions, entry.mode);
    else if (entry.kind === 'outage') count(figures.outages, entry.reason);
    else if (entry.kind === 'settled') {
      count(figures.settled, entry.outcome);
      if (entry.reason !== undefined) count(figures.voids, entry.reason);
    }
  }
}
