import {
  type FoldBounds,
  type FoldedSignals,
  foldEntry,
  NO_SIGNALS,
} from '../../../core/signals/fold-signals.ts';
import type { LedgerEntry, PlacedEntry, SignalEntry, SignalId } from '../../../core/signals/ledger-entry.ts';
import { SCORED_PAIRS } from '../../../core/market/instruments.ts';
import { type ChartSpan, lengthsOf } from '../../../core/market/mid-bars.ts';
import { tickTime } from '../../../core/market/tick.ts';
import type {
  MarketSnapshot,
  PriceLine,
  RequestLimit,
  SettledSignals,
  SignalMark,
} from '../../../core/wire/market.ts';
import type { ReadLedger } from '../../ledger/ledger-reader.ts';
import type { MarketPrices } from '../../market/market.ts';
import {
  entryEvent,
  placeAfter,
  serverSentEvent,
  type StreamClient,
  StreamHub,
  type StreamSocket,
} from './stream-hub.ts';

export interface MarketBroadcastOptions {
  readonly market: MarketPrices;
  readonly ledger: ReadLedger;
}

/** How many entries back a stream can be taken up again: some 14 minutes of the busiest desk, and a whole day of one without P-BOT requests. */
const BACKLOG_ENTRIES = 5_000;
const READ_ENTRIES = 1_000;
const RETRY_MS = { least: 500, most: 5_000 };
/** Finished signals that a new page gets besides the open ones. */
const RECENT: FoldBounds = { special: 8, bot: 16 };

/** Sends what the ledger recorded and what the market quotes to every stream, and sums both up for each new one. */
export class MarketBroadcast {
  readonly #market: MarketPrices;
  readonly #ledger: ReadLedger;
  readonly streams: StreamHub;
  readonly #unsubscribes: readonly (() => void)[];
  #folded: FoldedSignals = NO_SIGNALS;
  readonly #marks = new SettledMarks();
  /** The one large part of a snapshot, as JSON until the next entry. */
  #recentJson: string | undefined;
  #hasNewPrices = false;

  private constructor({ market, ledger }: MarketBroadcastOptions, last: readonly PlacedEntry[]) {
    this.#market = market;
    this.#ledger = ledger;
    const nextPlace = last[0]?.index ?? ledger.size();
    this.streams = new StreamHub({ backlogEntries: BACKLOG_ENTRIES, nextPlace });
    this.#addEntries(last);
    this.#unsubscribes = [
      ledger.onAppended((entries) => this.#addEntries(entries)),
      market.onTick(() => {
        this.#hasNewPrices = true;
      }),
      market.onFeed((report) => this.streams.broadcast(serverSentEvent('feed', report))),
    ];
  }

  /** Reads the ledger's last entries first; rejects when it cannot. */
  static async open(options: MarketBroadcastOptions): Promise<MarketBroadcast> {
    const { ledger } = options;
    const last: PlacedEntry[] = [];
    let next = Math.max(0, ledger.size() - BACKLOG_ENTRIES);
    while (next < ledger.size()) {
      const entries = await ledger.read(next, READ_ENTRIES);
      if (entries.length === 0) break;
      last.push(...entries);
      next += entries.length;
    }
    return new MarketBroadcast(options, last);
  }

  snapshot(limit: RequestLimit): string {
    const nowMs = this.#market.clock.now();
    const head: Omit<MarketSnapshot, 'recent'> = {
      nowMs,
      speed: this.#market.clock.speed,
      ledger: { name: this.#ledger.name, size: this.streams.nextPlace },
      feed: this.#market.feed(),
      prices: this.#prices(nowMs),
      limit,
    };
    this.#recentJson ??= JSON.stringify(recentEntries(this.#folded));
    return `${JSON.stringify(head).slice(0, -1)},"recent":${this.#recentJson}}`;
  }

  /** How the signals of P-Special ended in the span before the last one. */
  settled(span: ChartSpan): SettledSignals {
    return { signals: this.#marks.within(lengthsOf(span).spanMs) };
  }

  /** Adds a stream; `lastEventId` is that of the last entry its client has. */
  join(socket: StreamSocket, limit: RequestLimit, lastEventId: string | undefined): StreamClient {
    const hello = Buffer.from(`retry: ${retryMs()}\nevent: hello\ndata: ${this.snapshot(limit)}\n\n`);
    // A place beyond the last entry: of another ledger, or of this one before it lost entries.
    const unknown = this.streams.nextPlace + 1;
    const from =
      lastEventId === undefined ? undefined : (placeAfter(lastEventId, this.#ledger.name) ?? unknown);
    return this.streams.join(socket, hello, from);
  }

  /** Call it once a second. */
  tick(): void {
    const { source } = this.#market.feed();
    if (this.#hasNewPrices && source !== null) {
      this.#hasNewPrices = false;
      const nowMs = this.#market.clock.now();
      this.streams.broadcast(serverSentEvent('prices', { nowMs, source, prices: this.#prices(nowMs) }));
    }
    this.streams.tick();
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    this.streams.close();
  }

  #addEntries(entries: readonly PlacedEntry[]): void {
    for (const placed of entries) {
      const due = this.streams.nextPlace;
      if (placed.index !== due)
        throw new Error(`the ledger announced entry ${placed.index} where ${due} was due`);
      this.#folded = foldEntry(this.#folded, placed, RECENT);
      this.#recentJson = undefined;
      this.#marks.add(placed.entry);
      this.streams.addEntry(entryEvent(this.#ledger.name, placed));
    }
  }

  #prices(nowMs: number): PriceLine[] {
    const { source } = this.#market.feed();
    if (source === null) return [];
    return SCORED_PAIRS.flatMap((pair) => {
      const tick = this.#market.lastTick(source, pair);
      if (tick === undefined) return [];
      return [{ pair, bid: tick.bid, ask: tick.ask, ageMs: Math.max(0, nowMs - tickTime(tick)) }];
    });
  }
}

/** How long a client waits before it opens its stream again: random, so that the clients of a lost server do not come back together. */
function retryMs(): number {
  return Math.round(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least));
}

function recentEntries({ stories, abstentions }: FoldedSignals): PlacedEntry[] {
  return [
    ...stories.flatMap(({ entries }) => entries),
    ...abstentions.map(({ index, abstained }) => ({ index, entry: abstained })),
  ].sort((a, b) => a.index - b.index);
}

/** Four hours of one a minute. */
const MOST = 240;

/** How the last signals of P-Special ended, for strips and charts: bounded. */
export class SettledMarks {
  readonly #open = new Map<SignalId, SignalEntry>();
  #marks: SignalMark[] = [];

  /** Takes in the next entry of the ledger. */
  add(entry: LedgerEntry): void {
    if (entry.kind === 'signal' && entry.mode === 'special') this.#open.set(entry.id, entry);
    if (entry.kind !== 'settled') return;
    const signal = this.#open.get(entry.signal);
    // The signal is of P-BOT, or older than the first entry that was read.
    if (signal === undefined) return;
    this.#open.delete(entry.signal);
    const { id, pair, direction, decidedMs } = signal;
    const { outcome, control } = entry;
    this.#marks = [...this.#marks, { id, pair, direction, decidedMs, outcome, control }].slice(-MOST);
  }

  /** Of the time `spanMs` before the last of them, oldest first. */
  within(spanMs: number): readonly SignalMark[] {
    const lastMs = this.#marks.at(-1)?.decidedMs ?? 0;
    return this.#marks.filter(({ decidedMs }) => decidedMs > lastMs - spanMs);
  }
}
