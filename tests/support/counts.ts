import type { Counter } from 'prom-client';

/** What a counter with one label has counted, by the label's value; what never happened is left out. */
export async function countsOf(counter: Counter<string>): Promise<Record<string, number>> {
  const { values } = await counter.get();
  return Object.fromEntries(
    values
      .filter(({ value }) => value > 0)
      .map(({ labels, value }) => [Object.values(labels).join(' '), value]),
  );
}
