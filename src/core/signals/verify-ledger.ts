import { alteredPart, edgeTiles, type HashTile } from '../log/tile-roots.ts';
import { concatBytes, sameBytes } from '../log/bytes.ts';
import { HistoryChecker } from './check-history.ts';
import { controlProblem } from './signal-rules.ts';
import { type LogKeys, parseCheckpoint, signatureProblem, type TreeHead } from '../log/checkpoint.ts';
import { EarlierCheckpoints } from '../log/earlier-checkpoints.ts';
import { parseEntry } from './entry-bytes.ts';
import { type LogProblem, type LogSource, MissingPartError, orMissing } from '../log/log-source.ts';
import { type Lapse, LapseFinder, lapseText } from './lapses.ts';
import { ENTRY_KINDS, type LedgerEntry, OUTCOMES, type PlacedEntry } from './ledger-entry.ts';
import { type FullTile, HASH_BYTES, leafHash, MerkleTree, TILE_WIDTH } from '../log/merkle-tree.ts';
import { tileWidth, unbundleEntries } from '../log/tiles.ts';

/** Lapses beyond this number are only counted. */
const MOST_NAMED_LAPSES = 100;
/** Bundles that are requested ahead of the one that is checked. */
const AHEAD = 4;

/**
 * Checks a ledger from its first entry to its checkpoint: the signature, every entry by itself and against those before it,
 * the outcomes by their prices, every tile, the root, and that earlier checkpoints are of the same history. It ends at the
 * first entry or tile that is wrong. Memory does not grow with the ledger.
 */
export async function verifyLedger(options: VerifyOptions): Promise<Verification> {
  return new LedgerVerifier(options).run();
}

class LedgerVerifier {
  readonly #options: VerifyOptions;
  readonly #tree: MerkleTree;
  readonly #checker: HistoryChecker;
  readonly #problems: LedgerProblem[] = [];
  readonly #kinds = countsOf(ENTRY_KINDS);
  readonly #outcomes = countsOf(OUTCOMES);
  readonly #lapses = new LapseFinder();
  readonly #earlier: EarlierCheckpoints;
  #namedLapses = 0;
  #outageMs = 0;
  #engineChanges = 0;
  #engine: string | undefined;
  #firstAtMs: number | undefined;
  #head: TreeHead | undefined;
  #checkpoint: string | undefined;

  constructor(options: VerifyOptions) {
    this.#options = options;
    this.#tree = new MerkleTree(options.sha256);
    this.#checker = new HistoryChecker(options.ledgerName);
    this.#earlier = new EarlierCheckpoints({
      ...options,
      notes: options.earlier ?? [],
      onProblem: (problem) => this.#fail(problem),
    });
  }

  async run() {
    this.#head = await this.#readHead();
    if (this.#head !== undefined && (await this.#readEntries(this.#head)))
      await this.#compareRoot(this.#head);
    this.#nameMoreLapses();
    return {
      origin: this.#head?.origin,
      /** How many entries the checkpoint covers. */
      size: this.#head?.size ?? 0,
      root: this.#head?.root,
      /** The signed note that was read. */
      checkpoint: this.#checkpoint,
      checked: this.#tree.size,
      kinds: this.#kinds,
      outcomes: this.#outcomes,
      openSignals: this.#lapses.openSignals,
      ...this.#lapses.counts,
      /** How long all outages were together. */
      outageMs: this.#outageMs,
      /** How often signals and abstentions came from another engine than those before. */
      engineChanges: this.#engineChanges,
      firstAtMs: this.#firstAtMs,
      lastAtMs: this.#lapses.lastAtMs,
      earlierCheckpoints: this.#earlier.count,
      /** Empty when everything holds. */
      problems: this.#problems as readonly LedgerProblem[],
    };
  }

  async #readHead(): Promise<TreeHead | undefined> {
    const { source, key, sha256, ed25519 } = this.#options;
    const note = await orMissing(source.checkpoint());
    if (note instanceof MissingPartError)
      return this.#fail({ part: 'checkpoint', index: undefined, message: note.message });
    this.#checkpoint = note;
    const head = parseCheckpoint(note);
    const fail = (problem: string, index?: number) =>
      this.#fail({ part: 'checkpoint', index, message: `The checkpoint is wrong: ${problem}.` });
    if (typeof head === 'string') return fail(head);
    if (head.origin !== key.name) return fail(`it is of ${head.origin}, not of ${key.name}`, head.size);
    const problem = await signatureProblem(note, sha256, key, ed25519);
    // Even under another signature, the entries below it may show where they were altered.
    if (problem !== undefined) fail(problem, head.size);
    return head;
  }

  /** False when it ended before the last entry. */
  async #readEntries(head: TreeHead): Promise<boolean> {
    const bundles = Math.ceil(head.size / TILE_WIDTH);
    const ahead: Promise<readonly [Uint8Array | MissingPartError, Uint8Array | MissingPartError]>[] = [];
    let requested = 0;
    // The first checkpoint is that of the empty ledger.
    await this.#earlier.seek(-1);
    if (this.#earlier.isAt(0) && !(await this.#checkMilestone([]))) return false;
    for (let index = 0; index < bundles; index += 1) {
      for (; requested < Math.min(bundles, index + AHEAD); requested += 1)
        ahead.push(this.#fetch(requested, head.size));
      const next = ahead.shift();
      if (next === undefined) break;
      // Failures of requests ahead are handled, so that none is an unhandled rejection.
      const [tile, bundle] = await next.finally(() => void Promise.allSettled(ahead));
      const isGood = await this.#checkBundle(
        { level: 0, index, width: tileWidth(0, index, head.size) },
        tile,
        bundle,
      );
      if (!isGood) {
        await Promise.allSettled(ahead);
        return false;
      }
      this.#options.onProgress?.(this.#tree.size, head.size);
    }
    return this.#checkEdge(head);
  }

  async #fetch(index: number, size: number) {
    const { source } = this.#options;
    const width = tileWidth(0, index, size);
    return Promise.all([orMissing(source.tile(0, index, width)), orMissing(source.entries(index, width))]);
  }

  async #checkBundle(
    ref: HashTile,
    tile: Uint8Array | MissingPartError,
    bundle: Uint8Array | MissingPartError,
  ): Promise<boolean> {
    const from = ref.index * TILE_WIDTH;
    if (bundle instanceof MissingPartError) return this.#failEntry(from, bundle.message);
    const entries = unbundleEntries(bundle);
    if (entries === undefined) return this.#failEntry(from, 'its bundle is malformed');
    if (entries.length > ref.width) return this.#failEntry(from + ref.width, 'its bundle is too long');
    if (tile instanceof MissingPartError && entries.length < ref.width)
      return this.#failEntry(from + entries.length, 'it is missing');
    if (tile instanceof MissingPartError || tile.length !== ref.width * HASH_BYTES)
      return this.#failTile(ref, tile instanceof MissingPartError ? tile.message : 'it has a wrong length');
    const leaves = entries.map((bytes) => leafHash(this.#options.sha256, bytes));
    const odd = leaves.findIndex(
      (leaf, at) => !sameBytes(leaf, tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)),
    );
    const end = odd < 0 ? entries.length : odd;
    for (let at = 0; at < end; at += 1) {
      if (!this.#checkEntry(from + at, entries[at] as Uint8Array)) return false;
      const filled = this.#tree.add(leaves[at] as Uint8Array);
      const isMilestone = filled.length > 1 || this.#earlier.isAt(this.#tree.size);
      if (isMilestone && !(await this.#checkMilestone(filled))) return false;
    }
    if (odd >= 0) return this.#nameAltered(ref, tile, leaves, odd, entries[odd] as Uint8Array);
    return entries.length === ref.width || this.#failEntry(from + entries.length, 'it is missing');
  }

  #checkEntry(index: number, bytes: Uint8Array): boolean {
    let entry: LedgerEntry;
    try {
      entry = parseEntry(bytes);
    } catch (error) {
      return this.#failEntry(index, error instanceof Error ? error.message : String(error));
    }
    const { sha256 } = this.#options;
    const control = entry.kind === 'signal' ? controlProblem(sha256, entry) : undefined;
    const problem = this.#checker.problemWith(entry) ?? control;
    if (problem !== undefined) return this.#failEntry(index, problem);
    const other = this.#options.source.entryProblem?.(index, entry);
    if (other !== undefined) return this.#failEntry(index, other);
    this.#checker.add(entry, index);
    for (const lapse of this.#lapses.add(entry, index)) this.#nameLapse(lapse, index);
    this.#options.onEntry?.({ index, entry });
    this.#count(entry);
    this.#kinds[entry.kind] += 1;
    if (entry.kind === 'settled') this.#outcomes[entry.outcome] += 1;
    return true;
  }

  /** Counts what a reader needs to judge how much is left out. */
  #count(entry: LedgerEntry): void {
    this.#firstAtMs ??= entry.atMs;
    if (entry.kind === 'outage') this.#outageMs += Math.max(0, entry.toMs - entry.fromMs);
    if (!('engine' in entry)) return;
    if (this.#engine !== undefined && this.#engine !== entry.engine) this.#engineChanges += 1;
    this.#engine = entry.engine;
  }

  /** Compares the tiles above level 0 that have become full, and the earlier checkpoint of this size. */
  async #checkMilestone(filled: readonly FullTile[]): Promise<boolean> {
    for (const tile of filled)
      if (tile.level > 0 && !(await this.#compareTile({ ...tile, width: TILE_WIDTH }, tile.hashes)))
        return false;
    while (this.#earlier.isAt(this.#tree.size)) {
      const isLast = this.#tree.size === this.#head?.size;
      // The last one was looked at before all entries.
      const isForged = isLast && this.#problems.some(({ part }) => part === 'checkpoint');
      const altered = await this.#earlier.compare(this.#tree.root(), { isSignatureKnown: isLast, isForged });
      if (altered !== undefined) return this.#failEntry(altered.index, altered.problem);
      await this.#earlier.seek(this.#tree.size);
    }
    return true;
  }

  async #checkEdge(head: TreeHead): Promise<boolean> {
    for (const ref of edgeTiles(head.size)) {
      if (ref.level === 0) continue;
      if (!(await this.#compareTile(ref, concatBytes(this.#tree.edge(ref.level))))) return false;
    }
    return true;
  }

  async #compareTile(ref: HashTile, computed: Uint8Array): Promise<boolean> {
    const served = await orMissing(this.#options.source.tile(ref.level, ref.index, ref.width));
    if (served instanceof MissingPartError) return this.#failTile(ref, served.message);
    if (sameBytes(served, computed)) return true;
    return this.#failTile(ref, 'it does not fit the tiles and entries below it');
  }

  async #compareRoot(head: TreeHead): Promise<void> {
    if (sameBytes(this.#tree.root(), head.root)) return;
    const { provenSize } = this.#earlier;
    const range =
      provenSize > 0 ? ` Up to entry ${provenSize - 1} they agree with an earlier checkpoint.` : '';
    this.#fail({
      part: 'checkpoint',
      index: head.size,
      message: `The checkpoint is wrong: it is not of these ${head.size} entries, whose tree has another root.${range}`,
    });
  }

  async #nameAltered(
    ref: HashTile,
    tile: Uint8Array,
    leaves: readonly Uint8Array[],
    odd: number,
    bytes: Uint8Array,
  ): Promise<boolean> {
    const { source, sha256 } = this.#options;
    const head = this.#head as TreeHead;
    const readTile = ({ level, index, width }: HashTile) => source.tile(level, index, width);
    const altered = await alteredPart({ readTile, sha256, head, ref, tile, leaves });
    if (altered === 'tile')
      return this.#failTile(ref, 'it does not fit its entries, which fit the checkpoint');
    // The entry may be wrong as well, and that is easier to understand.
    const index = ref.index * TILE_WIDTH + odd;
    if (!this.#checkEntry(index, bytes)) return false;
    return this.#failEntry(
      index,
      altered === 'entry'
        ? 'it was altered: its hash is not the one in the tree'
        : 'its hash is not the one in the tree, and neither leads to the checkpoint',
    );
  }

  /** A lapse does not end the verification; the first ones are named. */
  #nameLapse(lapse: Lapse, provenBy: number): void {
    if (this.#namedLapses >= MOST_NAMED_LAPSES) return;
    this.#namedLapses += 1;
    const message = lapseText(lapse);
    if (lapse.kind === 'overdue') this.#fail({ part: 'signal', index: lapse.index, message });
    else this.#fail({ part: 'minute', index: provenBy, message });
  }

  #nameMoreLapses(): void {
    if (this.#namedLapses < MOST_NAMED_LAPSES) return;
    const { overdueSignals, silentMinutes } = this.#lapses.counts;
    const message = `Overdue signals in all: ${overdueSignals}, silent minutes: ${silentMinutes}; the first ${MOST_NAMED_LAPSES} findings are named.`;
    this.#fail({ part: 'signal', index: undefined, message });
  }

  #failEntry(index: number, problem: string): false {
    this.#fail({ part: 'entry', index, message: `Entry ${index} is wrong: ${problem}.` });
    return false;
  }

  #failTile({ level, index }: HashTile, problem: string): false {
    this.#fail({
      part: 'tile',
      index,
      level,
      message: `Tile ${index} of level ${level} is wrong: ${problem}.`,
    });
    return false;
  }

  #fail(problem: LedgerProblem): undefined {
    this.#problems.push(problem);
    return undefined;
  }
}

function countsOf<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, 0])) as Record<Key, number>;
}

/** Where a ledger is read from. A part that is not there rejects with a MissingPartError. */
export interface LedgerSource extends LogSource {
  /** A further problem of an entry that is right in itself. */
  entryProblem?(index: number, entry: LedgerEntry): string | undefined;
}

export interface LedgerProblem extends Omit<LogProblem, 'part'> {
  readonly part: LogProblem['part'] | 'signal' | 'minute' | 'record';
}

export type Verification = Awaited<ReturnType<LedgerVerifier['run']>>;

export interface VerifyOptions extends LogKeys {
  readonly source: LedgerSource;
  /** `live`, or the name of a run: its rules on feeds are applied. */
  readonly ledgerName: string;
  /** Checkpoints of the past, in the order of their sizes; the tree must have grown out of each. */
  readonly earlier?: AsyncIterable<string> | Iterable<string>;
  /** Called with each entry that is right, in order. */
  readonly onEntry?: (placed: PlacedEntry) => void;
  /** Called after each bundle; what it throws ends the verification. */
  readonly onProgress?: (checked: number, size: number) => void;
}
