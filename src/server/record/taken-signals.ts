import type { Pool } from 'pg';
import { recordRow } from '../../core/record/record-row.ts';
import type { SettledEntry, SignalEntry } from '../../core/signals/ledger-entry.ts';
import type { SignalId } from '../../core/signals/signal-id.ts';
import { type EpochMs, epochMs } from '../../core/time/instant.ts';
import type { RecordRow } from '../../core/wire/record.ts';
import type { TakenSignals } from '../../core/wire/taken.ts';

const MOST_LISTED = 1_000;

/** Whose signals, in which ledger. */
export interface TakenBy {
  readonly userId: string;
  /** Its name. */
  readonly ledger: string;
}

/**
 * Notes that a trader took a signal, once: what was said first stands. False where the ledger has no such signal, or it is over.
 * @param at on the clock of the desk
 * @param wallMs on that of the computer
 */
export async function take(
  db: Pool,
  { userId, ledger }: TakenBy,
  id: SignalId,
  { at, wallMs }: { readonly at: EpochMs; readonly wallMs: EpochMs },
): Promise<boolean> {
  const { rows } = await db.query<{ ledger: number; body: Buffer }>(
    `select e.ledger, e.body from ledger_entries e join ledgers l on l.id = e.ledger
     where l.name = $1 and e.kind = 'signal' and e.signal = $2`,
    [ledger, id],
  );
  const [found] = rows;
  if (found === undefined) return false;
  const { startMs, expiryMs } = entryOf<SignalEntry>(found.body);
  if (at >= expiryMs) return false;
  await db.query(
    `insert into taken_signals (user_id, ledger, signal, delay_ms, taken_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [userId, found.ledger, id, Math.max(0, Math.round(at - startMs)), new Date(wallMs)],
  );
  return true;
}

/** Forgets that a trader took a signal; false where there is nothing to forget. */
export async function forget(db: Pool, { userId, ledger }: TakenBy, id: SignalId): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from taken_signals where user_id = $1 and signal = $3
     and ledger = (select id from ledgers where name = $2)`,
    [userId, ledger, id],
  );
  return rowCount === 1;
}

interface TakenRow {
  readonly delay_ms: number;
  readonly signal: Buffer;
  readonly settled: Buffer | null;
  readonly index: number | null;
  readonly total: number;
}

/** What a trader took, the newest first. */
export async function listTaken(db: Pool, by: TakenBy): Promise<TakenSignals> {
  const rows = await readTaken(db, by, MOST_LISTED);
  return {
    ledger: by.ledger,
    total: rows[0]?.total ?? 0,
    signals: rows.map(({ delay_ms: delayMs, signal, settled }) => {
      const { id, pair, timeframe, direction, startMs } = entryOf<SignalEntry>(signal);
      const end = settled === null ? undefined : entryOf<SettledEntry>(settled);
      const late = end?.enteredLate?.outcome ?? null;
      const at = epochMs(startMs);
      return {
        id,
        pair,
        timeframe,
        direction,
        startMs: at,
        delayMs,
        outcome: end?.outcome ?? null,
        lateOutcome: late,
      };
    }),
  };
}

/** A settled signal that a trader took. */
export interface TakenOutcome {
  readonly row: RecordRow;
  readonly delayMs: number;
  readonly lateOutcome: string | null;
}

/** All that are settled, the oldest first. */
export async function settledTaken(db: Pool, by: TakenBy): Promise<TakenOutcome[]> {
  return (await readTaken(db, by, undefined)).reverse().flatMap(({ delay_ms, signal, settled, index }) => {
    if (settled === null || index === null) return [];
    const end = entryOf<SettledEntry>(settled);
    const row = recordRow(index, entryOf<SignalEntry>(signal), end);
    return [{ row, delayMs: delay_ms, lateOutcome: end.enteredLate?.outcome ?? null }];
  });
}

async function readTaken(
  db: Pool,
  { userId, ledger }: TakenBy,
  most: number | undefined,
): Promise<TakenRow[]> {
  const { rows } = await db.query<TakenRow>(
    `select t.delay_ms, signal.body as signal, settled.body as settled, settled.index::float8 as index,
       (count(*) over ())::integer as total
     from taken_signals t join ledgers l on l.id = t.ledger
     join ledger_entries signal on signal.ledger = t.ledger and signal.kind = 'signal' and signal.signal = t.signal
     left join ledger_entries settled on settled.ledger = t.ledger and settled.kind = 'settled' and settled.signal = t.signal
     where t.user_id = $1 and l.name = $2 order by signal.index desc limit $3`,
    [userId, ledger, most],
  );
  return rows;
}

function entryOf<Entry>(body: Buffer): Entry {
  return JSON.parse(body.toString('latin1')) as Entry;
}
