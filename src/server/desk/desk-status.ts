import { Gauge, type Registry, Counter, Histogram } from 'prom-client';
import { showGauge, counterBy } from '../platform/metrics.ts';
import {
  codesOf,
  type LedgerEntry,
  OUTAGE_REASONS,
  OUTCOMES,
  SIGNAL_MODES,
  VOID_REASONS,
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

/** The present relation of a node to the desk of its database. */
export interface DeskStatus {
  state(): DeskState;
  /** Whether this node has not reached the database for so long that another one serves traders better. */
  isCutOff(): boolean;
  /** How far this computer's clock is ahead of the database's, in ms. */
  clockAheadMs(): number;
  /** Whether the desk could run here now without an abstention for want of history. */
  isWarm(): boolean;
  /** The term of this node's lease; 0 without the desk. */
  term(): number;
  /** Whether notices of other nodes arrive. */
  isListening(): boolean;
  /** How many entries of the ledger this node does not show yet. */
  entriesBehind(): Promise<number>;
  beatAgeMs(): number;
  openSignals(): number;
}

export const NO_DESK: DeskStatus = {
  state: () => 'off',
  isCutOff: () => false,
  clockAheadMs: () => 0,
  isWarm: () => false,
  term: () => 0,
  isListening: () => false,
  entriesBehind: async () => 0,
  beatAgeMs: () => -1,
  openSignals: () => 0,
};

/** Registers the metrics of this node's status. */
export function measureStatus(registry: Registry, status: DeskStatus): void {
  const gauge = showGauge.bind(undefined, registry);
  gauge('pipcast_desk_leader', 'Whether this node runs the desk: 1 or 0.', () => status.state() === 'leads');
  const states: Gauge = new Gauge({
    name: 'pipcast_desk_state',
    help: 'How this node stands to the desk: 1 for the state it is in, 0 for all others.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const state of DESK_STATES) states.set({ state }, Number(status.state() === state));
    },
  });
  gauge('pipcast_open_signals', 'Market signals that are not settled yet.', () => status.openSignals());
  gauge(
    'pipcast_clock_ahead_seconds',
    "How far this computer's clock is ahead of the database's; below 0 where it is behind.",
    () => status.clockAheadMs() / 1000,
  );
  gauge('pipcast_desk_warm', 'Whether this node could run the desk now, with enough history: 1 or 0.', () =>
    status.isWarm(),
  );
  gauge('pipcast_desk_term', 'The term in which this node has the desk; 0 where it has not.', () =>
    status.term(),
  );
  gauge(
    'pipcast_notices_listening',
    'Whether notices of other nodes arrive: 1 or 0; else they are asked each second.',
    () => status.isListening(),
  );
  gauge('pipcast_ledger_lag_entries', 'Entries of the ledger that this node does not show yet.', () =>
    status.entriesBehind(),
  );
  gauge(
    'pipcast_market_lag_seconds',
    'Age of the last prices and feed state that this node shows; below 0 where it has none.',
    () => status.beatAgeMs() / 1000,
  );
}

export type DeskFigures = ReturnType<typeof createDeskFigures>;

export function createDeskFigures() {
  return {
    signals: counterBy('pipcast_signals_total', 'Market signals recorded, by mode.', 'mode', SIGNAL_MODES),
    settlements: counterBy('pipcast_settlements_total', 'Settlements, by outcome.', 'outcome', OUTCOMES),
    voids: counterBy('pipcast_voids_total', 'Void signals, by reason.', 'reason', codesOf(VOID_REASONS)),
    abstentions: counterBy('pipcast_abstentions_total', 'Abstentions, by mode.', 'mode', SIGNAL_MODES),
    outages: counterBy('pipcast_outages_total', 'Outages, by reason.', 'reason', codesOf(OUTAGE_REASONS)),
    appendFailures: new Counter({
      name: 'pipcast_ledger_append_failures_total',
      help: 'Appends that the database did not answer.',
      registers: [],
    }),
    appends: new Histogram({
      name: 'pipcast_ledger_append_seconds',
      help: 'Time until entries of the ledger were durable.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers: [],
    }),
  };
}

export function countRecorded(figures: DeskFigures, entries: readonly LedgerEntry[]): void {
  for (const entry of entries) {
    if (entry.kind === 'signal') figures.signals.inc({ mode: entry.mode });
    else if (entry.kind === 'abstained') figures.abstentions.inc({ mode: entry.mode });
    else if (entry.kind === 'outage') figures.outages.inc({ reason: entry.reason });
    else if (entry.kind === 'settled') {
      figures.settlements.inc({ outcome: entry.outcome });
      if (entry.reason !== undefined) figures.voids.inc({ reason: entry.reason });
    }
  }
}
