import { concatBytes, fromBase64, sameBytes, toBase64, utf8Bytes } from './bytes.ts';
import { HASH_BYTES, type Sha256 } from './merkle-tree.ts';

export interface TreeHead {
  /** Names the log, such as `signals.example.com/ledger/live`. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
}

export interface VerifierKey {
  readonly name: string;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
}

/** Whether an Ed25519 signature of a message is one of a public key. */
export type Ed25519Verify = (
  publicKey: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
) => boolean | Promise<boolean>;

/** What the checkpoints of a log are checked with. */
export interface LogKeys {
  readonly key: VerifierKey;
  /** Earlier keys that may have signed earlier checkpoints. */
  readonly earlierKeys?: readonly VerifierKey[];
  readonly sha256: Sha256;
  readonly ed25519: Ed25519Verify;
}

/** The assigned signature types of C2SP signed-note that are used here: Ed25519, and Ed25519 with a time in front. */
export type SignatureType = 1 | 4;

interface NoteSignature {
  readonly name: string;
  /** Four bytes that name the key, then the signature. */
  readonly bytes: Uint8Array;
}

export interface Note {
  /** With its final newline. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

const ED25519 = 1;
const KEY_ID_BYTES = 4;
const DASH = '\u2014';
const MOST_SIGNATURES = 100;

/** The text of a checkpoint, which is what is signed (C2SP tlog-checkpoint). */
export function checkpointText({ origin, size, root }: TreeHead): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/** The signed note of a text: the text and one signature line (C2SP signed-note). */
export function signedNote(text: string, sha256: Sha256, key: VerifierKey, signature: Uint8Array): string {
  return `${text}\n${signatureLine(sha256, key, signature)}`;
}

/** A line of a signed note, with its newline. */
export function signatureLine(
  sha256: Sha256,
  key: VerifierKey,
  signature: Uint8Array,
  type: SignatureType = ED25519,
): string {
  return `${DASH} ${key.name} ${toBase64(concatBytes([keyId(sha256, key, type), signature]))}\n`;
}

/** The key in the form that verifiers are given: name, key id in hex, and algorithm with key in base64. */
export function verifierKeyText(sha256: Sha256, key: VerifierKey, type: SignatureType = ED25519): string {
  const id = [...keyId(sha256, key, type)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${key.name}+${id}+${toBase64(typedKey(key, type))}`;
}

/** The key that a text written by `verifierKeyText` says; undefined when it is none of this type, or its id is wrong. */
export function parseVerifierKey(
  sha256: Sha256,
  text: string,
  type: SignatureType = ED25519,
): VerifierKey | undefined {
  const [, name = '', , encoded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+([^\s]+)$/.exec(text) ?? [];
  const typed = fromBase64(encoded);
  if (name === '' || typed?.length !== 33 || typed[0] !== type) return undefined;
  const key = { name, publicKey: typed.slice(1) };
  return verifierKeyText(sha256, key, type) === text ? key : undefined;
}

/** What an unverified checkpoint says, or why it is none. */
export function parseCheckpoint(note: string): TreeHead | string {
  const parsed = parseNote(note);
  if (typeof parsed === 'string') return parsed;
  return parseTreeHead(parsed.text);
}

/** How many entries a checkpoint covers; less than any where the note is none. */
export function checkpointSize(note: string): number {
  const head = parseCheckpoint(note);
  return typeof head === 'string' ? -1 : head.size;
}

/** What the text of a checkpoint says, or why it is none. Extension lines are allowed, and not looked at. */
export function parseTreeHead(text: string): TreeHead | string {
  const [origin = '', size = '', root = '', ...rest] = text.split('\n');
  if (origin === '' || rest.pop() !== '' || rest.includes(''))
    return 'the text is not lines of origin, size and root';
  if (!/^(0|[1-9]\d{0,15})$/.test(size) || !Number.isSafeInteger(Number(size)))
    return 'the size is not a number';
  const bytes = fromBase64(root);
  if (bytes?.length !== HASH_BYTES) return 'the root is not a hash in base64';
  return { origin, size: Number(size), root: bytes };
}

/** Why a note is not signed with a key; undefined when it is. Signatures of other keys, such as witnesses', are passed over. */
export async function signatureProblem(
  note: string,
  sha256: Sha256,
  key: VerifierKey,
  verify: Ed25519Verify,
): Promise<string | undefined> {
  const parsed = parseNote(note);
  if (typeof parsed === 'string') return parsed;
  const own = signaturesBy(parsed, sha256, key);
  if (own.length === 0) return `it is not signed by the key ${verifierKeyText(sha256, key)}`;
  const message = utf8Bytes(parsed.text);
  for (const signature of own) {
    if (signature.length !== 64 || !(await verify(key.publicKey, message, signature)))
      return 'its signature is wrong';
  }
  return undefined;
}

/** Why a note is signed with none of some keys, by the first of them; undefined when it is signed with one. */
export async function signaturesProblem(
  note: string,
  sha256: Sha256,
  keys: readonly VerifierKey[],
  verify: Ed25519Verify,
): Promise<string | undefined> {
  let first: string | undefined;
  for (const key of keys) {
    const problem = await signatureProblem(note, sha256, key, verify);
    if (problem === undefined) return undefined;
    first ??= problem;
  }
  return first ?? 'there is no key to check it with';
}

/** The signatures of a note whose name and key id are those of a key. */
export function signaturesBy(
  { signatures }: Note,
  sha256: Sha256,
  key: VerifierKey,
  type: SignatureType = ED25519,
): Uint8Array[] {
  const id = keyId(sha256, key, type);
  return signatures
    .filter(({ name, bytes }) => name === key.name && sameBytes(bytes.subarray(0, KEY_ID_BYTES), id))
    .map(({ bytes }) => bytes.subarray(KEY_ID_BYTES));
}

/** Takes a signed note apart, or says why it is none (C2SP signed-note). */
export function parseNote(note: string): Note | string {
  if (/[^\n\u007f-\u009f\P{Cc}]|\p{Cs}/u.test(note)) return 'it holds a control character';
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return 'it is not a signed note';
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) return 'it has too many signatures';
  const signatures: NoteSignature[] = [];
  for (const line of lines) {
    const [, name = '', encoded = ''] = /^\u2014 ([^\s+]+) (\S+)$/.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    if (name === '' || bytes === undefined || bytes.length <= KEY_ID_BYTES)
      return 'a signature line is malformed';
    signatures.push({ name, bytes });
  }
  return { text, signatures };
}

function typedKey({ publicKey }: VerifierKey, type: SignatureType): Uint8Array {
  return concatBytes([new Uint8Array([type]), publicKey]);
}

function keyId(sha256: Sha256, key: VerifierKey, type: SignatureType): Uint8Array {
  return sha256(concatBytes([utf8Bytes(`${key.name}\n`), typedKey(key, type)])).slice(0, KEY_ID_BYTES);
}
