import type { RecordFilters, RecordPage, RecordStory, RecordSummary } from '../../../core/wire/record.ts';
import type { WitnessReport } from '../../../core/wire/witness.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { type ApiClient, query } from '../../lib/api-client.ts';

/** The chosen record; nothing chosen is the running ledger and its newest engine version. */
export interface RecordSelection {
  readonly ledger?: string | undefined;
  readonly engine?: string | undefined;
}

/** The requests of the record's page. Every method rejects with an ApiError, or when aborted. */
export interface RecordApi {
  summary(selection: RecordSelection, signal: AbortSignal): Promise<RecordSummary>;
  /** 50 rows; `before` is the `next` of the page before. */
  page(filters: RecordFilters, before: number | undefined, signal: AbortSignal): Promise<RecordPage>;
  /** `ledger` undefined: the running one. */
  story(id: string, ledger: string | undefined, signal: AbortSignal): Promise<RecordStory>;
  /** What witnesses have seen of a ledger. */
  witnesses(ledger: string, signal: AbortSignal): Promise<WitnessReport>;
  proof(id: string, ledger: string): Promise<Blob>;
  /** All rows that match, as a file; CSV has a column of times in `zone` beside UTC. */
  file(format: 'csv' | 'json', filters: RecordFilters, zone: string): Promise<Blob>;
  /** For a signed-in trader, who can have a record of their own. */
  readonly own?: ApiClient | undefined;
}

const PATH = '/api/record';
/** A file has every row that matches. */
const FILE_TIMEOUT_MS = 120 * SECOND_MS;

export function createRecordApi(api: ApiClient, own?: ApiClient): RecordApi {
  const json = <T>(path: string, signal: AbortSignal) => api.json<T>(path, { signal });
  return {
    own,
    summary: (selection, signal) => json(`${PATH}${query({ ...selection })}`, signal),
    page: (filters, before, signal) => json(`${PATH}/signals${query({ ...filters, before })}`, signal),
    story: (id, ledger, signal) =>
      json(`${PATH}/signals/${encodeURIComponent(id)}${query({ ledger })}`, signal),
    witnesses: (ledger, signal) => json(`/ledger/${encodeURIComponent(ledger)}/witnesses`, signal),
    proof: (id, ledger) =>
      api.ask(`${PATH}/signals/${encodeURIComponent(id)}/proof${query({ ledger })}`, (answer) =>
        answer.blob(),
      ),
    file: (format, filters, zone) =>
      api.ask(`${PATH}/signals.${format}${query({ ...filters, zone })}`, (answer) => answer.blob(), {
        timeoutMs: FILE_TIMEOUT_MS,
      }),
  };
}
