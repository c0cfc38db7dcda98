import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { DeskFigures } from '../desk/desk-figures.ts';

/** Shows what the desk has counted since this server started. */
export function measureDesk(registry: Registry, figures: DeskFigures): void {
  const show = (
    name: string,
    help: string,
    label: string,
    read: () => Readonly<Partial<Record<string, number>>>,
  ) => {
    const counter: Counter = new Counter({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        counter.reset();
        for (const [key, count] of Object.entries(read())) counter.inc({ [label]: key }, count);
      },
    });
  };
  show('pipcast_signals_total', 'Market signals recorded, by mode.', 'mode', () => figures.signals);
  show('pipcast_settlements_total', 'Settlements recorded, by outcome.', 'outcome', () => figures.settled);
  show('pipcast_voids_total', 'Signals without an outcome, by reason.', 'reason', () => figures.voids);
  show(
    'pipcast_abstentions_total',
    'Decisions that gave no signal, by mode.',
    'mode',
    () => figures.abstentions,
  );
  show('pipcast_outages_total', 'Outages recorded, by reason.', 'reason', () => figures.outages);
  show(
    'pipcast_signal_requests_total',
    'P-BOT requests, by what became of them.',
    'result',
    () => figures.requests,
  );
  show('pipcast_ledger_append_failures_total', 'Appends that the database did not answer.', 'cause', () => ({
    unavailable: figures.appendFailures,
  }));
  const open: Gauge = new Gauge({
    name: 'pipcast_open_signals',
    help: 'Market signals that are not settled yet.',
    registers: [registry],
    collect: () => open.set(figures.open()),
  });
  const appends = new Histogram({
    name: 'pipcast_ledger_append_seconds',
    help: 'Time until entries of the ledger were durable.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  figures.onAppendMs = (ms) => appends.observe(ms / 1000);
}
