import type { VerdictCode } from '../record/verdict.ts';
import type { PlacedEntry } from '../signals/ledger-entry.ts';
import { epochMs, MINUTE_MS } from '../time/instant.ts';
import { lastClosing, nextClosing, nextOpening } from '../time/market-hours.ts';

export const EVENT_TYPES = [
  'signal.recorded',
  'signal.settled',
  'feed.lost',
  'feed.back',
  'record.verdict',
  'market.open',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The payout of `record.verdict`, the usual one. */
export const VERDICT_PAYOUT = 0.8;

/** What an event says beyond its entry. */
export interface EventData {
  /** With `feed.back`: when the loss was recorded. */
  readonly lostMs?: number;
  /** With `market.open`: the opening by the market's clock. */
  readonly openedMs?: number;
  /** With `record.verdict`. */
  readonly engine?: string;
  readonly before?: VerdictCode;
  readonly verdict?: VerdictCode;
  readonly payout?: number;
}

/** A reportable event, at the entry of the ledger that shows it. */
export interface LedgerEvent {
  readonly index: number;
  readonly type: EventType;
  readonly atMs: number;
  readonly data?: EventData;
}

/** The state before the entries that a finder reads. */
export interface EventState {
  /** When the feed was found to be lost; undefined while it is there. */
  readonly lostMs: number | undefined;
  /** The opening that was announced last. */
  readonly openedMs: number | undefined;
}

/** An opening is announced in its first minutes: a server that starts in the afternoon announces none. */
const OPENING_IS_NEWS_MS = 5 * MINUTE_MS;

/** Finds the events in the entries of one ledger, given in their order. The verdict, which needs the whole record, is not among them. */
export class EventFinder {
  #lostMs: number | undefined;
  #openedMs: number | undefined;
  /** The market cannot open again before this instant. */
  #closesMs = Number.NEGATIVE_INFINITY;

  constructor({ lostMs, openedMs }: EventState) {
    this.#lostMs = lostMs;
    this.#openedMs = openedMs;
  }

  /** The events of the next entry, in the order in which they are sent. */
  add({ index, entry }: PlacedEntry): readonly LedgerEvent[] {
    const { atMs } = entry;
    switch (entry.kind) {
      case 'signal':
        return [
          ...this.#opening(index, atMs, entry),
          ...this.#feed(index, atMs, true),
          { index, type: 'signal.recorded', atMs },
        ];
      case 'abstained':
        return [...this.#opening(index, atMs, entry), ...this.#feed(index, atMs, entry.source !== undefined)];
      case 'outage':
        return entry.reason === 'no-feed' ? this.#feed(index, atMs, true) : [];
      case 'settled':
        return [{ index, type: 'signal.settled', atMs }];
      case 'entered':
        return [];
    }
  }

  #feed(index: number, atMs: number, isThere: boolean): readonly LedgerEvent[] {
    const lostMs = this.#lostMs;
    if (isThere === (lostMs === undefined)) return [];
    this.#lostMs = isThere ? undefined : atMs;
    return lostMs === undefined
      ? [{ index, type: 'feed.lost', atMs }]
      : [{ index, type: 'feed.back', atMs, data: { lostMs } }];
  }

  /** P-Special decides once a minute while the market is open: its first decision shows that it is. */
  #opening(
    index: number,
    atMs: number,
    { mode, decidedMs }: { readonly mode: string; readonly decidedMs: number },
  ): readonly LedgerEvent[] {
    if (mode !== 'special' || decidedMs < this.#closesMs) return [];
    const decided = epochMs(decidedMs);
    this.#closesMs = nextClosing(decided);
    // Of the hours that it lies in, or else of those that come next.
    const openedMs = nextOpening(lastClosing(decided));
    const sinceMs = decidedMs - openedMs;
    if (sinceMs < 0 || sinceMs > OPENING_IS_NEWS_MS || openedMs === this.#openedMs) return [];
    this.#openedMs = openedMs;
    return [{ index, type: 'market.open', atMs, data: { openedMs } }];
  }
}
