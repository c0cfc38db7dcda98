import type { Command } from 'commander';
import { action, type ProgramContext, wholeNumber } from './command-context.ts';

const users = () => import('./user-commands.ts');

/** Adds `user` to the program: the accounts. */
export function registerUsers(program: Command, context: ProgramContext): void {
  const user = program
    .command('user')
    .description(
      'the accounts: add, list, show, disable, enable, reset-key, end-sessions, set-email, admin, second-factor, remove, import',
    )
    .helpCommand(false);
  user
    .command('add')
    .description('create an account; prints its key once')
    .argument('<email>', "the trader's e-mail address")
    .option('--trader-id <id>', "the trader's ID at the broker")
    .option('--name <name>', "the trader's full name")
    .action(action(context, async () => (await users()).addUser));

  user
    .command('list')
    .description('list the accounts')
    .option('--search <text>', 'only those whose e-mail, trader ID or name contains the text')
    .action(action(context, async () => (await users()).listUsers));

  registerOneAccount(user, context);

  user
    .command('import')
    .description("create accounts from an export of the hosted service's users; they keep their passwords")
    .argument('<file>', 'JSON, NDJSON or CSV of the table auth.users, gzip too; - reads stdin')
    .option('--dry-run', 'only read the file and check its rows')
    .option('--assume-confirmed', 'take every address as confirmed when the file does not say which are')
    .action(action(context, async () => (await import('./user-import/user-import-command.ts')).importUsers));
}

function registerOneAccount(user: Command, context: ProgramContext): void {
  const ofOne = (name: string, description: string) =>
    user.command(name).description(description).argument('<email>', "the account's e-mail address or ID");

  for (const [name, description, run] of [
    ['show', 'show one account', 'showUser'],
    ['disable', 'refuse sign-in from now on and end all sessions at once', 'disableUser'],
    ['enable', 'allow sign-in again', 'enableUser'],
    ['reset-key', 'make a new key, print it once, and end all sessions', 'resetUserKey'],
    ['end-sessions', 'sign the trader out everywhere', 'endUserSessions'],
  ] as const)
    ofOne(name, description).action(action(context, async () => (await users())[run]));

  ofOne('set-email', 'change the e-mail address an account signs in with; its key and its sessions stay')
    .argument('<new>', 'the new address')
    .action(action(context, async () => (await users()).setUserEmail));

  for (const [name, description, run] of [
    ['admin', 'let an account use /admin, the screen for operators, or not any more', 'setUserAdmin'],
    ['second-factor', 'ask an admin for a code at /admin; prints its key once', 'setUserSecondFactor'],
  ] as const)
    ofOne(name, description)
      .argument('<on|off>', 'on or off')
      .action(action(context, async () => (await users())[run]));

  ofOne('remove', 'delete an account and its sessions for good')
    .option('-y, --yes', 'it is meant')
    .action(action(context, async () => (await users()).removeUser));
}

/** Adds `audit` to the program: what the record of security events holds. */
export function registerAudit(program: Command, context: ProgramContext): void {
  program
    .command('audit')
    .description(
      'list who did what: sign-ins, refusals, sign-outs, password changes and the commands on accounts; the newest first',
    )
    .option('--account <email>', 'only what is about this account: its e-mail address or ID')
    .option(
      '--what <kind>',
      'only one kind: sign_in, sign_up, refresh, sign_out, password_change, token_add, token_end, or a command such as "user add"',
    )
    .option('--refused', 'only what was refused or failed')
    .option('--limit <n>', 'at most so many, 1 to 10000', wholeNumber(1, 10_000), 100)
    .action(action(context, async () => (await import('./audit-command.ts')).audit));
}
