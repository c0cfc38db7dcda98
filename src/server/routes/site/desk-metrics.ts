import { Gauge, Histogram, type Registry } from 'prom-client';
import {
  codesOf,
  ENTRY_KINDS,
  OUTAGE_REASONS,
  OUTCOMES,
  SIGNAL_MODES,
  VOID_REASONS,
} from '../../../core/signals/ledger-entry.ts';
import { DESK_STATES, type DeskFigures } from '../../desk/desk-figures.ts';
import type { RequestResult } from '../../desk/bot-requests.ts';
import { showCounts, showGauge } from './shown-metrics.ts';

/** Shown from the start: Prometheus sees no increase in a count that first appears as 1. */
const zeroOf = (keys: readonly string[]): Readonly<Record<string, 0>> =>
  Object.fromEntries(keys.map((key) => [key, 0]));
const MODES = zeroOf(SIGNAL_MODES);
const OUTCOME_ZEROS = zeroOf(OUTCOMES);
const OUTAGES = zeroOf(codesOf(OUTAGE_REASONS));
const VOIDS = zeroOf(codesOf(VOID_REASONS));
type RequestEnd = 'accepted' | Extract<RequestResult, { kind: 'refused' }>['code'];
const REQUESTS: Readonly<Record<RequestEnd, 0>> = {
  accepted: 0,
  'too-many': 0,
  'no-public-price': 0,
  'unknown-pair': 0,
  unavailable: 0,
};

/** Shows what the desk has counted since this server started. */
export function measureDesk(registry: Registry, figures: DeskFigures): void {
  const show = showCounts.bind(undefined, registry);
  show('pipcast_signals_total', 'Market signals recorded, by mode.', 'mode', MODES, () => figures.signals);
  show(
    'pipcast_settlements_total',
    'Settlements recorded, by outcome.',
    'outcome',
    OUTCOME_ZEROS,
    () => figures.settled,
  );
  show('pipcast_voids_total', 'Signals without an outcome, by reason.', 'reason', VOIDS, () => figures.voids);
  show(
    'pipcast_abstentions_total',
    'Decisions that gave no signal, by mode.',
    'mode',
    MODES,
    () => figures.abstentions,
  );
  show('pipcast_outages_total', 'Outages recorded, by reason.', 'reason', OUTAGES, () => figures.outages);
  show(
    'pipcast_signal_requests_total',
    'P-BOT requests, by what became of them.',
    'result',
    REQUESTS,
    () => figures.requests,
  );
  show(
    'pipcast_ledger_append_failures_total',
    'Appends that the database did not answer.',
    'cause',
    {},
    () => ({
      unavailable: figures.appendFailures,
    }),
  );
  measureCluster(registry, figures);
  showGauge(registry, 'pipcast_open_signals', 'Market signals that are not settled yet.', () =>
    figures.open(),
  );
  show(
    'pipcast_ledger_refusals_total',
    'Entries that the ledger refused, by kind.',
    'kind',
    zeroOf(ENTRY_KINDS),
    () => figures.refused,
  );
  const findings: Gauge = new Gauge({
    name: 'pipcast_ledger_findings',
    help: 'What is wrong with the ledger: overdue signals, silent minutes, wrong entries.',
    labelNames: ['finding'],
    registers: [registry],
    collect() {
      const { overdueSignals, silentMinutes, wrongEntries } = figures.ledgerFindings();
      findings.set({ finding: 'overdue-signal' }, overdueSignals);
      findings.set({ finding: 'silent-minute' }, silentMinutes);
      findings.set({ finding: 'wrong-entry' }, wrongEntries);
    },
  });
  const appends = new Histogram({
    name: 'pipcast_ledger_append_seconds',
    help: 'Time until entries of the ledger were durable.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  figures.onAppendMs = (ms) => appends.observe(ms / 1000);
}

/** Shows this node's place among those of its database. */
function measureCluster(registry: Registry, figures: DeskFigures): void {
  const gauge = showGauge.bind(undefined, registry);
  gauge('pipcast_desk_leader', 'Whether this node runs the desk: 1 or 0.', () => figures.state() === 'leads');
  const states: Gauge = new Gauge({
    name: 'pipcast_desk_state',
    help: 'How this node stands to the desk: 1 for the state it is in, 0 for all others.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const state of DESK_STATES) states.set({ state }, Number(figures.state() === state));
    },
  });
  gauge(
    'pipcast_clock_ahead_seconds',
    "How far this computer's clock is ahead of the database's; below 0 where it is behind.",
    () => figures.clockAheadMs() / 1000,
  );
  gauge('pipcast_desk_warm', 'Whether this node could run the desk now, with enough history: 1 or 0.', () =>
    figures.isWarm(),
  );
  gauge('pipcast_desk_term', 'The term in which this node has the desk; 0 where it has not.', () =>
    figures.term(),
  );
  gauge(
    'pipcast_notices_listening',
    'Whether notices of other nodes arrive: 1 or 0; else they are asked each second.',
    () => figures.isListening(),
  );
  gauge('pipcast_ledger_lag_entries', 'Entries of the ledger that this node does not show yet.', () =>
    figures.entriesBehind(),
  );
  gauge(
    'pipcast_market_lag_seconds',
    'Age of the last prices and feed state that this node shows; below 0 where it has none.',
    () => figures.beatAgeMs() / 1000,
  );
}
