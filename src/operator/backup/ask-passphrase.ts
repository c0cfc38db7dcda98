import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CliError } from '../exit-codes.ts';
import type { CliProcess } from '../output.ts';
import { isInteractive, readLines } from '../terminal.ts';

/** A passphrase has to withstand a guesser who has the file. */
const LEAST_CHARACTERS = 12;

/** A new passphrase: asked for twice at a terminal, else the first line of stdin. */
export async function newPassphrase(io: CliProcess, signal: AbortSignal): Promise<string> {
  const ask = isInteractive(io);
  const passphrase = ask
    ? await askHidden(io, 'Passphrase for the secret: ', signal)
    : await givenPassphrase(io, signal);
  if (passphrase.length < LEAST_CHARACTERS)
    throw new CliError('usage', `The passphrase needs ${LEAST_CHARACTERS} characters or more.`);
  if (ask && (await askHidden(io, 'Again: ', signal)) !== passphrase)
    throw new CliError('usage', 'The two passphrases differ.');
  return passphrase;
}

export function knownPassphrase(io: CliProcess, signal: AbortSignal): Promise<string> {
  return knownSecret(io, 'Passphrase of the secret: ', signal);
}

/** A secret: asked for at a terminal, else the first line of stdin. */
export async function knownSecret(io: CliProcess, question: string, signal: AbortSignal): Promise<string> {
  return isInteractive(io) ? askHidden(io, question, signal) : givenPassphrase(io, signal);
}

async function askHidden(io: CliProcess, question: string, signal: AbortSignal): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: io.stdin, output: nowhere, terminal: true });
  try {
    const answer = terminal.question('', { signal });
    io.stderr.write(question);
    const closed = new Promise<never>((_, reject) => {
      terminal.once('close', () => reject(new CliError('interrupted', 'Stopped.')));
    });
    return await Promise.race([answer, closed]);
  } finally {
    terminal.close();
    io.stderr.write('\n');
  }
}

async function givenPassphrase(io: CliProcess, signal: AbortSignal): Promise<string> {
  const [line] = await readLines(io, 1, signal);
  if (line !== undefined) return line;
  throw new CliError('usage', 'Nothing was given.', 'Give it as the first line of stdin.');
}
