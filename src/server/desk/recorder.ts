import type { FastifyBaseLogger } from 'fastify';
import { voidFor } from '../../core/signals/settlement.ts';
import type {
  EnteredEntry,
  LedgerEntry,
  OutageReason,
  PlacedEntry,
  RefusedEnd,
  SettledEntry,
  SignalId,
} from '../../core/signals/ledger-entry.ts';
import { epochMs, type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { OpenStory } from '../../core/signals/check-history.ts';
import { type Ledger, LedgerUnavailableError } from '../ledger/ledger.ts';
import type { DeskClock } from '../market/desk-clock.ts';
import { countRecorded, type DeskFigures } from './desk-status.ts';

type Unstamped<Entry> = Entry extends LedgerEntry ? Omit<Entry, 'atMs'> : never;
/** An entry without the time at which it is recorded. */
export type Draft = Unstamped<LedgerEntry>;

export interface RecorderDeps {
  readonly ledger: Ledger;
  readonly clock: DeskClock;
  readonly newId: () => string;
  readonly log: FastifyBaseLogger;
  readonly figures: DeskFigures;
}

/** How often a lost database is asked again, in wall-clock time. */
const RETRY_MS = SECOND_MS;
/** More entries than can have been in doubt when the database was lost. */
const MOST_IN_DOUBT = 10_000;

/**
 * The desk's way into the ledger. While the database is gone it keeps what must not be lost, asks again each second, and
 * then records that first, with an outage for the time between.
 */
export class Recorder {
  readonly #deps: RecorderDeps;
  /** In order; each may or may not be recorded already. */
  readonly #backlog: Draft[] = [];
  /** Signals for which the database did not answer: whether they are recorded is not known yet. */
  readonly #doubtful = new Set<SignalId>();
  /** Signals that ended because an entry about them was refused. */
  readonly #voided = new Set<SignalId>();
  readonly #refusedKinds = new Set<Draft['kind']>();
  #lost: { readonly fromMs: EpochMs; readonly size: number } | undefined;
  #cancelRetry = () => {};
  #isRetrying = false;
  #isStopped = false;
  readonly #underWay = new Set<Promise<unknown>>();

  readonly #stopCounting: () => void;

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
    const { ledger, figures } = deps;
    this.#stopCounting = ledger.onAppended((placed) =>
      countRecorded(
        figures,
        placed.map(({ entry }) => entry),
      ),
    );
  }

  /** Whether the database is known to be lost. */
  get isLost(): boolean {
    return this.#lost !== undefined;
  }

  /**
   * Records what is worth nothing later: signals and abstentions. Resolves with their places once they are durable; with
   * `lost` when the database did not answer, where a signal that made it nevertheless is voided when the database is back;
   * with `refused` when one of them breaks a rule of the ledger, and none is recorded.
   */
  async issue(drafts: readonly Draft[]): Promise<readonly PlacedEntry[] | 'lost' | 'refused'> {
    if (this.isLost) return 'lost';
    const fromMs = this.#deps.clock.now();
    try {
      return await this.#append(drafts);
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) {
        // After a clock was set back, or a start right after a kill, instants come again that were decided.
        for (const draft of drafts) this.#logRefused(draft, error);
        return 'refused';
      }
      for (const draft of drafts) if (draft.kind === 'signal') this.#doubtful.add(draft.id);
      this.#lose(fromMs, error);
      return 'lost';
    }
  }

  /** Records what must not be lost. Resolves when it is durable, or kept until the database is back. */
  async keep(drafts: readonly Draft[]): Promise<void> {
    if (this.isLost) {
      this.#backlog.push(...drafts);
      return;
    }
    const fromMs = this.#deps.clock.now();
    try {
      await this.#appendOrVoid(drafts);
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) throw error;
      this.#backlog.push(...drafts);
      this.#lose(fromMs, error);
    }
  }

  outage(fromMs: number, toMs: number, reason: OutageReason): Draft {
    return { kind: 'outage', id: this.#deps.newId(), fromMs, toMs, reason };
  }

  /** The clock was set. The entry that says so is asked for before this returns: the ledger goes back in time only behind it. */
  async clockSet(beforeMs: EpochMs, afterMs: EpochMs): Promise<void> {
    if (this.#lost !== undefined) {
      // The instant of the next try, and the start of the loss, belong to another time.
      this.#lost = { ...this.#lost, fromMs: afterMs };
      this.#retryLater();
    }
    await this.keep([this.outage(Math.min(beforeMs, afterMs), Math.max(beforeMs, afterMs), 'clock-set')]);
  }

  /** Waits for work under way; entries that are still kept are lost with this process. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelRetry();
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    this.#stopCounting();
    if (this.#backlog.length === 0) return;
    this.#deps.log.error(
      { entries: this.#backlog.length },
      'the last settlements could not be recorded; whichever server writes the ledger next voids their signals',
    );
  }

  async #append(drafts: readonly Draft[]): Promise<readonly PlacedEntry[]> {
    const { ledger, clock, figures } = this.#deps;
    const atMs = clock.now();
    const entries = drafts.map((draft): LedgerEntry => ({ ...draft, atMs }));
    const startedAt = performance.now();
    const appending = ledger.append(entries);
    this.#underWay.add(appending);
    try {
      const placed = await appending;
      figures.appends.observe((performance.now() - startedAt) / 1000);
      return placed;
    } finally {
      this.#underWay.delete(appending);
    }
  }

  #lose(fromMs: EpochMs, error: LedgerUnavailableError): void {
    this.#deps.figures.appendFailures.inc();
    if (this.#lost !== undefined) return;
    this.#lost = { fromMs, size: this.#deps.ledger.size() };
    this.#deps.log.error({ err: error }, 'the database does not answer; no market signals until it does');
    this.#retryLater();
  }

  #retryLater(): void {
    const { clock } = this.#deps;
    this.#cancelRetry();
    // Two at a time would record kept entries twice; the one under way asks again by itself.
    if (this.#isStopped || this.#isRetrying) return;
    this.#cancelRetry = clock.setAlarm(epochMs(clock.now() + RETRY_MS * clock.speed), () => {
      const retrying = this.#retry();
      this.#underWay.add(retrying);
      return retrying.finally(() => this.#underWay.delete(retrying));
    });
  }

  async #retry(): Promise<void> {
    this.#isRetrying = true;
    let isBack = false;
    try {
      while (this.#lost !== undefined) await this.#recordKept(this.#lost.size);
      isBack = true;
      this.#deps.log.info('the database answers again; market signals go on');
    } catch (error) {
      this.#deps.figures.appendFailures.inc();
      if (!(error instanceof LedgerUnavailableError)) {
        this.#deps.log.error({ err: error }, 'what was kept could not be recorded; it is tried again');
      }
    }
    this.#isRetrying = false;
    if (!isBack) this.#retryLater();
  }

  /**
   * Records the outage and what was kept, behind the entries that were durable when the database went away. What comes
   * meanwhile is kept as well, and makes another turn.
   */
  async #recordKept(sizeBefore: number): Promise<void> {
    const { ledger, clock } = this.#deps;
    // Asked first: after the answer nothing from before the outage can still turn out to be recorded.
    const open = await ledger.openSignals();
    const placed = await ledger.read(sizeBefore, MOST_IN_DOUBT);
    const recorded = new Set(placed.flatMap(({ entry }) => ('id' in entry ? [entry.id] : [])));
    const now = clock.now();
    // Looked up only now: the clock may have been set while the database was asked.
    const lost = this.#lost;
    if (lost !== undefined && lost.fromMs < now) {
      this.#backlog.unshift(this.outage(lost.fromMs, now, 'database-lost'));
      this.#lost = { ...lost, fromMs: now };
    }
    const late = open.filter(({ signal }) => this.#doubtful.has(signal.id));
    const backlogSize = this.#backlog.length;
    const missing = this.#backlog.filter((draft) => isMissing(draft, open, recorded));
    const drafts = [...missing, ...late.map(({ signal }) => lateVoid(signal.id))];
    // A clock that was set comes first: all of them bear the new time.
    await this.#appendOrVoid(drafts.sort((a, b) => Number(isClockSet(b)) - Number(isClockSet(a))));
    this.#backlog.splice(0, backlogSize);
    this.#doubtful.clear();
    if (this.#backlog.length === 0) this.#lost = undefined;
  }

  /**
   * Records what the ledger takes of these; an entry that it refuses does not take the others with it, and the signal that the entry
   * is about ends as void. Rejects with a LedgerUnavailableError when the database is gone.
   */
  async #appendOrVoid(drafts: readonly Draft[]): Promise<void> {
    const due = drafts.filter((draft) => !('signal' in draft && this.#voided.has(draft.signal)));
    if (due.length === 0) return;
    try {
      await this.#append(due);
    } catch (error) {
      if (error instanceof LedgerUnavailableError) throw error;
      const [only, ...others] = due;
      if (only === undefined || others.length > 0) for (const each of due) await this.#appendOrVoid([each]);
      else await this.#refused(only, error);
    }
  }

  async #refused(draft: Draft, error: unknown): Promise<void> {
    this.#logRefused(draft, error);
    if (draft.kind !== 'entered' && (draft.kind !== 'settled' || draft.reason === 'refused')) return;
    const { signal } = draft;
    if (!(await this.#deps.ledger.openSignals()).some((open) => open.signal.id === signal)) return;
    await this.#appendOrVoid([
      { kind: 'settled', signal, ...voidFor('refused'), refused: refusedEnd(draft) },
    ]);
    // Later entries of the desk about this signal have no place any more.
    this.#voided.add(signal);
  }

  #logRefused({ kind }: Draft, error: unknown): void {
    if (!this.#refusedKinds.has(kind))
      this.#deps.log.error(
        { err: error },
        `the ledger refused an entry of the kind ${kind}; others are not logged`,
      );
    this.#refusedKinds.add(kind);
  }
}

function lateVoid(signal: SignalId): Draft {
  return { kind: 'settled', signal, ...voidFor('late') };
}

/** The refused end, so that readers can see why. */
function refusedEnd(draft: Unstamped<EnteredEntry | SettledEntry>): RefusedEnd {
  if (draft.kind === 'entered') return { entry: draft.quote };
  const { kind: _kind, signal: _signal, outcome: _outcome, control: _control, ...end } = draft;
  return end;
}

function isClockSet(draft: Draft): boolean {
  return draft.kind === 'outage' && draft.reason === 'clock-set';
}

/** Whether a kept entry is not in the ledger: entry prices and settlements show in the open signals, others by their ID. */
function isMissing(draft: Draft, open: readonly OpenStory[], recorded: ReadonlySet<string>): boolean {
  if (draft.kind !== 'entered' && draft.kind !== 'settled') return !recorded.has(draft.id);
  const found = open.find(({ signal }) => signal.id === draft.signal);
  return found !== undefined && (draft.kind === 'settled' || found.entered === undefined);
}
