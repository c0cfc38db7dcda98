import type { ClientBase, QueryConfig } from 'pg';
import { verifyLedger } from '../../core/signals/verify-ledger.ts';
import { databaseSource, storedCheckpoints } from '../../server/ledger/database-source.ts';
import { sha256, verifyEd25519 } from '../../server/ledger/ed25519.ts';
import { storedKeys } from '../../server/ledger/ledger-key.ts';
import { type LedgerMarks, markProblem } from '../../server/ledger/ledger-marks.ts';
import {
  countUncovered,
  findLedger,
  lastCheckpoint,
  type LedgerRow,
  listLedgers,
  type Queries,
} from '../../server/ledger/ledger-rows.ts';
import { StoredTiles } from '../../server/ledger/stored-tiles.ts';
import { CliError } from '../exit-codes.ts';

/** The last checkpoint of a ledger: a signed note. */
interface LastCheckpoint {
  readonly ledger: string;
  readonly note: string;
}

/**
 * Verifies every ledger that was restored, before it is committed, and holds it against the marks of this computer. Returns their last
 * checkpoints. What is missing in a history was missing when it was written, and is no reason to refuse it.
 * @throws CliError when an entry, a tile or a checkpoint is wrong, or when a ledger is behind its mark.
 */
export async function checkRestored(
  client: ClientBase,
  marks: LedgerMarks,
  signal: AbortSignal,
): Promise<LastCheckpoint[]> {
  const db = inTurn(client);
  const checkpoints: LastCheckpoint[] = [];
  const names = new Set((await listLedgers(db)).map(({ name }) => name));
  for (const name of names.add('live')) {
    const ledger = await findLedger(db, name);
    const last = ledger && (await lastCheckpoint(db, ledger.id));
    if (ledger !== undefined && (last !== undefined || (await countUncovered(db, ledger.id)) > 0))
      await requireSound(db, ledger, signal);
    if (last !== undefined) checkpoints.push({ ledger: name, note: last.note });
    const problem = await markProblem(
      marks,
      name,
      ledger && {
        ledger,
        size: last?.size ?? 0,
        keys: await storedKeys(db, ledger),
        tiles: new StoredTiles(db, ledger.id),
      },
    );
    if (problem !== undefined)
      throw new CliError(
        'ledger_wrong',
        `The ledger ${name} of the backup is behind the one that was here: ${problem}. Nothing was restored.`,
        `Restore a newer backup or, to go on without what is lost, move ${marks.place(name)} away.`,
      );
  }
  return checkpoints;
}

async function requireSound(db: Queries, ledger: LedgerRow, signal: AbortSignal): Promise<void> {
  const [key, ...earlierKeys] = await storedKeys(db, ledger);
  if (key === undefined) throw wrong(ledger.name, 'it has no key');
  const { problems } = await verifyLedger({
    source: databaseSource(db, ledger),
    ledgerName: ledger.name,
    key,
    earlierKeys,
    earlier: storedCheckpoints(db, ledger),
    sha256,
    ed25519: verifyEd25519,
    onProgress: () => signal.throwIfAborted(),
  });
  const first = problems.find(({ part }) => part !== 'signal' && part !== 'minute');
  if (first !== undefined) throw wrong(ledger.name, first.message);
}

function wrong(ledger: string, problem: string): CliError {
  return new CliError(
    'ledger_wrong',
    `The ledger ${ledger} of the backup does not hold: ${problem} Nothing was restored.`,
    'Restore an older backup.',
  );
}

/** Serialises queries on one connection. */
function inTurn(client: ClientBase): Queries {
  let last: Promise<unknown> = Promise.resolve();
  const query = (config: string | QueryConfig, values?: unknown[]) => {
    const next = last.then(() => client.query(config, values));
    last = next.catch(() => undefined);
    return next;
  };
  return { query: query as Queries['query'] };
}
