import type { Pool } from 'pg';
import type { EventData, EventState, EventType, LedgerEvent } from '../../core/alerts/ledger-events.ts';
import type { VerdictCode } from '../../core/record/verdict.ts';
import { parseEntry } from '../../core/signals/entry-bytes.ts';
import type { LedgerEntry, SignalEntry } from '../../core/signals/ledger-entry.ts';
import { queryRows, queryValue } from '../platform/sql.ts';

/** An event with its entry, and for a settlement the signal that it ends. */
export interface StoredEvent extends LedgerEvent {
  readonly id: number;
  readonly ledger: string;
  /** The description of prices that were not live. */
  readonly label: string | null;
  readonly origin: string;
  readonly data: EventData;
  readonly entry: LedgerEntry;
  readonly signal: SignalEntry | undefined;
}

/** How far a ledger was searched for events, and the last ones found. */
export interface EventPlace extends EventState {
  readonly nextIndex: number;
  /** The last verdict that was sent, with its engine. */
  readonly verdict: VerdictCode | undefined;
  readonly engine: string | undefined;
}

export async function readPlace(db: Pool, ledger: number): Promise<EventPlace> {
  const nextIndex = await queryValue<number | undefined>(db)`
    select next_index from alert_places where ledger = ${ledger}`;
  const rows = await queryRows<{ type: EventType; atMs: number; data: EventData }>(db)`
    select distinct on (kind) case when type like 'feed.%' then 'feed' else type end as kind, type, at_ms as
      "atMs", data
    from alert_events where ledger = ${ledger}
    and type in ('feed.lost', 'feed.back', 'market.open', 'record.verdict')
    order by kind, id desc`;
  const last = (type: EventType) => rows.find((row) => row.type === type);
  const lost = last('feed.lost');
  const { verdict, engine } = last('record.verdict')?.data ?? {};
  return {
    nextIndex: nextIndex ?? 0,
    lostMs: lost?.atMs,
    openedMs: last('market.open')?.data.openedMs,
    verdict,
    engine,
  };
}

/**
 * Adds events and moves the place of their ledger, both or neither; false when another server has moved it since.
 */
export async function insertEvents(
  db: Pool,
  ledger: number,
  { fromIndex, nextIndex }: { readonly fromIndex: number; readonly nextIndex: number },
  events: readonly LedgerEvent[],
): Promise<boolean> {
  const rows = await queryRows(db)`with moved as (
      insert into alert_places (ledger, next_index) select ${ledger}, ${nextIndex} where ${fromIndex} = 0
      or exists (select from alert_places where ledger = ${ledger})
      on conflict (ledger) do update set next_index = ${nextIndex}
      where alert_places.next_index = ${fromIndex} returning next_index
    ), added as (
      insert into alert_events (ledger, index, type, at_ms, data)
      select ${ledger}, index, type, at_ms, data
      from rows
      from
        (json_to_recordset(${JSON.stringify(events.map(({ index, type, atMs, data = {} }) => ({ index, type, at_ms: atMs, data })))}::json)
        as (index bigint, type text, at_ms bigint, data jsonb))
        with ordinality as new(index, type, at_ms, data, place)
      where exists (select from moved) order by place
    ) select from moved`;
  return rows.length === 1;
}

/** The events after one, in order. */
export async function readEventsAfter(db: Pool, after: number, limit: number): Promise<StoredEvent[]> {
  const rows = await queryRows<
    Omit<StoredEvent, 'entry' | 'signal'> & { readonly body: Buffer; readonly signal: Buffer | null }
  >(db)`
    select e.id, l.name as ledger, l.label, l.origin, e.index, e.type, e.at_ms as "atMs", e.data,
      entry.body, opening.body as signal
    from alert_events e join ledgers l on l.id = e.ledger
    join ledger_entries entry on entry.ledger = e.ledger and entry.index = e.index
    left join ledger_entries opening on e.type = 'signal.settled' and opening.ledger = e.ledger
    and opening.kind = 'signal'
      and opening.signal = entry.signal
    where e.id > ${after} order by e.id limit ${limit}`;
  return rows.map(({ body, signal, ...event }) => {
    const entry = parseEntry(body);
    const ended = signal === null ? entry : parseEntry(signal);
    return { ...event, entry, signal: ended.kind === 'signal' ? ended : undefined };
  });
}
