import type { ClientBase } from 'pg';

/** A signal without a settlement, and its start price if it has one, as they are stored. */
export interface OpenSignalRow {
  readonly index: number;
  readonly body: Buffer;
  readonly entered: Buffer | null;
}

/** So many places are looked through at a time: an hour of a busy desk, whose signals live for minutes at most. */
const STRETCH_PLACES = 4_096;

/**
 * Written so that nothing but a look-up by a key is possible: the kind is hidden from the index that begins with it, and what
 * belongs to a signal is asked for signal by signal. PostgreSQL knows nothing of a ledger that is young or was just restored,
 * and given the choice would read all of it.
 */
const OPEN = `
  select s.index::float8 as index, s.body, (
      select e.body from ledger_entries e where e.ledger = $1 and e.kind = 'entered' and e.signal = s.signal
    ) as entered
  from ledger_entries s
  where s.ledger = $1 and s.index >= $2 and s.index < $3 and s.kind || '' = 'signal'
    and (select d.index from ledger_entries d where d.ledger = $1 and d.kind = 'settled' and d.signal = s.signal) is null
  order by s.index`;

/**
 * The signals without a settlement among the first `size` entries of a ledger, in order. Looks from the end back, a stretch at
 * least, until `count` are found. In a ledger that was altered it may find fewer or more.
 */
export async function readOpenSignals(
  client: ClientBase,
  ledger: number,
  size: number,
  count: number,
): Promise<OpenSignalRow[]> {
  const found: OpenSignalRow[] = [];
  let from = size;
  do {
    const to = from;
    from = Math.max(0, to - STRETCH_PLACES);
    const { rows } = await client.query<OpenSignalRow>(OPEN, [ledger, from, to]);
    found.unshift(...rows);
  } while (from > 0 && found.length < count);
  return found;
}
