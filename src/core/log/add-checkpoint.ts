import { fromBase64, toBase64 } from './base64.ts';
import { HASH_BYTES } from './merkle-tree.ts';

/** What a log sends to a witness (C2SP tlog-witness, add-checkpoint). */
export interface AddCheckpoint {
  /** The size that the witness knows; 0 when it knows none. */
  readonly oldSize: number;
  /** How the tree of the old size grew into that of the checkpoint (RFC 6962). */
  readonly proof: readonly Uint8Array[];
  /** A signed note. */
  readonly checkpoint: string;
}

const MOST_HASHES = 63;

/** The body of a request. */
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
  if (lines.length > MOST_HASHES) return `there are more than ${MOST_HASHES} hashes`;
  const proof: Uint8Array[] = [];
  for (const line of lines) {
    const hash = fromBase64(line);
    if (hash?.length !== HASH_BYTES) return 'a line of the proof is not a hash in base64';
    proof.push(hash);
  }
  return { oldSize, proof, checkpoint: body.slice(end + 2) };
}
