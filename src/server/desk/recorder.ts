import type { FastifyBaseLogger } from 'fastify';
import { voidFor } from '../../core/desk/settlement.ts';
import { type EpochMs, epochMs, SECOND_MS } from '../../core/kit/time.ts';
import type { LedgerEntry, OutageReason, PlacedEntry } from '../../core/ledger/ledger-entry.ts';
import { type Ledger, LedgerUnavailableError, type OpenSignal } from '../ledger/ledger.ts';
import type { DeskClock } from '../market/desk-clock.ts';
import { countRecorded, type DeskFigures } from './desk-figures.ts';

type Unstamped<Entry> = Entry extends LedgerEntry ? Omit<Entry, 'atMs'> : never;
/** An entry that does not say yet when it was recorded. */
export type Draft = Unstamped<LedgerEntry>;

export interface RecorderDeps {
  readonly ledger: Ledger;
  readonly clock: DeskClock;
  readonly newId: () => string;
  readonly log: FastifyBaseLogger;
  readonly figures: DeskFigures;
  /** Hears how long each append took, in ms. */
  readonly onAppendMs: (ms: number) => void;
}

/** How often a database that is gone is asked again, on the wall's clock. */
const RETRY_MS = SECOND_MS;

/**
 * The desk's way into the ledger. While the database is gone it keeps what must not be lost, asks again each second, and
 * then records that first, with an outage for the time between.
 */
export class Recorder {
  readonly #deps: RecorderDeps;
  /** In order; each may or may not be recorded already. */
  #kept: Draft[] = [];
  /** Signals for which the database did not answer: nobody knows yet whether they are recorded. */
  readonly #doubtful = new Set<string>();
  #lostMs: EpochMs | undefined;
  #cancelRetry = () => {};
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(deps: RecorderDeps) {
    this.#deps = deps;
  }

  /** Is the database known to be gone. */
  get isLost(): boolean {
    return this.#lostMs !== undefined;
  }

  /**
   * Records what is worth nothing later: signals and abstentions. Resolves with their places once they are durable, with
   * undefined when the database did not answer; a signal that made it nevertheless is voided when the database is back.
   */
  async issue(drafts: readonly Draft[]): Promise<readonly PlacedEntry[] | undefined> {
    if (this.isLost) return undefined;
    const fromMs = this.#deps.clock.now();
    try {
      return await this.#append(drafts);
    } catch (error) {
      if (error instanceof LedgerUnavailableError) {
        for (const draft of drafts) if (draft.kind === 'signal') this.#doubtful.add(draft.id);
        this.#lose(fromMs, error);
      } else this.#refused(drafts, error);
      return undefined;
    }
  }

  /** Records what must not be lost. Resolves when it is durable, or kept until the database is back. */
  async keep(drafts: readonly Draft[]): Promise<void> {
    if (this.isLost) {
      this.#kept.push(...drafts);
      return;
    }
    const fromMs = this.#deps.clock.now();
    try {
      await this.#append(drafts);
    } catch (error) {
      if (error instanceof LedgerUnavailableError) {
        this.#kept.push(...drafts);
        this.#lose(fromMs, error);
      } else this.#refused(drafts, error);
    }
  }

  outage(fromMs: number, toMs: number, reason: OutageReason): Draft {
    return { kind: 'outage', id: this.#deps.newId(), fromMs, toMs, reason };
  }

  /** The clock was set: an instant to ask again at means nothing now. */
  clockSet(): void {
    if (this.#lostMs === undefined) return;
    this.#lostMs = this.#deps.clock.now();
    this.#retryLater();
  }

  /** Waits for what is under way; what is still kept then is lost with this process. */
  async stop(): Promise<void> {
    this.#cancelRetry();
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    if (this.#kept.length === 0) return;
    this.#deps.log.error(
      { entries: this.#kept.length },
      'the database is away, so the last settlements could not be recorded; the next start voids their signals',
    );
  }

  async #append(drafts: readonly Draft[]): Promise<readonly PlacedEntry[]> {
    const { ledger, clock, figures, onAppendMs } = this.#deps;
    const entries = drafts.map((draft): LedgerEntry => ({ ...draft, atMs: clock.now() }));
    const startedAt = performance.now();
    const appending = ledger.append(entries);
    this.#underWay.add(appending);
    try {
      const placed = await appending;
      onAppendMs(performance.now() - startedAt);
      countRecorded(figures, entries);
      return placed;
    } finally {
      this.#underWay.delete(appending);
    }
  }

  #lose(fromMs: EpochMs, error: LedgerUnavailableError): void {
    this.#deps.figures.appendFailures += 1;
    if (this.#lostMs !== undefined) return;
    this.#lostMs = fromMs;
    this.#deps.log.error({ err: error }, 'the database does not answer; no market signals until it does');
    this.#retryLater();
  }

  #retryLater(): void {
    const { clock } = this.#deps;
    this.#cancelRetry();
    this.#cancelRetry = clock.setAlarm(epochMs(clock.now() + RETRY_MS * clock.speed), () => this.#retry());
  }

  async #retry(): Promise<void> {
    try {
      await this.#recordKept();
    } catch (error) {
      this.#deps.figures.appendFailures += 1;
      if (!(error instanceof LedgerUnavailableError)) {
        this.#deps.log.error({ err: error }, 'what was kept could not be recorded; it is tried again');
      }
      this.#retryLater();
    }
  }

  /** Records the outage and what was kept; whoever comes meanwhile is kept as well, and recorded before this ends. */
  async #recordKept(): Promise<void> {
    const { ledger, clock, log } = this.#deps;
    do {
      const fromMs = this.#lostMs ?? clock.now();
      const open = await ledger.openSignals();
      const count = this.#kept.length;
      const toMs = clock.now();
      const voids = this.#doubtfulAmong(open).map(lateVoid);
      const wanted = this.#kept.slice(0, count).filter((draft) => isMissing(draft, open));
      const outage = fromMs < toMs ? [this.outage(fromMs, toMs, 'database-lost')] : [];
      await this.#appendOrSkip([...outage, ...voids, ...wanted]);
      this.#lostMs = toMs;
      this.#kept.splice(0, count);
    } while (this.#kept.length > 0);
    // Only now is it sure that no append from before the outage can still make it.
    const late = this.#doubtfulAmong(await ledger.openSignals()).map(lateVoid);
    if (late.length > 0) await this.#append(late);
    this.#doubtful.clear();
    this.#lostMs = undefined;
    log.info('the database answers again; market signals go on');
    const meanwhile = this.#kept.splice(0);
    if (meanwhile.length > 0) await this.keep(meanwhile);
  }

  #doubtfulAmong(open: readonly OpenSignal[]): string[] {
    return open.map(({ signal }) => signal.id).filter((id) => this.#doubtful.has(id));
  }

  /** One entry that the ledger refuses must not take the others with it. */
  async #appendOrSkip(drafts: readonly Draft[]): Promise<void> {
    try {
      if (drafts.length > 0) await this.#append(drafts);
    } catch (error) {
      if (error instanceof LedgerUnavailableError) throw error;
      for (const draft of drafts) {
        await this.#append([draft]).catch((refusal: unknown) => {
          if (refusal instanceof LedgerUnavailableError) throw refusal;
          this.#refused([draft], refusal);
        });
      }
    }
  }

  #refused(drafts: readonly Draft[], error: unknown): void {
    const kinds = drafts.map(({ kind }) => kind).join(', ');
    this.#deps.log.error({ err: error }, `the ledger refused what the desk gave it (${kinds})`);
  }
}

function lateVoid(signal: string): Draft {
  return { kind: 'settled', signal, ...voidFor('late') };
}

/** What was kept may be in the ledger: then its signal is not open any more, or has its entry price. */
function isMissing(draft: Draft, open: readonly OpenSignal[]): boolean {
  if (draft.kind !== 'entered' && draft.kind !== 'settled') return true;
  const found = open.find(({ signal }) => signal.id === draft.signal);
  return found !== undefined && (draft.kind === 'settled' || found.entered === undefined);
}
