import type { Pool } from 'pg';
import { inclusionProof, type RangeRoot } from '../../core/log/proofs.ts';
import type { TlogProof } from '../../core/log/tlog-proof.ts';
import type { WitnessPolicy } from '../../core/log/witness-policy.ts';
import { firstWitnessed, withCosignatures } from '../ledger/cosignature-rows.ts';
import { lastCheckpoint, type SignedHead } from '../ledger/ledger-rows.ts';
import { StoredTiles } from '../ledger/stored-tiles.ts';

/** The way of entries to the root of a checkpoint, as in RFC 6962. */
export interface InclusionProofs {
  /** The signed note, and how many entries it covers. */
  readonly checkpoint: string;
  readonly size: number;
  /** For each entry the sibling hashes from its leaf up. */
  readonly paths: readonly (readonly Uint8Array[])[];
}

export class InclusionProver {
  readonly #db: Pool;
  /** Reused, because they hold the roots of full tiles. */
  readonly #tiles = new Map<number, StoredTiles>();

  constructor(db: Pool) {
    this.#db = db;
  }

  /**
   * Proves that entries are in a ledger, all of them against its latest checkpoint; a few tiles are read for that.
   * Throws an Error when a part of the tree is missing: the ledger was damaged.
   */
  async prove(ledger: number, indexes: readonly number[]): Promise<InclusionProofs> {
    const head = await this.#latest(ledger);
    const rangeRoot = this.#rangeRoot(ledger, head.size);
    const paths = await Promise.all(indexes.map((index) => inclusionProof(index, head.size, rangeRoot)));
    return { checkpoint: head.note, size: head.size, paths };
  }

  /**
   * Proves an entry against the first checkpoint over it that the quorum of a policy has seen: that tells how early it was there.
   * Without a policy or a quorum against the latest one. Throws as `prove` does.
   */
  async proveEarliest(
    ledger: number,
    index: number,
    policy: WitnessPolicy | undefined,
  ): Promise<Pick<TlogProof, 'index' | 'path' | 'checkpoint'>> {
    const witnessed = policy && (await firstWitnessed(this.#db, ledger, policy, index));
    const head = witnessed ?? (await this.#latest(ledger));
    const checkpoint = witnessed?.note ?? (await withCosignatures(this.#db, ledger, head));
    const path = await inclusionProof(index, head.size, this.#rangeRoot(ledger, head.size));
    return { index, path, checkpoint };
  }

  async #latest(ledger: number): Promise<SignedHead> {
    const head = await lastCheckpoint(this.#db, ledger);
    if (head === undefined) throw new Error(`ledger ${ledger} has entries and no checkpoint`);
    return head;
  }

  #rangeRoot(ledger: number, size: number): RangeRoot {
    const stored = this.#tiles.get(ledger) ?? new StoredTiles(this.#db, ledger);
    this.#tiles.set(ledger, stored);
    return stored.rangeRoot(size);
  }
}
