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

/** An action of commander's that ends its command with what `run` answers. */
export function action<Arguments extends unknown[]>(
  { end }: ProgramContext,
  run: (...args: Arguments) => Promise<Ending>,
): (...args: Arguments) => Promise<void> {
  return async (...args) => end(await run(...args));
}

/** The option of every command that prints something. */
export function jsonOption(): Option {
  return new Option('--json', 'print one JSON document; errors as JSON on stderr');
}

/** The option of a command that listens for connections. */
export function portOption(): Option {
  return new Option('--port <n>', 'port to listen on').argParser(portOf).makeOptionMandatory();
}

function portOf(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('Give a number from 0 to 65535.');
  return port;
}

/** Reads what a won stake pays, in percent, as a share of the stake. */
export function payoutOf(text: string): number {
  const percent = Number(text);
  if (!(percent > 0 && percent <= 1000)) throw new InvalidArgumentError('Give percent, such as 80.');
  return percent / 100;
}
