import { Counter, Gauge, type Registry } from 'prom-client';

/** A counter with one label, whose values exist from the start: Prometheus sees no increase in a count that first appears as 1. */
export function counterBy<Label extends string>(
  name: string,
  help: string,
  label: Label,
  values: readonly string[],
): Counter<Label> {
  const counter = new Counter({ name, help, labelNames: [label], registers: [] });
  for (const value of values) counter.inc({ [label]: value } as Record<Label, string>, 0);
  return counter;
}

/** Registers a gauge that shows, at each scrape, the value of `read`; -1 where that fails. */
export function showGauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | boolean | Promise<number>,
): void {
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      try {
        gauge.set(Number(await read()));
      } catch {
        gauge.set(-1);
      }
    },
  });
}
