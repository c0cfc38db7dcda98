import { Command } from 'commander';
import { Output } from '../../src/operator/output.ts';
import { registerWitness } from '../../src/operator/witness.ts';

// A process that knows the witness command alone, for tests that kill it:
// `node --import tsx tests/support/witness-process.ts witness --port 0 ...`
const program = new Command('pipcast');
registerWitness(program, { io: process, output: new Output(process, true), end: () => process.exit(0) });
await program.parseAsync();
