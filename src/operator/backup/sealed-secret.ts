import { randomBytes, scryptSync } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { seal, unseal } from '../../server/platform/server-secret.ts';
import { CliError, misuse } from '../exit-codes.ts';
import type { CliProcess } from '../output.ts';
import { isInteractive, readLines } from '../terminal.ts';

/** The server's secret under a passphrase (scrypt, AES-256-GCM); both parts in base64. */
export interface SealedSecret {
  readonly salt: string;
  readonly sealed: string;
}

/** 128 MB and about half a second for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const NAME = "backup of the server's secret";

export function sealSecret(secret: string, passphrase: string): SealedSecret {
  const salt = randomBytes(16);
  const sealed = seal(secret, keyOf(passphrase, salt), NAME);
  return { salt: salt.toString('base64'), sealed: sealed.toString('base64') };
}

/** The server's secret; undefined when the passphrase is another one. */
export function unsealSecret({ salt, sealed }: SealedSecret, passphrase: string): string | undefined {
  try {
    return unseal(Buffer.from(sealed, 'base64'), keyOf(passphrase, Buffer.from(salt, 'base64')), NAME);
  } catch {
    return undefined;
  }
}

/** The same passphrase typed on two computers may come in two forms of Unicode. */
function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, SCRYPT);
}

/** A passphrase has to withstand a guesser who has the file. */
const LEAST_CHARACTERS = 12;

/** A new passphrase: asked for twice at a terminal, else the first line of stdin. */
export async function newPassphrase(io: CliProcess, signal: AbortSignal): Promise<string> {
  const ask = isInteractive(io);
  const passphrase = ask
    ? await askHidden(io, 'Passphrase for the secret: ', signal)
    : await givenPassphrase(io, signal);
  if (passphrase.length < LEAST_CHARACTERS)
    throw misuse(`The passphrase needs ${LEAST_CHARACTERS} characters or more.`);
  if (ask && (await askHidden(io, 'Again: ', signal)) !== passphrase)
    throw misuse('The two passphrases differ.');
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
  throw misuse('Nothing was given.', 'Give it as the first line of stdin.');
}
