import { PassThrough } from 'node:stream';
import { runCli } from '../../src/operator/run-cli.ts';

/** Runs a command in this process, without a terminal: how it ended, and what it wrote. */
export async function runHere(args: readonly string[], input = '') {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const written = { stdout: '', stderr: '' };
  stdout.setEncoding('utf8').on('data', (text: string) => (written.stdout += text));
  stderr.setEncoding('utf8').on('data', (text: string) => (written.stderr += text));
  const code = await runCli(args, { stdin: stdin.end(input), stdout, stderr, env: {} });
  // What was written last is read in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  return { code, ...written };
}
