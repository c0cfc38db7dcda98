import { type Command, InvalidArgumentError, Option } from 'commander';
import { isLedgerName } from '../core/signals/ledger-entry.ts';
import { action, jsonOption, portOption, type ProgramContext } from './command-context.ts';

/** Adds `verify` to the program: whether a ledger is what was signed, and its outcomes what its prices say. */
export function registerVerify(program: Command, context: ProgramContext): void {
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
    .option('--save <file>', 'write the checkpoint that was checked to a file, for --since the next time')
    .addOption(jsonOption())
    .action(action(context, async () => (await import('./verify/verify-command.ts')).verifyCommand));
}

function nameOf(text: string): string {
  if (!isLedgerName(text)) throw new InvalidArgumentError('Give a name such as live.');
  return text;
}

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
    .action(action(context, async () => (await import('./witness/witness-command.ts')).witnessCommand));
}

function several(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}
