import type { Pool } from 'pg';
import { parseEntry } from '../../core/signals/entry-bytes.ts';
import type { PlacedEntry } from '../../core/signals/ledger-entry.ts';
import { findLedger, lastCheckpoint, type Queries, readEntries } from './ledger-rows.ts';
import { asUnavailable, type Ledger } from './ledger.ts';

const READ_AT_ONCE = 1_000;

/** A ledger as every server shows it, whichever server writes it. */
export type ReadLedger = Pick<Ledger, 'name' | 'label' | 'size' | 'read' | 'onAppended'>;

export type LedgerReader = NonNullable<Awaited<ReturnType<typeof openLedgerReader>>>;

/**
 * The ledger of a name up to its last checkpoint, undefined where the database has none. Its entries come from the database when `look`
 * is called, or from the one who writes it in this process, sooner. Listeners hear each once and in order.
 */
export async function openLedgerReader(db: Pool, name: string) {
  const row = await findLedger(db, name);
  if (row === undefined) return undefined;
  const checkpointSize = async () => (await lastCheckpoint(db, row.id))?.size ?? 0;
  const listeners = new Set<(entries: readonly PlacedEntry[]) => void>();
  let size = await checkpointSize();
  const read = (fromIndex: number, count: number) => readPlaced(db, row.id, fromIndex, count);
  const see = (entries: readonly PlacedEntry[]) => {
    const news = entries.filter(({ index }) => index >= size);
    if (news.length === 0 || news[0]?.index !== size) return;
    size += news.length;
    for (const listener of listeners) listener(news);
  };
  return {
    name: row.name,
    label: row.label ?? undefined,
    size: () => size,
    onAppended(listener: (entries: readonly PlacedEntry[]) => void) {
      const own = (entries: readonly PlacedEntry[]) => listener(entries);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    read: (fromIndex: number, limit: number) => read(fromIndex, Math.min(limit, size - fromIndex)),
    /** Adds durable entries; known ones are skipped, and a gap in front of them is left to `look`. */
    see,
    /** Reads what is new. Rejects with a LedgerUnavailableError while the database does not answer. */
    async look() {
      for (;;) {
        const news = await read(size, READ_AT_ONCE);
        see(news);
        if (news.length < READ_AT_ONCE) return;
      }
    },
    behind: async () => Math.max(0, (await checkpointSize()) - size),
  } satisfies ReadLedger & Record<string, unknown>;
}

/** Entries from an index on. Rejects with a LedgerUnavailableError while the database does not answer. */
export async function readPlaced(
  db: Queries,
  ledger: number,
  fromIndex: number,
  count: number,
): Promise<readonly PlacedEntry[]> {
  if (count <= 0) return [];
  const rows = await readEntries(db, ledger, fromIndex, count).catch((error: unknown) => {
    throw asUnavailable(error);
  });
  return rows.map(({ index, body }) => ({ index, entry: parseEntry(body) }));
}
