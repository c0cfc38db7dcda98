import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type ClientBase, escapeIdentifier, type Pool } from 'pg';
import { codeOf, DatabaseError } from '../platform/database-error.ts';
import { serverFile } from '../platform/project-files.ts';
import { type RunningNode, runningNodes } from './nodes.ts';

/** One step of the schema: a file named NNNN-what.sql, never changed once it was released. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** How a migration begins that only adds. Any other waits until no server runs that does not know it. */
const EXPANDS = '-- Expands: servers that do not know it go on working.\n';

/** Key of the advisory lock that lets one process migrate at a time; any number that is not used elsewhere. */
const MIGRATION_LOCK = 1_346_983_251;

/** Reads the migrations in a folder, in their order. */
export function readMigrations(folder: URL = serverFile('db/migrations/')): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name) => {
    // A checkout on Windows may change line ends; the migration is the same.
    const sql = readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n');
    return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
  });
}

/**
 * Brings the schema up to date, each migration in a transaction of its own; a second process that does the same waits.
 * @returns the names of the migrations applied now.
 * @throws DatabaseError when an applied migration was changed or is missing, or when one fails.
 */
export async function migrate(
  client: ClientBase,
  migrations: readonly Migration[] = readMigrations(),
): Promise<string[]> {
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const pending = await pendingMigrations(client, migrations);
    await client.query(
      `CREATE TABLE IF NOT EXISTS pipcast_migrations (
         name text PRIMARY KEY,
         sha256 text NOT NULL,
         expands boolean NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
    await requireNoOlderNode(client, pending);
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    // When this fails the session is gone, and the lock with it.
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
}

/** A table that exists from the begin of a restore to its end: the database is empty meanwhile, and no server starts on it. */
export const RESTORE_MARK = 'pipcast_restore';

/**
 * Migrates by the role that has to own the tables, and lets the role `writer` work with them. For a restore, an empty database gets its
 * mark first.
 * @throws DatabaseError when a role has not the rights for it.
 */
export async function migrateAs(
  client: ClientBase,
  { writer, isRestore = false }: { readonly writer?: string; readonly isRestore?: boolean },
): Promise<void> {
  try {
    if (isRestore)
      await client.query(
        `DO $$ BEGIN
           IF to_regclass('pipcast_migrations') IS NULL THEN CREATE TABLE IF NOT EXISTS public.${RESTORE_MARK} (); END IF;
         END $$`,
      );
    await migrate(client);
    if (writer !== undefined) await grantWriter(client, writer);
  } catch (error) {
    const cause = error instanceof DatabaseError ? error.cause : error;
    // No right on an object; no schema in which the role may make one.
    if (!['42501', '3F000'].includes(codeOf(cause) ?? '') || !(cause instanceof Error)) throw error;
    const { rows } = await client.query<{ role: string; name: string }>(
      'SELECT quote_ident(current_user) AS role, quote_ident(current_database()) AS name',
    );
    const { role, name } = rows[0] ?? { role: '', name: '' };
    throw new DatabaseError(
      `The role ${role} does not own the database ${name} and its tables (${cause.message}): as a superuser run ` +
        `ALTER DATABASE ${name} OWNER TO ${role} and, where another role made the tables, REASSIGN OWNED BY that role TO ${role}; ` +
        'or set DATABASE_OWNER_URL to the role that owns them.',
      { cause },
    );
  }
}

/**
 * The migrations that a database has not had yet; changes nothing. It may have had later ones that a newer version brought, where
 * those only add.
 * @throws DatabaseError when what it has had does not fit this program.
 */
export async function pendingMigrations(
  client: ClientBase,
  migrations: readonly Migration[] = readMigrations(),
): Promise<Migration[]> {
  if (!(await hasTable(client, 'pipcast_migrations'))) return [...migrations];
  const { rows: applied } = await client.query<AppliedMigration>(
    'SELECT name, sha256, expands FROM pipcast_migrations ORDER BY name COLLATE "C"',
  );
  const newest = migrations.at(-1)?.name ?? '';
  const unknown = applied.find((each) => each.name > newest && !each.expands);
  if (unknown !== undefined)
    throw new DatabaseError(
      `The database is newer than this Pipcast: it has had the migration ${unknown.name}, which is unknown here${await nodesWith(client, unknown.name)}. Install the newer version.`,
    );
  return compareMigrations(
    applied.filter(({ name }) => name <= newest),
    migrations,
  );
}

/** Whether servers that do not know a migration go on working beside it. */
function expands({ sql }: Migration): boolean {
  return sql.startsWith(EXPANDS);
}

interface AppliedMigration {
  readonly name: string;
  readonly sha256: string;
  readonly expands: boolean;
}

async function nodesWith(client: ClientBase, migration: string): Promise<string> {
  const nodes = (await listedNodes(client)).filter(({ schema }) => schema >= migration);
  if (nodes.length === 0) return '';
  return ` and belongs to ${nodes.map(({ name, version }) => `the node ${name} (version ${version})`).join(', ')}`;
}

/** A migration that does more than add would break the running servers that do not know it. */
async function requireNoOlderNode(client: ClientBase, pending: readonly Migration[]): Promise<void> {
  const breaking = pending.find((migration) => !expands(migration));
  if (breaking === undefined) return;
  const older = (await listedNodes(client)).find(({ schema }) => schema < breaking.name);
  if (older !== undefined)
    throw new DatabaseError(
      `The migration ${breaking.name} does not work beside the node ${older.name} (version ${older.version}), which is older than this Pipcast: stop it first. A node that was killed counts for 15 s more.`,
    );
}

async function listedNodes(client: ClientBase): Promise<RunningNode[]> {
  return (await hasTable(client, 'nodes')) ? runningNodes(client) : [];
}

async function hasTable(client: ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>('SELECT to_regclass($1) IS NOT NULL AS has', [name]);
  return rows[0]?.has === true;
}

/**
 * Compares what a database has had with what the program brings.
 * @throws DatabaseError when they do not fit together.
 */
function compareMigrations(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const done = new Map(applied.map((each) => [each.name, each.sha256]));
  const last = applied.at(-1)?.name ?? '';
  for (const { name, sha256 } of applied) {
    const migration = known.get(name);
    if (migration === undefined) {
      throw new DatabaseError(
        `The migration ${name} was applied to the database but is missing from this Pipcast. Restore the file.`,
      );
    }
    if (migration.sha256 !== sha256) {
      throw new DatabaseError(
        `The migration ${name} was changed after it had been applied. Restore the file, and put the change into a new migration.`,
      );
    }
  }
  const pending = migrations.filter((migration) => !done.has(migration.name));
  const late = pending.find((migration) => migration.name < last);
  if (late !== undefined) {
    throw new DatabaseError(
      `The migration ${late.name} comes before ${last}, which the database has had already. Give it a higher number.`,
    );
  }
  return pending;
}

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query('INSERT INTO pipcast_migrations (name, sha256, expands) VALUES ($1, $2, $3)', [
      migration.name,
      migration.sha256,
      expands(migration),
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw new DatabaseError(
      `The migration ${migration.name} failed and was taken back: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

/** Key of the advisory lock that lets one process give rights at a time; any number that is not used elsewhere. */
const GRANT_LOCK = 1_346_983_253;

/** The tables that only grow are those whose trigger refuses changes. */
const LEDGER_TABLES = `select c.oid, c.relname, c.relowner from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where t.tgfoid = to_regproc('refuse_ledger_change')`;

/**
 * Lets the server's role do its work, by the owner of the tables: all with the accounts, but in the ledger's tables read and insert
 * only. What the owner gave before that goes beyond it is taken back.
 */
export async function grantWriter(owner: ClientBase, role: string): Promise<void> {
  const writer = escapeIdentifier(role);
  // PostgreSQL refuses one of two that change a table's rights at the same time.
  const alone = `SELECT pg_advisory_xact_lock(${GRANT_LOCK})`;
  await owner.query(
    `${alone};
     GRANT USAGE ON SCHEMA public TO ${writer};
     GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${writer};
     REVOKE ALL ON pipcast_migrations FROM ${writer};
     GRANT SELECT ON pipcast_migrations TO ${writer}`,
  );
  const { rows } = await owner.query<{ relname: string }>(LEDGER_TABLES);
  for (const { relname } of rows) {
    const table = escapeIdentifier(relname);
    await owner.query(
      `${alone}; REVOKE ALL ON ${table} FROM ${writer}; GRANT SELECT, INSERT ON ${table} TO ${writer}`,
    );
  }
}

export interface WriterRole {
  readonly role: string;
  /** It owns tables of the ledger or is a superuser: it could switch the triggers off. */
  readonly isOwner: boolean;
  /** It has a right to change or remove rows, which only the triggers refuse. */
  readonly mayChange: boolean;
}

/** Reads the rights of the role of a pool's connections; changes nothing. */
export async function writerRole(db: Pool): Promise<WriterRole> {
  const { rows } = await db.query<WriterRole>(
    `select current_user as role, coalesce(bool_or(pg_has_role(relowner, 'usage')), false) as "isOwner",
       coalesce(bool_or(has_table_privilege(oid, 'update, delete, truncate, trigger')), false) as "mayChange"
     from (${LEDGER_TABLES}) as tables`,
  );
  return rows[0] as WriterRole;
}
