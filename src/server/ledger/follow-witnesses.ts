import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { reasonOf } from '../platform/database-error.ts';
import { parseCheckpoint, parseNote, parseVerifierKey, type TreeHead } from '../../core/log/checkpoint.ts';
import { sameBytes } from '../../core/log/bytes.ts';
import { type Cosignature, cosignatureOf, cosignerKeyText } from '../../core/log/cosignature.ts';
import { consistencyProof, type RangeRoot } from '../../core/log/proofs.ts';
import { isQuorum, type PolicyWitness, type WitnessPolicy } from '../../core/log/witness-policy.ts';
import { backOffMs } from '../../core/time/back-off.ts';
import { MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { insertCosignature } from './cosignature-rows.ts';
import { sha256, verifyEd25519 } from './ed25519.ts';
import { findLedger } from './ledger-rows.ts';
import type { OpenedLedger } from './open-ledger.ts';
import { StoredTiles } from './stored-tiles.ts';
import { Counter, Gauge } from 'prom-client';
import { addCheckpointText } from '../../core/log/witness.ts';
import { readAtMost } from '../platform/read-at-most.ts';

export interface FollowWitnessesOptions {
  readonly db: Pool;
  readonly log: FastifyBaseLogger;
  readonly policy: WitnessPolicy;
  readonly figures: WitnessFigures;
  readonly pace?: Pace;
}

/** How long one checkpoint is sent to the witnesses. */
export interface Pace {
  /** At least this long, once it has its quorum. */
  readonly roundMs: number;
  /** At most this long, while it has none. */
  readonly longestRoundMs: number;
  /**
   * After this a checkpoint is shown again although nothing was added to the ledger: the time of the last cosignature then tells
   * that the ledger was not cut back.
   */
  readonly shownAgainMs: number;
}

/** The present checkpoint: witnesses are all asked for the same one, so that it gets a quorum. */
interface Round {
  readonly head: TreeHead;
  readonly note: string;
  /** Of the tree below it. */
  readonly rangeRoot: RangeRoot;
  readonly startedMs: number;
  readonly cosignedBy: Set<PolicyWitness>;
}

/** A witness with an address. */
interface Worker {
  readonly witness: PolicyWitness;
  readonly url: string;
  /** The size that it last cosigned, as far as it is known here. */
  knownSize: number;
  isBusy: boolean;
  failures: number;
  retryMs: number;
  lastFailure: string | undefined;
}

const PACE: Pace = { roundMs: SECOND_MS, longestRoundMs: 10 * SECOND_MS, shownAgainMs: 5 * MINUTE_MS };
const BACK_OFF = { firstMs: SECOND_MS, longestMs: MINUTE_MS };

type FollowedLedger = Pick<OpenedLedger, 'name' | 'checkpoint' | 'onAppended' | 'verifierKey'>;

/**
 * Sends the checkpoints of a ledger to the witnesses of a policy that have an address, and stores what they sign, until the
 * function returned is called. Nothing waits for it: it reads what is durable already. Each witness is asked for one thing at a time.
 */
export function followWitnesses(ledger: FollowedLedger, options: FollowWitnessesOptions): () => void {
  const { db, policy, log, figures, pace = PACE } = options;
  warnOfOtherLog(ledger, options);
  const open = storedLedger(db, ledger.name);
  const ended = new AbortController();
  const workers = policy.witnesses.flatMap(workersOf);
  let round: Round | undefined;
  let timer: NodeJS.Timeout | undefined;

  /** Begins a round when it is time, asks who is free, and comes back when there is something to do. */
  function pump(): void {
    if (ended.signal.aborted) return;
    const nowMs = performance.now();
    if (round === undefined || nowMs >= nextRoundMs(round)) beginRound(nowMs);
    if (round === undefined) return;
    const { cosignedBy } = round;
    const isWanted = ({ isBusy, witness }: Worker) => !isBusy && !cosignedBy.has(witness);
    for (const worker of workers)
      if (isWanted(worker) && worker.retryMs <= nowMs) void ask(worker, round).finally(pump);
    const dueMs = Math.min(nextRoundMs(round), ...workers.filter(isWanted).map(({ retryMs }) => retryMs));
    clearTimeout(timer);
    timer = setTimeout(pump, Math.max(1, dueMs - nowMs)).unref();
  }

  function beginRound(startedMs: number): void {
    const note = ledger.checkpoint();
    const head = note === undefined ? 'none yet' : parseCheckpoint(note);
    if (note === undefined || typeof head === 'string' || head.size === 0) return;
    const rangeRoot: RangeRoot = async (from, to) => (await open()).tiles.rangeRoot(head.size)(from, to);
    round = { head, note, rangeRoot, startedMs, cosignedBy: new Set() };
  }

  /** When the next checkpoint follows: soon when this one has its quorum and there is a newer one. */
  function nextRoundMs({ note, startedMs, cosignedBy }: Round): number {
    if (ledger.checkpoint() === note) return startedMs + pace.shownAgainMs;
    return startedMs + (isQuorum(policy, cosignedBy) ? pace.roundMs : pace.longestRoundMs);
  }

  async function ask(worker: Worker, asked: Round): Promise<void> {
    const { witness } = worker;
    worker.isBusy = true;
    try {
      const { timeS, line } = await askWitness(worker, asked, ended.signal);
      const cosigner = cosignerKeyText(sha256, witness.key);
      await insertCosignature(db, (await open()).id, {
        size: asked.head.size,
        witness: cosigner,
        timeS,
        line,
      });
      asked.cosignedBy.add(witness);
      if (worker.lastFailure !== undefined) log.info({ witness: witness.name }, 'the witness cosigns again');
      Object.assign(worker, { failures: 0, lastFailure: undefined });
      figures.requests.inc({ witness: witness.name, result: 'cosigned' });
      if (isQuorum(policy, asked.cosignedBy)) figures.quorum.set(timeS);
    } catch (error) {
      if (!ended.signal.aborted) noteFailure(worker, ledger.name, error, options);
    } finally {
      worker.isBusy = false;
    }
  }

  const ignore = ledger.onAppended(pump);
  pump();
  return () => {
    ignore();
    clearTimeout(timer);
    ended.abort();
  };
}

function workersOf(witness: PolicyWitness): Worker[] {
  const { url } = witness;
  const fresh = { knownSize: 0, isBusy: false, failures: 0, retryMs: 0, lastFailure: undefined };
  return url === undefined ? [] : [{ witness, url, ...fresh }];
}

function warnOfOtherLog({ verifierKey }: FollowedLedger, { policy, log }: FollowWitnessesOptions): void {
  const own = parseVerifierKey(sha256, verifierKey);
  const isOwn = ({ key }: WitnessPolicy['logs'][number]) => own && sameBytes(key.publicKey, own.publicKey);
  if (policy.logs.length > 0 && !policy.logs.some(isOwn))
    log.warn({ key: verifierKey }, 'the witness policy does not name the key of this ledger as a log');
}

/** Finds a ledger in the database when it is first asked for. */
function storedLedger(db: Pool, name: string) {
  let stored: { readonly id: number; readonly tiles: StoredTiles } | undefined;
  return async () => {
    if (stored !== undefined) return stored;
    const row = await findLedger(db, name);
    if (row === undefined) throw new Error(`the ledger ${name} is not in the database`);
    return (stored = { id: row.id, tiles: new StoredTiles(db, row.id) });
  };
}

function noteFailure(worker: Worker, ledger: string, error: unknown, options: FollowWitnessesOptions): void {
  const { name } = worker.witness;
  worker.failures += 1;
  worker.retryMs = performance.now() + backOffMs(worker.failures, BACK_OFF, Math.random());
  const kind = error instanceof NotCosignedError ? error.kind : 'failed';
  options.figures.requests.inc({ witness: name, result: kind });
  const why = kind === 'failed' ? `could not be asked: ${String(error)}` : (error as Error).message;
  // Logged once for each kind of failure: what is tried every minute would fill the log.
  if (worker.lastFailure !== kind)
    options.log.warn({ witness: name, ledger, kind }, `no cosignature: the witness ${why}`);
  worker.lastFailure = kind;
}

/** The result of asking a witness; `failed`: it could not be asked, or its answer not stored. */
export type WitnessResult = 'cosigned' | 'failed' | RefusalKind;

const RESULTS: readonly WitnessResult[] = ['cosigned', 'failed', 'away', 'refused', 'wrong', 'ahead'];

export type WitnessFigures = ReturnType<typeof createWitnessFigures>;

export function createWitnessFigures(names: readonly string[]) {
  const requests = new Counter({
    name: 'pipcast_witness_requests_total',
    help: 'Checkpoints that a witness was asked to cosign, by what came of it.',
    labelNames: ['witness', 'result'],
    registers: [],
  });
  for (const witness of names) for (const result of RESULTS) requests.inc({ witness, result }, 0);
  const quorum = new Gauge({
    name: 'pipcast_witness_quorum_timestamp_seconds',
    help: 'When a checkpoint last got its quorum of witnesses, in seconds since 1970; 0 while none has.',
    registers: [],
  });
  return { requests, quorum };
}

/** Why a witness did not cosign: it does not answer, it refuses, what it says is wrong, or it knows a tree that is not ours. */
type RefusalKind = 'away' | 'refused' | 'wrong' | 'ahead';

class NotCosignedError extends Error {
  override readonly name = 'NotCosignedError';
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

const ANSWER_LIMIT_MS = 10_000;
/** Enough for a witness with several keys of 5 kB. */
const MOST_ANSWER_BYTES = 65_536;

/**
 * Asks a witness to cosign a checkpoint (C2SP tlog-witness, add-checkpoint); when it knows another size than was thought, once more
 * from that size.
 * @throws NotCosignedError, or what the reading of tiles throws.
 */
async function askWitness(
  asked: Worker,
  { head, note, rangeRoot }: Round,
  signal: AbortSignal,
): Promise<Cosignature> {
  for (const isSecond of [false, true]) {
    const oldSize = asked.knownSize;
    const proof = oldSize === 0 ? [] : await consistencyProof(oldSize, head.size, rangeRoot);
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

async function post({ url }: Worker, body: string, signal: AbortSignal) {
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
    throw new NotCosignedError('away', `does not answer: ${reasonOf(error)}`);
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
