import { type Command, InvalidArgumentError, Option } from 'commander';
import { BOT_TIMEFRAMES } from '../core/market/timeframes.ts';
import { action, jsonOption, type ProgramContext } from './command-context.ts';
import type { EvaluateFlags } from './evaluate/evaluate-command.ts';

/** Adds `evaluate` to the program: what the engine's confidence was worth on imported history. */
export function registerEvaluate(program: Command, context: ProgramContext): void {
  program
    .command('evaluate')
    .description('Measure the engine on imported history: accuracy, log loss and calibration against a coin')
    .option('--fit <names>', 'fit on these data sets alone, names separated by commas', listOf)
    .option('--score <names>', 'score these data sets (default: all that are imported)', listOf)
    .addOption(
      new Option('--timeframe <time>', 'one timeframe only; less than 1min needs ticks').choices(
        BOT_TIMEFRAMES.map(({ value }) => value),
      ),
    )
    .addOption(
      new Option('--payout <percent>', 'what a won stake pays, in percent')
        .argParser(payoutOf)
        .default(0.8, '80'),
    )
    .addOption(jsonOption())
    .option('--html <file>', 'write a page with plots as well')
    .option('--save-model <file>', 'write the fitted model of the longest timeframe as JSON')
    .action(
      action(context, async (flags: EvaluateFlags) =>
        (await import('./evaluate/evaluate-command.ts')).evaluateCommand(context, flags),
      ),
    );
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

function payoutOf(text: string): number {
  const percent = Number(text);
  if (!(percent > 0 && percent <= 1000)) throw new InvalidArgumentError('Give percent, such as 80.');
  return percent / 100;
}
