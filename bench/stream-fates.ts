import { quantile } from './figure.ts';
import type { ClientsReport } from './stream-clients.ts';

interface Fate {
  readonly sentMs: number;
  /** From the first client that had it to each of them. */
  readonly spreadMs: readonly number[];
  readonly firstMs: number;
  readonly missed: number;
}

/** What became of each event of a kind that the server made in a span of its own clock. */
export function fatesOf(
  report: ClientsReport,
  size: number,
  name: 'prices' | 'entry',
  isIn: (sentMs: number) => boolean,
) {
  if (report.open !== size) throw new Error(`${size - report.open} of ${size} streams were cut`);
  const fates: Fate[] = [];
  for (const { text, atMs } of report.arrived) {
    const sentMs = Number(/"(?:nowMs|decidedMs)":(\d+)/.exec(text)?.[1] ?? Number.NaN);
    if (!text.startsWith(`event: ${name}`) || !isIn(sentMs)) continue;
    const firstMs = atMs.reduce((least, each) => Math.min(least, each));
    fates.push({ sentMs, firstMs, spreadMs: atMs.map((each) => each - firstMs), missed: size - atMs.length });
  }
  return fates;
}

/** The prices between the first and the last that came: those two may have been under way when counting began or ended. */
export function pricesOf(
  report: ClientsReport,
  size: number,
): { readonly p99Ms: number; readonly lost: number } {
  const fates = fatesOf(report, size, 'prices', () => true)
    .sort((a, b) => a.sentMs - b.sentMs)
    .slice(1, -1);
  if (fates.length === 0) throw new Error(`no prices came to ${size} streams`);
  return {
    p99Ms: quantile(
      fates.flatMap(({ spreadMs }) => spreadMs),
      0.99,
    ),
    lost: fates.reduce((sum, { missed }) => sum + missed, 0),
  };
}
