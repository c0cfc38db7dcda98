import type { FastifyBaseLogger } from 'fastify';
import type { Client, Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import { verifierKeyText } from '../../core/log/checkpoint.ts';
import type { ServerSecret } from '../secret/server-secret.ts';
import { sha256 } from './ed25519.ts';
import type { LedgerDamagedError, LedgerTakenError } from './ledger-errors.ts';
import { type LedgerKey, openLedgerKey } from './ledger-key.ts';
import { findLedger, insertLedger, type LedgerRow } from './ledger-rows.ts';
import { type LedgerEdge, readEdge } from './read-edge.ts';
import { connectWriter, endWriter } from './writer-connection.ts';

export interface LedgerOptions {
  /** Where the ledger is. It is written through a connection of its own, and read through this pool. */
  readonly db: Pool;
  readonly log: FastifyBaseLogger;
  /** `live`, or the name of one replay's or synthetic run's own ledger: `replay-...`, `synthetic-...`. */
  readonly name: string;
  /** What the prices are when they are not live; undefined for live ones. Kept when the ledger is made. */
  readonly label: string | undefined;
  /** Host that names a new ledger in its checkpoints, such as `signals.example.com`. Kept when the ledger is made. */
  readonly originHost: string;
  readonly secret: ServerSecret;
  readonly now: () => EpochMs;
  /**
   * Hears, once, that this opening will never write again: while its connection was lost another server took the ledger, or
   * what is there was altered. Everything asked of it from then on rejects.
   */
  readonly onLost?: (reason: LedgerTakenError | LedgerDamagedError) => void;
}

/** The connection that holds the lock, and where the ledger stands by it. */
export interface LedgerSession {
  readonly client: Client;
  readonly ledger: LedgerRow;
  readonly key: LedgerKey;
  readonly edge: LedgerEdge;
}

/**
 * Takes the lock of the one who writes, under the name of a writer, finds or makes the ledger and its key, and reads where it stands.
 * @throws LedgerTakenError, LedgerDamagedError, or what `pg` reports.
 */
export async function openSession(options: LedgerOptions, writer: string): Promise<LedgerSession> {
  const { db, name, label, originHost, secret, now, log } = options;
  const client = await connectWriter(db, writer);
  try {
    const origin = `${originHost}/ledger/${name}`;
    if ((await findLedger(client, name)) === undefined)
      await insertLedger(client, { name, label: label ?? null, origin }, now());
    const ledger = await findLedger(client, name);
    if (ledger === undefined) throw new Error(`The ledger ${name} could not be made.`);
    const { key, earlier, isNew } = await openLedgerKey(client, ledger, secret, now());
    const edge = await readEdge(client, ledger, [key.verifier, ...earlier]);
    if (isNew && earlier.length > 0)
      log.warn(
        { ledger: name, size: edge.tree.size, key: verifierKeyText(sha256, key.verifier) },
        "the server's secret is new: from here on the ledger's checkpoints are signed with a new key",
      );
    return { client, ledger, key, edge };
  } catch (error) {
    await endWriter(client);
    throw error;
  }
}
