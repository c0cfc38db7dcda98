import { sameBytes } from '../../core/log/bytes.ts';
import {
  checkpointSize,
  parseCheckpoint,
  parseNote,
  signaturesProblem,
  type VerifierKey,
  verifierKeyText,
} from '../../core/log/checkpoint.ts';
import { type GrowthOptions, growthProblems } from '../../core/log/verify-growth.ts';
import { type Witnessed, witnessedBy, type WitnessPolicy } from '../../core/log/witness-policy.ts';
import type { LogProblem } from '../../core/log/log-source.ts';
import { currencyProblem } from '../../core/signals/lapses.ts';
import type { Verification } from '../../core/signals/verify-ledger.ts';
import { epochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { ConfigError } from '../../server/platform/config.ts';
import { sha256, verifyEd25519 } from '../../server/ledger/ed25519.ts';
import { readPolicyFile } from '../../server/ledger/policy-file.ts';
import { CliError, misuse } from '../exit-codes.ts';
import { isoTime } from '../output.ts';
import { signalSpan } from '../../core/market/settlement-times.ts';
import type { PlacedEntry } from '../../core/signals/ledger-entry.ts';

export interface WitnessVerdict {
  /** Of a checkpoint that covers all that was verified; without a quorum, of the latest one. */
  readonly witnessed: Witnessed;
  /** How many witnesses the policy has. */
  readonly total: number;
  readonly problems: readonly LogProblem[];
}

export interface WitnessedLedger extends Pick<GrowthOptions, 'source' | 'key' | 'earlierKeys'> {
  readonly policy: WitnessPolicy;
  /** The checkpoint that was verified with all that is under it. */
  readonly latest: string;
  /** Reads the newest checkpoint with a quorum, according to the server. */
  readonly readWitnessed: () => Promise<string | undefined>;
  /** A running server shows its ledger to the witnesses every few minutes, so that what it shows must not be old. */
  readonly mustBeFresh: boolean;
  readonly nowMs: number;
  readonly pause: () => Promise<unknown>;
}

/** A server shows its ledger every second while it grows, and every five minutes while it does not. */
const FRESH_MS = 10 * MINUTE_MS;
/** The newest entries are seen by witnesses a moment later, within ten seconds where one of them is slow. */
const LONGEST_WAIT_S = 30;

/** The policy of a file. Throws a CliError when it is none. */
export function policyFile(file: string): WitnessPolicy {
  try {
    return readPolicyFile(file);
  } catch (error) {
    if (error instanceof ConfigError) throw misuse(error.message);
    throw error;
  }
}

/**
 * Throws a CliError unless the policy says, or the reader, which log is expected: witnesses sign for many, and a key that a ledger
 * shows itself may be that of another one.
 */
export function requireKnownLog({ logs }: WitnessPolicy, key: VerifierKey, wasKeyGiven: boolean): void {
  if (logs.length === 0 && !wasKeyGiven)
    throw misuse(
      'The policy names no log: which one is to be verified?',
      'Give the key of the ledger with --key, or add a line to the policy: log <vkey>',
    );
  const isNamed = logs.some(
    (log) => log.key.name === key.name && sameBytes(log.key.publicKey, key.publicKey),
  );
  if (logs.length > 0 && !isNamed)
    throw new CliError(
      'ledger_wrong',
      `The policy does not name the key ${verifierKeyText(sha256, key)}: this is another ledger, or its key was changed.`,
    );
}

/**
 * Whether enough witnesses have seen all of a ledger that was verified, and lately: its checkpoint, or a newer one that has grown out
 * of it. Entries that no witness has seen are waited for: an operator who rewrites the end of a ledger could show the rest of it to the
 * witnesses again and again.
 */
export async function judgeWitnesses(ledger: WitnessedLedger): Promise<WitnessVerdict> {
  const { policy } = ledger;
  const total = policy.witnesses.length;
  const latest = await read(ledger.latest, policy);
  if (typeof latest === 'string') return { witnessed: UNSEEN, total, problems: [wrong(latest)] };
  if (latest.isQuorum) return { witnessed: latest, total, problems: freshness(ledger, latest) };
  for (let waited = 0; waited < LONGEST_WAIT_S; waited += 1) {
    if (waited > 0) await ledger.pause();
    const note = await ledger.readWitnessed();
    if (note === undefined || checkpointSize(note) < checkpointSize(ledger.latest)) continue;
    const witnessed = await read(note, policy);
    if (typeof witnessed === 'string') return { witnessed: UNSEEN, total, problems: [wrong(witnessed)] };
    // Under the reader's policy it may be no quorum.
    if (!witnessed.isQuorum) continue;
    const problems = await growthProblems({
      ...ledger,
      sha256,
      ed25519: verifyEd25519,
      source: { ...ledger.source, checkpoint: async () => note },
      since: ledger.latest,
    });
    return { witnessed, total, problems: [...problems, ...freshness(ledger, witnessed)] };
  }
  const names = latest.by.map(({ witness }) => witness.name).join(', ');
  const message = `It lacks the quorum of the policy: ${latest.by.length} of ${total} witnesses have seen its checkpoint at ${checkpointSize(ledger.latest)}${names === '' ? '' : ` (${names})`}.`;
  return { witnessed: latest, total, problems: [problem(message)] };
}

/** Why the newest entry of a live ledger is old by the reader's clock, where a server writes it now, or by those of the witnesses, who may be right where that is wrong. */
export function notCurrent(
  { lastAtMs }: Pick<Verification, 'lastAtMs'>,
  readAtMs: number | undefined,
  verdict: WitnessVerdict | undefined,
): string[] {
  const seenS = verdict?.witnessed.seenS;
  const problems = [
    readAtMs && currencyProblem(lastAtMs, epochMs(readAtMs)),
    seenS && currencyProblem(lastAtMs, epochMs(seenS * 1_000), 'the clocks of the witnesses'),
  ];
  return problems.filter((found) => typeof found === 'string');
}

/** What witnesses say, in plain lines. */
export function witnessLines({ witnessed: { by }, total }: WitnessVerdict): string[] {
  const names = by.map(({ witness, cosignature }) => `${witness.name} at ${timeOf(cosignature.timeS)}`);
  return [`  seen by ${by.length} of ${total} witnesses${names.length === 0 ? '' : `: ${names.join(', ')}`}`];
}

/** What witnesses say, for `--json`. */
export function witnessDocument({ witnessed: { by, isQuorum }, total }: WitnessVerdict): object {
  return {
    isQuorum,
    total,
    seenBy: by.map(({ witness, cosignature }) => ({ witness: witness.name, at: timeOf(cosignature.timeS) })),
  };
}

const UNSEEN: Witnessed = { by: [], isQuorum: false, seenS: undefined };

function freshness({ mustBeFresh, nowMs }: WitnessedLedger, { seenS }: Witnessed): LogProblem[] {
  if (!mustBeFresh || seenS === undefined || nowMs - seenS * 1000 <= FRESH_MS) return [];
  return [
    problem(
      `Enough witnesses have seen it last at ${timeOf(seenS)}. A running server shows its ledger every five minutes: this one may be an old copy.`,
    ),
  ];
}

async function read(note: string, policy: WitnessPolicy): Promise<Witnessed | string> {
  const parsed = parseNote(note);
  return typeof parsed === 'string' ? parsed : witnessedBy(parsed, policy, sha256, verifyEd25519);
}

function wrong(why: string): LogProblem {
  return problem(`The checkpoint that witnesses have seen is wrong: ${why}.`);
}

function problem(message: string): LogProblem {
  return { part: 'checkpoint', index: undefined, message };
}

function timeOf(timeS: number): string {
  return isoTime(timeS * 1000);
}

/**
 * Counts how many signals and abstentions of a ledger a policy's quorum had seen before they expired, or would have, by its cosigned checkpoints: an
 * abstention in the place of a signal is worth as much to who knows how it ends.
 */
export class WitnessedDecisions {
  readonly #policy: WitnessPolicy;
  readonly #keys: readonly VerifierKey[];
  /** Checkpoints with a quorum that were read so far: the tree, as it is verified, is held against each. */
  readonly #quorums: { readonly size: number; readonly seenMs: number }[] = [];
  #at = 0;
  #inTime = 0;
  #late = 0;
  #unseen = 0;
  /** Minutes since 1970 with signals, and with a quorum. */
  readonly #signalMinutes = new Set<number>();
  readonly #quorumMinutes = new Set<number>();

  constructor(policy: WitnessPolicy, keys: readonly VerifierKey[]) {
    this.#policy = policy;
    this.#keys = keys;
  }

  /** Those of the notes that count, for the verification of the tree: it reads each before it comes to the entries under it. */
  async *counted(notes: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const text of notes) {
      const note = parseNote(text);
      const head = parseCheckpoint(text);
      if (typeof note === 'string' || typeof head === 'string') continue;
      // One checkpoint may be the first over decisions of two pages.
      if (head.size <= (this.#quorums.at(-1)?.size ?? 0)) continue;
      if ((await signaturesProblem(text, sha256, this.#keys, verifyEd25519)) !== undefined) continue;
      const witnessed = await witnessedBy(note, this.#policy, sha256, verifyEd25519);
      if (typeof witnessed === 'string' || !witnessed.isQuorum || witnessed.seenS === undefined) continue;
      const seenMs = witnessed.seenS * SECOND_MS;
      this.#quorums.push({ size: head.size, seenMs });
      this.#quorumMinutes.add(Math.floor(seenMs / MINUTE_MS));
      yield text;
    }
  }

  /** Takes in the next entry of the ledger. */
  add({ index, entry }: PlacedEntry): void {
    if (entry.kind !== 'signal' && entry.kind !== 'abstained') return;
    const { expiryMs } = signalSpan(entry.decidedMs, entry.timeframe);
    if (entry.kind === 'signal') this.#signalMinutes.add(Math.floor(entry.atMs / MINUTE_MS));
    while ((this.#quorums[this.#at]?.size ?? Infinity) <= index) this.#at += 1;
    const quorum = this.#quorums[this.#at];
    if (quorum === undefined) this.#unseen += 1;
    else if (quorum.seenMs < expiryMs) this.#inTime += 1;
    else this.#late += 1;
  }

  /** `inTime` were seen before they expired, `late` only behind that, `unseen` not at all; of the minutes with signals, those without a quorum. */
  get counts() {
    const minutes = this.#signalMinutes.size;
    const silentMinutes = [...this.#signalMinutes].filter(
      (minute) => !this.#quorumMinutes.has(minute),
    ).length;
    return { inTime: this.#inTime, late: this.#late, unseen: this.#unseen, minutes, silentMinutes };
  }

  get lines(): readonly string[] {
    const { inTime, late, unseen, minutes, silentMinutes } = this.counts;
    const all = inTime + late + unseen;
    return [
      `  signals and abstentions seen before they expired: ${inTime} of ${all}; only later ${late}, not yet ${unseen}`,
      `  minutes with signals and a quorum of cosignatures: ${minutes - silentMinutes} of ${minutes}`,
    ];
  }
}
