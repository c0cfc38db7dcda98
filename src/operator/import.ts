import { type Command, InvalidArgumentError, Option } from 'commander';
import { BOT_TIMEFRAMES } from '../core/market/timeframes.ts';
import { OVERRULABLE } from '../core/price-files/judge-history.ts';
import { SCORED_PAIRS } from '../core/market/instruments.ts';
import { action, jsonOption, payoutOf, type ProgramContext } from './command-context.ts';
import { ZONE_EXAMPLES } from './import/pair-and-clock.ts';
import type { Month } from './prices/prices-command.ts';

export function registerImport(program: Command, context: ProgramContext): void {
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
    .addOption(jsonOption())
    .option('--list', 'list the data sets that were imported')
    .option('--remove <name>', 'remove a data set')
    .action(action(context, async () => (await import('./import/import-command.ts')).importCommand));
}

export function registerEvaluate(program: Command, context: ProgramContext): void {
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
    .addOption(
      new Option('--payout <percent>', 'what a won stake pays, in percent')
        .argParser(payoutOf)
        .default(0.8, '80'),
    )
    .addOption(jsonOption())
    .option('--html <file>', 'write a page with plots as well')
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

export function registerPrices(program: Command, context: ProgramContext): void {
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
    .addOption(jsonOption())
    .action(action(context, async () => (await import('./prices/prices-command.ts')).pricesCommand));
}

function monthOf(text: string): Month {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined || month === undefined)
    throw new InvalidArgumentError('Give a month such as 2024-01.');
  return { year: Number(year), month: Number(month) };
}
