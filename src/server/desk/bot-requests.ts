import { nextDecision } from '../../core/market/settlement-times.ts';
import { fxWeekAt } from '../../core/time/fx-week.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { isScoredPair } from '../../core/market/instruments.ts';
import { OTC_PAIRS } from '../../core/market/pairs.ts';
import type {
  NoMarketReason,
  RequestLimit,
  SignalRequest,
  SignalRequestAnswer,
} from '../../core/wire/market.ts';
import { isDatabaseUnavailable } from '../platform/database-error.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { MarketPrices } from '../market/market.ts';
import type { AskedFor, KnownRequest, RequestKey, SignalRequests } from './signal-requests.ts';

export interface DeskRequest extends SignalRequest, RequestKey {}

export type RequestResult =
  | ({ readonly kind: 'accepted' } & SignalRequestAnswer)
  /** A pair of the menu without a public price, or one that is on no menu. */
  | { readonly kind: 'refused'; readonly code: 'no-public-price' | 'unknown-pair' }
  | {
      readonly kind: 'refused';
      readonly code: 'too-many';
      /** Until the next request is accepted, in wall-clock time. */
      readonly retryAfterMs: number;
      readonly limit: RequestLimit;
    }
  | { readonly kind: 'refused'; readonly code: 'unavailable'; readonly reason: NoMarketReason };

export interface BotRequestsDeps {
  readonly market: Pick<MarketPrices, 'kind' | 'feed'> & {
    readonly clock: Pick<MarketPrices['clock'], 'now'>;
  };
  readonly ledger: Pick<Ledger, 'read'>;
  readonly requests: SignalRequests;
}

export type BotRequests = ReturnType<typeof answerRequests>;

/** Answers traders' requests for P-BOT signals, on any server; the server that has the desk decides the accepted ones. */
export function answerRequests({ market, ledger, requests }: BotRequestsDeps) {
  async function answer(request: DeskRequest): Promise<RequestResult> {
    const known = await requests.find(request);
    if (known !== undefined) return accepted(request, known);
    const { pair, timeframe } = request;
    if (!isScoredPair(pair)) {
      const isOnMenu = OTC_PAIRS.some((each) => each === pair);
      return { kind: 'refused', code: isOnMenu ? 'no-public-price' : 'unknown-pair' };
    }
    const decidesMs = nextDecision(market.clock.now(), timeframe);
    const reason = whyNot(market, decidesMs);
    if (reason !== undefined) return { kind: 'refused', code: 'unavailable', reason };
    const asked: AskedFor = { pair, timeframe, decidesMs };
    const refused = await requests.add(request, asked);
    if (refused === undefined) return accepted(request, { ...asked, decision: null });
    const limit = await requests.limitOf(request.userId);
    return { kind: 'refused', code: 'too-many', ...refused, limit };
  }

  async function accepted(
    { userId }: RequestKey,
    { decision, ...asked }: KnownRequest,
  ): Promise<RequestResult> {
    const [limit, placed] = await Promise.all([
      requests.limitOf(userId),
      decision === null ? [] : ledger.read(decision, 1),
    ]);
    return { kind: 'accepted', ...asked, nowMs: market.clock.now(), limit, decision: placed[0] ?? null };
  }

  return {
    /** Answers a request; one with the same user and key is the same for ten minutes. Rejects only where something unexpected fails. */
    ask: (request: DeskRequest) =>
      answer(request).catch((error: unknown): RequestResult => {
        if (!isDatabaseUnavailable(error)) throw error;
        return { kind: 'refused', code: 'unavailable', reason: 'database-lost' };
      }),
    /** Takes a request back; true where it waited for its decision. */
    takeBack: (request: RequestKey) => requests.takeBack(request),
    limitOf: (userId: string) => requests.limitOf(userId),
  };
}

/** Why nothing can be decided at an instant. */
function whyNot(market: BotRequestsDeps['market'], decidesMs: EpochMs): NoMarketReason | undefined {
  const { isLive, reason } = market.feed();
  if (!isLive) return reason ?? 'no-feed';
  // Made-up prices have no weekend.
  return market.kind === 'synthetic' || decidesMs < fxWeekAt(decidesMs).closesMs ? undefined : 'weekend';
}
