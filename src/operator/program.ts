import { readFileSync } from 'node:fs';
import { type Argument, Command, Option } from 'commander';
import { type ExitName, exitCodeLines } from './exit-codes.ts';
import { registerHistory } from './history-commands.ts';
import type { CliProcess, Output } from './output.ts';
import { registerVerify } from './verify.ts';

/** What every command is given. */
export interface CommandContext {
  readonly io: CliProcess;
  readonly output: Output;
}

/** How a command ended; `goes on` when it started something that ends the process itself. */
export type Ending = ExitName | 'goes on';

/**
 * The tree of commands. What a command needs is loaded when it runs, so that `--help` and the quick ones stay quick.
 * `end` is told how the command ended; failures are thrown.
 */
export function buildProgram(context: CommandContext, end: (ending: Ending) => void): Command {
  const { io, output } = context;
  const action =
    <Arguments extends unknown[]>(run: (...args: Arguments) => Promise<Ending>) =>
    async (...args: Arguments): Promise<void> =>
      end(await run(...args));

  const program = new Command('pipcast')
    .description(
      'Commands for the operator of Pipcast. They work while the server runs and while it does not.',
    )
    .version(version(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help for a command')
    .helpCommand(false)
    .configureHelp({
      subcommandTerm: (command) =>
        [command.name(), ...command.registeredArguments.map(argumentTerm)].join(' '),
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      // With --json stderr holds one JSON document and nothing else; it is written where the error is caught.
      writeErr: (text) => void (output.json || io.stderr.write(text)),
      outputError: () => undefined,
    });
  const json = (): Option => new Option('--json', 'print one JSON document; errors as JSON on stderr');

  program
    .command('serve')
    .description('start the server, as npm start does')
    .addOption(json().hideHelp())
    .action(
      action(async () => {
        await import('../server/main.ts');
        return 'goes on';
      }),
    );

  program
    .command('doctor')
    .description('check the installation, feature by feature, and say what to do about each problem')
    .addOption(json())
    .action(action(async () => (await import('./doctor/doctor-command.ts')).doctor(context)));

  const user = program
    .command('user')
    .description('the accounts: add, list, show, disable, enable, reset-key, set-email, remove, import')
    .helpCommand(false);
  const users = () => import('./user-commands.ts');

  user
    .command('add')
    .description('create an account; prints its key once')
    .argument('<email>', "the trader's e-mail address")
    .option('--trader-id <id>', "the trader's ID at the broker")
    .option('--name <name>', "the trader's full name")
    .addOption(json())
    .action(
      action(async (email: string, options: AddOptions) => (await users()).addUser(context, email, options)),
    );

  user
    .command('list')
    .description('list the accounts')
    .option('--search <text>', 'only those whose e-mail, trader ID or name contains the text')
    .addOption(json())
    .action(action(async (options: ListOptions) => (await users()).listUsers(context, options)));

  user
    .command('show')
    .description('show one account')
    .argument('<email>', "the account's e-mail address or ID")
    .addOption(json())
    .action(action(async (email: string) => (await users()).showUser(context, email)));

  user
    .command('disable')
    .description('refuse sign-in from now on and end all sessions at once')
    .argument('<email>', "the account's e-mail address or ID")
    .addOption(json())
    .action(action(async (email: string) => (await users()).disableUser(context, email)));

  user
    .command('enable')
    .description('allow sign-in again')
    .argument('<email>', "the account's e-mail address or ID")
    .addOption(json())
    .action(action(async (email: string) => (await users()).enableUser(context, email)));

  user
    .command('reset-key')
    .description('make a new key, print it once, and end all sessions')
    .argument('<email>', "the account's e-mail address or ID")
    .addOption(json())
    .action(action(async (email: string) => (await users()).resetUserKey(context, email)));

  user
    .command('set-email')
    .description('change the e-mail address an account signs in with; its key and its sessions stay')
    .argument('<email>', "the account's e-mail address or ID")
    .argument('<new>', 'the new address')
    .addOption(json())
    .action(
      action(async (email: string, address: string) => (await users()).setUserEmail(context, email, address)),
    );

  user
    .command('remove')
    .description('delete an account and its sessions for good; asks first')
    .argument('<email>', "the account's e-mail address or ID")
    .option('-y, --yes', 'do not ask')
    .addOption(json())
    .action(
      action(async (email: string, options: RemoveOptions) =>
        (await users()).removeUser(context, email, options),
      ),
    );

  user
    .command('import')
    .description("create accounts from an export of the hosted service's users; they keep their passwords")
    .argument('<file>', 'JSON, NDJSON or CSV of the table auth.users, gzip too; - reads stdin')
    .option('--dry-run', 'only read the file and check its rows')
    .option('--assume-confirmed', 'take every address as confirmed when the file does not say which are')
    .addOption(json())
    .action(
      action(async (file: string, options: ImportOptions) =>
        (await import('./user-import/user-import-command.ts')).importUsers(context, file, options),
      ),
    );

  registerHistory(program, io, end);
  registerVerify(program, context, end);

  const ending = `\nExit codes:\n${exitCodeLines()}\n`;
  program.addHelpText(
    'after',
    `
Examples:
  npx pipcast user add trader@example.com --trader-id 48213377 --name "Mara Example"
  npx pipcast user list --json
  npx pipcast doctor
  npx pipcast import EURUSD_2018.csv.gz --pair EUR/USD --zone UTC
  npx pipcast verify https://signals.example.com
${ending}`,
  );
  for (const command of [...user.commands, ...program.commands]) settle(command, program);
  return program;
}

export interface AddOptions {
  readonly traderId?: string;
  readonly name?: string;
}
export interface ListOptions {
  readonly search?: string;
}
export interface RemoveOptions {
  readonly yes?: boolean;
}
export interface ImportOptions {
  readonly dryRun?: boolean;
  readonly assumeConfirmed?: boolean;
}

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

/** Subcommands made by hand do not take over how their parent ends and writes. */
function settle(command: Command, program: Command): void {
  command.copyInheritedSettings(program).helpOption('-h, --help', 'show this help');
}

function version(): string {
  const file = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
