import { randomUUID } from 'node:crypto';
import { DatabaseError } from 'pg';
import { type VerifierKey, verifierKeyText } from '../../core/log/checkpoint.ts';
import { entryBytes } from '../../core/signals/entry-bytes.ts';
import { missedBefore } from '../../core/signals/lapses.ts';
import type { LedgerEntry, PlacedEntry } from '../../core/signals/ledger-entry.ts';
import { leafHash } from '../../core/log/merkle-tree.ts';
import { codeOf } from '../platform/database-error.ts';
import { Listeners } from '../platform/listeners.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import { sha256 } from './ed25519.ts';
import { readPlaced } from './ledger-reader.ts';
import { type LedgerOptions, type LedgerSession, openSession, WriterSession } from './writer-session.ts';
import { insertEntries, isFenced, type NewEntry } from './ledger-rows.ts';
import { asUnavailable, type Ledger, LedgerDamagedError, LedgerUnavailableError } from './ledger.ts';
import type { OpenStory } from '../../core/signals/check-history.ts';
import type { NewestQuote } from '../../core/signals/recorded-quotes.ts';
import type { LedgerEdge } from './read-edge.ts';
import { newWriterName } from './writer-connection.ts';

export interface OpenedLedger extends Ledger {
  readonly origin: string;
  readonly writer: string;
  /** The term of its lease; undefined while its connection is lost. */
  term(): number | undefined;
  readonly verifierKey: string;
  close(): Promise<void>;
}

/** A call that waits for its entries to be recorded, all or none. */
interface AppendCall {
  readonly entries: readonly LedgerEntry[];
  readonly bytes: readonly Uint8Array[];
  readonly resolve: (placed: readonly PlacedEntry[]) => void;
  readonly reject: (error: Error) => void;
}

/** A call whose entries obey the rules, with their places; an outage that the ledger adds by itself comes first. */
interface AcceptedCall {
  readonly call: AppendCall;
  readonly entries: readonly NewEntry[];
}

const MOST_ENTRIES_AT_ONCE = 1_000;
const UNIQUE_VIOLATION = '23505';

/**
 * Opens a ledger, which is made when the database has none of this name. It is taken up at its right edge, whose entries,
 * tiles and checkpoint must belong together.
 * @throws LedgerTakenError when another server writes ledgers in this database, LedgerDamagedError when what is there was
 * altered, or what `pg` reports when the database does not answer.
 */
export async function openLedger(options: LedgerOptions): Promise<OpenedLedger> {
  const writer = newWriterName();
  return new DatabaseLedger(options, writer, await openSession(options, writer));
}

/**
 * A ledger in PostgreSQL; a lost connection is taken again by itself. The way of an append, top to bottom: `append` queues it,
 * `#pump` takes the calls that wait together, `#write` accepts those that obey the rules, `#insert` writes them with the tiles and
 * a signed checkpoint in one statement (ledger-rows.ts), `#settle` answers.
 */
class DatabaseLedger implements OpenedLedger {
  readonly name: string;
  readonly label: string | undefined;
  readonly origin: string;
  readonly writer: string;
  readonly #options: LedgerOptions;
  readonly #ledgerId: number;
  readonly #verifier: VerifierKey;
  readonly #listeners: Listeners<readonly PlacedEntry[]>;
  /** Entries whose commit was in doubt and that turned out durable, by their bytes: a call that repeats them gets their places. */
  readonly #turnedOut = new Map<string, PlacedEntry>();
  readonly #session: WriterSession;
  readonly #calls: AppendCall[] = [];
  #pumping: Promise<void> | undefined;
  /** Writes the newest checkpoint as the mark; those before it that wait are skipped. */
  readonly #writeMark: () => Promise<void>;
  #marking: Promise<void> | undefined;
  #isClosed = false;
  #size: number;
  #note: string | undefined;
  #lastAtMs: number | undefined;
  #open: readonly OpenStory[];

  constructor(options: LedgerOptions, writer: string, session: LedgerSession) {
    const { ledger, key, edge } = session;
    this.#options = options;
    this.#listeners = new Listeners((error) =>
      options.log.error({ err: error }, 'a listener of the ledger failed'),
    );
    this.writer = writer;
    this.#ledgerId = ledger.id;
    this.#verifier = key.verifier;
    this.name = ledger.name;
    this.label = ledger.label ?? undefined;
    this.origin = ledger.origin;
    this.#size = edge.tree.size;
    this.#note = edge.note;
    this.#lastAtMs = edge.checker.lastAtMs;
    this.#open = edge.checker.open();
    this.#writeMark = oneAtATime(() =>
      options.marks
        .write(this.name, this.#note ?? '')
        .catch((error: unknown) =>
          options.log.error({ err: error, ledger: this.name }, 'the mark of the ledger could not be written'),
        ),
    );
    if (edge.note !== undefined) this.#marking = this.#writeMark();
    this.#session = new WriterSession({
      ledger: options,
      writer,
      first: session,
      takeUp: (reopened) => this.#takeUp(reopened),
    });
  }

  get verifierKey(): string {
    return verifierKeyText(sha256, this.#verifier);
  }

  size(): number {
    return this.#size;
  }

  term(): number | undefined {
    return this.#session.current?.writer.term;
  }

  lastAtMs(): number | undefined {
    return this.#lastAtMs;
  }

  checkpoint(): string | undefined {
    return this.#note;
  }

  async openSignals(): Promise<readonly OpenStory[]> {
    // Entries in doubt are settled first: they may have opened or settled a signal.
    if (this.#session.current === undefined) await this.#session.open();
    return this.#open;
  }

  async newestQuotes(): Promise<ReadonlyMap<string, NewestQuote>> {
    const { edge } = await this.#session.open();
    return edge.checker.newestQuotes();
  }

  onAppended(listener: (entries: readonly PlacedEntry[]) => void): () => void {
    return this.#listeners.add(listener);
  }

  async read(fromIndex: number, limit: number): Promise<readonly PlacedEntry[]> {
    return readPlaced(this.#options.db, this.#ledgerId, fromIndex, Math.min(limit, this.#size - fromIndex));
  }

  append(entries: readonly LedgerEntry[]): Promise<readonly PlacedEntry[]> {
    if (entries.length === 0) return Promise.resolve([]);
    if (this.#isClosed) return Promise.reject(new LedgerUnavailableError('The ledger is closed.'));
    return new Promise((resolve, reject) => {
      this.#calls.push({ entries, bytes: entries.map(entryBytes), resolve, reject });
      this.#pumping ??= this.#pump();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#session.stop();
    await this.#pumping;
    await this.#session.close();
    await this.#marking;
  }

  async #pump(): Promise<void> {
    // The rounds of a minute are appended one after the other: they need not wait for the first one's transaction.
    await Promise.resolve();
    while (this.#calls.length > 0) {
      const calls = this.#takeBatch();
      try {
        await this.#write(calls);
      } catch (error) {
        for (const call of calls) call.reject(asUnavailable(error));
      }
    }
    this.#pumping = undefined;
  }

  #takeBatch(): AppendCall[] {
    let entries = 0;
    let calls = 0;
    for (const call of this.#calls) {
      if (calls > 0 && entries + call.entries.length > MOST_ENTRIES_AT_ONCE) break;
      entries += call.entries.length;
      calls += 1;
    }
    return this.#calls.splice(0, calls);
  }

  async #write(calls: readonly AppendCall[]): Promise<void> {
    const session = await this.#session.open();
    const accepted: AcceptedCall[] = [];
    let index = session.edge.tree.size;
    for (const call of calls) {
      const known = this.#claim(call);
      if (known !== undefined) {
        call.resolve(known);
        continue;
      }
      const entries = accept(session.edge, call, index);
      if (entries === undefined) continue;
      accepted.push({ call, entries });
      index += entries.length;
    }
    if (accepted.length === 0) return;
    try {
      const note = await this.#insert(session, accepted);
      this.#settle(accepted, note, session.edge);
    } catch (error) {
      await this.#failed(session, accepted, error);
    }
  }

  /** One transaction: entries, the tiles they fill, and a checkpoint over all. Returns the checkpoint. */
  async #insert(
    { writer, ledger, key, edge }: LedgerSession,
    accepted: readonly AcceptedCall[],
  ): Promise<string> {
    const entries = accepted.flatMap((each) => each.entries);
    const tiles = entries.flatMap(({ bytes }) => edge.tree.add(leafHash(sha256, bytes)));
    const { size } = edge.tree;
    const root = edge.tree.root();
    const note = key.sign({ origin: ledger.origin, size, root });
    const openSignals = edge.checker.openCount;
    await insertEntries(writer, ledger.id, entries, tiles, { size, root, note, openSignals });
    return note;
  }

  #settle(accepted: readonly AcceptedCall[], note: string, edge: LedgerEdge): void {
    this.#note = note;
    this.#marking = this.#writeMark();
    const placed = accepted.map(({ entries }) => entries.map(({ index, entry }) => ({ index, entry })));
    this.#becameDurable(placed.flat(), edge);
    accepted.forEach(({ call }, at) => {
      call.resolve((placed[at] ?? []).slice(-call.entries.length));
    });
  }

  #becameDurable(placed: readonly PlacedEntry[], { checker, tree }: LedgerEdge): void {
    this.#size = tree.size;
    this.#lastAtMs = checker.lastAtMs;
    this.#open = checker.open();
    if (placed.length === 0) return;
    void this.#listeners.tell(placed);
  }

  /** What is durable is unknown until the database is read again: the state in memory may be ahead of it. */
  async #failed(session: LedgerSession, accepted: readonly AcceptedCall[], error: unknown): Promise<void> {
    await this.#session.lose(session, error);
    if (isFenced(error)) throw new LedgerUnavailableError('Another server has taken over.', { cause: error });
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error;
    if (!isRule(error))
      throw new LedgerUnavailableError('Another writer wrote into the ledger.', { cause: error });
    // The database knows all decisions ever made, and one of these repeats one. Retried alone it is named.
    if (accepted.length > 1) {
      for (const { call } of accepted)
        await this.#write([call]).catch((reason) => call.reject(asUnavailable(reason)));
      return;
    }
    const call = accepted[0]?.call;
    call?.reject(new Error(`The database refuses ${describe(call)}: ${String(error)}`, { cause: error }));
  }

  /** The entries of a call that repeats what turned out durable after its commit was in doubt. */
  #claim(call: AppendCall): PlacedEntry[] | undefined {
    if (this.#turnedOut.size === 0) return undefined;
    const keys = call.bytes.map(textOf);
    const placed = keys.map((key) => this.#turnedOut.get(key));
    if (!placed.every((each) => each !== undefined)) return undefined;
    for (const key of keys) this.#turnedOut.delete(key);
    return placed;
  }

  /** Sends entries that turned out durable to the listeners; a call that repeats them gets their places. */
  async #takeUp(session: LedgerSession) {
    const news = await this.#news(session);
    return {
      count: news.length,
      tell: () => {
        this.#note = session.edge.note;
        for (const placed of news) this.#turnedOut.set(textOf(entryBytes(placed.entry)), placed);
        this.#becameDurable(news, session.edge);
      },
    };
  }

  /** Durable entries that were not known to be durable. */
  async #news({ writer: { client }, ledger, edge }: LedgerSession): Promise<readonly PlacedEntry[]> {
    const { size } = edge.tree;
    if (size < this.#size)
      throw new LedgerDamagedError(
        `The ledger ${this.name} has ${size} entries in the database, but ${this.#size} were recorded: it was put back to an older state. Restart Pipcast to go on from there.`,
      );
    return readPlaced(client, ledger.id, this.#size, size - this.#size);
  }
}

/** The entries of a call with their places, entered into the rules; undefined when one breaks a rule, and the call is rejected. */
function accept(
  { checker, lapses }: LedgerEdge,
  call: AppendCall,
  fromIndex: number,
): NewEntry[] | undefined {
  const missed = missedBefore(lapses, call.entries, randomUUID);
  const entries = missed === undefined ? call.entries : [missed, ...call.entries];
  const bytes = missed === undefined ? call.bytes : [entryBytes(missed), ...call.bytes];
  const undo: (() => void)[] = [];
  const accepted: NewEntry[] = [];
  for (const [at, entry] of entries.entries()) {
    const index = fromIndex + at;
    const problem = checker.problemWith(entry);
    if (problem !== undefined) {
      for (const takeBack of undo.reverse()) takeBack();
      call.reject(new Error(`The ledger takes no ${entry.kind} entry like this: ${problem}.`));
      return undefined;
    }
    undo.push(checker.add(entry, index));
    accepted.push({ index, entry, bytes: bytes[at] as Uint8Array });
  }
  for (const { entry, index } of accepted) lapses.add(entry, index);
  return accepted;
}

/** Whether an error is about a broken rule; else the place is taken. */
function isRule(error: unknown): boolean {
  const constraint = error instanceof DatabaseError ? error.constraint : undefined;
  return constraint !== undefined && /_(special|bot|signal_key)$/.test(constraint);
}

function describe(call: AppendCall): string {
  return call.entries.map(({ kind }) => kind).join(', ');
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
