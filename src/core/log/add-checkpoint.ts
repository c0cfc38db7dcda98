import { toBase64 } from './base64.ts';
import { parseHashLines } from './hash-lines.ts';

/** What a log sends to a witness (C2SP tlog-witness, add-checkpoint). */
export interface AddCheckpoint {
  /** The size that the witness knows; 0 when it knows none. */
  readonly oldSize: number;
  /** How the tree of the old size grew into that of the checkpoint (RFC 6962). */
  readonly proof: readonly Uint8Array[];
  /** A signed note. */
  readonly checkpoint: string;
}

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
  const proof = parseHashLines(lines);
  if (typeof proof === 'string') return proof;
  return { oldSize, proof, checkpoint: body.slice(end + 2) };
}
