import type { ScoredPair } from '../../../core/market/instruments.ts';
import type {
  ChartPoints,
  SignalRequest,
  SignalRequestAnswer,
} from '../../../core/protocol/market-protocol.ts';
import { errorMessage } from './error-message.ts';
import { type GetToken, withToken } from './with-token.ts';

/** What came of a request: the answer, or one sentence for the person and when another try makes sense. */
export type Answered<T> =
  | { readonly isOk: true; readonly value: T }
  | {
      readonly isOk: false;
      /** False when no answer came: whether the server heard the request is unknown. */
      readonly isAnswered: boolean;
      readonly message: string;
      readonly retryAfterMs: number | undefined;
    };

export interface MarketRequests {
  /** Asks for a P-BOT signal. Repeating it with the same key is safe: it is the same request. */
  requestSignal(request: SignalRequest): Promise<Answered<SignalRequestAnswer>>;
  /** The prices of about the last half hour, for a chart. */
  points(pair: ScoredPair): Promise<Answered<ChartPoints>>;
}

const UNREACHABLE = 'The server cannot be reached. Check your connection and try again.';
const UNANSWERED = { isOk: false, isAnswered: false, retryAfterMs: undefined } as const;
/** How long an answer may take: a line that is dead without saying so must not hold somebody up for good. */
const ANSWER_TIMEOUT_MS = 10_000;
const SIGNED_OUT = 'You are signed out. Sign in again.';

/** The page's requests to the market, with the session's token. They never reject. */
export function createMarketRequests(deps: {
  readonly getToken: GetToken;
  readonly fetch: typeof fetch;
}): MarketRequests {
  async function ask<T>(url: string, init: RequestInit): Promise<Answered<T>> {
    try {
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
      const response = await withToken(deps, url, { ...init, signal });
      if (response === undefined) return { ...UNANSWERED, message: SIGNED_OUT };
      const body: unknown = await response.json();
      if (response.ok) return { isOk: true, value: body as T };
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : undefined;
      return { isOk: false, isAnswered: true, message: errorMessage(body) ?? UNREACHABLE, retryAfterMs };
    } catch {
      return { ...UNANSWERED, message: UNREACHABLE };
    }
  }
  return {
    requestSignal: (request) =>
      ask('/api/market/signals', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      }),
    points: (pair) => ask(`/api/market/points?${new URLSearchParams({ pair })}`, {}),
  };
}
