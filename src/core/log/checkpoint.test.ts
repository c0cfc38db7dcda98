import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ed25519, newSigner, sha256 } from '../../../tests/support/log-crypto.ts';
import { fromBase64, toBase64 } from './bytes.ts';
import {
  checkpointText,
  parseCheckpoint,
  parseVerifierKey,
  signatureProblem,
  signaturesProblem,
  signedNote,
  verifierKeyText,
} from './checkpoint.ts';

/** Key and note of the documentation of Go's note package, the first of this format. */
const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const GO_NOTE =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n\n" +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

const signer = newSigner();
const KEY = { name: 'signals.example.com/ledger/live', publicKey: signer.publicKey };
const HEAD = { origin: KEY.name, size: 20_852_163, root: sha256(new Uint8Array([7])) };
const noteOf = (text: string, key = KEY) => signedNote(text, sha256, key, signer.sign(Buffer.from(text)));
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

test('every key is read back from its text, also where its id begins with zeros', () => {
  for (let index = 0; index < 300; index += 1) {
    const key = { ...KEY, name: `log-${index}` };
    expect(parseVerifierKey(sha256, verifierKeyText(sha256, key))).toEqual(key);
  }
});

test('a key of another length, or with a name that is not ASCII, is none', () => {
  const short = { name: 'a', publicKey: new Uint8Array(31) };
  expect(parseVerifierKey(sha256, verifierKeyText(sha256, short))).toBeUndefined();
  expect(parseVerifierKey(sha256, GO_KEY.replace('Peter', 'P\u00e9ter'))).toBeUndefined();
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

  test('is proven by one of several keys, and by no keys not at all', async () => {
    const other = parseVerifierKey(sha256, GO_KEY);
    if (other === undefined) throw new Error('no key');
    expect(await signaturesProblem(NOTE, sha256, [other, KEY], ed25519)).toBeUndefined();
    expect(await signaturesProblem(NOTE, sha256, [other], ed25519)).toBe(
      await signatureProblem(NOTE, sha256, other, ed25519),
    );
    expect(await signaturesProblem(NOTE, sha256, [], ed25519)).toBe('there is no key to check it with');
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

  test('is refused when the check of its signature takes a while and then says no', async () => {
    const late = async () => false;
    expect(await signatureProblem(NOTE, sha256, KEY, late)).toBe('its signature is wrong');
  });

  test('is refused when its signature is too short, whatever the check says of it', async () => {
    const short = signedNote(checkpointText(HEAD), sha256, KEY, new Uint8Array(63));
    expect(await signatureProblem(short, sha256, KEY, () => true)).toBe('its signature is wrong');
  });

  test('may have a hundred signatures, no more', () => {
    const [text = '', own = ''] = NOTE.split('\n\n');
    const signed = (times: number) => `${text}\n\n${own.repeat(times)}`;
    expect(parseCheckpoint(signed(100))).toEqual(HEAD);
    expect(parseCheckpoint(signed(101))).toBe('it has too many signatures');
  });

  test('that is none is not signed either', async () => {
    expect(await signatureProblem('', sha256, KEY, ed25519)).toBe('it is not a signed note');
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
    [`${NOTE}\n`, 'a signature line is malformed'],
    [noteOf('\n1\nAAAA\n'), 'the text is not lines'],
    [noteOf('log\n01\nAAAA\n'), 'the size is not a number'],
    [noteOf('log\n-1\nAAAA\n'), 'the size is not a number'],
    [noteOf('log\n99999999999999999\nAAAA\n'), 'the size is not a number'],
    [noteOf('log\n9007199254740993\nAAAA\n'), 'the size is not a number'],
    [noteOf('log\n1\n'), 'the text is not lines'],
    [noteOf(`${checkpointText(HEAD)}\nmore\n`), 'the text is not lines'],
    [`${checkpointText(HEAD)}\n— log AAAAAA==\n`, 'a signature line is malformed'],
    [noteOf('log\n1\nAAAA\n'), 'the root is not a hash in base64'],
    [NOTE.replace('\n', '\r\n'), 'it holds a control character'],
    [NOTE.replace('live\n', 'liv\ud800\n'), 'it holds a control character'],
    [NOTE.replace('— ', '- '), 'a signature line is malformed'],
  ])('%j is no checkpoint', (note, problem) => {
    expect(parseCheckpoint(note)).toContain(problem);
  });
});
