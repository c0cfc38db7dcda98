import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase64, toBase64 } from './base64.ts';
import {
  checkpointText,
  type Ed25519Verify,
  parseCheckpoint,
  parseVerifierKey,
  signatureProblem,
  signedNote,
  verifierKeyText,
} from './checkpoint.ts';

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const ed25519: Ed25519Verify = (publicKey, message, signature) =>
  verify(
    null,
    message,
    createPublicKey({
      key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]),
      format: 'der',
      type: 'spki',
    }),
    signature,
  );

/** Key and note of the documentation of Go's note package, the first of this format. */
const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const GO_NOTE =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

const pair = generateKeyPairSync('ed25519');
const KEY = {
  name: 'signals.example.com/ledger/live',
  publicKey: new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
};
const HEAD = { origin: KEY.name, size: 20_852_163, root: sha256(new Uint8Array([7])) };
const noteOf = (text: string, key = KEY) =>
  signedNote(text, sha256, key, sign(null, Buffer.from(text), pair.privateKey));
const NOTE = noteOf(checkpointText(HEAD));

describe('base64', () => {
  test('is what others write and read', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(toBase64(bytes)).toBe(text);
        expect(fromBase64(text)).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  test.each(['A', 'AA', 'AAA', 'AB==', 'AAB=', 'A===', 'AA=A', 'AA-_', 'AAAA\n', ' AAA'])(
    '%j is refused',
    (text) => {
      expect(fromBase64(text)).toBeUndefined();
    },
  );
});

describe('a verifier key', () => {
  test('is read and written as other tools do', () => {
    const key = parseVerifierKey(sha256, GO_KEY);
    expect(key?.name).toBe('PeterNeumann');
    expect(key && verifierKeyText(sha256, key)).toBe(GO_KEY);
  });

  test.each([
    GO_KEY.replace('c74f20a3', 'c74f20a4'),
    GO_KEY.replace('Peter', 'Paul'),
    GO_KEY.replace('+ARpc', '+AhpC'),
    'PeterNeumann',
    '',
  ])('%j is none', (text) => {
    expect(parseVerifierKey(sha256, text)).toBeUndefined();
  });
});

describe('a signed note', () => {
  test('of another tool verifies', async () => {
    const key = parseVerifierKey(sha256, GO_KEY);
    if (key === undefined) throw new Error('no key');
    expect(await signatureProblem(GO_NOTE, sha256, key, ed25519)).toBeUndefined();
    expect(await signatureProblem(GO_NOTE.replace('answer', 'anwser'), sha256, key, ed25519)).toBe(
      'its signature is wrong',
    );
  });

  test('says what was signed', async () => {
    expect(parseCheckpoint(NOTE)).toEqual(HEAD);
    expect(await signatureProblem(NOTE, sha256, KEY, ed25519)).toBeUndefined();
  });

  test("with a witness's signature beside ours verifies, in either order", async () => {
    const [text = '', own = ''] = NOTE.split('\n\n');
    const witness = '— witness.example.com/w1 3q2+7wQAAAAAZz0=';
    for (const lines of [`${own}${witness}\n`, `${witness}\n${own}`])
      expect(await signatureProblem(`${text}\n\n${lines}`, sha256, KEY, ed25519)).toBeUndefined();
  });

  test('that only others signed is not signed by us', async () => {
    const other = { ...KEY, name: 'other.example.com/ledger/live' };
    expect(await signatureProblem(noteOf(checkpointText(HEAD), other), sha256, KEY, ed25519)).toContain(
      'it is not signed by the key signals.example.com/ledger/live+',
    );
  });

  test('is refused when any byte of it is another', async () => {
    const wrong: string[] = [];
    for (let at = 0; at < NOTE.length; at += 1) {
      const altered = `${NOTE.slice(0, at)}${NOTE[at] === 'x' ? 'y' : 'x'}${NOTE.slice(at + 1)}`;
      const isRefused =
        typeof parseCheckpoint(altered) === 'string' ||
        (await signatureProblem(altered, sha256, KEY, ed25519)) !== undefined;
      if (!isRefused) wrong.push(altered);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    ['', 'it is not a signed note'],
    [checkpointText(HEAD), 'it is not a signed note'],
    [NOTE.slice(0, -1), 'it is not a signed note'],
    [`${NOTE}\n`, 'its text holds a character'],
    [noteOf('a b\n1\nAAAA\n'), 'the origin is not one word'],
    [noteOf('log\n01\nAAAA\n'), 'the size is not a number'],
    [noteOf('log\n-1\nAAAA\n'), 'the size is not a number'],
    [noteOf('log\n99999999999999999\nAAAA\n'), 'the size is not a number'],
    [noteOf('log\n1\nAAAA\n'), 'the root is not a hash in base64'],
    [noteOf(`${checkpointText(HEAD)}extension\n`), 'the text is not three lines'],
    [NOTE.replace('\n', '\r\n'), 'it holds a control character'],
    [NOTE.replace('live\n', 'liv\u00e9\n'), 'its text holds a character that is not ASCII'],
    [NOTE.replace('— ', '- '), 'a signature line is malformed'],
  ])('%j is no checkpoint', (note, problem) => {
    expect(parseCheckpoint(note)).toContain(problem);
  });
});
