import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { ENGINE_VERSION } from '../../core/engine/model.ts';
import type {
  RecordChoice,
  RecordFilters,
  RecordPage,
  RecordRow,
  RecordSummary,
} from '../../core/wire/record.ts';
import type { AdminLedger } from '../../core/wire/admin.ts';
import { LedgerFold, recordRow } from '../../core/record/ledger-fold.ts';
import { type LedgerRow, listLedgers } from '../ledger/ledger-rows.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import { readAfter, type ReadEntry, readRows, readStory, type StoredEntry } from './record-queries.ts';
import type { PlacedEntry, SignalId } from '../../core/signals/ledger-entry.ts';

/** Places of a ledger that are read at a time: few enough that no other request waits. */
const BATCH = 2_000;
const PAGE_ROWS = 50;
/** How many rows an export reads and holds at a time. */
const EXPORT_ROWS = 500;
/** Most wrong entries of a ledger that are logged one by one. */
const MOST_LOGGED = 10;
/** The default ledger where this server writes none and the request names none. */
const LIVE = 'live';

/** An answer that is the same bytes until the record changes. */
export interface CachedAnswer {
  readonly body: Buffer;
  readonly etag: string;
}

type LedgerName = Pick<LedgerRow, 'id' | 'name' | 'label'>;

export type LedgerFindings = AdminLedger['findings'];

export const NO_FINDINGS: LedgerFindings = { overdueSignals: 0, silentMinutes: 0, wrongEntries: 0 };

export interface FilteredRows {
  readonly ledger: string;
  readonly batches: AsyncIterable<readonly RecordRow[]>;
}

export interface SettledStory {
  readonly ledger: LedgerName;
  readonly row: RecordRow;
  readonly entries: readonly StoredEntry[];
}

interface LedgerRecord {
  readonly ledger: LedgerName;
  readonly fold: LedgerFold;
  readonly columns: SettledColumns;
  /** Behind the last entry that was read, whether it could be or not. */
  next: number;
}

export interface RecordDeps {
  readonly db: Pool;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  readonly engine?: string;
}

/**
 * The scored record of every ledger of a database, kept in memory: read from the database once, in the background, then only
 * what is new. A question waits for what is recorded already; it rejects while the database does not answer, and the next
 * one goes on from there.
 */
export class SignalRecord {
  readonly #db: Pool;
  readonly #engine: string;
  readonly #log: RecordDeps['log'];
  readonly #records = new Map<string, LedgerRecord>();
  readonly #wrongEntries = new Map<string, number>();
  readonly #answers = new Map<string, CachedAnswer>();
  #own: Pick<Ledger, 'name' | 'label'> | undefined;
  /** Reads what ledgers have grown by. One at a time: entries must be taken once and in order. */
  readonly #readNews = oneAtATime(async () => {
    for (const ledger of await listLedgers(this.#db)) {
      const record = this.#records.get(ledger.name) ?? newRecord(ledger);
      this.#records.set(ledger.name, record);
      if (record.next < ledger.size) await this.#readToEnd(record);
    }
  });

  /** Begins to read in the background. */
  constructor({ db, log, engine = ENGINE_VERSION }: RecordDeps) {
    this.#engine = engine;
    this.#db = db;
    this.#log = log;
    void this.#readNews().catch(() => undefined);
  }

  /** From now on, until the function returned is called, this server shows that ledger: it is meant when a request names none. */
  follow(ledger: Pick<Ledger, 'name' | 'label'>): () => void {
    this.#own = ledger;
    return () => {
      if (this.#own === ledger) this.#own = undefined;
    };
  }

  /**
   * The summary, ready to send: without names of the running ledger, and of its current engine version; undefined when there is none of
   * these names.
   */
  async summary({
    ledger,
    engine: asked,
  }: {
    readonly ledger?: string | undefined;
    readonly engine?: string | undefined;
  }): Promise<CachedAnswer | undefined> {
    const record = await this.#find(ledger);
    if (record === undefined) return undefined;
    if (asked !== undefined && asked !== this.#engine && !record.fold.books.has(asked)) return undefined;
    const engine = asked ?? this.#currentEngine(record);
    const key = `${record.ledger.name} ${engine}`;
    let answer = this.#answers.get(key);
    if (answer === undefined) {
      answer = encode(summaryOf(record, engine, choicesOf(this.#records.values(), record, engine)));
      this.#answers.set(key, answer);
    }
    return answer;
  }

  /** One page of rows, newest first; undefined when there is no such ledger. */
  async page(filters: RecordFilters, before: number): Promise<RecordPage | undefined> {
    const record = await this.#find(filters.ledger);
    if (record === undefined) return undefined;
    const { indexes, total, more } = record.columns.page(this.#ofEngine(record, filters), before, PAGE_ROWS);
    const rows = indexes.length === 0 ? [] : await readRows(this.#db, record.ledger.id, indexes);
    return { rows, total, next: more ? (indexes.at(-1) ?? null) : null };
  }

  /** All matching rows, oldest first, some at a time as they are asked for; undefined when there is no such ledger. */
  async rows(filters: RecordFilters): Promise<FilteredRows | undefined> {
    const record = await this.#find(filters.ledger);
    if (record === undefined) return undefined;
    const { id, name } = record.ledger;
    return {
      ledger: name,
      batches: readAll(this.#db, id, record.columns.all(this.#ofEngine(record, filters))),
    };
  }

  /** All entries about a signal; undefined when it is unknown in this ledger or not settled yet. */
  async story(name: string | undefined, signal: SignalId): Promise<SettledStory | undefined> {
    const record = await this.#find(name);
    if (record === undefined) return undefined;
    const { ledger } = record;
    const entries = await readStory(this.#db, ledger.id, signal);
    const row = storyRow(entries);
    return row && { ledger, row, entries };
  }

  /** Whether this server writes the ledger of that name now. */
  isRunning(name: string): boolean {
    return this.#own?.name === name;
  }

  /** The faults of the running ledger, as far as it was read; also reads what is new, for the next call. */
  findings(): LedgerFindings {
    void this.#readNews().catch(() => undefined);
    const name = this.ownName;
    const { overdueSignals = 0, silentMinutes = 0 } = this.#records.get(name)?.fold.lapses.counts ?? {};
    return { overdueSignals, silentMinutes, wrongEntries: this.#wrongEntries.get(name) ?? 0 };
  }

  get ownName(): string {
    return this.#own?.name ?? LIVE;
  }

  async #readToEnd(record: LedgerRecord): Promise<void> {
    const { id, name } = record.ledger;
    let next: Promise<ReadEntry[]> | undefined = readAfter(this.#db, id, record.next, BATCH);
    while (next !== undefined) {
      const read: readonly ReadEntry[] = await next;
      const last = read.at(-1);
      // The database reads the next ones while these are taken in.
      next =
        last === undefined || read.length < BATCH
          ? undefined
          : readAfter(this.#db, id, last.index + 1, BATCH);
      next?.catch(() => undefined);
      for (const { index, entry, problem } of read) {
        record.next = index + 1;
        if (problem !== undefined) this.#onProblem(name, problem);
        if (entry !== undefined) takeIn(record, { index, entry });
      }
      if (read.some(({ entry }) => entry?.kind !== 'signal' && entry?.kind !== 'entered'))
        this.#answers.clear();
    }
  }

  #onProblem(ledger: string, problem: string): void {
    const count = (this.#wrongEntries.get(ledger) ?? 0) + 1;
    this.#wrongEntries.set(ledger, count);
    if (count > MOST_LOGGED) return;
    this.#log.error(
      { ledger, problem },
      'the ledger was altered in the database: npx pipcast verify names what is wrong',
    );
  }

  /** The record of a ledger with all entries so far. */
  async #find(asked: string | undefined): Promise<LedgerRecord | undefined> {
    await this.#readNews();
    const name = asked ?? this.ownName;
    const known = this.#records.get(name);
    if (known !== undefined || name !== this.ownName) return known;
    // Nothing was ever recorded: an empty record, not a missing one.
    return newRecord({ id: 0, name, label: this.#own?.label ?? null });
  }

  /** The present engine version; of a finished run, its last one. */
  #currentEngine({ ledger, fold }: LedgerRecord): string {
    return (ledger.name === this.ownName ? undefined : [...fold.books.keys()].at(-1)) ?? this.#engine;
  }

  #ofEngine(record: LedgerRecord, filters: RecordFilters): RecordFilters {
    const engine = filters.engine ?? this.#currentEngine(record);
    return { ...filters, engine: engine === 'all' ? undefined : engine };
  }
}

function newRecord(ledger: LedgerName): LedgerRecord {
  return { ledger, fold: new LedgerFold(), columns: new SettledColumns(), next: 0 };
}

function takeIn({ fold, columns }: LedgerRecord, placed: PlacedEntry): void {
  const ended = fold.add(placed);
  if (ended !== undefined)
    columns.add({ ...ended.signal, index: ended.index, outcome: ended.settled.outcome });
}

async function* readAll(
  db: Pool,
  ledger: number,
  indexes: readonly number[],
): AsyncGenerator<readonly RecordRow[]> {
  for (let from = 0; from < indexes.length; from += EXPORT_ROWS)
    yield await readRows(db, ledger, indexes.slice(from, from + EXPORT_ROWS));
}

function summaryOf(record: LedgerRecord, engine: string, choices: RecordChoice[]): RecordSummary {
  const { name, label } = record.ledger;
  return { ledger: name, label, engine, choices, ...record.fold.figures(engine) };
}

/** Every engine version of every ledger, and the one that is shown even without a decision yet. */
function choicesOf(records: Iterable<LedgerRecord>, current: LedgerRecord, engine: string): RecordChoice[] {
  const choices = [...records].flatMap(({ ledger: { name, label }, fold }) =>
    Array.from(fold.books, ([version, { settled }]) => ({ ledger: name, label, engine: version, settled })),
  );
  const { name, label } = current.ledger;
  if (choices.some((choice) => choice.ledger === name && choice.engine === engine)) return choices;
  return [...choices, { ledger: name, label, engine, settled: 0 }];
}

function storyRow(entries: readonly StoredEntry[]): RecordRow | undefined {
  const signal = entries.find(({ entry }) => entry.kind === 'signal')?.entry;
  const last = entries.find(({ entry }) => entry.kind === 'settled');
  if (signal?.kind !== 'signal' || last?.entry.kind !== 'settled') return undefined;
  return recordRow(last.index, signal, last.entry);
}

function encode(summary: RecordSummary): CachedAnswer {
  const body = Buffer.from(JSON.stringify(summary));
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  return { body, etag: `"${hash}"` };
}

export type FilteredRow = Pick<
  RecordRow,
  'index' | 'engine' | 'mode' | 'source' | 'pair' | 'timeframe' | 'direction' | 'outcome' | 'startMs'
>;

const FIELDS = ['engine', 'mode', 'source', 'pair', 'timeframe', 'direction', 'outcome'] as const;
type Kind = Pick<FilteredRow, (typeof FIELDS)[number]>;

/**
 * The filterable part of every settled row of one ledger: rows that are alike in all fields are of one kind, of which there are
 * some hundreds. A filter chooses kinds, and then looks at two numbers a row, so that pages and totals cost the same whatever is
 * asked, some milliseconds for 100,000 rows.
 */
export class SettledColumns {
  readonly #kinds = new Map<string, Kind>();
  readonly #rows: { readonly index: number; readonly startMs: number; readonly kind: Kind }[] = [];

  /** Adds a row, newer than all before. */
  add(row: FilteredRow): void {
    const name = FIELDS.map((field) => row[field]).join(' ');
    const kind = this.#kinds.get(name) ?? row;
    this.#kinds.set(name, kind);
    this.#rows.push({ index: row.index, startMs: row.startMs, kind });
  }

  /** The newest `limit` matching rows whose place is before `before`. */
  page(filters: RecordFilters, before: number, limit: number) {
    const matching = this.all(filters);
    const end = matching.findLastIndex((index) => index < before) + 1;
    const start = Math.max(0, end - limit);
    return { indexes: matching.slice(start, end).reverse(), total: matching.length, more: start > 0 };
  }

  /** The places of all matching rows, oldest first. */
  all(filters: RecordFilters): readonly number[] {
    const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filters;
    const wanted = new Set(
      [...this.#kinds.values()].filter((kind) =>
        FIELDS.every((field) => filters[field] === undefined || filters[field] === kind[field]),
      ),
    );
    return this.#rows
      .filter(({ startMs, kind }) => wanted.has(kind) && startMs >= from && startMs < to)
      .map(({ index }) => index);
  }
}
