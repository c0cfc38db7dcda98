import type { AdminAccount, AdminNewKey } from '../core/wire/admin.ts';
import { epochMs } from '../core/time/instant.ts';
import {
  changeEmail,
  countAccounts,
  createAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  removeAccount,
  requireAccount,
  resetKey,
  setAdmin,
} from '../server/auth/accounts.ts';
import { removeSecondFactor, setSecondFactor } from '../server/auth/second-factor.ts';
import { endSessions } from '../server/auth/sessions.ts';
import { openServerSecret } from '../server/platform/server-secret.ts';
import { failed, misuse } from './exit-codes.ts';
import type { CommandContext, Ending } from './command-context.ts';
import { counted, documentTable, formatPairs, isoTime, type Output } from './output.ts';
import { type DatabaseAccess, withAccounts } from './with-accounts.ts';

const now = () => epochMs(Date.now());

export interface AddOptions {
  readonly traderId?: string;
  readonly name?: string;
}
/** `user add`: makes an account and shows its key, this once. */
export async function addUser(context: CommandContext, email: string, options: AddOptions): Promise<Ending> {
  const made = await withAccounts(context.output, 'user add', async ({ db, event }) => {
    const added = await createAccount(db, { email, traderId: options.traderId, name: options.name }, now());
    event.account = added.account.id;
    return added;
  });
  return showKey(context, 'Account created.', made);
}

/** `user list`: all accounts, or those that the searched text occurs in, the oldest first. */
export async function listUsers(
  { output }: CommandContext,
  { search = '' }: { readonly search?: string },
): Promise<Ending> {
  const { accounts, total } = await withAccounts(output, 'user list', async ({ db }) => ({
    accounts: await listAccounts(db, now(), search),
    total: await countAccounts(db),
  }));
  return output.result({ users: accounts.map(accountDocument) }, () => accountTable(accounts, total));
}

export async function showUser({ output }: CommandContext, email: string): Promise<Ending> {
  const account = await onAccount(output, 'user show', email, async (_access, found) => found);
  return output.result({ user: accountDocument(account) }, () => accountPairs(account));
}

/** `user disable`: ends the sessions at once, and no new one begins. */
export async function disableUser({ output }: CommandContext, email: string): Promise<Ending> {
  const { account, ended } = await onAccount(output, 'user disable', email, async ({ db }, before) => ({
    account: await disableAccount(db, before.id, now()),
    ended: before.sessions,
  }));
  return output.result(
    { user: accountDocument(account) },
    () => `${account.email} is disabled; ${counted(ended, 'session')} ended.`,
  );
}

export async function enableUser({ output }: CommandContext, email: string): Promise<Ending> {
  const account = await onAccount(output, 'user enable', email, ({ db }, { id }) =>
    enableAccount(db, id, now()),
  );
  return output.result({ user: accountDocument(account) }, () => `${account.email} can sign in again.`);
}

/** `user reset-key`: a new key in place of the old one or of the trader's own password. */
export async function resetUserKey(context: CommandContext, email: string): Promise<Ending> {
  const made = await onAccount(context.output, 'user reset-key', email, ({ db }, { id }) =>
    resetKey(db, id, now()),
  );
  const also = made.account.state === 'disabled' ? ' The account is still disabled.' : '';
  return showKey(context, `New key; the old one and all sessions ended.${also}`, made);
}

/** `user end-sessions`: the trader has to sign in again, everywhere. */
export async function endUserSessions({ output }: CommandContext, email: string): Promise<Ending> {
  const { account, ended } = await onAccount(output, 'user end-sessions', email, async ({ db }, found) => ({
    account: found,
    ended: await endSessions(db, 'global', { userId: found.id, sessionId: undefined }),
  }));
  return output.result(
    { user: { ...accountDocument(account), sessions: 0 } },
    () => `${account.email} can sign in again; ${counted(ended, 'session')} ended.`,
  );
}

/** `user admin`: whether the account may use /admin. */
export async function setUserAdmin(
  { output }: CommandContext,
  email: string,
  value: string,
): Promise<Ending> {
  const what = isOn(value) ? 'user admin on' : 'user admin off';
  const account = await onAccount(output, what, email, ({ db }, { id }) =>
    setAdmin(db, id, value === 'on', now()),
  );
  return output.result({ user: accountDocument(account) }, () =>
    account.isAdmin
      ? `${account.email} can use /admin: sign in, then open it.`
      : `${account.email} cannot use /admin.`,
  );
}

/** `user second-factor`: what an admin's authenticator app takes, shown this once, or none any more. */
export async function setUserSecondFactor(
  { output }: CommandContext,
  emailOrId: string,
  value: string,
): Promise<Ending> {
  const what = isOn(value) ? 'user second-factor on' : 'user second-factor off';
  const { email, factor } = await onAccount(output, what, emailOrId, async ({ db, config }, account) => {
    if (value === 'off') {
      await removeSecondFactor(db, account.id);
      return { email: account.email, factor: undefined };
    }
    if (!account.isAdmin) {
      throw misuse(
        `${account.email} is no admin, and only admins are asked for a code.`,
        `npx pipcast user admin ${account.email} on`,
      );
    }
    const secret = openServerSecret(config.authSecret, config.dataDir);
    const made = await setSecondFactor(db, { ...account, brand: config.brand.name }, secret, now());
    return { email: account.email, factor: made };
  });
  return output.result({ email, secondFactor: factor ?? null }, () =>
    factor === undefined
      ? `${email} is asked for no code.`
      : [
          `From now on ${email} gives a code at each action. Type this key into an authenticator app:`,
          formatPairs([
            ['Key', factor.secret],
            ['Link', factor.uri],
          ]),
          'Each of these recovery codes stands for one code, once:',
          ...factor.recoveryCodes.map((code) => `  ${code}`),
          'None of it is shown again.',
        ].join('\n'),
  );
}

function isOn(value: string): boolean {
  if (value === 'on' || value === 'off') return value === 'on';
  throw misuse(`Say on or off, not ${JSON.stringify(value)}.`);
}

/** `user set-email`: another address to sign in with; key and sessions stay. */
export async function setUserEmail(
  { output }: CommandContext,
  email: string,
  address: string,
): Promise<Ending> {
  const { before, account } = await onAccount(output, 'user set-email', email, async ({ db }, found) => ({
    before: found.email,
    account: await changeEmail(db, found.id, address, now()),
  }));
  return output.result({ user: accountDocument(account) }, () =>
    account.email === before
      ? `${before} has this address already.`
      : `${before} is now ${account.email}; the key and ${counted(account.sessions, 'session')} stay.`,
  );
}

/** `user remove`: for good, so it needs --yes. */
export async function removeUser(
  { output }: CommandContext,
  email: string,
  { yes = false }: { readonly yes?: boolean },
): Promise<Ending> {
  if (!yes) throw misuse('An account is removed for good, with all that belongs to it.', 'Add --yes.');
  const removed = await onAccount(output, 'user remove', email, ({ db }, { id }) =>
    removeAccount(db, id, now()),
  );
  return output.result({ user: accountDocument(removed) }, () => `${removed.email} is removed.`);
}

/** Finds the account of an address or ID and does the work on it; the command `what` is recorded as one on that account. */
function onAccount<T>(
  output: Output,
  what: string,
  emailOrId: string,
  work: (access: DatabaseAccess, account: AdminAccount) => Promise<T>,
): Promise<T> {
  return withAccounts(output, what, async (access) => {
    const account = await requireAccount(access.db, emailOrId, now());
    access.event.account = account.id;
    return work(access, account);
  });
}

async function showKey(
  { output }: CommandContext,
  done: string,
  { account, key }: AdminNewKey,
): Promise<Ending> {
  const text = () =>
    [
      done,
      formatPairs([
        ['E-mail', account.email],
        ['Trader ID', account.traderId ?? ''],
        ['Key', key],
      ]),
      'Hand the key to the trader: it is their password. It is stored nowhere and not shown again.',
    ].join('\n');
  const isPrinted = await output.show({ user: accountDocument(account), key }, text).catch(() => false);
  if (isPrinted) return 'ok';
  throw failed(
    `${done} But its key could not be shown, and it is stored nowhere.`,
    `Make another one: npx pipcast user reset-key ${account.email}`,
  );
}

/** An account for scripts. Times are UTC in ISO form; missing values are null. */
function accountDocument(account: AdminAccount): object {
  return {
    id: account.id,
    email: account.email,
    name: account.name,
    traderId: account.traderId,
    state: account.state,
    admin: account.isAdmin,
    sessions: account.sessions,
    createdAt: isoTime(account.createdMs),
    lastSignInAt: isoTime(account.lastSignInMs) || null,
    keyRequestedAt: isoTime(account.keyRequestedMs) || null,
  };
}

/** An account for people; a name, which traders choose themselves, comes last: a long one hides nothing. */
function accountFields(account: AdminAccount) {
  return {
    'E-mail': account.email,
    'Trader ID': account.traderId,
    State: account.state.replace('_', ' '),
    Sessions: account.sessions,
    Created: isoTime(account.createdMs),
    'Last sign-in': isoTime(account.lastSignInMs),
    'Asked for a key': isoTime(account.keyRequestedMs),
    Name: account.name,
  };
}

function accountTable(accounts: readonly AdminAccount[], total: number): string {
  if (total === 0) return 'There is no account yet. Make one: npx pipcast user add EMAIL';
  const count = accounts.length === total ? `${total}` : `${accounts.length} of ${total}`;
  const table = documentTable(accounts.map(accountFields)) ?? '';
  return `${table}\n\n${count} ${total === 1 ? 'account' : 'accounts'}`.trimStart();
}

function accountPairs(account: AdminAccount): string {
  const fields = { ...accountFields(account), ID: account.id, Admin: account.isAdmin ? 'yes' : 'no' };
  return formatPairs(Object.entries(fields).map(([name, value]) => [name, String(value ?? '')]));
}
