import type { Command } from 'commander';
import { action, jsonOption, portOption, type ProgramContext } from './command-context.ts';
import type { WitnessFlags } from './witness/witness-command.ts';

/** Adds `witness` to the program: a witness of C2SP logs, for another computer than the log's. */
export function registerWitness(program: Command, context: ProgramContext): void {
  program
    .command('witness')
    .description("cosign the checkpoints of another operator's log, each only if it grew out of the last one")
    .addOption(portOption())
    .option('--host <address>', 'address to listen on; put TLS in front of any but this', '127.0.0.1')
    .requiredOption('--state <file>', 'what was cosigned last; made when it is not there')
    .requiredOption('--key <file>', "the witness's private key; made when it is not there")
    .option('--name <name>', 'name of a new key, such as witness.example.com/w1')
    .requiredOption('--log <vkey>', 'key of a log to follow; may be given several times', several, [])
    .addOption(jsonOption())
    .action(
      action(context, async (flags: WitnessFlags) =>
        (await import('./witness/witness-command.ts')).witnessCommand(context, flags),
      ),
    );
}

function several(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}
