import { epochMs, type EpochMs, MINUTE_MS, minuteOf, SECOND_MS } from '../time/instant.ts';
import { formatCivil } from '../time/civil-date.ts';
import { marketStatus, nextClosing, nextOpening } from '../time/market-hours.ts';
import type { LedgerEntry, OutageEntry, PlacedEntry, SignalEntry, SignalId } from './ledger-entry.ts';

/** S10: a signal has its settlement at most so long after its expiry. */
export const SETTLED_WITHIN_MS = MINUTE_MS;
/** S11: an open minute has its P-Special decision at most so long after it began: before it is known how a signal would end. */
export const DECIDED_WITHIN_MS = 5 * SECOND_MS;
/** Lapses beyond this number are only counted. */
const MOST_LAPSES = 1_000;

/** Bounds one search of due minutes. */
const MOST_STEPS = 100_000;

export type Lapse =
  /** No settlement by its deadline. */
  | {
      readonly kind: 'overdue';
      readonly signal: SignalEntry;
      readonly index: number;
      readonly deadlineMs: number;
    }
  /** Neither a P-Special signal nor an abstention nor an outage for so many whole minutes in a row. */
  | { readonly kind: 'silent'; readonly fromMs: EpochMs; readonly minutes: number };

/** Minutes in a row, from the first up to, not including, `toMs`. */
interface Stretch {
  readonly fromMs: EpochMs;
  readonly toMs: number;
}

/** What was found so far. */
export interface LapseCounts {
  /** Signals that were not settled by their deadline (S10). */
  overdueSignals: number;
  /** Open minutes with neither a decision nor an outage (S11). */
  silentMinutes: number;
  /** Whole minutes of market hours that were judged, silent ones too. */
  openMinutes: number;
  /** Those of them that have no decision because an outage covers them. */
  outageMinutes: number;
}

interface Expected {
  readonly signal: SignalEntry;
  readonly index: number;
  deadlineMs: number;
}

type Span = Pick<OutageEntry, 'fromMs' | 'toMs'>;

/**
 * Reads entries in their order and finds those that prove that something is missing before them. Time is the ledger's own: that
 * of the newest entry. It begins with the first entry; the end of a ledger is not judged before a later entry comes.
 */
export class LapseFinder {
  readonly #open = new Map<SignalId, Expected>();
  /** Open signals that were reported as overdue. */
  readonly #late = new Set<SignalId>();
  /** Whole minutes from `#dueMs` on that a P-Special decision was recorded for. */
  readonly #decided = new Set<number>();
  /** Outages that end at `#dueMs` or later. */
  #outages: Span[] = [];
  /** Outages up to here have already given open signals more time: none gives the same time again. */
  #excusedMs = Number.NEGATIVE_INFINITY;
  #nowMs: number | undefined;
  /** The first whole minute that is not judged yet. */
  #dueMs = Number.POSITIVE_INFINITY;
  readonly #counts: LapseCounts = { overdueSignals: 0, silentMinutes: 0, openMinutes: 0, outageMinutes: 0 };

  /** Goes on behind the last entries of a history; signals that were open before them have the time of their expiry alone. */
  static from(
    recent: readonly PlacedEntry[],
    open: readonly { readonly index: number; readonly signal: SignalEntry }[],
  ): LapseFinder {
    const finder = new LapseFinder();
    for (const { entry, index } of recent) finder.add(entry, index);
    const firstIndex = recent[0]?.index ?? 0;
    for (const { index, signal } of open) if (index < firstIndex) finder.#expect(signal, index);
    return finder;
  }

  get counts(): Readonly<LapseCounts> {
    return this.#counts;
  }

  get openSignals(): number {
    return this.#open.size + this.#late.size;
  }

  /** When the newest entry was recorded; undefined while there is none. */
  get lastAtMs(): number | undefined {
    return this.#nowMs;
  }

  /** Takes in the next entry; returns what it proves to be missing before it. */
  add(entry: LedgerEntry, index: number): Lapse[] {
    const isClockSet = entry.kind === 'outage' && entry.reason === 'clock-set';
    if (this.#nowMs === undefined) this.#begin(entry.atMs);
    this.#nowMs = isClockSet ? entry.atMs : Math.max(entry.atMs, this.#nowMs ?? entry.atMs);
    // What an entry says counts before the time that it proves: an outage is recorded when it is over.
    if (entry.kind === 'signal') this.#expect(entry, index);
    if (entry.kind === 'outage') this.#cover(entry);
    if (isSpecialDecision(entry) && entry.decidedMs >= this.#dueMs) this.#decided.add(entry.decidedMs);
    const lapses = [...this.#overdueNow(this.#nowMs), ...this.#silenceUntil(this.#nowMs - DECIDED_WITHIN_MS)];
    if (entry.kind === 'settled' && !this.#open.delete(entry.signal)) this.#late.delete(entry.signal);
    return lapses;
  }

  /** The outage that must be recorded before an entry at `atMs`, an outage itself perhaps, so that it proves no lapse; mostly none. */
  gapBefore(atMs: number, outage: OutageEntry | undefined): Span | undefined {
    const outages = outage === undefined ? this.#outages : [...this.#outages, spanOf(outage)];
    const silent = this.#silence(atMs - DECIDED_WITHIN_MS, outages).stretches.map(
      ({ fromMs }) => fromMs as number,
    );
    // Where the clock was set, deadlines count from the new time.
    const due = outage?.reason === 'clock-set' ? [] : [...this.#open.values()];
    const overdue = due
      .filter((one) => one.deadlineMs + this.#moreTime(one, outage) < atMs)
      .map(({ deadlineMs }) => deadlineMs - SETTLED_WITHIN_MS);
    const fromMs = Math.min(...silent, ...overdue);
    return Number.isFinite(fromMs) ? { fromMs, toMs: atMs } : undefined;
  }

  #begin(atMs: number): void {
    this.#nowMs = atMs;
    this.#dueMs = minuteOf(atMs) + MINUTE_MS;
  }

  #expect(signal: SignalEntry, index: number): void {
    const deadlineMs = signal.expiryMs + SETTLED_WITHIN_MS;
    this.#open.set(signal.id, { signal, index, deadlineMs });
  }

  /** The time that an outage names is not counted, as far as it is behind an expiry; it ends when it is recorded, whatever it says. */
  #cover(outage: OutageEntry): void {
    const { toMs, atMs, reason } = outage;
    if (reason === 'clock-set')
      for (const one of this.#open.values()) one.deadlineMs = atMs + SETTLED_WITHIN_MS;
    if (reason === 'clock-set' && atMs < toMs) {
      // The clock was set back: outages at later instants excuse nothing, and their minutes come again.
      this.#outages = [];
      this.#excusedMs = atMs;
      this.#dueMs = Math.min(this.#dueMs, minuteOf(atMs) + MINUTE_MS);
    }
    this.#outages.push(spanOf(outage));
    if (reason === 'clock-set') return;
    for (const one of this.#open.values()) one.deadlineMs += this.#moreTime(one, outage);
    if (reason !== 'no-feed') this.#excusedMs = Math.max(this.#excusedMs, spanOf(outage).toMs);
  }

  /** How much longer an outage gives a signal: as long as it lasted from the expiry on. */
  #moreTime({ deadlineMs }: Expected, outage: OutageEntry | undefined): number {
    if (outage === undefined || outage.reason === 'no-feed' || outage.fromMs > deadlineMs) return 0;
    const { fromMs, toMs } = spanOf(outage);
    return Math.max(0, toMs - Math.max(fromMs, deadlineMs - SETTLED_WITHIN_MS, this.#excusedMs));
  }

  #overdueNow(nowMs: number): Lapse[] {
    if (this.#open.size === 0) return [];
    const late = [...this.#open.values()].filter(({ deadlineMs }) => deadlineMs < nowMs);
    return late.map(({ signal, index, deadlineMs }): Lapse => {
      this.#open.delete(signal.id);
      this.#late.add(signal.id);
      this.#counts.overdueSignals += 1;
      return { kind: 'overdue', signal, index, deadlineMs };
    });
  }

  #silenceUntil(beforeMs: number): Lapse[] {
    if (this.#dueMs >= beforeMs) return [];
    const { stretches, dueMs, openMinutes, outageMinutes } = this.#silence(beforeMs);
    this.#dueMs = dueMs;
    this.#counts.openMinutes += openMinutes;
    this.#counts.outageMinutes += outageMinutes;
    for (const minute of this.#decided) if (minute < dueMs) this.#decided.delete(minute);
    this.#outages = this.#outages.filter(({ toMs }) => toMs >= dueMs);
    return stretches.map(({ fromMs, toMs }): Lapse => {
      const minutes = (toMs - fromMs) / MINUTE_MS;
      this.#counts.silentMinutes += minutes;
      return { kind: 'silent', fromMs, minutes };
    });
  }

  /** The silent minutes before an instant that were not reported yet, and the first minute that is not judged then. */
  #silence(
    beforeMs: number,
    outages: readonly Span[] = this.#outages,
  ): { readonly stretches: readonly Stretch[]; readonly dueMs: number } & Pick<
    LapseCounts,
    'openMinutes' | 'outageMinutes'
  > {
    const stretches: Stretch[] = [];
    const endMs = minuteOf(beforeMs - 1) + MINUTE_MS;
    let dueMs = this.#dueMs;
    let [openMinutes, outageMinutes] = [0, 0];
    for (let step = 0; dueMs < endMs && step < MOST_STEPS && stretches.length < MOST_LAPSES; step += 1) {
      const minute = epochMs(dueMs);
      const outage = outages.find(({ fromMs, toMs }) => fromMs < minute + MINUTE_MS && toMs >= minute);
      if (!marketStatus(minute).anyActive) {
        dueMs = nextOpening(minute);
        continue;
      }
      if (this.#decided.has(minute)) dueMs += MINUTE_MS;
      else if (outage !== undefined) {
        dueMs = Math.min(
          minuteOf(outage.toMs) + MINUTE_MS,
          endMs,
          nextClosing(minute),
          this.#nextDecided(minute),
        );
        outageMinutes += (dueMs - minute) / MINUTE_MS;
      } else {
        const covered = [...this.#decided, ...outages.map(({ fromMs }) => minuteOf(fromMs))];
        dueMs = Math.min(endMs, nextClosing(minute), ...covered.filter((ms) => ms > minute));
        stretches.push({ fromMs: minute, toMs: dueMs });
      }
      openMinutes += (dueMs - minute) / MINUTE_MS;
    }
    return { stretches, dueMs: Math.max(endMs, this.#dueMs), openMinutes, outageMinutes };
  }

  #nextDecided(afterMs: number): number {
    return Math.min(...[...this.#decided].filter((ms) => ms > afterMs));
  }
}

function spanOf({ fromMs, toMs, atMs }: OutageEntry): Span {
  return { fromMs, toMs: Math.min(toMs, atMs) };
}

/** A lapse in one sentence for people. */
export function lapseText(lapse: Lapse): string {
  if (lapse.kind === 'overdue') {
    const { signal, index, deadlineMs } = lapse;
    return `The signal ${signal.id} (entry ${index}) is overdue: it had no settlement by ${formatCivil(deadlineMs, true)} UTC.`;
  }
  const { fromMs, minutes } = lapse;
  const what =
    minutes === 1
      ? `The minute ${formatCivil(fromMs)} UTC has`
      : `The ${minutes} minutes from ${formatCivil(fromMs)} UTC on have`;
  return `${what} neither a P-Special signal nor an abstention nor an outage.`;
}

/** The outage that has to be recorded before these entries, so that they prove no lapse; mostly none. */
export function missedBefore(
  finder: LapseFinder,
  [first]: readonly LedgerEntry[],
  newId: () => string,
): OutageEntry | undefined {
  if (first === undefined) return undefined;
  const { atMs } = first;
  const outage = first.kind === 'outage' ? first : undefined;
  const isClockSet = outage?.reason === 'clock-set';
  // Where the clock is set, no time has passed by that: but it may have before, or until it is recorded.
  if (isClockSet && finder.gapBefore(atMs, outage) === undefined) return undefined;
  const gap = finder.gapBefore(atMs, isClockSet ? undefined : outage);
  return gap && { kind: 'outage', atMs, id: newId(), ...gap, reason: 'missed' };
}

/** A desk that runs records something at least so often in market hours. */
const CURRENT_WITHIN_MS = MINUTE_MS + DECIDED_WITHIN_MS;

/** Why the newest entry of a live ledger does not fit a clock, of the reader or of witnesses; undefined when it does. */
export function currencyProblem(
  lastAtMs: number | undefined,
  nowMs: EpochMs,
  clock = "this computer's clock",
): string | undefined {
  if (lastAtMs === undefined) return undefined;
  const behindMs = nowMs - lastAtMs;
  if (behindMs < -CURRENT_WITHIN_MS)
    return `The newest entry is dated ${Math.round(-behindMs / SECOND_MS)} s ahead of ${clock}.`;
  const wasOpen = [nowMs, epochMs(nowMs - CURRENT_WITHIN_MS)].every((ms) => marketStatus(ms).anyActive);
  return wasOpen && behindMs > CURRENT_WITHIN_MS
    ? `The newest entry is ${Math.round(behindMs / SECOND_MS)} s old by ${clock}, and the market is open: the desk does not run, or an old copy of the ledger is shown.`
    : undefined;
}

/** Whether an entry is the decision of P-Special for a minute. */
export function isSpecialDecision(entry: LedgerEntry): entry is Extract<LedgerEntry, { decidedMs: number }> {
  return (entry.kind === 'signal' || entry.kind === 'abstained') && entry.mode === 'special';
}
