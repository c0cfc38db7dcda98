import {
  type LogKeys,
  parseCheckpoint,
  signaturesProblem,
  type TreeHead,
  type VerifierKey,
} from './checkpoint.ts';
import { type LogProblem, type LogSource, MissingPartError, orMissing } from './log-source.ts';
import { sameBytes } from './bytes.ts';
import { HASH_BYTES } from './merkle-tree.ts';
import { consistencyProof, isConsistent } from './proofs.ts';
import { type HashTile, tileRangeRoot } from './tile-roots.ts';
import { tilePath } from './tiles.ts';

export interface GrowthOptions extends LogKeys {
  /** Entries are not read. */
  readonly source: Pick<LogSource, 'checkpoint' | 'tile'>;
  /** A checkpoint that was saved earlier, a signed note. */
  readonly since: string;
}

/**
 * Why a ledger's latest checkpoint has not grown out of one that was saved earlier, by a consistency proof (RFC 6962) that is put together
 * here out of a few tiles of hashes; empty where it has. Says nothing about the entries themselves: that takes reading them.
 */
export async function growthProblems(options: GrowthOptions): Promise<readonly LogProblem[]> {
  const { source, key, earlierKeys = [], since } = options;
  const problems: LogProblem[] = [];
  const fail = (message: string, index: number | undefined) =>
    void problems.push({ part: 'checkpoint', index, message });

  async function read(
    what: string,
    note: string,
    keys: readonly VerifierKey[],
  ): Promise<TreeHead | undefined> {
    const head = parseCheckpoint(note);
    const problem = typeof head === 'string' ? head : await headProblem(options, note, head, keys);
    if (problem !== undefined)
      fail(`${what} is wrong: ${problem}.`, typeof head === 'string' ? undefined : head.size);
    return typeof head === 'string' ? undefined : head;
  }

  const saved = await read('The saved checkpoint', since, [key, ...earlierKeys]);
  const latest = await orMissing(source.checkpoint());
  if (latest instanceof MissingPartError) fail(latest.message, undefined);
  const head = typeof latest === 'string' ? await read('The checkpoint', latest, [key]) : undefined;
  if (saved === undefined || head === undefined || problems.length > 0) return problems;
  if (head.size < saved.size) {
    fail(
      `The saved checkpoint covers ${saved.size} entries, but the ledger has only ${head.size}.`,
      saved.size,
    );
    return problems;
  }
  // Every log has grown out of the empty one.
  if (saved.size === 0) return problems;
  const proof = await orMissing(
    consistencyProof(saved.size, head.size, tileRangeRoot(options.sha256, head.size, tileReader(source))),
  );
  if (proof instanceof MissingPartError)
    problems.push({ part: 'tile', index: undefined, message: `A tile is wrong: ${proof.message}.` });
  else if (!isConsistent(options.sha256, saved, head, proof))
    fail(
      `The ledger has not grown out of the saved checkpoint: the tiles that it shows do not lead from its ${saved.size} entries to the ${head.size} of now.`,
      saved.size,
    );
  return problems;
}

async function headProblem(
  { key, sha256, ed25519 }: GrowthOptions,
  note: string,
  { origin, size, root }: TreeHead,
  keys: readonly VerifierKey[],
): Promise<string | undefined> {
  if (origin !== key.name) return `it is of ${origin}, not of ${key.name}`;
  if (size === 0 && !sameBytes(root, sha256(new Uint8Array())))
    return 'it covers no entry and yet has another root than an empty log';
  return signaturesProblem(note, sha256, keys, ed25519);
}

function tileReader(source: Pick<LogSource, 'tile'>) {
  return async (tile: HashTile): Promise<Uint8Array> => {
    const hashes = await source.tile(tile.level, tile.index, tile.width);
    if (hashes.length !== tile.width * HASH_BYTES)
      throw new MissingPartError(`${tilePath(tile)} has a wrong length`);
    return hashes;
  };
}
