import { type Command, InvalidArgumentError } from 'commander';
import { SCORED_PAIRS } from '../core/market/instruments.ts';
import { action, jsonOption, type ProgramContext } from './command-context.ts';
import { interruptible } from './interrupt.ts';
import type { Month, PricesFlags } from './prices/prices-command.ts';

/** Adds `prices` to the program: real price history from the vendor that gives it to everybody. */
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
    .action(
      action(context, (pair: string, flags: PricesFlags) =>
        interruptible(async (signal) =>
          (await import('./prices/prices-command.ts')).pricesCommand(context, pair, flags, signal),
        ),
      ),
    );
}

function monthOf(text: string): Month {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined || month === undefined)
    throw new InvalidArgumentError('Give a month such as 2024-01.');
  return { year: Number(year), month: Number(month) };
}
