import type { Pool } from 'pg';
import type { FeedSource } from '../../core/market/tick.ts';
import type { FeedReport, NoMarketReason } from '../../core/wire/market.ts';
import { type EpochMs, epochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { Market, MarketKind, MarketPrices } from './market.ts';
import { type Beat, pathInBeats } from './market-beats.ts';
import type { MarketCore } from './market-core.ts';
import { pointsBetween } from './point-ring.ts';

export interface MarketMirrorDeps {
  readonly db: Pool;
  readonly core: MarketCore;
  readonly now: () => EpochMs;
  readonly steadyMs: () => number;
}

/** Without a beat for longer than this no node has the desk: two takeovers last less. */
const SILENT_MS = 6 * SECOND_MS;

/** Past quotes that are taken in without a pause: some milliseconds of work. */
const TURN_TICKS = 500;

interface LastBeat {
  readonly nowMs: number;
  readonly speed: number;
  readonly report: FeedReport;
  readonly atMs: number;
}

/** The market as this node shows it: its own while it has the desk, else that of another node's beats. */
export class MarketMirror implements MarketPrices {
  readonly clock: MarketPrices['clock'];
  readonly lastTick: MarketPrices['lastTick'];
  readonly onTick: MarketPrices['onTick'];
  readonly onFeed: MarketPrices['onFeed'];
  readonly #deps: MarketMirrorDeps;
  #ledger = '';
  #own: Market | undefined;
  #beat: LastBeat | undefined;
  #isDatabaseLost = false;
  /** Charts continue with the last feed. */
  #source: FeedSource | undefined;
  #lastReport = '';
  #remembered = 0;

  constructor(deps: MarketMirrorDeps) {
    this.#deps = deps;
    const { core } = deps;
    const { onTick, onFeed } = core.listening();
    this.onTick = onTick;
    this.onFeed = onFeed;
    this.lastTick = (source, pair) => core.lastTick(source, pair);
    const speed = () => this.#own?.clock.speed ?? this.#beat?.speed ?? 1;
    this.clock = {
      now: () => this.#now(),
      get speed() {
        return speed();
      },
    };
    core.reports.add(({ source }) => {
      this.#source = source ?? this.#source;
    });
  }

  get ledger(): string {
    return this.#ledger;
  }

  get kind(): MarketKind {
    return kindOf(this.#ledger);
  }

  lead(market: Market, ledger: string): void {
    this.#own = market;
    this.#ledger = ledger;
  }

  /** Shows beats again from now on; until the next one, the last report of this node's own market. */
  follow(): void {
    if (this.#own === undefined) return;
    this.#beat = this.#ownBeat(this.#own);
    this.#own = undefined;
  }

  take(beat: Beat): void {
    this.#turnTo(beat);
    for (const tick of beat.ticks) void this.#deps.core.take(tick);
    this.hear(beat, 0);
  }

  /** Takes a past beat without the listeners. Pauses for other work, as a beat may hold hours of quotes. */
  async remember(beat: Beat): Promise<void> {
    this.#turnTo(beat);
    for (const tick of beat.ticks) {
      this.#deps.core.remember(tick);
      this.#remembered += 1;
      if (this.#remembered % TURN_TICKS === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    this.#source = beat.report.source ?? this.#source;
  }

  /** Takes a beat of some age except for its quotes. */
  hear({ nowMs, speed, report }: Pick<Beat, 'nowMs' | 'speed' | 'report'>, ageMs: number): void {
    this.#beat = { nowMs, speed, report, atMs: this.#deps.steadyMs() - ageMs };
    this.look();
  }

  /** Whether the database answers, as far as it is known. */
  set isDatabaseLost(isLost: boolean) {
    this.#isDatabaseLost = isLost;
    this.look();
  }

  /** Call it once a second: reports a change, also one caused by the absence of beats. */
  look(): void {
    const report = this.feed();
    const text = JSON.stringify(report);
    if (text === this.#lastReport) return;
    this.#lastReport = text;
    // The node's own market reports by itself.
    if (this.#own === undefined) void this.#deps.core.reports.tell(report);
  }

  /** The age of the last beat, in ms; below 0 where there is none. */
  get ageMs(): number {
    return this.#beat === undefined ? -1_000 : this.#deps.steadyMs() - this.#beat.atMs;
  }

  feed(): FeedReport {
    if (this.#own !== undefined) return this.#own.feed();
    const beat = this.#beat;
    if (beat !== undefined && this.#deps.steadyMs() - beat.atMs <= SILENT_MS) return beat.report;
    return silent(this.#isDatabaseLost ? 'database-lost' : 'no-desk', beat?.report.label ?? null);
  }

  points(pair: Parameters<MarketPrices['points']>[0]): ReturnType<MarketPrices['points']> {
    return this.#source === undefined ? [] : this.#deps.core.points(this.#source, pair);
  }

  bars(...[pair, span]: Parameters<MarketPrices['bars']>): ReturnType<MarketPrices['bars']> {
    return this.#source === undefined ? [] : this.#deps.core.bars(this.#source, pair, span);
  }

  /** From memory where that reaches back far enough, else from the beats. */
  async path(...[source, pair, span]: Parameters<MarketPrices['path']>): ReturnType<MarketPrices['path']> {
    const points = this.#deps.core.points(source, pair);
    const recent = pointsBetween(points, span);
    if ((points[0]?.[0] ?? Infinity) <= span.fromMs) return recent;
    const stored = await pathInBeats(this.#deps.db, this.#ledger, { source, pair }, span);
    return stored.length > recent.length ? stored : recent;
  }

  #turnTo({ ledger, startsOver }: Beat): void {
    if (ledger !== this.#ledger || startsOver) this.#deps.core.forget();
    this.#ledger = ledger;
  }

  #now(): EpochMs {
    if (this.#own !== undefined) return this.#own.clock.now();
    const beat = this.#beat;
    // The computers of a cluster agree on the time; a replay has its own clock, which stands still while no node has the desk.
    if (this.kind === 'live' || beat === undefined) return this.#deps.now();
    const sinceMs = Math.min(this.#deps.steadyMs() - beat.atMs, SECOND_MS + SILENT_MS);
    return epochMs(beat.nowMs + Math.round(sinceMs * beat.speed));
  }

  #ownBeat(own: Market): LastBeat {
    return {
      nowMs: own.clock.now(),
      speed: own.clock.speed,
      report: own.feed(),
      atMs: this.#deps.steadyMs(),
    };
  }
}

function kindOf(ledger: string): MarketKind {
  if (ledger.startsWith('replay-')) return 'replay';
  return ledger.startsWith('synthetic-') ? 'synthetic' : 'live';
}

function silent(reason: NoMarketReason, label: string | null): FeedReport {
  return { isLive: false, source: null, label, reason, feeds: [], disagreements: [] };
}
