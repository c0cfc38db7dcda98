import { InvalidArgumentError, Option } from 'commander';
import type { ExitName } from './exit-codes.ts';
import type { CliProcess, Output } from './output.ts';

/** How a command ended; `goes on` when it started something that ends the process itself. */
export type Ending = ExitName | 'goes on';

export interface CommandContext {
  readonly io: CliProcess;
  readonly output: Output;
}

export interface ProgramContext extends CommandContext {
  /** Takes the ending of the command; failures are thrown. */
  readonly end: (ending: Ending) => void;
}

/** An action of commander's: loads the command's function, runs it, and ends with what it answers. */
export function action<Arguments extends unknown[]>(
  context: ProgramContext,
  load: () => Promise<(context: CommandContext, ...args: Arguments) => Promise<Ending>>,
): (...args: Arguments) => Promise<void> {
  return async (...args) => context.end(await (await load())(context, ...args));
}

/** The option of a command that listens for connections. */
export function portOption(): Option {
  return new Option('--port <n>', 'port to listen on')
    .argParser(wholeNumber(0, 65_535))
    .makeOptionMandatory();
}

/** Reads whole numbers from `least` to `most`. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Give a whole number from ${least} to ${most}.`);
  };
}

export const seedOf = wholeNumber(0, 0xffff_ffff);

/** What a won stake pays: in percent, read as a share of the stake. */
export function payoutOption(description: string): Option {
  return new Option('--payout <percent>', description).default(0.8, '80').argParser((text) => {
    const percent = Number(text);
    if (!(percent > 0 && percent <= 1000)) throw new InvalidArgumentError('Give percent, such as 80.');
    return percent / 100;
  });
}
