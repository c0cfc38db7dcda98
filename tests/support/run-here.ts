import { PassThrough } from 'node:stream';
import { Output } from '../../src/operator/output.ts';
import { runCli } from '../../src/operator/run-cli.ts';
import { verifyCommand, type VerifyFlags } from '../../src/operator/verify/verify-command.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The streams of a command without a terminal; `written` resolves to all that came so far. */
export function commandIo({ env = {}, input = '' }: { env?: Env; input?: string } = {}) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const all = { stdout: '', stderr: '' };
  stdout.setEncoding('utf8').on('data', (text: string) => (all.stdout += text));
  stderr.setEncoding('utf8').on('data', (text: string) => (all.stderr += text));
  return {
    io: { stdin: stdin.end(input), stdout, stderr, env },
    async written() {
      // What was written last is read in a later turn.
      await new Promise((resolve) => setImmediate(resolve));
      return { ...all };
    },
  };
}

/** Runs a command in this process, without a terminal: how it ended, and what it wrote. */
export async function runHere(args: readonly string[], input = '', env: Env = {}) {
  const { io, written } = commandIo({ env, input });
  const code = await runCli(args, io);
  return { code, ...(await written()) };
}

/** Runs `pipcast verify` in this process, on the database of its settings or at `where`: how it ended, and its result. */
export async function verifyHere(
  where: string | undefined,
  flags: Partial<VerifyFlags> = {},
  { json = true, env = {} }: { json?: boolean; env?: Env } = {},
) {
  const { io, written } = commandIo({ env });
  const context = { io, output: new Output(io, json) };
  const ending = await verifyCommand(context, where, { ledger: 'live', ...flags });
  return { ending, text: (await written()).stdout };
}
