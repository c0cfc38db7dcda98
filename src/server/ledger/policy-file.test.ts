import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { cosignerKeyText } from '../../core/log/cosignature.ts';
import { sha256 } from './ed25519.ts';
import { readServerPolicy } from './policy-file.ts';

let file: string;
beforeEach(() => {
  file = path.join(makeTemporaryFolder(), 'policy');
});
afterEach(() => removeTemporaryFolder(path.dirname(file)));

const spki = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' });
const VKEY = cosignerKeyText(sha256, { name: 'w.example.com', publicKey: spki.subarray(-32) });

test('a policy whose witness has an address is read', () => {
  writeFileSync(file, `witness w ${VKEY} https://w.example.com/prefix\nquorum w\n`);
  expect(readServerPolicy(file).witnesses).toMatchObject([
    { name: 'w', url: 'https://w.example.com/prefix' },
  ]);
});

test.each([
  [undefined, 'cannot be read'],
  ['quorum w\n', 'is wrong: line 1: w is not defined on a line above.'],
  [`witness w ${VKEY}\nquorum w\n`, 'has no witness with an address'],
  [`witness w ${VKEY} w.example.com\nquorum w\n`, 'the address of w does not start with http:// or https://'],
])('a server does not start with %j', (text, problem) => {
  if (text !== undefined) writeFileSync(file, text);
  expect(() => readServerPolicy(file)).toThrow(problem);
  expect(() => readServerPolicy(file)).toThrow(file);
});
