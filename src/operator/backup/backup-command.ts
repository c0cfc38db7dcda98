import { type ClientBase, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from '../../server/db/database-pool.ts';
import { type Config, loadConfig } from '../../server/platform/config.ts';
import { readMigrations } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { packageVersion } from '../../server/platform/project-files.ts';
import { placeOfSecret, secretText } from '../../server/platform/server-secret.ts';
import type { CommandContext, Ending } from '../command-context.ts';
import { misuse } from '../exit-codes.ts';
import { formatBytes } from '../output.ts';
import { interruptible } from '../terminal.ts';
import { commandLog, recordedCommand } from '../with-accounts.ts';
import { newPassphrase, sealSecret } from './sealed-secret.ts';
import {
  type BackupHead,
  headLine,
  type RowCounts,
  writeBackup,
  END_OF_ROWS,
  BACKUP_TABLES,
  rowsText,
} from './backup-file.ts';

export interface BackupFlags {
  readonly withSecret?: boolean;
}

/** All tables at one instant, and every value in the form that each version of PostgreSQL reads. */
const ONE_INSTANT = `begin isolation level repeatable read, read only;
  set local statement_timeout = 0; set local datestyle = 'ISO'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 3`;

export async function backupCommand(
  { io, output }: CommandContext,
  file: string,
  { withSecret = false }: BackupFlags,
): Promise<Ending> {
  const config = loadConfig();
  return interruptible(async (signal): Promise<Ending> => {
    const secret = secretText(config.authSecret, config.dataDir);
    if (withSecret && secret === undefined)
      throw misuse('There is no secret yet: the first start of the server makes it.');
    const sealed =
      withSecret && secret !== undefined ? sealSecret(secret, await newPassphrase(io, signal)) : undefined;
    const log = commandLog(output);
    const database = await openDatabase(config, log, { role: 'command', signal });
    try {
      const rows: Record<string, number> = {};
      const write = async (client: ClientBase) => {
        await client.query(ONE_INSTANT);
        const taken: BackupHead = {
          version: packageVersion(),
          createdAt: new Date().toISOString(),
          migrations: await appliedMigrations(client),
          ...(sealed !== undefined && { secret: sealed }),
        };
        requireWholeSchema(taken);
        return { head: taken, bytes: await writeBackup(file, content(client, taken, rows), signal) };
      };
      const { head, bytes } = await recordedCommand(database.db, 'backup', log, () =>
        withClient(database.ownerLogin, write),
      );
      const document = { file, bytes, createdAt: head.createdAt, rows, hasSecret: withSecret };
      return output.result(document, () =>
        [
          `${file} holds ${rowsText(rows)}: ${formatBytes(bytes)}.`,
          ...(secret === undefined ? [] : [withSecret ? SECRET_IS_IN : secretIsOut(config)]),
        ].join('\n'),
      );
    } finally {
      await database.close();
    }
  });
}

/** A newer version may have added tables that this one does not know. */
function requireWholeSchema({ migrations }: BackupHead): void {
  const own = new Set(readMigrations().map(({ name }) => name));
  const unknown = migrations.find(({ name }) => !own.has(name));
  if (unknown !== undefined)
    throw misuse(
      `The database is newer than this Pipcast: it has had the migration ${unknown.name}. Nothing was written.`,
      'Back up with the newer version.',
    );
}

const SECRET_IS_IN = "The server's secret is in it, sealed: without the passphrase it cannot be restored.";

function secretIsOut(config: Config): string {
  return `The server's secret is not in it. Keep a copy of ${placeOfSecret(config)}: without it all sessions end and the ledger goes on under a new key.`;
}

async function appliedMigrations(client: ClientBase): Promise<BackupHead['migrations']> {
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from pipcast_migrations order by name collate "C"',
  );
  return rows;
}

/** The text of a backup. Counts the rows of each table in `rows`. */
async function* content(
  client: ClientBase,
  head: BackupHead,
  rows: Record<string, number>,
): AsyncGenerator<Buffer | string> {
  yield headLine(head);
  for (const table of BACKUP_TABLES) {
    const columns = await columnsOf(client, table);
    yield `${JSON.stringify({ table, columns })}\n`;
    const names = columns.map((column) => escapeIdentifier(column)).join(', ');
    const copy = client.query(copyTo(`copy public.${table} (${names}) to stdout`));
    yield* copy;
    yield END_OF_ROWS;
    rows[table] = copy.rowCount;
  }
  yield `${JSON.stringify(rows satisfies RowCounts)}\n`;
}

/** Stored columns only; PostgreSQL computes the others itself. */
async function columnsOf(client: ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = to_regclass('public.' || $1) and attnum > 0 and not attisdropped and attgenerated = ''
     order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}
