import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { AdminAccount, AdminNewKey, NewAccount } from '../../core/wire/admin.ts';
import { DAY_MS, type EpochMs } from '../../core/time/instant.ts';
import {
  AccountError,
  conflictOf,
  emailProblem,
  labelProblem,
  lookupEmail,
  generateAccountKey,
} from './account-rules.ts';
import { msOf, inTransaction } from '../db/database-pool.ts';
import { hashPassword } from './passwords.ts';
import { EMAIL_APP_METADATA, ownMetadata } from './user-store.ts';
import { execute, executeOne, queryRows, queryValue, sql } from '../platform/sql.ts';

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
  const hash = await hashPassword(key);
  const at = new Date(now);
  try {
    await execute(db)`
      insert into users (id, identity_id, email, password_hash, password_is_key, trader_id, app_metadata,
        user_metadata, email_confirmed_at, created_at, updated_at)
      values (${id}, ${randomUUID()}, ${email}, ${hash}, true, ${traderId}, ${EMAIL_APP_METADATA},
        ${metadata}, ${at}, ${at}, ${at})`;
  } catch (error) {
    throw (await conflictOf(db, error, { id, email, traderId })) ?? error;
  }
  return { account: await requireAccount(db, id, now), key };
}

/** The account of an e-mail address or an ID; throws AccountError when there is none. */
export async function requireAccount(db: Pool, emailOrId: string, now: EpochMs): Promise<AdminAccount> {
  const wanted = sql`where u.email = ${lookupEmail(emailOrId)} or u.id::text = ${lookupEmail(emailOrId)}`;
  const [account] = await selectAccounts(db, now, wanted);
  if (account) return account;
  throw new AccountError('not_found', `There is no account for ${JSON.stringify(emailOrId)}.`);
}

/** Whether a text occurs in the address, trader ID or name, ignoring case; the empty text occurs in all. */
const matches = (text: string) => sql`
  (strpos(u.email, lower(${text})) > 0 or strpos(lower(u.trader_id), lower(${text})) > 0
    or strpos(lower(u.user_metadata ->> 'full_name'), lower(${text})) > 0)`;

/** All accounts, or those in whose address, trader ID or name a text occurs, the oldest first. */
export function listAccounts(db: Pool, now: EpochMs, text = ''): Promise<AdminAccount[]> {
  return selectAccounts(db, now, sql`where ${matches(text)} order by u.created_at, u.id`);
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
  const passes = sql`${matches(text)} and (not ${askedForKey} or u.recovery_requested_at is not null)`;
  const createdAt = after && new Date(after.createdAt);
  const [accounts, total] = await Promise.all([
    selectAccounts(
      db,
      now,
      sql`
        where ${passes} and (${createdAt}::timestamptz is null or (u.created_at, u.id) < (${createdAt}, ${after?.id}::uuid))
        order by u.created_at desc, u.id desc limit ${limit}`,
    ),
    queryValue<number>(db)`select count(*)::int from users u where ${passes}`,
  ]);
  return { accounts, total };
}

/** The addresses of those of the accounts that exist, by ID. */
export async function readEmails(db: Pool, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await queryRows<{ id: string; email: string }>(db)`select id, email from users
    where id = any(${ids}::uuid[])`;
  return new Map(rows.map(({ id, email }) => [id, email]));
}

export async function countKeyRequests(db: Pool): Promise<number> {
  return queryValue<number>(db)`select count(*)::int from users
    where recovery_requested_at is not null`;
}

export async function countAccounts(db: Pool): Promise<number> {
  return queryValue<number>(db)`select count(*)::int from users`;
}

/**
 * Ends the account's sessions at once and refuses new ones until it is enabled. With `keepsAnAdmin` the last account that can use
 * /admin stays as it is. Throws AccountError.
 */
export const disableAccount = (
  db: Pool,
  emailOrId: string,
  now: EpochMs,
  { keepsAnAdmin = false } = {},
): Promise<AdminAccount> =>
  change(db, emailOrId, now, sql`banned_until = ${new Date(now + DISABLED_FOR_MS)}`, {
    check: async (client, id) => (keepsAnAdmin ? requireOtherAdmin(client, id, now) : undefined),
    endsSessions: true,
  });

/** Locks the rows of all admins first: two who disable each other at the same time must not both count the other one. */
async function requireOtherAdmin(client: ClientBase, id: string, now: EpochMs): Promise<void> {
  const rows = await queryRows<{ id: string; is_active: boolean }>(client)`
    select id, coalesce(banned_until <= ${new Date(now)}, true) as is_active from users where is_admin
    order by id for update`;
  const isLast = rows.some((row) => row.id === id) && !rows.some((row) => row.id !== id && row.is_active);
  if (isLast) throw new AccountError('last_admin', 'This is the last account that can use /admin.');
}

/** Lets the account use /admin, or not any more, from its next request on. Throws AccountError. */
export const setAdmin = (
  db: Pool,
  emailOrId: string,
  isAdmin: boolean,
  now: EpochMs,
): Promise<AdminAccount> => change(db, emailOrId, now, sql`is_admin = ${isAdmin}`);

/** Lets a disabled account sign in again. Throws AccountError. */
export const enableAccount = (db: Pool, emailOrId: string, now: EpochMs): Promise<AdminAccount> =>
  change(db, emailOrId, now, sql`banned_until = null`);

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
  const key = generateAccountKey();
  const hash = await hashPassword(key);
  const changes = sql`password_hash = ${hash}, password_is_key = true, recovery_requested_at = null,
    email_confirmed_at = coalesce(email_confirmed_at, ${new Date(now)})`;
  const account = await change(db, emailOrId, now, changes, {
    async check(client, id) {
      // Locks the row, so that the account cannot become an admin meanwhile.
      const isAdmin = await queryValue<boolean>(
        client,
      )`select is_admin from users where id = ${id} for update`;
      if (sparesAdmins && isAdmin)
        throw new AccountError('admin_account', "An admin's key is made on the command line only.");
      // The holder of the old key may have made them.
      await execute(client)`delete from api_tokens where user_id = ${id}`;
    },
    endsSessions: true,
  });
  return { account, key };
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
  const account = await requireAccount(db, emailOrId, now);
  // The account's own address is no change: nothing is written.
  if (account.email === email) return account;
  try {
    return await change(
      db,
      account.id,
      now,
      sql`email = ${email}, user_metadata = user_metadata || ${{ email }}`,
    );
  } catch (error) {
    throw (await conflictOf(db, error, { ...account, email })) ?? error;
  }
}

/** Removes the account with everything that belongs to it. Throws AccountError. */
export async function removeAccount(db: Pool, emailOrId: string, now: EpochMs): Promise<AdminAccount> {
  const account = await requireAccount(db, emailOrId, now);
  await execute(db)`delete from users where id = ${account.id}`;
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
  return executeOne(db)`select 1 from users where email = ${DEMO_EMAIL} and (banned_until is null
    or banned_until <= ${new Date(now)})`;
}

interface ChangeOptions {
  /** Is called in the transaction of the change, before it. */
  readonly check?: (client: ClientBase, id: string) => Promise<void>;
  readonly endsSessions?: boolean;
}

/**
 * Changes columns of an account and then, where that is asked for, ends its sessions. In this order: a sign-in that overlaps either
 * has stored its session when the row is locked, and it is ended here, or waits for the row and finds it changed. Answers the account
 * as it is then. Throws AccountError.
 */
async function change(
  db: Pool,
  emailOrId: string,
  now: EpochMs,
  columns: ReturnType<typeof sql>,
  { check, endsSessions = false }: ChangeOptions = {},
): Promise<AdminAccount> {
  const { id } = await requireAccount(db, emailOrId, now);
  await inTransaction(db, async (client) => {
    await check?.(client, id);
    await execute(client)`update users set ${columns}, updated_at = ${new Date(now)} where id = ${id}`;
    if (endsSessions) await execute(client)`delete from sessions where user_id = ${id}`;
  });
  return requireAccount(db, id, now);
}

function selectAccounts(db: Pool, now: EpochMs, clauses: ReturnType<typeof sql>): Promise<AdminAccount[]> {
  return queryRows<AdminAccount>(db)`
    select u.id, u.email, u.user_metadata ->> 'full_name' as name, u.trader_id as "traderId",
      case when u.banned_until > ${new Date(now)} then 'disabled'
        when u.email_confirmed_at is null or u.password_hash is null then 'needs_key' else 'active' end as state,
      u.is_admin as "isAdmin", (select count(*)::int from sessions s where s.user_id = u.id) as sessions,
      ${msOf('u.created_at')} as "createdMs", ${msOf('u.last_sign_in_at')} as "lastSignInMs",
      ${msOf('greatest(u.last_sign_in_at, (select max(s.used_at) from sessions s where s.user_id = u.id))')} as "lastSeenMs",
      ${msOf('u.recovery_requested_at')} as "keyRequestedMs"
    from users u ${clauses}`;
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
