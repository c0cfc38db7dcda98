import { concatBytes, utf8Bytes } from './bytes.ts';
import {
  type Ed25519Verify,
  type Note,
  parseVerifierKey,
  signatureLine,
  signaturesBy,
  type VerifierKey,
  verifierKeyText,
} from './checkpoint.ts';
import type { Sha256 } from './merkle-tree.ts';

/** A witness's statement that at this time the checkpoint is the largest tree that it knows of this log. */
export interface Cosignature {
  /** Seconds since 1970 on the witness's clock. */
  readonly timeS: number;
  /** The signature line, with its newline. */
  readonly line: string;
}

/** Timestamped Ed25519 cosignatures, by the number that C2SP signed-note assigns to them. */
const COSIGNATURE_V1 = 4;
const TIME_BYTES = 8;
const SIGNATURE_BYTES = 64;

/** The key of a witness that a text says; undefined when the text is no vkey of Ed25519 cosignatures. */
export function parseCosignerKey(sha256: Sha256, text: string): VerifierKey | undefined {
  return parseVerifierKey(sha256, text, COSIGNATURE_V1);
}

/** The key of a witness in the form that policies are given. */
export function cosignerKeyText(sha256: Sha256, key: VerifierKey): string {
  return verifierKeyText(sha256, key, COSIGNATURE_V1);
}

/** What a witness signs: the text of a checkpoint behind the time in seconds (C2SP tlog-cosignature, "cosignature/v1"). */
export function cosignedBytes(checkpointText: string, timeS: number): Uint8Array {
  return utf8Bytes(`cosignature/v1\ntime ${timeS}\n${checkpointText}`);
}

/** The line that a witness adds to a checkpoint, with its newline. */
export function cosignatureLine(
  sha256: Sha256,
  key: VerifierKey,
  timeS: number,
  signature: Uint8Array,
): string {
  const time = new Uint8Array(TIME_BYTES);
  new DataView(time.buffer).setBigUint64(0, BigInt(timeS));
  return signatureLine(sha256, key, concatBytes([time, signature]), COSIGNATURE_V1);
}

/**
 * The newest cosignature of a witness on a checkpoint: undefined when it has none, `wrong` when one of its lines does not
 * verify or has no time: such a note is malformed.
 */
export async function cosignatureOf(
  note: Note,
  sha256: Sha256,
  key: VerifierKey,
  verify: Ed25519Verify,
): Promise<Cosignature | 'wrong' | undefined> {
  let newest: Cosignature | undefined;
  for (const bytes of signaturesBy(note, sha256, key, COSIGNATURE_V1)) {
    if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return 'wrong';
    const timeS = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0));
    const signature = bytes.subarray(TIME_BYTES);
    if (timeS === 0 || !Number.isSafeInteger(timeS)) return 'wrong';
    if (!(await verify(key.publicKey, cosignedBytes(note.text, timeS), signature))) return 'wrong';
    if (newest === undefined || timeS > newest.timeS)
      newest = { timeS, line: cosignatureLine(sha256, key, timeS, signature) };
  }
  return newest;
}
