import { type Command, InvalidArgumentError, Option } from 'commander';
import { PARTS } from '../core/check/luck.ts';
import { QUESTION_CODES } from '../core/check/reading/questions.ts';
import type { CheckFlags } from './check/check-flags.ts';
import { action, jsonOption, payoutOf, type ProgramContext, seedOf, wholeNumber } from './command-context.ts';

/** Adds `check` to the program: whether a track record, of whomever, shows skill or luck. */
export function registerCheck(program: Command, context: ProgramContext): void {
  program
    .command('check')
    .description('check a track record, of a seller or your own: skill or luck? Nothing is sent or stored')
    .argument(
      '<file>',
      'trades as CSV, TSV, JSON, XLSX or HTML; a chat export; or text with marks of outcome',
    )
    .addOption(
      new Option('--payout <percent>', 'what a won stake pays, where the file does not say')
        .argParser(payoutOf)
        .default(0.8, '80'),
    )
    .addOption(
      new Option('--ties <what>', 'whether a tie brings the stake back or loses it')
        .choices(['refund', 'lose'])
        .default('refund'),
    )
    .addOption(
      new Option('--looked-at <number>', 'how many sellers, channels or rules you looked at before this one')
        .argParser(wholeNumber(1, 0xffff_ffff))
        .default(1),
    )
    .addOption(
      new Option(
        '--part <which>',
        'what of a longer record this is: all, one stretch, or months chosen of so many times as many',
      )
        .choices(PARTS)
        .default('whole'),
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
    .option('--earlier <file>', 'an earlier export of the same chat: what was deleted or edited since')
    .option('--assume', 'goes on without answers: takes the first one of each question')
    .addOption(jsonOption())
    .action(action(context, async () => (await import('./check/check-command.ts')).checkCommand));
}

function answerOf(text: string): CheckFlags['answer'][number] {
  const [code, answer = ''] = text.split('=', 2);
  const known = QUESTION_CODES.find((one) => one === code);
  if (known === undefined || answer === '')
    throw new InvalidArgumentError('Give a question and its answer, such as zero-profit=lost.');
  return [known, answer];
}

function bankrollOf(text: string): number {
  const amount = Number(text);
  if (!(amount > 0 && Number.isFinite(amount))) throw new InvalidArgumentError('Give an amount above 0.');
  return amount;
}

/** Adds `lab` to the program: whether a rule works on prices, with luck counted. */
export function registerLab(program: Command, context: ProgramContext): void {
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
    .option('--payout <percent>', 'what a won stake pays', payoutOf, 0.8)
    .option('--seed <number>', 'the same seed throws the same coins', seedOf, 1)
    .addOption(jsonOption())
    .action(action(context, async () => (await import('./lab/lab-command.ts')).labCommand));
}
