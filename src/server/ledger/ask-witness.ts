import { parseNote, type TreeHead } from '../../core/log/checkpoint.ts';
import { type Cosignature, cosignatureOf } from '../../core/log/cosignature.ts';
import { consistencyProof, type RangeRoot } from '../../core/log/proofs.ts';
import type { PolicyWitness } from '../../core/log/witness-policy.ts';
import { addCheckpointText } from '../../core/log/witness.ts';
import { readAtMost } from '../platform/read-at-most.ts';
import { sha256, verifyEd25519 } from './ed25519.ts';

/** Why a witness did not cosign: it does not answer, it refuses, what it says is wrong, or it knows a tree that is not ours. */
export type RefusalKind = 'away' | 'refused' | 'wrong' | 'ahead';

export class NotCosignedError extends Error {
  override readonly name = 'NotCosignedError';
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** A checkpoint for witnesses to cosign, and the tree below it. */
export interface Submission {
  readonly head: TreeHead;
  readonly note: string;
  readonly rangeRoot: RangeRoot;
}

/** A witness with an address, and the size that it last cosigned, as far as it is known here. */
export interface AskedWitness {
  readonly witness: PolicyWitness;
  readonly url: string;
  knownSize: number;
}

const ANSWER_LIMIT_MS = 10_000;
/** Enough for a witness with several keys of 5 kB. */
const MOST_ANSWER_BYTES = 65_536;

/**
 * Asks a witness to cosign a checkpoint (C2SP tlog-witness, add-checkpoint); when it knows another size than was thought, once more
 * from that size.
 * @throws NotCosignedError, or what the reading of tiles throws.
 */
export async function askWitness(
  asked: AskedWitness,
  submission: Submission,
  signal: AbortSignal,
): Promise<Cosignature> {
  const { head, note } = submission;
  for (const isSecond of [false, true]) {
    const oldSize = asked.knownSize;
    const proof = oldSize === 0 ? [] : await consistencyProof(oldSize, head.size, submission.rangeRoot);
    const answer = await post(asked, addCheckpointText({ oldSize, proof, checkpoint: note }), signal);
    if (answer.status === 200) {
      const cosignature = await readAnswer(asked.witness, note, answer.body);
      asked.knownSize = head.size;
      return cosignature;
    }
    if (answer.status !== 409)
      throw new NotCosignedError(
        answer.status >= 500 || answer.status === 429 ? 'away' : 'refused',
        `answers ${answer.status}: ${answer.body.trim().slice(0, 200)}`,
      );
    const known = /^(0|[1-9]\d{0,15})\n$/.exec(answer.body)?.[1];
    if (Number(known) === oldSize && oldSize === head.size)
      throw new NotCosignedError('refused', `has cosigned another root of the same ${known} entries`);
    if (known === undefined || Number(known) === oldSize || isSecond)
      throw new NotCosignedError('wrong', 'answers 409 without a size that helps');
    if (Number(known) > head.size)
      throw new NotCosignedError(
        'ahead',
        `has cosigned ${known} entries of this ledger, which has only ${head.size}: it was cut back or is being written elsewhere`,
      );
    asked.knownSize = Number(known);
  }
  throw new NotCosignedError('wrong', 'does not cosign');
}

async function post({ url }: AskedWitness, body: string, signal: AbortSignal) {
  try {
    const answer = await fetch(`${url.replace(/\/$/, '')}/add-checkpoint`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    });
    return { status: answer.status, body: await textOf(answer) };
  } catch (error) {
    if (error instanceof NotCosignedError) throw error;
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new NotCosignedError(
      'away',
      `does not answer: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

async function textOf(answer: Response): Promise<string> {
  const body = await readAtMost(answer.body ?? [], MOST_ANSWER_BYTES);
  if (body === undefined)
    throw new NotCosignedError('wrong', `answers with more than ${MOST_ANSWER_BYTES} bytes`);
  return body.toString('utf8');
}

/** The cosignature in an answer; lines of other keys are passed over. */
async function readAnswer({ key }: PolicyWitness, note: string, lines: string): Promise<Cosignature> {
  const parsed = parseNote(note + lines);
  if (typeof parsed === 'string')
    throw new NotCosignedError('wrong', `answers with no signature line: ${parsed}`);
  const found = await cosignatureOf(parsed, sha256, key, verifyEd25519);
  if (found === undefined) throw new NotCosignedError('wrong', 'answers without a cosignature of its key');
  if (found === 'wrong')
    throw new NotCosignedError('wrong', 'answers with a cosignature that does not verify');
  return found;
}
