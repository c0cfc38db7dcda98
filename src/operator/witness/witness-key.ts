import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import path from 'node:path';
import { fromBase64 } from '../../core/log/bytes.ts';
import type { VerifierKey } from '../../core/log/checkpoint.ts';
import { cosignatureLine, cosignedBytes, cosignerKeyText } from '../../core/log/cosignature.ts';
import { textIfThere, writeOnce } from '../../server/platform/durable-files.ts';
import { sha256 } from '../../server/ledger/ed25519.ts';
import { failed, misuse } from '../exit-codes.ts';

export interface WitnessKey {
  readonly verifier: VerifierKey;
  /** The cosignature line of a checkpoint's text at a time in seconds. */
  cosign(text: string, timeS: number): string;
}

/** As Go's note package writes signing keys: PRIVATE+KEY+name+id+base64, here of the type of cosignatures. */
const FORM = /^PRIVATE\+KEY\+([^+\s]+)\+([0-9a-f]{8})\+(\S+)\n$/;
const COSIGNATURE_V1 = 4;
const SEED_BYTES = 32;
/** DER in front of the 32 bytes of an Ed25519 private key (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The key that a file holds; it is made when there is no file. `name` is that of a new key.
 * @throws CliError when the file cannot be read or written, or holds another name.
 */
export function openWitnessKey(file: string, name: string | undefined): WitnessKey {
  const stored = textIfThere(file, ({ message }) => failed(`The key ${file} cannot be read: ${message}.`));
  if (stored === undefined) {
    createKey(file, name);
    return openWitnessKey(file, name);
  }
  const [, itsName = '', id = '', encoded = ''] = FORM.exec(stored) ?? [];
  const typed = fromBase64(encoded);
  if (typed?.length !== 1 + SEED_BYTES || typed[0] !== COSIGNATURE_V1)
    throw misuse(`${file} is not the key of a witness.`, 'A file that is not there is made.');
  const key = witnessKey(typed.slice(1), itsName);
  if (!cosignerKeyText(sha256, key.verifier).startsWith(`${itsName}+${id}+`))
    throw misuse(`The key in ${file} does not fit its id: the file was changed.`);
  if (name !== undefined && name !== itsName)
    throw misuse(`The key in ${file} is that of ${itsName}: a key keeps its name.`);
  return key;
}

function createKey(file: string, name: string | undefined): void {
  const seed = randomBytes(SEED_BYTES);
  const given =
    name ?? `witness-${createHash('sha256').update(publicKeyOf(seed)).digest('hex').slice(0, 12)}`;
  const [id] = cosignerKeyText(sha256, witnessKey(seed, given).verifier)
    .slice(given.length + 1)
    .split('+');
  const encoded = Buffer.concat([Buffer.from([COSIGNATURE_V1]), seed]).toString('base64');
  if (/^$|[\s+]/.test(given))
    throw misuse(`${given} cannot be the name of a key: it is empty or has a space or a plus sign.`);
  try {
    writeOnce(path.resolve(file), `PRIVATE+KEY+${given}+${id}+${encoded}\n`);
  } catch (error) {
    throw failed(`The key ${file} cannot be written: ${(error as Error).message}.`);
  }
}

function witnessKey(seed: Uint8Array, name: string): WitnessKey {
  const privateKey = privateKeyOf(seed);
  const verifier = { name, publicKey: publicKeyOf(seed) };
  return {
    verifier,
    cosign: (text, timeS) =>
      cosignatureLine(sha256, verifier, timeS, sign(null, cosignedBytes(text, timeS), privateKey)),
  };
}

function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
}

function publicKeyOf(seed: Uint8Array): Uint8Array {
  const spki = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' });
  return new Uint8Array(spki.subarray(-32));
}
