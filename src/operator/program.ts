import { type Argument, Command } from 'commander';
import { packageVersion } from '../server/platform/project-files.ts';
import { action, jsonOption, type ProgramContext } from './command-context.ts';
import { exitCodeLines } from './exit-codes.ts';
import { registerCheck, registerLab } from './check.ts';
import { registerEvaluate, registerImport, registerPrices } from './import.ts';
import { registerAudit, registerUsers } from './users.ts';
import { registerVerify, registerWitness } from './verify.ts';
import { registerRelay, registerWebhooks } from './webhook.ts';

/**
 * The tree of commands. What a command needs is loaded when it runs, so that `--help` and the quick ones stay quick.
 */
export function buildProgram(context: ProgramContext): Command {
  const { io, output } = context;

  const program = new Command('pipcast')
    .description(
      'Commands for the operator of Pipcast. They work while the server runs and while it does not.',
    )
    .version(packageVersion(), '-V, --version', 'show the version')
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

  program
    .command('serve')
    .description('start the server, as npm start does')
    .addOption(jsonOption().hideHelp())
    .action(
      action(context, async () => {
        await import('../server/start/main.ts');
        return () => Promise.resolve('goes on');
      }),
    );

  program
    .command('doctor')
    .description('check the installation, feature by feature, and say what to do about each problem')
    .addOption(jsonOption())
    .action(action(context, async () => (await import('./doctor/doctor-command.ts')).doctor));

  registerUsers(program, context);
  registerAudit(program, context);
  registerBackup(program, context);
  program
    .command('reseal')
    .description(
      "seal with the server's present secret what was sealed with its former one (asked for, or on stdin)",
    )
    .addOption(jsonOption())
    .action(action(context, async () => (await import('./reseal-command.ts')).resealCommand));
  registerImport(program, context);
  registerPrices(program, context);
  registerEvaluate(program, context);
  registerVerify(program, context);
  registerCheck(program, context);
  registerLab(program, context);
  registerWitness(program, context);
  registerWebhooks(program, context);
  registerRelay(program, context);

  const ending = `\nExit codes:\n${exitCodeLines()}\n`;
  program.addHelpText(
    'after',
    `
Examples:
  npx pipcast user add trader@example.com --trader-id 48213377 --name "Mara Example"
  npx pipcast user list --json
  npx pipcast doctor
  npx pipcast backup pipcast-backup.gz
  npx pipcast import EURUSD_2018.csv.gz --pair EUR/USD --zone UTC
  npx pipcast prices get EUR/USD --from 2024-01 --to 2024-12
  npx pipcast verify https://signals.example.com
  npx pipcast check seller.csv --payout 82 --looked-at 20
  npx pipcast lab rule.json --prices made-up
${ending}`,
  );
  for (const command of program.commands) settle(command, program);
  return program;
}

function argumentTerm(argument: Argument): string {
  return argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
}

/** Subcommands made by hand do not inherit how their parent exits and writes. */
function settle(command: Command, program: Command): void {
  command.copyInheritedSettings(program).helpOption('-h, --help', 'show this help');
  for (const inner of command.commands) settle(inner, program);
}

/** Adds `backup` and `restore`. */
function registerBackup(program: Command, context: ProgramContext): void {
  program
    .command('backup')
    .description('write the whole database to a new file, as it is at one instant; the server may run')
    .argument('<file>', 'the file to be made')
    .option('--with-secret', "put the server's secret in, sealed by a passphrase (asked for, or on stdin)")
    .addOption(jsonOption())
    .action(action(context, async () => (await import('./backup/backup-command.ts')).backupCommand));

  program
    .command('restore')
    .description('read a backup into an empty database and verify it; the server must not run')
    .argument('<file>', 'a file that backup has made')
    .option('--with-secret', "restore the server's secret too, by its passphrase (asked for, or on stdin)")
    .addOption(jsonOption())
    .action(action(context, async () => (await import('./backup/restore-command.ts')).restoreCommand));
}
