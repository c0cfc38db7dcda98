import { type EpochMs, SECOND_MS } from '../../../core/time/instant.ts';
import type { MarketSnapshot, NoMarketReason, RequestLimit } from '../../../core/wire/market.ts';
import type { BotRequests } from '../../desk/bot-requests.ts';
import type { ReadLedger } from '../../ledger/ledger-reader.ts';
import type { MarketPrices } from '../../market/market.ts';
import { HttpError } from '../http-error.ts';
import type { MarketBroadcast } from './market-broadcast.ts';

export interface OpenMarket {
  readonly market: MarketPrices;
  readonly ledger: ReadLedger;
  readonly requests: Pick<BotRequests, 'ask' | 'takeBack' | 'limitOf'>;
}

/** Reasons that end within seconds: another server takes over the desk about 4 s after this one is gone. */
const PASSING: ReadonlySet<NoMarketReason> = new Set(['starting', 'no-desk', 'database-lost', 'stopping']);

/** How soon a client asks again for a market, in ms; each adds a random part up to as much, so that not all come at once. */
export const lookAgainMs = (reason: NoMarketReason) => (PASSING.has(reason) ? 3_000 : 60_000);

const NO_LIMIT: RequestLimit = { most: 0, perMs: 60_000, left: 0 };

/** The open market, or the reason why there is none. */
export class ServedMarket {
  opened: (OpenMarket & { readonly broadcast: MarketBroadcast }) | undefined;
  reason: NoMarketReason;
  readonly #now: () => EpochMs;

  constructor(reason: NoMarketReason, now: () => EpochMs) {
    this.reason = reason;
    this.#now = now;
  }

  /** @throws HttpError 503 while there is no market. */
  requireOpen(): NonNullable<ServedMarket['opened']> {
    if (this.opened === undefined) {
      throw new HttpError(503, 'no_market', `There are no market signals: ${this.reason}.`, {
        retryAfterSeconds: lookAgainMs(this.reason) / SECOND_MS,
      });
    }
    return this.opened;
  }

  /** The desk's clock, where its seconds are as long as this computer's. */
  get clockMs(): EpochMs {
    const clock = this.opened?.market.clock;
    return clock?.speed === 1 ? clock.now() : this.#now();
  }

  /** The snapshot for a trader as JSON, also while there is no market. */
  async snapshotFor(userId: string): Promise<string> {
    const { opened, reason } = this;
    if (opened !== undefined) return opened.broadcast.snapshot(await opened.requests.limitOf(userId));
    const feed = { isLive: false, source: null, label: null, reason, feeds: [], disagreements: [] };
    const none: MarketSnapshot = {
      nowMs: this.#now(),
      speed: 1,
      ledger: { name: '', size: 0 },
      feed,
      prices: [],
      recent: [],
      limit: NO_LIMIT,
    };
    return JSON.stringify(none);
  }

  close(reason: NoMarketReason): void {
    this.reason = reason;
    this.opened?.broadcast.close();
    this.opened = undefined;
  }
}
