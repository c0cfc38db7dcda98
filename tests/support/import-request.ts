import { Readable } from 'node:stream';
import { pairInName, parsePair } from '../../src/core/price-files/dataset-name.ts';
import type { ScoredPair } from '../../src/core/market/instruments.ts';
import type { ImportRequest } from '../../src/operator/import/import-history.ts';
import { parseZone } from '../../src/operator/import/pair-and-clock.ts';

/** 20 November 2026, 12:00 UTC: what the tests take for now. */
export const NOW_MS = Date.UTC(2026, 10, 20, 12);

/** A request as the command makes it without a terminal; the zone is by name, `none` leaves it out. */
export function importRequest(
  dataDir: string,
  path: string,
  given: Partial<ImportRequest> & { readonly zone?: string } = {},
): ImportRequest {
  const { zone = 'UTC', ...rest } = given;
  const pair: ScoredPair | undefined = parsePair(pairInName(path.split(/[\\/]/).pop() ?? '') ?? 'EUR/USD');
  return {
    path,
    stdin: Readable.from([]),
    dataDir,
    pair,
    clock: zone === 'none' ? undefined : parseZone(zone),
    name: undefined,
    allow: new Set(),
    dryRun: false,
    nowMs: NOW_MS,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...rest,
  };
}
