import { asciiBytes, asciiText } from '../log/bytes.ts';
import {
  type Ed25519Verify,
  parseNote,
  parseTreeHead,
  signaturesProblem,
  type TreeHead,
  type VerifierKey,
} from '../log/checkpoint.ts';
import type { Sha256 } from '../log/merkle-tree.ts';
import { isIncluded } from '../log/proofs.ts';
import { parseTlogProof, type TlogProof, tlogProofText } from '../log/tlog-proof.ts';
import { type Witnessed, witnessedBy, type WitnessPolicy } from '../log/witness-policy.ts';
import { HistoryChecker } from './check-history.ts';
import { controlProblem } from './signal-rules.ts';
import { parseEntry } from './entry-bytes.ts';
import type { LedgerEntry, SettledEntry, SignalEntry } from './ledger-entry.ts';

export interface EntryProof extends Omit<TlogProof, 'extra'> {
  readonly bytes: Uint8Array;
}

export interface ProvenEntry {
  readonly index: number;
  readonly entry: LedgerEntry;
  /** The checkpoint that covers it. */
  readonly head: TreeHead;
  /** Who has cosigned the checkpoint; undefined where no policy was given. */
  readonly witnessed: Witnessed | undefined;
}

export interface ProvenStory {
  readonly origin: string;
  readonly signal: SignalEntry;
  readonly settled: SettledEntry;
  readonly entries: readonly ProvenEntry[];
}

export interface StoryProofOptions {
  /** Keys of the ledgers that are accepted; each signs under its own name. */
  readonly keys: readonly VerifierKey[];
  /** Its quorum must have cosigned every checkpoint of the proof. */
  readonly policy: WitnessPolicy | undefined;
  readonly sha256: Sha256;
  readonly ed25519: Ed25519Verify;
}

/** What the extra line of a proof holds, as JSON: the entry that is the leaf, and proofs of those before it. */
interface Extra {
  readonly entry: string;
  readonly earlier: readonly string[];
}

/** The proof of a whole signal as one file (C2SP tlog-proof): that of its last entry, with those of the entries before in its extra line. */
export function storyProofText(entries: readonly EntryProof[]): string {
  const texts: string[] = [];
  for (const [at, { bytes, ...proof }] of entries.entries()) {
    const isLast = at === entries.length - 1;
    const entry = asciiText(bytes);
    if (entry === undefined) throw new RangeError(`entry ${proof.index} is not ASCII`);
    const extra: Extra = { entry, earlier: isLast ? texts : [] };
    const text = tlogProofText({ ...proof, extra: asciiBytes(escaped(JSON.stringify(extra))) });
    if (isLast) return text;
    texts.push(text);
  }
  throw new RangeError('a story has at least one entry');
}

/**
 * Verifies the file of a signal without a connection: that each entry is under a checkpoint of an accepted ledger, cosigned as the
 * policy says, and that the entries are one signal whose outcome follows from its prices. Returns a plain sentence about the first
 * thing that is wrong. It does not say whether the ledger has other entries: that takes the whole ledger.
 */
export async function verifyStoryProof(
  text: string,
  options: StoryProofOptions,
): Promise<ProvenStory | string> {
  const proof = parseTlogProof(text);
  if (typeof proof === 'string') return `The proof is malformed: ${proof}.`;
  const last = extraOf(proof);
  if (last === undefined)
    return 'The proof is not that of a signal: its extra line is not what Pipcast writes.';
  const entries: ProvenEntry[] = [];
  for (const each of [...last.earlier, text]) {
    const proven = await verifyEntry(each, options);
    if (typeof proven === 'string') return proven;
    entries.push(proven);
  }
  const story = storyOf(entries);
  const problem = typeof story === 'string' ? undefined : controlProblem(options.sha256, story.signal);
  return problem === undefined ? story : `The signal is wrong: ${problem}.`;
}

/** The checkpoints that the file of a signal has, none of them verified, or why it has none. */
export function checkpointsIn(text: string): readonly string[] | string {
  const proof = parseTlogProof(text);
  if (typeof proof === 'string') return proof;
  const earlier = (extraOf(proof)?.earlier ?? []).map(parseTlogProof);
  return [...earlier, proof].flatMap((each) => (typeof each === 'string' ? [] : each.checkpoint));
}

async function verifyEntry(
  text: string,
  { keys, policy, sha256, ed25519 }: StoryProofOptions,
): Promise<ProvenEntry | string> {
  const proof = parseTlogProof(text);
  if (typeof proof === 'string') return `A proof of an earlier entry is malformed: ${proof}.`;
  const extra = extraOf(proof);
  const { index, path, checkpoint } = proof;
  const wrong = (problem: string) => `Entry ${index} is not proven: ${problem}.`;
  if (extra === undefined) return wrong('its extra line is not what Pipcast writes');
  const note = parseNote(checkpoint);
  const head = typeof note === 'string' ? note : parseTreeHead(note.text);
  if (typeof note === 'string' || typeof head === 'string')
    return wrong(`its checkpoint is malformed: ${String(head)}`);
  const own = keys.filter(({ name }) => name === head.origin);
  if (own.length === 0) return wrong(`no key of the ledger ${head.origin} is known`);
  const problem = await signaturesProblem(checkpoint, sha256, own, ed25519);
  if (problem !== undefined) return wrong(`its checkpoint is wrong: ${problem}`);
  const witnessed = policy && (await witnessedBy(note, policy, sha256, ed25519));
  if (typeof witnessed === 'string') return wrong(`its checkpoint is wrong: ${witnessed}`);
  if (policy !== undefined && witnessed?.isQuorum !== true)
    return wrong(
      `its checkpoint lacks the quorum of the policy: ${witnessed?.by.length ?? 0} of ${policy.witnesses.length} witnesses have seen it`,
    );
  const bytes = asciiBytes(extra.entry);
  if (!isIncluded(sha256, bytes, index, head, path))
    return wrong('its hashes do not lead to the root of the checkpoint');
  try {
    return { index, entry: parseEntry(bytes), head, witnessed };
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
}

/** Whether the entries are one signal with its end, by the rules of the ledger. */
function storyOf(entries: readonly ProvenEntry[]): ProvenStory | string {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first?.entry.kind !== 'signal' || last?.entry.kind !== 'settled')
    return 'The proof does not begin with a signal and end with its settlement.';
  const { origin } = first.head;
  const checker = new HistoryChecker(origin.slice(origin.lastIndexOf('/') + 1), false);
  let before = -1;
  for (const { index, entry, head } of entries) {
    if (head.origin !== origin) return `Entry ${index} is of another ledger: ${head.origin}.`;
    if (index <= before) return `Entry ${index} stands behind entry ${before}.`;
    const problem = checker.problemWith(entry);
    if (problem !== undefined) return `Entry ${index} is wrong: ${problem}.`;
    checker.add(entry, index);
    before = index;
  }
  return { origin, signal: first.entry, settled: last.entry, entries };
}

function extraOf({ extra }: TlogProof): Extra | undefined {
  const text = extra && asciiText(extra);
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as Partial<Extra> | null;
    const isExtra =
      typeof value?.entry === 'string' &&
      /^[ -~]*$/.test(value.entry) &&
      Array.isArray(value.earlier) &&
      value.earlier.every((each) => typeof each === 'string');
    return isExtra ? (value as Extra) : undefined;
  } catch {
    return undefined;
  }
}

/** JSON with everything beyond ASCII escaped: signature lines begin with a dash that is not ASCII. */
function escaped(json: string): string {
  return json.replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
