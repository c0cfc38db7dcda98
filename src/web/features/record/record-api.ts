import type { RecordFilters, RecordPage, RecordStory, RecordSummary } from '../../../core/wire/record.ts';
import type { WitnessReport } from '../../../core/wire/witness.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { type ApiClient, query } from '../../lib/api-client.ts';

/** The chosen record; nothing chosen is the running ledger and its newest engine version. */
export interface RecordSelection {
  readonly ledger?: string | undefined;
  readonly engine?: string | undefined;
}

export type RecordApi = ReturnType<typeof createRecordApi>;

const PATH = '/api/record';
/** A file has every row that matches. */
const FILE_TIMEOUT_MS = 120 * SECOND_MS;
const blobOf = (answer: Response) => answer.blob();

/**
 * The requests of the record's page; `own` is the client of a signed-in trader, who can have a record of their own. Every method rejects
 * with an ApiError, or when aborted.
 */
export function createRecordApi(api: ApiClient, own?: ApiClient) {
  const json = <T>(path: string, signal: AbortSignal) => api.json<T>(path, { signal });
  return {
    own,
    summary: (selection: RecordSelection, signal: AbortSignal) =>
      json<RecordSummary>(`${PATH}${query({ ...selection })}`, signal),
    /** 50 rows; `before` is the `next` of the page before. */
    page: (filters: RecordFilters, before: number | undefined, signal: AbortSignal) =>
      json<RecordPage>(`${PATH}/signals${query({ ...filters, before })}`, signal),
    /** `ledger` undefined: the running one. */
    story: (id: string, ledger: string | undefined, signal: AbortSignal) =>
      json<RecordStory>(`${PATH}/signals/${encodeURIComponent(id)}${query({ ledger })}`, signal),
    /** What witnesses have seen of a ledger. */
    witnesses: (ledger: string, signal: AbortSignal) =>
      json<WitnessReport>(`/ledger/${encodeURIComponent(ledger)}/witnesses`, signal),
    proof: (id: string, ledger: string) =>
      api.ask(`${PATH}/signals/${encodeURIComponent(id)}/proof${query({ ledger })}`, blobOf),
    /** All rows that match, as a file; CSV has a column of times in `zone` beside UTC. */
    file: (format: 'csv' | 'json', filters: RecordFilters, zone: string) =>
      api.ask(`${PATH}/signals.${format}${query({ ...filters, zone })}`, blobOf, {
        timeoutMs: FILE_TIMEOUT_MS,
      }),
  };
}

/** Most entries of one visit; others are loaded again. */
const MOST_ENTRIES = 20;
const caches = new WeakMap<RecordApi, Map<string, unknown>>();

/** The earlier object of this key, so that a way back shows at once what was there. The key determines its type. */
export function cached<T>(api: RecordApi, key: string, make: () => T): T {
  let map = caches.get(api);
  if (map === undefined || map.size >= MOST_ENTRIES) caches.set(api, (map = new Map()));
  if (!map.has(key)) map.set(key, make());
  return map.get(key) as T;
}
