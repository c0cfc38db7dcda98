import { Counter, Gauge, type Registry } from 'prom-client';

/** Registers a gauge that shows, at each scrape, what `read` says; -1 where that cannot be read. */
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

/** Registers a counter that shows, at each scrape, what `read` has counted; keys of `zeros` that it lacks show 0. */
export function showCounts(
  registry: Registry,
  name: string,
  help: string,
  label: string,
  zeros: Readonly<Record<string, number>>,
  read: () => Readonly<Partial<Record<string, number>>>,
): void {
  const counter: Counter = new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      counter.reset();
      for (const [key, count] of Object.entries({ ...zeros, ...read() }))
        counter.inc({ [label]: key }, count);
    },
  });
}
