import {
  parseCheckpoint,
  parseNote,
  signaturesProblem,
  type VerifierKey,
} from '../../core/log/checkpoint.ts';
import { type WitnessPolicy, witnessedBy } from '../../core/log/witness-policy.ts';
import { signalSpan } from '../../core/signals/decision-grid.ts';
import { MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import type { PlacedEntry } from '../../core/signals/ledger-entry.ts';
import { sha256, verifyEd25519 } from '../../server/ledger/ed25519.ts';

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

  /** The same for people. */
  get lines(): readonly string[] {
    const { inTime, late, unseen, minutes, silentMinutes } = this.counts;
    const all = inTime + late + unseen;
    return [
      `  signals and abstentions seen before they expired: ${inTime} of ${all}; only later ${late}, not yet ${unseen}`,
      `  minutes with signals and a quorum of cosignatures: ${minutes - silentMinutes} of ${minutes}`,
    ];
  }
}
