import type { Pool } from 'pg';
import type {
  AbstainedEntry,
  LedgerEntry,
  OutageEntry,
  Outcome,
  SettledEntry,
  SignalEntry,
  SignalMode,
} from '../../core/ledger/ledger-entry.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import type { FeedSource } from '../../core/market/tick.ts';
import type { RecordRow } from '../../core/protocol/record-protocol.ts';
import { recordRow } from '../../core/record/record-row.ts';
import type { Direction } from '../../core/signals/signal.ts';
import type { Timeframe } from '../../core/signals/timeframes.ts';

/** A ledger of this database. */
export interface LedgerName {
  readonly id: number;
  readonly name: string;
  readonly label: string | null;
}

/** What the record takes from one entry of the ledger. */
export type RecordedEnd =
  | {
      readonly kind: 'settled';
      readonly index: number;
      readonly mode: SignalMode;
      readonly source: FeedSource;
      readonly pair: ScoredPair;
      readonly timeframe: Timeframe;
      readonly engine: string;
      readonly direction: Direction;
      /** Percent. */
      readonly confidence: number;
      readonly decidedMs: number;
      readonly startMs: number;
      readonly settledMs: number;
      readonly outcome: Outcome;
      readonly control: Outcome;
      readonly settled: SettledEntry | undefined;
    }
  | { readonly kind: 'abstained'; readonly index: number; readonly entry: AbstainedEntry }
  | { readonly kind: 'outage'; readonly index: number; readonly entry: OutageEntry };

/** All ledgers, the oldest first. */
export async function readLedgerNames(db: Pool): Promise<LedgerName[]> {
  const { rows } = await db.query<LedgerName>('select id, name, label from ledgers order by id');
  return rows;
}

interface EndColumns {
  readonly kind: RecordedEnd['kind'];
  readonly place: number;
  readonly mode: SignalMode;
  readonly source: FeedSource;
  readonly pair: ScoredPair;
  readonly timeframe: Timeframe;
  readonly engine: string;
  readonly direction: Direction;
  readonly confidence: number;
  readonly decided_ms: number;
  readonly start_ms: number;
  readonly at_ms: number;
  readonly outcome: Outcome;
  readonly control: Outcome;
  readonly body: Buffer | null;
}

/**
 * A body is only read where the columns do not say everything; numbers come as numbers, not as text to be parsed.
 *
 * All queries here are written so that nothing but a look-up by a key is possible. PostgreSQL knows nothing of a ledger that is
 * young: it takes it for a handful of rows, and given the choice would read all of them.
 */
const ENDS = `
  select kind, index::float8 as place, mode, source, pair, timeframe, engine, direction, confidence::float8, decided_ms::float8,
    start_ms::float8, at_ms::float8, outcome, control,
    case when outcome is null or outcome = 'void' then body end as body
  from ledger_entries
  where ledger = $1 and index > $2 and kind in ('settled', 'abstained', 'outage')
  order by ledger_entries.index limit $3`;

/** Settlements, abstentions and outages after a place of a ledger, in order. */
export async function readEnds(
  db: Pool,
  ledger: number,
  afterIndex: number,
  limit: number,
): Promise<RecordedEnd[]> {
  const { rows } = await db.query<EndColumns>({
    name: 'record-ends',
    text: ENDS,
    values: [ledger, afterIndex, limit],
  });
  return rows.map(endOf);
}

function endOf(row: EndColumns): RecordedEnd {
  const { kind, place: index } = row;
  if (kind !== 'settled') {
    // The kind says which of the two it is.
    return { kind, index, entry: entryOf(row.body as Buffer) } as RecordedEnd;
  }
  return {
    kind,
    index,
    mode: row.mode,
    source: row.source,
    pair: row.pair,
    timeframe: row.timeframe,
    engine: row.engine,
    direction: row.direction,
    confidence: row.confidence,
    decidedMs: row.decided_ms,
    startMs: row.start_ms,
    settledMs: row.at_ms,
    outcome: row.outcome,
    control: row.control,
    settled: row.body === null ? undefined : (entryOf(row.body) as SettledEntry),
  };
}

const ROWS = `
  select wanted.index::float8 as place, settled.body as settled, (
      select signal.body from ledger_entries signal
      where signal.ledger = $1 and signal.kind = 'signal' and signal.signal = settled.signal
    ) as signal
  from unnest($2::bigint[]) as wanted(index)
  cross join lateral (
    select body, signal from ledger_entries where ledger = $1 and index = wanted.index limit 1
  ) settled`;

/** The rows at these places of a ledger, in the order of the places. */
export async function readRows(db: Pool, ledger: number, indexes: readonly number[]): Promise<RecordRow[]> {
  const { rows } = await db.query<{ place: number; settled: Buffer; signal: Buffer }>({
    name: 'record-rows',
    text: ROWS,
    values: [ledger, indexes],
  });
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return indexes.map((index) => {
    const row = byPlace.get(index);
    if (row === undefined) throw new Error(`entry ${index} of ledger ${ledger} is gone from the database`);
    return recordRow(index, entryOf(row.signal) as SignalEntry, entryOf(row.settled) as SettledEntry);
  });
}

/** One entry about a signal with the bytes that were hashed. */
export interface StoredEntry {
  readonly index: number;
  readonly body: Buffer;
  readonly entry: LedgerEntry;
}

const STORY = `
  select told.index::float8 as place, told.body
  from unnest(array['signal', 'entered', 'settled']) as wanted(kind)
  cross join lateral (
    select index, body from ledger_entries where ledger = $1 and kind = wanted.kind and signal = $2 limit 1
  ) told
  order by told.index`;

/** All entries about a signal, in order; none when nobody knows it. */
export async function readStory(db: Pool, ledger: number, signal: string): Promise<StoredEntry[]> {
  const { rows } = await db.query<{ place: number; body: Buffer }>({
    name: 'record-story',
    text: STORY,
    values: [ledger, signal],
  });
  return rows.map(({ place, body }) => ({ index: place, body, entry: entryOf(body) }));
}

/** Whether the bytes are exactly what was recorded is what `pipcast verify` tells; here they are shown as they are. */
function entryOf(body: Buffer): LedgerEntry {
  return JSON.parse(body.toString('latin1')) as LedgerEntry;
}
