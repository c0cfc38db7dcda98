import { SECOND_MS } from '../../core/time/instant.ts';
import type { ErrorBody, ErrorCode } from '../../core/wire/error-codes.ts';
import { apiTexts, errorTexts } from './api-texts.ts';
import { perSignIn } from './session/per-sign-in.ts';
import type { Session } from './session/session.ts';

/** The session's access token; `refused` is one that was just answered with 401, in whose place another is fetched. */
export type GetToken = (refused?: string) => Promise<string | undefined>;

/** A failed request to this server; the message is for the reader. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** Of the answer; undefined without an answer: whether the request reached the server is then unknown. */
  readonly status: number | undefined;
  /** Of the answer; undefined where it is not of this server. */
  readonly code: ErrorCode | undefined;
  /** The wait that the server asks for; undefined where it asks for none. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, status?: number, retryAfterMs?: number, code?: ErrorCode) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.code = code;
  }
}

export interface ApiRequest extends Omit<RequestInit, 'body' | 'headers' | 'signal'> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** Time limit for the whole answer; 10 s by default. */
  readonly timeoutMs?: number;
}

export interface ApiClient {
  /**
   * Sends a request and has `read` read the answer, which is a good one. Rejects with an ApiError, or with the signal's reason
   * when the caller has aborted it.
   */
  ask<T>(path: string, read: (answer: Response) => Promise<T>, request?: ApiRequest): Promise<T>;
  /** The same for an answer in JSON, which is taken to be a T: server and page are built together. */
  json<T>(path: string, request?: ApiRequest): Promise<T>;
}

export interface ApiClientOptions {
  readonly getToken?: GetToken | undefined;
  readonly fetch?: typeof fetch;
}

/** A connection that is silently dead must not hold up a request for ever. */
const ANSWER_TIMEOUT_MS = 10 * SECOND_MS;
const JSON_HEADERS = { 'content-type': 'application/json' };

/** The one client of this server's own API, for the signed-in trader or without a sign-in. */
export function createApiClient({ getToken, fetch: send = globalFetch }: ApiClientOptions): ApiClient {
  /** With the session's token; when the server refuses that one, once more with a new one. */
  async function sendAsTrader(path: string, init: RequestInit): Promise<Response> {
    if (getToken === undefined) return send(path, init);
    const withToken = (token: string) =>
      send(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
    const token = await getToken();
    if (token === undefined) throw new ApiError(apiTexts.noToken);
    const answer = await withToken(token);
    if (answer.status !== 401) return answer;
    const renewed = await getToken(token);
    return renewed === undefined || renewed === token ? answer : withToken(renewed);
  }

  async function ask<T>(path: string, read: (answer: Response) => Promise<T>, request: ApiRequest = {}) {
    const { timeoutMs = ANSWER_TIMEOUT_MS, signal, json, ...init } = request;
    const limit = new AbortController();
    const timer = Number.isFinite(timeoutMs) ? setTimeout(() => limit.abort(), timeoutMs) : undefined;
    try {
      const answer = await sendAsTrader(path, {
        ...init,
        ...(json !== undefined && { headers: JSON_HEADERS, body: JSON.stringify(json) }),
        signal: signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]),
      });
      if (!answer.ok) throw await errorOf(answer);
      return await read(answer);
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof ApiError) throw error;
      throw new ApiError(apiTexts.unreachable);
    } finally {
      clearTimeout(timer);
    }
  }

  return { ask, json: <T>(path: string, request?: ApiRequest) => ask(path, readJson<T>, request) };
}

const globalFetch: typeof fetch = (...request) => fetch(...request);

export const publicApi = createApiClient({});

/** The client of a signed-in trader: the same one until the sign-out. */
export const apiOf = perSignIn((session: Session) => createApiClient({ getToken: session.accessToken }));

async function readJson<T>(answer: Response): Promise<T> {
  const text = await answer.text();
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new ApiError(apiTexts.unreadable({ status: String(answer.status) }), answer.status);
  }
}

/** The meaning of the answer's code, `{"error":{"code","message"}}`, for the reader, else its message; a proxy's page has neither. */
async function errorOf(answer: Response): Promise<ApiError> {
  const { status, headers } = answer;
  const { error } = Object(await answer.json().catch(() => undefined)) as Partial<ErrorBody>;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const isKnown = Number.isFinite(seconds);
  const words =
    errorTexts[error?.code as keyof typeof errorTexts] ??
    (status === 503 ? errorTexts.unavailable : error?.message);
  return new ApiError(
    error?.code === 'too_many_requests' && isKnown
      ? apiTexts.tooMany({ seconds })
      : (words ?? apiTexts.unreadable({ status: String(status) })),
    status,
    isKnown ? seconds * SECOND_MS : undefined,
    error?.code,
  );
}

/** `?pair=EUR%2FUSD&before=12`; undefined and empty values are omitted. */
export function query(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  if (given.length === 0) return '';
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()}`;
}
