import { Counter, Histogram } from 'prom-client';
import {
  codesOf,
  type LedgerEntry,
  OUTAGE_REASONS,
  OUTCOMES,
  SIGNAL_MODES,
  VOID_REASONS,
} from '../../core/signals/ledger-entry.ts';
import { counterBy } from '../platform/metrics.ts';

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
