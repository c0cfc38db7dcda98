import type { Pool } from 'pg';
import { recordRow } from '../../core/record/ledger-fold.ts';
import type { SettledEntry, SignalEntry, SignalId } from '../../core/signals/ledger-entry.ts';
import { epochMs, type EpochMs } from '../../core/time/instant.ts';
import type { RecordRow, TakenSignals } from '../../core/wire/record.ts';
import { storedEntry } from '../ledger/ledger-rows.ts';
import { execute, executeOne, queryRow, queryRows, queryValue, raw } from '../platform/sql.ts';

/** Most signals in a list, and in one read for a file. */
const MOST_READ = 1_000;

/** Whose signals, in which ledger. */
export interface TakenBy {
  readonly userId: string;
  readonly ledger: string;
}

/**
 * Notes that a trader took a signal, once: the first note stands. False where the ledger has no such signal, or it is over.
 * @param at on the clock of the desk
 * @param wallMs on that of the computer
 */
export async function take(
  db: Pool,
  { userId, ledger }: TakenBy,
  id: SignalId,
  { at, wallMs }: { readonly at: EpochMs; readonly wallMs: EpochMs },
): Promise<boolean> {
  const found = await queryRow<{ ledger: number; index: number; body: Buffer }>(db)`
    select e.ledger, e.index, e.body from ledger_entries e join ledgers l on l.id = e.ledger
    where l.name = ${ledger} and e.kind = 'signal' and e.signal = ${id}`;
  if (found === undefined) return false;
  const { startMs, expiryMs } = storedEntry<SignalEntry>(found.body);
  if (at >= expiryMs) return false;
  await execute(db)`insert into taken_signals (user_id, ledger, index, delay_ms, taken_at)
    values (${userId}, ${found.ledger}, ${found.index}, ${Math.max(0, Math.round(at - startMs))},
      ${new Date(wallMs)})
    on conflict do nothing`;
  return true;
}

/** Removes the note that a trader took a signal; false where there is none. */
export async function forget(db: Pool, { userId, ledger }: TakenBy, id: SignalId): Promise<boolean> {
  return executeOne(db)`delete from taken_signals where user_id = ${userId} and (ledger, index) = (
    select e.ledger, e.index from ledger_entries e join ledgers l on l.id = e.ledger
    where l.name = ${ledger} and e.kind = 'signal' and e.signal = ${id})`;
}

interface TakenRow {
  /** Of the signal. */
  readonly place: number;
  readonly delayMs: number;
  readonly signal: Buffer;
  readonly settled: Buffer | null;
  /** Of its settlement. */
  readonly index: number | null;
}

/** The signals that a trader took, the newest first. */
export async function listTaken(db: Pool, by: TakenBy): Promise<TakenSignals> {
  const rows = await readTaken(db, by, 'desc');
  return {
    ledger: by.ledger,
    total: rows.length < MOST_READ ? rows.length : await countTaken(db, by),
    signals: rows.map(({ delayMs, signal, settled }) => {
      const { id, pair, timeframe, direction, startMs } = storedEntry<SignalEntry>(signal);
      const end = settled === null ? undefined : storedEntry<SettledEntry>(settled);
      return {
        id,
        pair,
        timeframe,
        direction,
        startMs: epochMs(startMs),
        delayMs,
        outcome: end?.outcome ?? null,
        lateOutcome: end?.enteredLate?.outcome ?? null,
      };
    }),
  };
}

export interface TakenOutcome {
  readonly row: RecordRow;
  readonly delayMs: number;
  readonly lateOutcome: string | null;
}

/** All settled ones, the oldest first, in batches. */
export async function* settledTaken(db: Pool, by: TakenBy): AsyncGenerator<TakenOutcome[]> {
  let rows: TakenRow[] = [];
  do {
    rows = await readTaken(db, by, 'asc', rows.at(-1)?.place);
    yield rows.flatMap(({ delayMs, signal, settled, index }) => {
      if (settled === null || index === null) return [];
      const end = storedEntry<SettledEntry>(settled);
      const row = recordRow(index, storedEntry<SignalEntry>(signal), end);
      return [{ row, delayMs, lateOutcome: end.enteredLate?.outcome ?? null }];
    });
  } while (rows.length === MOST_READ);
}

/** The first or the last of what a trader took, those behind a place where one is given. */
async function readTaken(
  db: Pool,
  { userId, ledger }: TakenBy,
  order: 'asc' | 'desc',
  after = -1,
): Promise<TakenRow[]> {
  return queryRows<TakenRow>(db)`select t.index as place, t.delay_ms as "delayMs", signal.body as signal,
      settled.body as settled, settled.index
    from (
      select ledger, index, delay_ms from taken_signals
      where user_id = ${userId} and ledger = (select id from ledgers where name = ${ledger})
        and index > ${after}
      order by index ${raw(order)} limit ${MOST_READ}
    ) t join ledger_entries signal using (ledger, index)
    left join ledger_entries settled on settled.ledger = t.ledger and settled.kind = 'settled'
    and settled.signal = signal.signal
    order by t.index ${raw(order)}`;
}

async function countTaken(db: Pool, { userId, ledger }: TakenBy): Promise<number> {
  return queryValue<number>(db)`select count(*)::int as count from taken_signals
    where user_id = ${userId} and ledger = (select id from ledgers where name = ${ledger})`;
}
