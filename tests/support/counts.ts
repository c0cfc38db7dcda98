import type { Counter } from 'prom-client';

/** What a counter has counted, by its label's value, '' where it has none; what never happened is left out. */
export async function countsOf(counter: Counter<string>): Promise<Record<string, number>> {
  const { values } = await counter.get();
  return Object.fromEntries(
    values
      .filter(({ value }) => value > 0)
      .map(({ labels, value }) => [Object.values(labels).join(' '), value]),
  );
}
