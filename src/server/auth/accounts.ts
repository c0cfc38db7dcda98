import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { AdminAccount, AdminNewKey } from '../../core/wire/admin.ts';
import { DAY_MS, type EpochMs } from '../../core/time/instant.ts';
import { AccountError, conflictOf, emailProblem, labelProblem, lookupEmail } from './account-rules.ts';
import { generateAccountKey } from './account-key.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { msOf } from '../db/database-pool.ts';
import { hashPassword } from './passwords.ts';
import { EMAIL_APP_METADATA, ownMetadata } from './user-store.ts';

export interface NewAccount {
  readonly email: string;
  readonly traderId?: string | undefined;
  readonly name?: string | undefined;
}

export const DEMO_EMAIL = 'demo@example.com';

/** The protocol has no unlimited ban, only an instant until which it lasts. */
export const DISABLED_FOR_MS = 100 * 365 * DAY_MS;

/**
 * Makes an account with a generated key. Throws AccountError when the address or trader ID is not valid or belongs to
 * another account already.
 */
export async function createAccount(db: Pool, request: NewAccount, now: EpochMs): Promise<AdminNewKey> {
  const email = requireAddress(request.email);
  const traderId = label(request.traderId, 'trader_id_invalid', 'trader ID');
  const name = label(request.name, 'name_invalid', 'name');
  const key = generateAccountKey();
  const id = randomUUID();
  const metadata = { ...(name === undefined ? {} : { full_name: name }), ...ownMetadata({ id, email }) };
  try {
    await db.query(
      `insert into users (id, identity_id, email, password_hash, password_is_key, trader_id, app_metadata,
         user_metadata, email_confirmed_at, created_at, updated_at)
       values ($1, $2, $3, $4, true, $5, $6, $7, $8, $8, $8)`,
      [
        id,
        randomUUID(),
        email,
        await hashPassword(key),
        traderId ?? null,
        EMAIL_APP_METADATA,
        metadata,
        new Date(now),
      ],
    );
  } catch (error) {
    throw (await conflictOf(db, error, { id, email, traderId })) ?? error;
  }
  return { account: await requireAccount(db, id, now), key };
}

/** The account of an e-mail address or an ID; throws AccountError when there is none. */
export async function requireAccount(db: Pool, emailOrId: string, now: EpochMs): Promise<AdminAccount> {
  const accounts = await selectAccounts(
    db,
    'where u.email = $2 or u.id::text = $2',
    [lookupEmail(emailOrId)],
    now,
  );
  if (!accounts[0]) throw notFound(emailOrId);
  return accounts[0];
}

/** Whether the text of a parameter occurs in the address, trader ID or name, ignoring case; the empty text occurs in all. */
const matches = (parameter: string) =>
  `(strpos(u.email, lower(${parameter})) > 0 or strpos(lower(u.trader_id), lower(${parameter})) > 0
    or strpos(lower(u.user_metadata ->> 'full_name'), lower(${parameter})) > 0)`;

/** All accounts, or those in whose address, trader ID or name a text occurs, the oldest first. */
export function listAccounts(db: Pool, now: EpochMs, text = ''): Promise<AdminAccount[]> {
  return selectAccounts(db, `where ${matches('$2')} order by u.created_at, u.id`, [text], now);
}

export interface AccountFilter {
  readonly text: string;
  /** Only accounts whose traders wait for a new key. */
  readonly askedForKey: boolean;
  /** Only accounts behind this one in the order of the list. */
  readonly after: { readonly createdAt: EpochMs; readonly id: string } | undefined;
  readonly limit: number;
}

/** The first accounts that pass the filter, the newest first, and how many pass it without `after`. */
export async function findAccounts(
  db: Pool,
  { text, askedForKey, after, limit }: AccountFilter,
  now: EpochMs,
): Promise<{ readonly accounts: AdminAccount[]; readonly total: number }> {
  const askedFor = askedForKey ? 'and u.recovery_requested_at is not null' : '';
  const [accounts, counted] = await Promise.all([
    selectAccounts(
      db,
      `where ${matches('$2')} ${askedFor} and ($3::timestamptz is null or (u.created_at, u.id) < ($3, $4::uuid))
       order by u.created_at desc, u.id desc limit $5`,
      [text, after ? new Date(after.createdAt) : null, after?.id ?? null, limit],
      now,
    ),
    db.query<{ count: number }>(
      `select count(*)::int as count from users u where ${matches('$1')} ${askedFor}`,
      [text],
    ),
  ]);
  return { accounts, total: counted.rows[0]?.count ?? 0 };
}

/** The addresses of those of the accounts that exist, by ID. */
export async function readEmails(db: Pool, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<{ id: string; email: string }>(
    'select id, email from users where id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ id, email }) => [id, email]));
}

export async function countKeyRequests(db: Pool): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from users where recovery_requested_at is not null',
  );
  return rows[0]?.count ?? 0;
}

export async function countAccounts(db: Pool): Promise<number> {
  const { rows } = await db.query<{ count: number }>('select count(*)::int as count from users');
  return rows[0]?.count ?? 0;
}

/**
 * Ends the account's sessions at once and refuses new ones until it is enabled. With `keepsAnAdmin` the last account that can use
 * /admin stays as it is. Throws AccountError.
 */
export async function disableAccount(
  db: Pool,
  emailOrId: string,
  now: EpochMs,
  { keepsAnAdmin = false } = {},
): Promise<AdminAccount> {
  const { id } = await requireAccount(db, emailOrId, now);
  await inTransaction(db, async (client) => {
    if (keepsAnAdmin) await requireOtherAdmin(client, id, now);
    await changeAndEndSessions(
      client,
      id,
      'update users set banned_until = $2, updated_at = $3 where id = $1',
      [new Date(now + DISABLED_FOR_MS), new Date(now)],
    );
  });
  return requireAccount(db, id, now);
}

/** Locks the rows of all admins first: two who disable each other at the same time must not both count the other one. */
async function requireOtherAdmin(client: ClientBase, id: string, now: EpochMs): Promise<void> {
  const { rows } = await client.query<{ id: string; is_active: boolean }>(
    `select id, coalesce(banned_until <= $1, true) as is_active from users where is_admin order by id for update`,
    [new Date(now)],
  );
  const isLast = rows.some((row) => row.id === id) && !rows.some((row) => row.id !== id && row.is_active);
  if (isLast) throw new AccountError('last_admin', 'This is the last account that can use /admin.');
}

/** Lets the account use /admin, or not any more, from its next request on. Throws AccountError. */
export async function setAdmin(
  db: Pool,
  emailOrId: string,
  isAdmin: boolean,
  now: EpochMs,
): Promise<AdminAccount> {
  const { id } = await requireAccount(db, emailOrId, now);
  await db.query('update users set is_admin = $2, updated_at = $3 where id = $1 and is_admin <> $2', [
    id,
    isAdmin,
    new Date(now),
  ]);
  return requireAccount(db, id, now);
}

/** Lets a disabled account sign in again. Throws AccountError. */
export async function enableAccount(db: Pool, emailOrId: string, now: EpochMs): Promise<AdminAccount> {
  const { id } = await requireAccount(db, emailOrId, now);
  await db.query('update users set banned_until = null, updated_at = $2 where id = $1', [id, new Date(now)]);
  return requireAccount(db, id, now);
}

/**
 * Gives the account a new key in place of its password and ends its sessions. The operator vouches for the address, so
 * it counts as confirmed. With `sparesAdmins` an admin's key stays: one admin must not come by the account of another. Throws
 * AccountError.
 */
export async function resetKey(
  db: Pool,
  emailOrId: string,
  now: EpochMs,
  { sparesAdmins = false } = {},
): Promise<AdminNewKey> {
  const { id } = await requireAccount(db, emailOrId, now);
  const key = generateAccountKey();
  const hash = await hashPassword(key);
  await inTransaction(db, async (client) => {
    if (sparesAdmins) await refuseAdmin(client, id);
    await changeAndEndSessions(
      client,
      id,
      `update users set password_hash = $2, password_is_key = true, recovery_requested_at = null,
       email_confirmed_at = coalesce(email_confirmed_at, $3), updated_at = $3
     where id = $1`,
      [hash, new Date(now)],
    );
    // The holder of the old key may have made them.
    await client.query('delete from api_tokens where user_id = $1', [id]);
  });
  return { account: await requireAccount(db, id, now), key };
}

/** Locks the row, so that the account cannot become an admin meanwhile. */
async function refuseAdmin(client: ClientBase, id: string): Promise<void> {
  const { rows } = await client.query<{ is_admin: boolean }>(
    'select is_admin from users where id = $1 for update',
    [id],
  );
  if (rows[0]?.is_admin)
    throw new AccountError('admin_account', "An admin's key is made on the command line only.");
}

/**
 * Gives the account another address to sign in with. Its password and its sessions stay: who could sign in still can. An address
 * that was never confirmed does not become so. Throws AccountError.
 */
export async function changeEmail(
  db: Pool,
  emailOrId: string,
  address: string,
  now: EpochMs,
): Promise<AdminAccount> {
  const email = requireAddress(address);
  const { id, traderId } = await requireAccount(db, emailOrId, now);
  try {
    // The account's own address is no change: nothing is written.
    await db.query(
      `update users set email = $2, user_metadata = user_metadata || $3, updated_at = $4
       where id = $1 and email <> $2`,
      [id, email, { email }, new Date(now)],
    );
  } catch (error) {
    throw (await conflictOf(db, error, { id, email, traderId })) ?? error;
  }
  return requireAccount(db, id, now);
}

/** Removes the account with everything that belongs to it. Throws AccountError. */
export async function removeAccount(db: Pool, emailOrId: string, now: EpochMs): Promise<AdminAccount> {
  const account = await requireAccount(db, emailOrId, now);
  await db.query('delete from users where id = $1', [account.id]);
  return account;
}

export async function createDemoAccount(db: Pool, now: EpochMs): Promise<AdminNewKey | undefined> {
  if ((await countAccounts(db)) > 0) return undefined;
  try {
    return await createAccount(db, { email: DEMO_EMAIL, name: 'Demo' }, now);
  } catch (error) {
    // Another node that started at the same time has made it, and shows its key.
    if (error instanceof AccountError && error.code === 'email_taken') return undefined;
    throw error;
  }
}

export async function isDemoActive(db: Pool, now: EpochMs): Promise<boolean> {
  const { rowCount } = await db.query(
    'select 1 from users where email = $1 and (banned_until is null or banned_until <= $2)',
    [DEMO_EMAIL, new Date(now)],
  );
  return rowCount === 1;
}

/**
 * Changes a user's row and then ends the sessions, in the transaction of `client`. In this order: a sign-in that overlaps either
 * has stored its session when the row is locked, and it is ended here, or waits for the row and finds it changed.
 */
async function changeAndEndSessions(
  client: ClientBase,
  id: string,
  change: string,
  values: unknown[],
): Promise<void> {
  await client.query(change, [id, ...values]);
  await client.query('delete from sessions where user_id = $1', [id]);
}

/** `clauses` may use $2 and further for `values`. */
async function selectAccounts(
  db: Pool,
  clauses: string,
  values: unknown[],
  now: EpochMs,
): Promise<AdminAccount[]> {
  const { rows } = await db.query<AdminAccount>(
    `select u.id, u.email, u.user_metadata ->> 'full_name' as name, u.trader_id as "traderId",
       case when u.banned_until > $1 then 'disabled'
         when u.email_confirmed_at is null or u.password_hash is null then 'needs_key' else 'active' end as state,
       u.is_admin as "isAdmin", (select count(*)::int from sessions s where s.user_id = u.id) as sessions,
       ${msOf('u.created_at')} as "createdMs", ${msOf('u.last_sign_in_at')} as "lastSignInMs",
       ${msOf('greatest(u.last_sign_in_at, (select max(s.used_at) from sessions s where s.user_id = u.id))')} as "lastSeenMs",
       ${msOf('u.recovery_requested_at')} as "keyRequestedMs"
     from users u ${clauses}`,
    [new Date(now), ...values],
  );
  return rows;
}

function requireAddress(address: string): string {
  const email = lookupEmail(address);
  const problem = emailProblem(email);
  if (problem !== undefined)
    throw new AccountError('email_invalid', `${problem}: ${JSON.stringify(address)}`);
  return email;
}

function label(
  text: string | undefined,
  code: 'trader_id_invalid' | 'name_invalid',
  what: string,
): string | undefined {
  const trimmed = text?.trim() || undefined;
  const problem = labelProblem(trimmed, what);
  if (problem !== undefined) throw new AccountError(code, problem);
  return trimmed;
}

function notFound(emailOrId: string): AccountError {
  return new AccountError('not_found', `There is no account for ${JSON.stringify(emailOrId)}.`);
}
