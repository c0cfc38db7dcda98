import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { knownPassphrase, newPassphrase } from './sealed-secret.ts';

const signal = new AbortController().signal;

/** A person at a terminal, who types the next answer at each question and then closes the terminal. */
function terminal(...answers: string[]) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = Object.assign(new PassThrough(), { isTTY: true });
  let shown = '';
  stderr.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
    if (!shown.endsWith(': ')) return;
    const answer = answers.shift();
    if (answer === undefined) stdin.end();
    else stdin.write(`${answer}\r`);
  });
  return { io: { stdin, stdout: new PassThrough(), stderr, env: {} }, shown: () => shown };
}

test('a new passphrase is typed twice at a terminal and never shown', async () => {
  const { io, shown } = terminal('correct horse battery', 'correct horse battery');
  expect(await newPassphrase(io, signal)).toBe('correct horse battery');
  expect(shown()).toBe('Passphrase for the secret: \nAgain: \n');
});

test('one that is typed differently, is short, or is not typed at all is refused', async () => {
  const differing = terminal('correct horse battery', 'correct horse batterz');
  await expect(newPassphrase(differing.io, signal)).rejects.toThrow('The two passphrases differ.');
  await expect(newPassphrase(terminal('too short').io, signal)).rejects.toThrow('12 characters');
  await expect(knownPassphrase(terminal().io, signal)).rejects.toMatchObject({ code: 'interrupted' });
  expect(await knownPassphrase(terminal('known').io, signal)).toBe('known');
});
