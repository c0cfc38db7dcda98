import { pipeline } from 'node:stream/promises';
import { type ClientBase, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { epochMs } from '../../core/time/instant.ts';
import { insertEvent } from '../../server/auth/security-events.ts';
import { withClient } from '../../server/db/in-transaction.ts';
import { type Config, loadConfig } from '../../server/platform/config.ts';
import { readMigrations, RESTORE_MARK } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { isDatabaseUnavailable } from '../../server/platform/database-error.ts';
import { fileMarks } from '../../server/ledger/ledger-marks.ts';
import {
  keepSecret,
  openServerSecret,
  placeOfSecret,
  secretText,
} from '../../server/platform/server-secret.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { CliError } from '../exit-codes.ts';
import { interruptible } from '../terminal.ts';
import type { CliProcess } from '../output.ts';
import { commandLog, operatorName } from '../with-accounts.ts';
import { knownPassphrase, unsealSecret } from './sealed-secret.ts';
import type { BackupFlags } from './backup-command.ts';
import {
  type BackupHead,
  type OpenBackup,
  openBackup,
  type RowCounts,
  BACKUP_TABLES,
  rowsText,
} from './backup-file.ts';
import { checkRestored } from './check-restored.ts';

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
    own.every(({ name, sha256 }, at) => migrations[at]?.name === name && migrations[at]?.sha256 === sha256);
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
  if (sealed === undefined)
    throw new CliError('usage', `${file} has no secret in it.`, 'Restore it without --with-secret.');
  const secret = unsealSecret(sealed, await knownPassphrase(io, signal));
  if (secret === undefined)
    throw new CliError('usage', `The passphrase does not open the secret in ${file}. Nothing was changed.`);
  const own = secretText(config.authSecret, config.dataDir);
  if (own !== undefined && own !== secret)
    throw new CliError(
      'usage',
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
  const checkpoints = await checkRestored(client, marks, signal);
  const own = secret ?? secretText(config.authSecret, config.dataDir);
  const isSecretHere = await isSecretOf(client, own, config.dataDir);
  const at = epochMs(Date.now());
  const event = { at, what: 'restore', result: 'ok', account: undefined, ip: undefined };
  await insertEvent(client, { ...event, operator: operatorName() });
  // Before the commit: a server that finds the restored database finds these as well.
  if (secret !== undefined && config.authSecret === undefined) keepSecret(secret, config.dataDir);
  for (const { ledger, note } of checkpoints) await marks.write(ledger, note);
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
