import type { Ed25519Verify, VerifierKey } from '../log/checkpoint.ts';
import type { LogProblem, LogSource } from '../log/log-source.ts';
import type { Sha256 } from '../log/merkle-tree.ts';
import type { LapseCounts } from './lapses.ts';
import type { LedgerEntry, Outcome, PlacedEntry } from './ledger-entry.ts';

/** Where a ledger is read from. A part that is not there rejects with a MissingPartError. */
export interface LedgerSource extends LogSource {
  /** A further problem of an entry that is right in itself. */
  entryProblem?(index: number, entry: LedgerEntry): string | undefined;
}

export interface LedgerProblem extends Omit<LogProblem, 'part'> {
  readonly part: LogProblem['part'] | 'signal' | 'minute' | 'record';
}

/** What came out of a verification. */
export interface Verification extends Readonly<LapseCounts> {
  readonly origin: string | undefined;
  /** How many entries the checkpoint covers. */
  readonly size: number;
  readonly root: Uint8Array | undefined;
  readonly checked: number;
  readonly kinds: Readonly<Record<LedgerEntry['kind'], number>>;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly openSignals: number;
  /** How long all outages were together. */
  readonly outageMs: number;
  /** How often signals and abstentions came from another engine than those before. */
  readonly engineChanges: number;
  /** When the first entry was recorded, in ms. */
  readonly firstAtMs: number | undefined;
  /** When the last entry was recorded, in ms. */
  readonly lastAtMs: number | undefined;
  readonly earlierCheckpoints: number;
  /** Empty when everything holds. */
  readonly problems: readonly LedgerProblem[];
}

export interface VerifyOptions {
  readonly source: LedgerSource;
  /** `live`, or the name of a run: its rules on feeds are applied. */
  readonly ledgerName: string;
  readonly key: VerifierKey;
  readonly sha256: Sha256;
  readonly ed25519: Ed25519Verify;
  /** Earlier keys that may have signed earlier checkpoints. */
  readonly earlierKeys?: readonly VerifierKey[];
  /** Checkpoints of the past, in the order of their sizes; the tree must have grown out of each. */
  readonly earlier?: AsyncIterable<string> | Iterable<string>;
  /** Called with each entry that is right, in order. */
  readonly onEntry?: (placed: PlacedEntry) => void;
  /** Called after each bundle; what it throws ends the verification. */
  readonly onProgress?: (checked: number, size: number) => void;
}
