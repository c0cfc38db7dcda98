import { pipeline } from 'node:stream/promises';
import { type ClientBase, escapeIdentifier, type QueryConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { verifyLedger } from '../../core/signals/verify-ledger.ts';
import { epochMs } from '../../core/time/instant.ts';
import { insertEvent } from '../../server/auth/security-events.ts';
import { withClient } from '../../server/db/database-pool.ts';
import { readMigrations, RESTORE_MARK } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { databaseSource, storedCheckpoints, StoredTiles } from '../../server/ledger/stored-tiles.ts';
import { sha256, verifyEd25519 } from '../../server/ledger/ed25519.ts';
import { storedKeys } from '../../server/ledger/ledger-key.ts';
import { fileMarks, type LedgerMarks, markProblem } from '../../server/ledger/ledger-marks.ts';
import {
  countUncovered,
  findLedger,
  lastCheckpoint,
  type LedgerRow,
  listLedgers,
  type Queries,
} from '../../server/ledger/ledger-rows.ts';
import { type Config, loadConfig } from '../../server/platform/config.ts';
import { isDatabaseUnavailable } from '../../server/platform/database-error.ts';
import {
  keepSecret,
  openServerSecret,
  placeOfSecret,
  secretText,
} from '../../server/platform/server-secret.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { CliError, misuse } from '../exit-codes.ts';
import type { CliProcess } from '../output.ts';
import { interruptible } from '../terminal.ts';
import { commandLog, operatorName } from '../with-accounts.ts';
import type { BackupFlags } from './backup-command.ts';
import {
  BACKUP_TABLES,
  type BackupHead,
  type OpenBackup,
  openBackup,
  type RowCounts,
  rowsText,
} from './backup-file.ts';
import { knownPassphrase, unsealSecret } from './sealed-secret.ts';

const TABLES = BACKUP_TABLES.map((table) => `public.${table}`).join(', ');

/** `pipcast restore FILE`. One transaction: whatever ends it early, the database stays empty, and no server starts on it. */
export async function restoreCommand(
  { io, output }: CommandContext,
  file: string,
  { withSecret = false }: BackupFlags,
): Promise<Ending> {
  const config = loadConfig();
  return interruptible(async (signal): Promise<Ending> => {
    const backup = await openBackup(file, signal);
    try {
      const { head } = backup;
      requireThisSchema(file, head);
      const secret = withSecret ? await secretOf(io, file, head, config, signal) : undefined;
      // As a server: alone on an embedded database.
      const options = { role: 'server', isRestore: true, signal } as const;
      const database = await openDatabase(config, commandLog(output), options);
      try {
        const { rows, isSecretHere } = await withClient(database.ownerLogin, (client) =>
          restore(client, backup, { config, secret, signal, where: database.where }),
        );
        const { version, createdAt } = head;
        return output.result({ file, where: database.where, version, createdAt, rows, isSecretHere }, () =>
          [
            `Restored from ${file} of ${createdAt}, and verified: ${rowsText(rows)}.`,
            ...(isSecretHere
              ? []
              : [
                  `The server's secret is missing. Put it back before the first start (${placeOfSecret(config)}): without it all sessions end and the ledger goes on under a new key.`,
                ]),
          ].join('\n'),
        );
      } finally {
        await database.close();
      }
    } finally {
      backup.close();
    }
  });
}

function requireThisSchema(file: string, { version, migrations }: BackupHead): void {
  const own = readMigrations();
  const isSame =
    own.length === migrations.length &&
    own.every((one, at) => migrations[at]?.name === one.name && migrations[at]?.sha256 === one.sha256);
  if (isSame) return;
  throw new CliError(
    'restore_refused',
    `${file} was written by Pipcast ${version}, whose database has another schema.`,
    'Restore it with the Pipcast that wrote it, and upgrade that.',
  );
}

/** The secret in a backup, if this computer has none or the same. */
async function secretOf(
  io: CliProcess,
  file: string,
  { secret: sealed }: BackupHead,
  config: Config,
  signal: AbortSignal,
): Promise<string> {
  if (sealed === undefined) throw misuse(`${file} has no secret in it.`, 'Restore it without --with-secret.');
  const secret = unsealSecret(sealed, await knownPassphrase(io, signal));
  if (secret === undefined)
    throw misuse(`The passphrase does not open the secret in ${file}. Nothing was changed.`);
  const own = secretText(config.authSecret, config.dataDir);
  if (own !== undefined && own !== secret)
    throw misuse(
      `There is another secret here already: ${placeOfSecret(config)}.`,
      'Remove it, or restore without --with-secret.',
    );
  return secret;
}

interface RestoreOptions {
  readonly config: Config;
  readonly secret: string | undefined;
  readonly signal: AbortSignal;
  readonly where: string;
}

async function restore(
  client: ClientBase,
  backup: OpenBackup,
  { config, secret, signal, where }: RestoreOptions,
): Promise<{ rows: RowCounts; isSecretHere: boolean }> {
  await client.query('begin');
  await requireEmpty(client, where);
  await client.query(
    `create table if not exists public.${RESTORE_MARK} (); commit; begin; set local statement_timeout = 0`,
  );
  await requireEmpty(client, where);
  const rows = await load(client, backup, signal).catch((error: unknown) => {
    if (signal.aborted || isDatabaseUnavailable(error)) throw error;
    throw Object.assign(backup.notWhole(), { cause: error });
  });
  const marks = fileMarks(config.dataDir);
  const notes = await checkRestored(client, marks, signal);
  const own = secret ?? secretText(config.authSecret, config.dataDir);
  const isSecretHere = await isSecretOf(client, own, config.dataDir);
  const at = epochMs(Date.now());
  const event = { at, what: 'restore', result: 'ok', account: undefined, ip: undefined };
  await insertEvent(client, { ...event, operator: operatorName() });
  // Before the commit: a server that finds the restored database finds these as well.
  if (secret !== undefined && config.authSecret === undefined) keepSecret(secret, config.dataDir);
  for (const [ledger, note] of notes) await marks.write(ledger, note);
  await client.query(`drop table public.${RESTORE_MARK}; commit`);
  return { rows, isSecretHere };
}

/** Blocks all other writers until the end of the transaction. */
async function requireEmpty(client: ClientBase, where: string): Promise<void> {
  await client.query(`lock table ${TABLES} in access exclusive mode`);
  for (const table of BACKUP_TABLES) {
    const { rowCount } = await client.query(`select from public.${table} limit 1`);
    if (rowCount !== 0)
      throw new CliError(
        'restore_refused',
        `The database is not empty (${where}): its table ${table} has rows. Nothing was changed.`,
        'Restore into a new database: set PIPCAST_DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
      );
  }
}

async function load(client: ClientBase, backup: OpenBackup, signal: AbortSignal): Promise<RowCounts> {
  const loaded: Record<string, number> = {};
  for (const expected of BACKUP_TABLES) {
    const { table, columns, rows } = await backup.nextTable();
    if (table !== expected) throw new Error(`The backup has the table ${table} where ${expected} should be.`);
    const names = columns.map((column) => escapeIdentifier(column)).join(', ');
    const copy = client.query(copyFrom(`copy public.${table} (${names}) from stdin`));
    await pipeline(rows, copy, { signal });
    loaded[table] = copy.rowCount;
    await continueIdentities(client, table);
  }
  const counts = await backup.end();
  for (const table of BACKUP_TABLES)
    if (loaded[table] !== counts[table])
      throw new Error(`The table ${table} has ${loaded[table]} rows, but ${counts[table]} were written.`);
  return counts;
}

/** Sets the next numbers behind those of the restored rows. */
async function continueIdentities(client: ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = to_regclass('public.' || $1) and attidentity <> ''`,
    [table],
  );
  for (const { column } of rows) {
    const name = escapeIdentifier(column);
    await client.query(
      `select setval(pg_get_serial_sequence('public.' || $1, $2), max(${name})) from public.${table} having max(${name}) is not null`,
      [table, column],
    );
  }
}

/** Whether the keys in the database are sealed with this secret; true also when there are none. */
async function isSecretOf(client: ClientBase, secret: string | undefined, dataDir: string): Promise<boolean> {
  const { rows } = await client.query<{ secret_id: string }>(
    'select secret_id from signing_keys union select secret_id from ledger_keys',
  );
  if (rows.length === 0 || secret === undefined) return rows.length === 0;
  const { id } = openServerSecret(secret, dataDir);
  return rows.some(({ secret_id }) => secret_id === id);
}

/**
 * Verifies every ledger that was restored, before it is committed, and holds it against the marks of this computer. Returns their last
 * checkpoints, signed notes by the names of the ledgers. What is missing in a history was missing when it was written, and is no reason to refuse it.
 * @throws CliError when an entry, a tile or a checkpoint is wrong, or when a ledger is behind its mark.
 */
async function checkRestored(
  client: ClientBase,
  marks: LedgerMarks,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const db = inTurn(client);
  const notes = new Map<string, string>();
  const names = new Set((await listLedgers(db)).map(({ name }) => name));
  for (const name of names.add('live')) {
    const ledger = await findLedger(db, name);
    const last = ledger && (await lastCheckpoint(db, ledger.id));
    if (ledger !== undefined && (last !== undefined || (await countUncovered(db, ledger.id)) > 0))
      await requireSound(db, ledger, signal);
    if (last !== undefined) notes.set(name, last.note);
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
  return notes;
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
