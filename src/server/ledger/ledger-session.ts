import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import { verifierKeyText } from '../../core/log/checkpoint.ts';
import type { ServerSecret } from '../platform/server-secret.ts';
import { sha256 } from './ed25519.ts';
import { type LedgerKey, openLedgerKey } from './ledger-key.ts';
import { type LedgerMarks, type Marked, markProblem } from './ledger-marks.ts';
import { findLedger, insertEntries, insertLedger, lastCheckpoint, type LedgerRow } from './ledger-rows.ts';
import { LedgerDamagedError, type LedgerTakenError } from './ledger.ts';
import { type LedgerEdge, readEdge } from './read-edge.ts';
import { StoredTiles } from './stored-tiles.ts';
import { connectWriter, releaseWriter, type Writer } from './writer-connection.ts';

export interface LedgerOptions {
  /** The database of the ledger. It is written through its own connection, and read through this pool. */
  readonly db: Pool;
  readonly log: FastifyBaseLogger;
  /** `live`, or the name of one replay's or synthetic run's own ledger: `replay-...`, `synthetic-...`. */
  readonly name: string;
  /** The description of prices that are not live; undefined for live ones. Stored when the ledger is made. */
  readonly label: string | undefined;
  /** Host that names a new ledger in its checkpoints, such as `signals.example.com`. Stored when the ledger is made. */
  readonly originHost: string;
  readonly secret: ServerSecret;
  /** Where the last checkpoint is kept outside the database. */
  readonly marks: LedgerMarks;
  readonly now: () => EpochMs;
  /**
   * Hears, once, that this opening will never write again: while its connection was lost another server took the ledger, or
   * what is there was altered. Everything asked of it from then on rejects.
   */
  readonly onLost?: (reason: LedgerTakenError | LedgerDamagedError) => void;
}

/** The writer's connection and the state of its ledger. */
export interface LedgerSession {
  readonly writer: Writer;
  readonly ledger: LedgerRow;
  readonly key: LedgerKey;
  readonly edge: LedgerEdge;
}

/**
 * Takes the lease of the one who writes, under a name, finds or makes the ledger and its key, and reads where it stands.
 * @throws LedgerTakenError, LedgerDamagedError, or what `pg` reports.
 */
export async function openSession(options: LedgerOptions, writerName: string): Promise<LedgerSession> {
  const { db, name, label, originHost, secret, marks, now, log } = options;
  const writer = await connectWriter(db, writerName);
  const { client } = writer;
  try {
    const origin = `${originHost}/ledger/${name}`;
    if ((await findLedger(client, name)) === undefined) {
      await requireMark(marks, name, undefined);
      await insertLedger(client, { name, label: label ?? null, origin }, now());
    }
    const ledger = await findLedger(client, name);
    if (ledger === undefined) throw new Error(`The ledger ${name} could not be made.`);
    const { key, earlier, isNew } = await openLedgerKey(client, ledger, secret, now());
    const keys = [key.verifier, ...earlier];
    // A checkpoint of the empty log shows that the log exists.
    if ((await lastCheckpoint(client, ledger.id)) === undefined) {
      const root = sha256(new Uint8Array());
      const note = key.sign({ origin: ledger.origin, size: 0, root });
      await insertEntries(writer, ledger.id, [], [], { size: 0, root, note, openSignals: 0 });
    }
    const edge = await readEdge(client, ledger, keys, key.verifier);
    const tiles = new StoredTiles(db, ledger.id);
    await requireMark(marks, name, { ledger, size: edge.tree.size, keys, tiles });
    if (isNew && earlier.length > 0)
      log.warn(
        { ledger: name, size: edge.tree.size, key: verifierKeyText(sha256, key.verifier) },
        "the server's secret is new: from here on the ledger's checkpoints are signed with a new key",
      );
    return { writer, ledger, key, edge };
  } catch (error) {
    await releaseWriter(writer);
    throw error;
  }
}

async function requireMark(marks: LedgerMarks, name: string, marked: Marked | undefined): Promise<void> {
  const problem = await markProblem(marks, name, marked);
  if (problem !== undefined)
    throw new LedgerDamagedError(
      `The ledger ${name} was cut back or rewritten: ${problem}. Nothing is added to it: restore the newest backup, or, to go on without what is lost, move ${marks.place(name)} away.`,
    );
}
