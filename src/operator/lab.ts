import type { Command } from 'commander';
import { action, jsonOption, payoutOf, type ProgramContext, seedOf } from './command-context.ts';

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
