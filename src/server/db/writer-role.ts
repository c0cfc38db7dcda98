import { type ClientBase, escapeIdentifier, type Pool } from 'pg';

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

/** What the role of these connections could do to the ledger besides adding to it. */
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
