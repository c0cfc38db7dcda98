import type {
  RecordFilters,
  RecordPage,
  RecordStory,
  RecordSummary,
} from '../../../core/protocol/record-protocol.ts';

/** Sends a request as whoever is signed in, or as nobody; the answer's status is the caller's business. */
export type SendRequest = (path: string, init?: RequestInit) => Promise<Response>;

/** The record could not be read; the message is one plain sentence for the reader. */
export class RecordUnavailableError extends Error {
  override readonly name = 'RecordUnavailableError';
  /** There is nothing of that name: trying again is pointless. */
  readonly isMissing: boolean;

  constructor(message: string, isMissing = false) {
    super(message);
    this.isMissing = isMissing;
  }
}

/** Which record is looked at: nothing chosen is the running ledger and its newest engine version. */
export interface RecordSelection {
  readonly ledger?: string | undefined;
  readonly engine?: string | undefined;
}

/** What the record page asks the server for. Every method rejects with a RecordUnavailableError, or when aborted. */
export interface RecordApi {
  summary(selection: RecordSelection, signal: AbortSignal): Promise<RecordSummary>;
  /** 50 rows; `before` is the `next` of the page before. */
  page(filters: RecordFilters, before: number | undefined, signal: AbortSignal): Promise<RecordPage>;
  /** `ledger` undefined: the running one. */
  story(id: string, ledger: string | undefined, signal: AbortSignal): Promise<RecordStory>;
  /** All rows that match, as a file; CSV has a column of times in `zone` beside UTC. */
  file(format: 'csv' | 'json', filters: RecordFilters, zone: string): Promise<Blob>;
}

const PATH = '/api/record';

export function createRecordApi(send: SendRequest): RecordApi {
  async function ask(path: string, init?: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await send(path, init);
    } catch (error) {
      if (init?.signal?.aborted) throw error;
      throw new RecordUnavailableError('The server did not answer. Check your connection.');
    }
    if (response.ok) return response;
    throw new RecordUnavailableError(await problemOf(response), response.status === 404);
  }
  const json = async <T>(path: string, signal: AbortSignal): Promise<T> =>
    (await ask(path, { signal })).json() as Promise<T>;
  return {
    summary: (selection, signal) => json(`${PATH}${query({ ...selection })}`, signal),
    page: (filters, before, signal) => json(`${PATH}/signals${query({ ...filters, before })}`, signal),
    story: (id, ledger, signal) =>
      json(`${PATH}/signals/${encodeURIComponent(id)}${query({ ledger })}`, signal),
    async file(format, filters, zone) {
      return (await ask(`${PATH}/signals.${format}${query({ ...filters, zone })}`)).blob();
    },
  };
}

/** `?pair=EUR%2FUSD&before=12`; values that are undefined or empty are left out. */
function query(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}

async function problemOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body === 'object' && body !== null) {
    const { message, msg } = body as { message?: unknown; msg?: unknown };
    if (typeof message === 'string') return message;
    if (typeof msg === 'string') return msg;
  }
  return `The server answered with an error (${response.status}).`;
}
