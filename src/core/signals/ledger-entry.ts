import type { Reasons } from '../engine/reasons.ts';
import type { ScaledPrice, ScoredPair } from '../market/instruments.ts';
import { FEED_SOURCES, type FeedSource } from '../market/tick.ts';
import type { Direction } from '../market/direction.ts';
import type { Timeframe } from '../market/timeframes.ts';

export const ENTRY_KINDS = ['signal', 'entered', 'settled', 'abstained', 'outage'] as const;

/** How a signal came about: P-Special, once a minute for all traders; P-BOT, on a trader's request. */
export const SIGNAL_MODES = ['special', 'bot'] as const;
export type SignalMode = (typeof SIGNAL_MODES)[number];

/** Won and lost against the entry price; unchanged is neither; a void signal has no outcome, and a reason. */
export const OUTCOMES = ['won', 'lost', 'unchanged', 'void'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why a signal could not be settled. Kept in the ledger; the texts are for people. */
export const VOID_REASONS = {
  late: 'it was recorded only after its start',
  'no-entry': 'no fresh quote at its start',
  'no-exit': 'no fresh quote at its expiry',
  'no-proof': 'no sign of life from the feed after its expiry',
  'feeds-disagree': 'two feeds were too far apart',
  'server-down': 'the server was down',
  'clock-set': "the server's clock was set",
  refused: 'the ledger refused its price or its outcome',
} as const;
export type VoidReason = keyof typeof VOID_REASONS;

/** Why prices or signals were missing for a while. Kept in the ledger; the texts are for people. */
export const OUTAGE_REASONS = {
  'server-down': 'the server was down',
  'no-feed': 'no feed was live',
  'clock-set': "the server's clock was set",
  'database-lost': 'the database was not there to record',
  missed: 'the server was too slow to decide or to settle in time',
} as const;
export type OutageReason = keyof typeof OUTAGE_REASONS;

/** The reasons of an object such as `VOID_REASONS`, in its order. */
export function codesOf<Code extends string>(texts: Readonly<Record<Code, string>>): [Code, ...Code[]] {
  return Object.keys(texts) as [Code, ...Code[]];
}

/** A quote as it was used. */
export interface RecordedQuote {
  readonly bid: ScaledPrice;
  readonly ask: ScaledPrice;
  /** The instant it counts for: when the source quoted it, or when it came where the source does not say. */
  readonly timeMs: number;
  /** How old it was at the start or expiry that it is used for. */
  readonly ageMs: number;
}

/** A market signal, recorded before it is shown. */
export interface SignalEntry {
  readonly kind: 'signal';
  /** When it was recorded, on the desk's clock. */
  readonly atMs: number;
  /** Random (UUID version 4), so that an entry cannot be guessed from its hash. */
  readonly id: SignalId;
  readonly mode: SignalMode;
  readonly source: FeedSource;
  readonly pair: ScoredPair;
  readonly timeframe: Timeframe;
  readonly decidedMs: number;
  /** One second after the decision: the quote that made the signal cannot be traded. */
  readonly startMs: number;
  readonly expiryMs: number;
  readonly direction: Direction;
  /** Calibrated chance that the direction is right, unless the price is unchanged, in percent with two decimals. */
  readonly confidence: number;
  readonly engine: string;
  /** Percentage points with two decimals that each rule added to the confidence. */
  readonly reasons: Reasons;
  /** The control arm: a direction drawn at random for the same pair, start and expiry. */
  readonly control: Direction;
}

export interface EnteredEntry {
  readonly kind: 'entered';
  readonly atMs: number;
  readonly signal: SignalId;
  readonly quote: RecordedQuote;
}

/** What entering 5 s after the start came to, with an expiry 5 s later too: what a person who has to click first gets. */
export interface LateEntry {
  readonly outcome: Outcome;
  /** Present unless void. */
  readonly entry?: RecordedQuote;
  readonly exit?: RecordedQuote;
  readonly provenMs?: number;
  /** With a void only. */
  readonly reason?: VoidReason;
}

/** A quote of a feed as it came. */
export type FeedQuote = Pick<RecordedQuote, 'bid' | 'ask' | 'timeMs'> & { readonly source: FeedSource };

/** Quotes of the signal's own feed and of another one that are too far apart for both to be right. */
export interface Dispute {
  readonly own: FeedQuote;
  readonly other: FeedQuote;
}

/** What the ledger did not take: an end, or a start price, which has an entry price alone. */
export type RefusedEnd = Pick<
  SettledEntry,
  'entry' | 'exit' | 'provenMs' | 'enteredLate' | 'reason' | 'dispute'
>;

/** How a signal ended; the last entry about it. */
export interface SettledEntry {
  readonly kind: 'settled';
  readonly atMs: number;
  readonly signal: SignalId;
  readonly outcome: Outcome;
  readonly control: Outcome;
  /** Present unless void. */
  readonly entry?: RecordedQuote;
  readonly exit?: RecordedQuote;
  /** When the feed gave the sign of life after expiry that makes the exit price final. */
  readonly provenMs?: number;
  /** Present unless void. In no figure but the rate of late entries. */
  readonly enteredLate?: LateEntry;
  /** With a void only. */
  readonly reason?: VoidReason;
  /** With a void for `feeds-disagree` only. */
  readonly dispute?: Dispute;
  /** With a void for `refused` only. */
  readonly refused?: RefusedEnd;
}

/** A decision that was due and gave no signal. */
export interface AbstainedEntry {
  readonly kind: 'abstained';
  readonly atMs: number;
  readonly id: string;
  readonly mode: SignalMode;
  readonly timeframe: Timeframe;
  readonly decidedMs: number;
  readonly engine: string;
  /** Undefined where no feed was live. */
  readonly source?: FeedSource;
  /** For each pair that was looked at, the code of the reason. */
  readonly reasons: Readonly<Partial<Record<ScoredPair, string>>>;
}

/** A span without prices or without the desk. */
export interface OutageEntry {
  readonly kind: 'outage';
  readonly atMs: number;
  readonly id: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly reason: OutageReason;
}

/** One entry of the ledger. Entries are only ever added. */
export type LedgerEntry = SignalEntry | EnteredEntry | SettledEntry | AbstainedEntry | OutageEntry;

/** An entry with its place in the ledger, counted from 0. */
export interface PlacedEntry {
  readonly index: number;
  readonly entry: LedgerEntry;
}

/** The UUID by which the later entries of a signal name it. Ids of abstentions and outages are named by nothing and stay plain text. */
export type SignalId = string & { readonly __of: 'signal' };

/** Marks a UUID as that of a signal, without a check: for the edges where such UUIDs are drawn or come in. */
export function signalId(uuid: string): SignalId {
  return uuid as SignalId;
}

/** Whether a text can be the name of a ledger: `live`, or that of a run, in small letters, digits and dashes. */
export function isLedgerName(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);
}

/** The feeds whose prices may stand in a ledger: live ones in `live`, each kind of run by itself; any in other ledgers. */
export function sourcesOf(ledgerName: string): readonly FeedSource[] {
  if (ledgerName === 'live') return ['kraken', 'deriv', 'oanda'];
  if (ledgerName.startsWith('replay-')) return ['replay'];
  if (ledgerName.startsWith('synthetic-')) return ['synthetic'];
  return FEED_SOURCES;
}
