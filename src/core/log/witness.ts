import { sameBytes, toBase64, utf8Bytes } from './bytes.ts';
import {
  type Ed25519Verify,
  parseNote,
  parseTreeHead,
  signatureLine,
  signaturesBy,
  type TreeHead,
  type VerifierKey,
} from './checkpoint.ts';
import type { Sha256 } from './merkle-tree.ts';
import { isConsistent } from './proofs.ts';
import { parseHashLines } from './tlog-proof.ts';

export interface WitnessedLog {
  readonly origin: string;
  readonly keys: readonly VerifierKey[];
}

/** A request with a checkpoint that a followed log has signed. Whether the tree grew is not checked yet. */
export interface SignedRequest extends AddCheckpoint {
  readonly head: TreeHead;
  /** The text of the checkpoint, which is what is signed. */
  readonly text: string;
  /** The lines of the log's signatures that were verified. */
  readonly signatures: string;
}

/** A refusal: the HTTP status that C2SP tlog-witness asks for, and one line for people. */
export interface Refusal {
  readonly status: 400 | 403 | 404 | 409 | 422;
  readonly problem: string;
  /** Two signed checkpoints that contradict each other, in words: for the witness's own log. */
  readonly conflict?: string;
}

/** Parses a request to `add-checkpoint` and checks what needs no state of the witness. */
export async function readRequest(
  body: string,
  logs: readonly WitnessedLog[],
  sha256: Sha256,
  verify: Ed25519Verify,
): Promise<SignedRequest | Refusal> {
  const refuse = (status: Refusal['status'], problem: string): Refusal => ({ status, problem });
  const request = parseAddCheckpoint(body);
  if (typeof request === 'string') return refuse(400, request);
  const note = parseNote(request.checkpoint);
  if (typeof note === 'string') return refuse(400, `the checkpoint is malformed: ${note}`);
  const head = parseTreeHead(note.text);
  if (typeof head === 'string') return refuse(400, `the checkpoint is malformed: ${head}`);
  const log = logs.find(({ origin }) => origin === head.origin);
  if (log === undefined) return refuse(404, 'this witness does not follow the log');
  let signatures = '';
  for (const key of log.keys) {
    for (const signature of signaturesBy(note, sha256, key)) {
      if (signature.length !== 64 || !(await verify(key.publicKey, utf8Bytes(note.text), signature)))
        return refuse(403, `the signature of ${key.name} is wrong`);
      signatures += signatureLine(sha256, key, signature);
    }
  }
  if (signatures === '') return refuse(403, 'no key of the log has signed the checkpoint');
  if (request.oldSize > head.size) return refuse(400, 'the old size is above that of the checkpoint');
  return { ...request, head, text: note.text, signatures };
}

/** Why a witness that has last cosigned `latest` must not cosign what is asked for; undefined when it may. */
export function growthRefusal(
  { oldSize, proof, head }: SignedRequest,
  latest: TreeHead | undefined,
  sha256: Sha256,
): Refusal | undefined {
  const known = latest?.size ?? 0;
  if (oldSize !== known) return { status: 409, problem: String(known) };
  const refuse = (problem: string): Refusal => ({ status: 422, problem, conflict: problem });
  const nothing = sha256(new Uint8Array());
  if (head.size === 0 && !sameBytes(head.root, nothing))
    return refuse('the root of an empty tree is the hash of nothing');
  if (latest === undefined || known === 0)
    return proof.length === 0 ? undefined : refuse('there is no proof from an empty tree');
  if (known === head.size && !sameBytes(latest.root, head.root))
    return {
      status: 409,
      problem: String(known),
      conflict: 'this witness has cosigned another root of the same size',
    };
  if (!isConsistent(sha256, latest, head, proof))
    return refuse('the consistency proof does not lead from the tree that was cosigned to this one');
  return undefined;
}

/** What a log sends to a witness (C2SP tlog-witness, add-checkpoint). */
interface AddCheckpoint {
  /** The size that the witness knows; 0 when it knows none. */
  readonly oldSize: number;
  /** How the tree of the old size grew into that of the checkpoint (RFC 6962). */
  readonly proof: readonly Uint8Array[];
  /** A signed note. */
  readonly checkpoint: string;
}

export function addCheckpointText({ oldSize, proof, checkpoint }: AddCheckpoint): string {
  return [`old ${oldSize}`, ...proof.map(toBase64), '', checkpoint].join('\n');
}

/** What the body of a request says, or why it says nothing. */
export function parseAddCheckpoint(body: string): AddCheckpoint | string {
  const end = body.indexOf('\n\n');
  if (end < 0) return 'there is no empty line in front of the checkpoint';
  const [old = '', ...lines] = body.slice(0, end).split('\n');
  const [, digits = ''] = /^old (0|[1-9]\d{0,15})$/.exec(old) ?? [];
  const oldSize = Number(digits);
  if (digits === '' || !Number.isSafeInteger(oldSize)) return 'the first line is not the old size';
  const proof = parseHashLines(lines);
  if (typeof proof === 'string') return proof;
  return { oldSize, proof, checkpoint: body.slice(end + 2) };
}
