import { expect, test } from 'vitest';
import { ed25519, newSigner, sha256 } from '../../../tests/support/log-crypto.ts';
import { parseNote, signedNote } from './checkpoint.ts';
import {
  cosignatureLine,
  cosignatureOf,
  cosignedBytes,
  cosignerKeyText,
  parseCosignerKey,
} from './cosignature.ts';

const signer = newSigner();
const KEY = { name: 'witness.example.com/w1', publicKey: signer.publicKey };
const TEXT = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
const line = (timeS: number, key = KEY, signed = cosignedBytes(TEXT, timeS)) =>
  cosignatureLine(sha256, key, timeS, signer.sign(signed));
const LOG_LINE = signedNote(TEXT, sha256, { name: 'log', publicKey: new Uint8Array(32) }, new Uint8Array(64));

async function read(lines: string, key = KEY) {
  const note = parseNote(`${LOG_LINE}${lines}`);
  if (typeof note === 'string') throw new Error(note);
  return cosignatureOf(note, sha256, key, ed25519);
}

test('what is signed is the example of the specification', () => {
  // https://c2sp.org/tlog-cosignature, "Ed25519 signed message".
  expect(Buffer.from(cosignedBytes(TEXT, 1_679_315_147)).toString()).toBe(
    'cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n',
  );
});

test('a cosignature is read back with its time', async () => {
  expect(await read(line(1_679_315_147))).toEqual({ timeS: 1_679_315_147, line: line(1_679_315_147) });
});

test('the time stands in front of the signature, most significant byte first', () => {
  const bytes = Buffer.from(line(1_679_315_147).split(' ')[2] ?? '', 'base64');
  expect(bytes.subarray(4, 12).toString('hex')).toBe('00000000641850cb');
  expect(bytes).toHaveLength(4 + 8 + 64);
});

test('of several the newest counts', async () => {
  expect(await read(line(2_000) + line(3_000) + line(1_000))).toMatchObject({ timeS: 3_000 });
});

test('one that does not verify makes the note malformed, also beside one that does', async () => {
  const moved = line(2_000, KEY, cosignedBytes(TEXT, 2_001));
  expect(await read(line(1_000) + moved)).toBe('wrong');
  expect(await read(line(1_000, KEY, Buffer.from(TEXT)))).toBe('wrong');
});

test('one that is too short for a time and a signature, or too long, is wrong', async () => {
  const whole = line(1_000);
  const bytes = Buffer.from(whole.split(' ')[2] ?? '', 'base64');
  for (const wrong of [bytes.subarray(0, 8), bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.of(0)])])
    expect(await read(`\u2014 ${KEY.name} ${wrong.toString('base64')}\n`), `${wrong.length}`).toBe('wrong');
});

test('one without a time, or with one beyond all clocks, is wrong', async () => {
  expect(await read(line(0))).toBe('wrong');
  expect(await read(line(2 ** 60))).toBe('wrong');
});

test('lines of others are passed over, also of the same key under another name', async () => {
  expect(await read('')).toBeUndefined();
  expect(await read(line(1_000, { ...KEY, name: 'witness.example.com/w2' }))).toBeUndefined();
});

test("a log's plain signature by the same key is no cosignature", async () => {
  const plain = signedNote(TEXT, sha256, KEY, signer.sign(Buffer.from(TEXT)));
  expect(await read(plain.split('\n\n')[1] ?? '')).toBeUndefined();
});

test('a key is read back from its text, and only as a key of cosignatures', () => {
  // https://github.com/transparency-dev/formats, note_cosigv1_test.go: a vkey of another implementation.
  const remora = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2';
  const key = parseCosignerKey(sha256, remora);
  expect(key?.name).toBe('remora.n621.de');
  expect(key && cosignerKeyText(sha256, key)).toBe(remora);
  expect(
    parseCosignerKey(sha256, 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'),
  ).toBeUndefined();
  const umlaut = { ...KEY, name: 'zürich.example/w' };
  expect(parseCosignerKey(sha256, cosignerKeyText(sha256, umlaut))).toEqual(umlaut);
});
