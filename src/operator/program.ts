import { Command, InvalidArgumentError, Option } from 'commander';
import { packageVersion } from '../server/platform/project-files.ts';
import {
  action,
  payoutOption,
  portOption,
  type ProgramContext,
  seedOf,
  wholeNumber,
} from './command-context.ts';
import { exitCodeLines } from './exit-codes.ts';
import { registerAudit, registerUsers } from './users.ts';
import { registerRelay, registerWebhooks } from './webhook.ts';
import { isLedgerName } from '../core/signals/ledger-entry.ts';
import { PARTS } from '../core/check/luck.ts';
import { QUESTION_CODES } from '../core/check/reading/questions.ts';
import { TRADE_SWITCHES, type TradeSwitch } from '../core/check/reading/trade-switches.ts';
import type { CheckFlags } from './check/check-text.ts';
import { BOT_TIMEFRAMES } from '../core/market/timeframes.ts';
import { OVERRULABLE } from '../core/price-files/judge-history.ts';
import { SCORED_PAIRS } from '../core/market/instruments.ts';
import { ZONE_EXAMPLES } from './import/pair-and-clock.ts';
import type { Month } from './prices/prices-command.ts';

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
    .action(
      action(context, async () => {
        await import('../server/start/main.ts');
        return () => Promise.resolve('goes on');
      }),
    );

  program
    .command('doctor')
    .description('check the installation, feature by feature, and say what to do about each problem')
    .action(action(context, async () => (await import('./doctor/doctor-command.ts')).doctor));

  registerUsers(program, context);
  registerAudit(program, context);
  registerBackup(program, context);
  program
    .command('reseal')
    .description(
      "seal with the server's present secret what was sealed with its former one (asked for, or on stdin)",
    )
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

/** Every command that prints something takes --json. Subcommands made by hand do not inherit how their parent exits and writes. */
function settle(command: Command, program: Command): void {
  command.copyInheritedSettings(program).helpOption('-h, --help', 'show this help');
  const json = new Option('--json', 'print one JSON document; errors as JSON on stderr');
  if (command.commands.length === 0) command.addOption(json.hideHelp(command.name() === 'serve'));
  for (const inner of command.commands) settle(inner, program);
}

function registerBackup(program: Command, context: ProgramContext): void {
  program
    .command('backup')
    .description('write the whole database to a new file, as it is at one instant; the server may run')
    .argument('<file>', 'the file to be made')
    .option('--with-secret', "put the server's secret in, sealed by a passphrase (asked for, or on stdin)")
    .action(action(context, async () => (await import('./backup/backup-command.ts')).backupCommand));

  program
    .command('restore')
    .description('read a backup into an empty database and verify it; the server must not run')
    .argument('<file>', 'a file that backup has made')
    .option('--with-secret', "restore the server's secret too, by its passphrase (asked for, or on stdin)")
    .action(action(context, async () => (await import('./backup/restore-command.ts')).restoreCommand));
}

/** Adds `verify` to the program: whether a ledger is what was signed, and its outcomes what its prices say. */
function registerVerify(program: Command, context: ProgramContext): void {
  program
    .command('verify')
    .description(
      'check a ledger: every entry, the tree, its signature and the outcomes; names the first that is wrong',
    )
    .argument(
      '[url]',
      "a site's address, or a file of proof (.tlog-proof); without it the own database is checked",
    )
    .addOption(new Option('--ledger <name>', 'which ledger').argParser(nameOf).default('live'))
    .option('--key <key>', 'the verifier key that must have signed it; else the one it shows itself')
    .option('--policy <file>', 'demand the quorum of this witness policy (C2SP tlog-policy)')
    .option('--since <file>', 'a checkpoint that was saved earlier; the ledger must have grown out of it')
    .option(
      '--earlier-key <key>',
      'the key that the saved checkpoint is signed with, where it was another one',
    )
    .option(
      '--growth',
      'only check that the ledger has grown out of --since: by hashes, which are open to everybody',
    )
    .action(action(context, async () => (await import('./verify/verify-command.ts')).verifyCommand));
}

function nameOf(text: string): string {
  if (!isLedgerName(text)) throw new InvalidArgumentError('Give a name such as live.');
  return text;
}

function registerWitness(program: Command, context: ProgramContext): void {
  program
    .command('witness')
    .description("cosign the checkpoints of another operator's log, each only if it grew out of the last one")
    .addOption(portOption())
    .option('--host <address>', 'address to listen on; put TLS in front of any but this', '127.0.0.1')
    .requiredOption('--state <file>', 'what was cosigned last; made when it is not there')
    .requiredOption('--key <file>', "the witness's private key; made when it is not there")
    .option('--name <name>', 'name of a new key, such as witness.example.com/w1')
    .requiredOption('--log <vkey...>', 'key of a log to follow; may be given several times')
    .action(action(context, async () => (await import('./witness/witness-server.ts')).witnessCommand));
}

/** Adds `check` to the program: whether a track record, of whomever, shows skill or luck. */
function registerCheck(program: Command, context: ProgramContext): void {
  program
    .command('check')
    .description('check a track record, of a seller or your own: skill or luck? Nothing is sent or stored')
    .argument(
      '<file>',
      'trades as CSV, TSV, JSON, XLSX or HTML; a chat export; or text with marks of outcome',
    )
    .addOption(payoutOption('what a won stake pays, where the file does not say'))
    .addOption(
      new Option('--ties <what>', 'whether a tie brings the stake back or loses it')
        .choices(['refund', 'lose'])
        .default('refund'),
    )
    .addOption(
      new Option(
        '--looked-at <number>',
        'how many sellers, channels or rules you looked at before this one (default: 1, this one alone)',
      ).argParser(wholeNumber(1, 0xffff_ffff)),
    )
    .addOption(
      new Option(
        '--part <which>',
        'what of a longer record this is: all, one stretch, or months chosen of so many times as many (default: whole)',
      ).choices(PARTS),
    )
    .option('--bankroll <amount>', 'what there is to stake; else the deepest fall of the record', bankrollOf)
    .option('--zone <zone>', 'the clock of times without a zone, and of hours and weekdays', 'UTC')
    .addOption(
      new Option('--seed <number>', 'the same seed draws the same coins').argParser(seedOf).default(1),
    )
    .addOption(
      new Option('--answer <code=answer>', 'answers a question about the file; may be repeated')
        .argParser((text, before: CheckFlags['answer']) => [...before, answerOf(text)])
        .default([], 'none'),
    )
    .addOption(
      new Option(
        '--set <line=outcome>',
        `counts the trades of a row, a message or a kind as ${TRADE_SWITCHES.join(', ')}; may be repeated`,
      )
        .argParser((text, before: CheckFlags['set']) => new Map([...before, switchSaid(text)]))
        .default(new Map(), 'none'),
    )
    .option('--earlier <file>', 'an earlier export of the same chat: what was deleted or edited since')
    .option('--assume', 'goes on without answers: takes the first one of each question')
    .action(action(context, async () => (await import('./check/check-command.ts')).checkCommand));
}

function answerOf(text: string): CheckFlags['answer'][number] {
  const [code, answer = ''] = text.split('=', 2);
  const known = QUESTION_CODES.find((one) => one === code);
  if (known === undefined || answer === '')
    throw new InvalidArgumentError('Give a question and its answer, such as zero-profit=lost.');
  return [known, answer];
}

function switchSaid(text: string): readonly [which: string, TradeSwitch] {
  const [which = '', said] = text.split('=', 2);
  const known = TRADE_SWITCHES.find((one) => one === said);
  if (known === undefined)
    throw new InvalidArgumentError('Give a row, a message or a kind, and its outcome, such as 12=lost.');
  return [which, known];
}

function bankrollOf(text: string): number {
  const amount = Number(text);
  if (!(amount > 0 && Number.isFinite(amount))) throw new InvalidArgumentError('Give an amount above 0.');
  return amount;
}

/** Adds `lab` to the program: whether a rule works on prices, with luck counted. */
function registerLab(program: Command, context: ProgramContext): void {
  program
    .command('lab')
    .description(
      'try a rule on prices and count how much of it luck explains; a part of the prices is sealed',
    )
    .argument('<rule>', 'a rule as a JSON file; see docs/lab.md')
    .requiredOption(
      '--prices <name>',
      'a data set (import --list shows them), or made-up: prices in which nothing can be found',
    )
    .option('--sweep', 'the rule has ranges: count all rules in them')
    .option('--open-seal', 'count on the sealed last third too; it is recorded, and later rules say so')
    .addOption(payoutOption('what a won stake pays'))
    .option('--seed <number>', 'the same seed throws the same coins', seedOf, 1)
    .action(action(context, async () => (await import('./lab/lab-command.ts')).labCommand));
}

function registerImport(program: Command, context: ProgramContext): void {
  program
    .command('import')
    .argument('[file]', 'a price file, plain or .gz; - reads standard input')
    .description('Import real price history: minute bars or ticks of the five scored pairs')
    .option('--pair <pair>', `the pair, one of ${SCORED_PAIRS.join(', ')}`)
    .option('--zone <clock>', `the clock of the file: ${ZONE_EXAMPLES}`)
    .option('--name <name>', 'what to call the data set (default: made of pair, kind, time and source)')
    .addOption(
      new Option('--allow <checks...>', 'import although a check refuses the file').choices([...OVERRULABLE]),
    )
    .option('--dry-run', 'check and report, store nothing')
    .option('--list', 'list the data sets that were imported')
    .option('--remove <name>', 'remove a data set')
    .action(action(context, async () => (await import('./import/import-command.ts')).importCommand));
}

function registerEvaluate(program: Command, context: ProgramContext): void {
  program
    .command('evaluate')
    .description('Measure the engine on imported history: accuracy, log loss and calibration against a coin')
    .option('--fit <names>', 'fit on these data sets alone, names separated by commas', listOf)
    .option('--score <names>', 'score these data sets (default: all that are imported)', listOf)
    .addOption(
      new Option('--timeframe <time>', 'one timeframe only; less than 1min needs ticks').choices(
        BOT_TIMEFRAMES,
      ),
    )
    .addOption(payoutOption('what a won stake pays, in percent'))
    .option('--save-model <file>', 'write the fitted model of the longest timeframe as JSON')
    .action(action(context, async () => (await import('./evaluate/evaluate-command.ts')).evaluateCommand));
}

function listOf(text: string): readonly string[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw new InvalidArgumentError('Give at least one name.');
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new InvalidArgumentError(`${twice} is named twice.`);
  return names;
}

function registerPrices(program: Command, context: ProgramContext): void {
  program
    .command('prices')
    .description('download real price history')
    .command('get')
    .description(
      'Download the history of Dukascopy Bank into a data set; run it again to go on where it stopped',
    )
    .argument('<pair>', `one of ${SCORED_PAIRS.join(', ')}`)
    .requiredOption('--from <month>', 'the first month, such as 2024-01', monthOf)
    .requiredOption('--to <month>', 'the last month', monthOf)
    .option('--ticks', 'every quote in place of one-minute bars: a hundred times as much')
    .option('--name <name>', 'what to call the data set (default: made of pair, kind, time and source)')
    .action(action(context, async () => (await import('./prices/prices-command.ts')).pricesCommand));
}

function monthOf(text: string): Month {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined || month === undefined)
    throw new InvalidArgumentError('Give a month such as 2024-01.');
  return { year: Number(year), month: Number(month) };
}
