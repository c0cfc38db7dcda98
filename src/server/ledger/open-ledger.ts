import { DatabaseLedger, type OpenedLedger } from './database-ledger.ts';
import { type LedgerOptions, openSession } from './ledger-session.ts';
import { newWriterName } from './writer-connection.ts';

export type { OpenedLedger };

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
