import { nextDecision } from '../../core/signals/decision-grid.ts';
import { type EpochMs, MINUTE_MS } from '../../core/time/instant.ts';
import { TokenBuckets } from '../limits/token-bucket.ts';
import type { PlacedEntry } from '../../core/signals/ledger-entry.ts';
import { isScoredPair, type ScoredPair } from '../../core/market/instruments.ts';
import { OTC_PAIRS } from '../../core/market/pairs.ts';
import type {
  RequestLimit,
  SignalRequest,
  SignalRequestAnswer,
  NoMarketReason,
} from '../../core/protocol/market-protocol.ts';
import type { Timeframe } from '../../core/market/timeframes.ts';
import type { DeskClock } from '../market/desk-clock.ts';

/** A trader's request for a P-BOT signal. */
export interface DeskRequest extends SignalRequest {
  readonly userId: string;
}

export type RequestResult =
  | ({ readonly kind: 'accepted' } & SignalRequestAnswer)
  /** A pair of the menu without a public price, or one that is on no menu. */
  | { readonly kind: 'refused'; readonly code: 'no-public-price' | 'unknown-pair' }
  | {
      readonly kind: 'refused';
      readonly code: 'too-many';
      /** Until the next request is accepted, on the wall's clock. */
      readonly retryAfterMs: number;
      readonly limit: RequestLimit;
    }
  | { readonly kind: 'refused'; readonly code: 'unavailable'; readonly reason: NoMarketReason };

/** A request each five seconds, or twelve at once. */
const MOST = 12;
const RULE = { capacity: MOST, refillMs: MINUTE_MS / MOST };
/** Traders whose limits are kept at once. */
const MOST_USERS = 10_000;
/** How long a key is known to be the same request. */
const KEY_LIFE_MS = 10 * MINUTE_MS;
/** With all of them as long as they can be, some ten megabytes. */
const MOST_KEYS = 50_000;

interface Asked {
  readonly pair: ScoredPair;
  readonly timeframe: Timeframe;
  readonly decidesMs: EpochMs;
}

interface Remembered extends Asked {
  readonly untilMs: number;
}

/**
 * The P-BOT requests: what was asked for and is not decided yet, what a key stood for, and how many each trader has left.
 * All who ask for the same pair, timeframe and instant get the same signal. All of it is bounded.
 */
export class Requests {
  readonly #clock: DeskClock;
  readonly #buckets = new TokenBuckets(RULE, MOST_USERS);
  /** By user and key, oldest first. */
  readonly #keys = new Map<string, Remembered>();
  /** Who asked, by pair, by timeframe and instant. Only the next instant of each timeframe can be asked for. */
  readonly #pending = new Map<string, Map<ScoredPair, Set<string>>>();
  /** The decisions that keys stand for, oldest first. */
  readonly #decisions = new Map<string, { readonly placed: PlacedEntry; readonly untilMs: number }>();

  constructor(clock: DeskClock) {
    this.#clock = clock;
  }

  /**
   * Answers a request. `whyNot` is asked for the instant at which it would be decided, and gives the sentence why nothing
   * can be decided then; `expect` is called with each instant that is asked for first.
   */
  ask(
    request: DeskRequest,
    whyNot: (decidesMs: EpochMs) => NoMarketReason | undefined,
    expect: (timeframe: Timeframe, decidesMs: EpochMs) => void,
  ): RequestResult {
    const now = this.#clock.now();
    const { userId, pair, timeframe } = request;
    const key = keyOf(userId, request.key);
    const known = this.#keys.get(key);
    if (known !== undefined && now < known.untilMs) return this.#accepted(userId, known);
    if (!isScoredPair(pair)) {
      const isOnMenu = OTC_PAIRS.some(({ value }) => value === pair);
      return { kind: 'refused', code: isOnMenu ? 'no-public-price' : 'unknown-pair' };
    }
    const decidesMs = nextDecision(now, timeframe);
    const reason = whyNot(decidesMs);
    if (reason !== undefined) return { kind: 'refused', code: 'unavailable', reason };
    if (!this.#buckets.take(userId, now)) {
      const retryAfterMs = Math.ceil(this.#buckets.waitMs(userId, now) / this.#clock.speed);
      return { kind: 'refused', code: 'too-many', retryAfterMs, limit: this.limitOf(userId) };
    }
    const asked: Asked = { pair, timeframe, decidesMs };
    this.#keys.delete(key);
    keep(this.#keys, key, { ...asked, untilMs: now + KEY_LIFE_MS }, now);
    const slot = slotOf(timeframe, decidesMs);
    const pairs = this.#pending.get(slot);
    if (pairs === undefined) {
      this.#pending.set(slot, new Map([[pair, new Set([key])]]));
      expect(timeframe, decidesMs);
    } else pairs.set(pair, (pairs.get(pair) ?? new Set()).add(key));
    return this.#accepted(userId, asked);
  }

  /** Whether the request with this key was not decided yet; then nothing is, unless others asked for the same. It stays counted. */
  takeBack(userId: string, requestKey: string): boolean {
    const key = keyOf(userId, requestKey);
    const asked = this.#keys.get(key);
    if (asked === undefined) return false;
    const pairs = this.#pending.get(slotOf(asked.timeframe, asked.decidesMs));
    const askers = pairs?.get(asked.pair);
    if (askers?.delete(key) !== true) return false;
    if (askers.size === 0) pairs?.delete(asked.pair);
    this.#keys.delete(key);
    return true;
  }

  limitOf(userId: string): RequestLimit {
    return { most: MOST, perMs: MINUTE_MS, left: this.#buckets.left(userId, this.#clock.now()) };
  }

  /** Takes out the pairs that were asked for at an instant. */
  take(timeframe: Timeframe, decidesMs: number): readonly ScoredPair[] {
    const slot = slotOf(timeframe, decidesMs);
    const pairs = [...(this.#pending.get(slot)?.keys() ?? [])];
    this.#pending.delete(slot);
    return pairs;
  }

  /** Keeps decisions for those who ask again: signals, and abstentions for the pairs they name. */
  decided(placed: readonly PlacedEntry[]): void {
    const now = this.#clock.now();
    for (const one of placed) {
      const { entry } = one;
      if ((entry.kind !== 'signal' && entry.kind !== 'abstained') || entry.mode !== 'bot') continue;
      const pairs = entry.kind === 'signal' ? [entry.pair] : Object.keys(entry.reasons);
      for (const pair of pairs) {
        const key = `${slotOf(entry.timeframe, entry.decidedMs)} ${pair}`;
        keep(this.#decisions, key, { placed: one, untilMs: now + KEY_LIFE_MS }, now);
      }
    }
  }

  /** The clock was set: no instant that was promised means anything now. */
  forget(): void {
    this.#keys.clear();
    this.#pending.clear();
    this.#decisions.clear();
  }

  #accepted(userId: string, { pair, timeframe, decidesMs }: Asked): RequestResult {
    const key = `${slotOf(timeframe, decidesMs)} ${pair}`;
    return {
      kind: 'accepted',
      pair,
      timeframe,
      nowMs: this.#clock.now(),
      decidesMs,
      limit: this.limitOf(userId),
      decision: this.#decisions.get(key)?.placed ?? null,
    };
  }
}

const keyOf = (userId: string, key: string): string => JSON.stringify([userId, key]);
const slotOf = (timeframe: Timeframe, decidesMs: number): string => `${timeframe} ${decidesMs}`;

/** Adds at the end of a map in the order of time, and drops what is over or too much at its front. */
function keep<T extends { readonly untilMs: number }>(
  map: Map<string, T>,
  key: string,
  value: T,
  now: EpochMs,
): void {
  map.set(key, value);
  for (const [oldest, { untilMs }] of map) {
    if (untilMs > now && map.size <= MOST_KEYS) break;
    map.delete(oldest);
  }
}
