import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { voidFor } from '../../core/signals/settlement.ts';
import type { OutageEntry } from '../../core/signals/ledger-entry.ts';
import { LedgerDamagedError } from './ledger.ts';
import type { OpenedLedger } from './open-ledger.ts';

/** A replay or a run on made-up prices that ended unfinished. */
export interface AbandonedRun {
  readonly name: string;
  readonly label: string | undefined;
}

/** Ledgers other than that of the live prices and `own` in which signals are open: no server writes them any more. */
export async function findAbandonedRuns(db: Pool, own: string): Promise<AbandonedRun[]> {
  const { rows } = await db.query<{ name: string; label: string | null }>(
    `select name, label from ledgers where name <> 'live' and name <> $1 and coalesce(
       (select open_signals > 0 from ledger_checkpoints where ledger = ledgers.id order by size desc limit 1),
       -- Entries without a checkpoint: the opening says what is wrong.
       exists (select from ledger_entries where ledger = ledgers.id))
     order by id`,
    [own],
  );
  return rows.map(({ name, label }) => ({ name, label: label ?? undefined }));
}

/**
 * Ends what such runs left open: void, as at the instant of their last entry, beyond which their clocks never went. A ledger
 * that was damaged is logged and left alone. Rejects as `open` does when the database or its lock is not to be had.
 */
export async function voidAbandonedRuns(
  runs: readonly AbandonedRun[],
  open: (run: AbandonedRun) => Promise<OpenedLedger>,
  log: FastifyBaseLogger,
): Promise<void> {
  for (const run of runs) {
    try {
      const voided = await endRun(await open(run));
      log.info({ ledger: run.name, voided }, 'signals of a run that ended without a word are void');
    } catch (error) {
      if (!(error instanceof LedgerDamagedError)) throw error;
      log.error(
        { err: error, ledger: run.name },
        'signals of a run that is over stay open: its ledger is damaged',
      );
    }
  }
}

async function endRun(ledger: OpenedLedger): Promise<number> {
  try {
    const open = await ledger.openSignals();
    const atMs = ledger.lastAtMs();
    if (atMs === undefined) return 0;
    const ends = open.map(({ signal: { id } }) => ({
      kind: 'settled' as const,
      atMs,
      signal: id,
      ...voidFor('server-down'),
    }));
    const outage = {
      kind: 'outage',
      atMs,
      id: randomUUID(),
      fromMs: atMs,
      toMs: atMs,
      reason: 'server-down',
    };
    if (ends.length > 0) await ledger.append([outage as OutageEntry, ...ends]);
    return ends.length;
  } finally {
    await ledger.close();
  }
}
