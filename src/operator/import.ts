import { type Command, Option } from 'commander';
import { OVERRULABLE } from '../core/price-files/judge-history.ts';
import { SCORED_PAIRS } from '../core/market/instruments.ts';
import { action, jsonOption, type ProgramContext } from './command-context.ts';
import type { ImportFlags } from './import/import-command.ts';
import { ZONE_EXAMPLES } from './import/zone-names.ts';
import { interruptible } from './interrupt.ts';

/** Adds `import` to the program: real price history in, from a file of any vendor. */
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
    .action(
      action(context, (file: string | undefined, flags: ImportFlags) =>
        interruptible(async (signal) =>
          (await import('./import/import-command.ts')).importCommand(context.io, file, flags, signal),
        ),
      ),
    );
}
