import type { Server } from 'node:http';
import path from 'node:path';
import {
  checkpointText,
  signedNote,
  type TreeHead,
  type VerifierKey,
} from '../../../src/core/log/checkpoint.ts';
import { leafHash, MerkleTree, nodeHash } from '../../../src/core/log/merkle-tree.ts';
import { consistencyProof, type RangeRoot, splitPoint } from '../../../src/core/log/proofs.ts';
import { addCheckpointText } from '../../../src/core/log/witness.ts';
import { openWitnessKey } from '../../../src/operator/witness/witness-key.ts';
import { createWitnessServer } from '../../../src/operator/witness/witness-server.ts';
import { WitnessState } from '../../../src/operator/witness/witness-state.ts';
import { sha256 } from '../../../src/server/ledger/ed25519.ts';
import { listenHere } from '../../support/local-server.ts';
import { newSigner } from '../../support/log-crypto.ts';

/** A log of made-up leaves that can say whatever the test wants. */
export class TestLog {
  readonly key: VerifierKey;
  readonly #signer = newSigner();
  readonly #leaves: Uint8Array[] = [];

  constructor(name = 'log.example.com/test') {
    this.key = { name, publicKey: this.#signer.publicKey };
  }

  /** Adds leaves, or puts others in place of those from an index on. */
  grow(count: number, { from = this.#leaves.length, word = 'leaf' } = {}): this {
    this.#leaves.length = from;
    for (let at = 0; at < count; at += 1)
      this.#leaves.push(leafHash(sha256, Buffer.from(`${word} ${from + at}`)));
    return this;
  }

  head(size = this.#leaves.length): TreeHead {
    const tree = new MerkleTree(sha256);
    for (const leaf of this.#leaves.slice(0, size)) tree.add(leaf);
    return { origin: this.key.name, size, root: tree.root() };
  }

  checkpoint(size = this.#leaves.length): string {
    const text = checkpointText(this.head(size));
    return signedNote(text, sha256, this.key, this.#signer.sign(Buffer.from(text)));
  }

  /** The request that grows a witness from one size to another. */
  async request(oldSize: number, size = this.#leaves.length): Promise<string> {
    const rangeRoot: RangeRoot = async (from, to) => {
      if (to - from === 1) return this.#leaves[from] as Uint8Array;
      const split = from + splitPoint(to - from);
      return nodeHash(sha256, await rangeRoot(from, split), await rangeRoot(split, to));
    };
    const isGrowth = oldSize > 0 && oldSize <= size;
    const proof = isGrowth ? await consistencyProof(oldSize, size, rangeRoot) : [];
    return addCheckpointText({ oldSize, proof, checkpoint: this.checkpoint(size) });
  }
}

export interface RunningWitness {
  readonly url: string;
  readonly key: VerifierKey;
  readonly events: string[];
  readonly server: Server;
  stop(): Promise<void>;
}

/** A witness in this process, with key and state in a folder. */
export async function startWitness(
  folder: string,
  logs: readonly VerifierKey[],
  {
    name = 'w1',
    nowS = () => 1_700_000_000,
    port = 0,
  }: { name?: string; nowS?: () => number; port?: number | undefined } = {},
): Promise<RunningWitness> {
  const key = openWitnessKey(path.join(folder, `${name}.key`), `${name}.example.com`);
  const state = await WitnessState.open(path.join(folder, `${name}.state`), key.verifier);
  const events: string[] = [];
  const server = createWitnessServer({
    logs: logs.map((log) => ({ origin: log.name, keys: [log] })),
    key,
    state,
    nowS,
    onEvent: (line) => events.push(line),
  });
  const { origin, stop } = await listenHere(server, port);
  return { url: origin, key: key.verifier, events, server, stop };
}

export const post = (url: string, body: string | Uint8Array) =>
  fetch(`${url}/add-checkpoint`, { method: 'POST', body: body as string });
