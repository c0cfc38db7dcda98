import { timeframeMs } from '../market/timeframes.ts';
import { CLOCKS_APART_MS, FRESH_MS, signalSpan } from '../market/settlement-times.ts';
import type {
  EnteredEntry,
  LateEntry,
  Outcome,
  RecordedQuote,
  SettledEntry,
  SignalEntry,
  VoidReason,
} from './ledger-entry.ts';
import { sameQuote } from './recorded-quotes.ts';
import { isDisputeAt, isSignOfLife, LATE_ENTRY_MS, outcomeOf, priceAt } from './settlement.ts';
import { asciiBytes } from '../log/bytes.ts';
import type { Sha256 } from '../log/merkle-tree.ts';
import type { Direction } from '../market/direction.ts';

/** L4: why there may be no price for a late entry where there was one for the signal. */
const LATE_REASONS: ReadonlySet<VoidReason> = new Set(['no-entry', 'no-exit', 'no-proof', 'server-down']);

/** What is wrong with a signal by itself; undefined when nothing is. */
export function signalProblem(signal: SignalEntry): string | undefined {
  const { timeframe, decidedMs, startMs, expiryMs, atMs, mode } = signal;
  const span = signalSpan(decidedMs, timeframe);
  if (mode === 'special' && timeframe !== '1min') return 'a P-Special signal lasts a minute';
  if (decidedMs % timeframeMs(timeframe) !== 0) return `it was not decided at a whole ${timeframe}`;
  if (startMs !== span.startMs) return 'its start is not a second after its decision';
  if (expiryMs !== span.expiryMs) return `its expiry is not ${timeframe} after its start`;
  if (atMs < decidedMs) return 'it was recorded before it was decided';
  return undefined;
}

/** What is wrong with the start price of a signal; undefined when nothing is. */
export function enteredProblem(signal: SignalEntry, entered: EnteredEntry): string | undefined {
  if (entered.atMs < signal.startMs - CLOCKS_APART_MS) return "it was recorded before the signal's start";
  return quoteProblem('the quote', entered.quote, signal.startMs);
}

/** What is wrong with how a signal was settled; undefined when nothing is. */
export function settledProblem(
  signal: SignalEntry,
  entered: EnteredEntry | undefined,
  settled: SettledEntry,
): string | undefined {
  const { outcome, control, entry, exit, enteredLate } = settled;
  if (outcome !== 'void' && entry !== undefined) {
    if (signal.atMs > signal.startMs)
      return `it is ${outcome}, but its signal was recorded only after its start`;
    if (entered === undefined) return `it is ${outcome}, but no start price was recorded before`;
    if (!sameQuote(entered.quote, entry)) return 'its entry price is not the start price that was recorded';
  }
  const problem =
    endProblem(signal, settled, settled) ??
    voidProblem(signal, entered, settled) ??
    disputeProblem(signal, settled);
  if (problem !== undefined) return problem;
  if (entry === undefined || exit === undefined) {
    if (control !== 'void') return 'the signal is void but its control is not';
    return enteredLate === undefined ? undefined : 'it is void and yet has a late entry';
  }
  const rightControl = outcomeOf(signal.control, entry, exit);
  if (control !== rightControl)
    return `it says that the control ${wordsFor(control)}, but by its prices it ${wordsFor(rightControl)}`;
  const lateReason = enteredLate?.reason;
  if (lateReason !== undefined && !LATE_REASONS.has(lateReason))
    return `its late entry cannot be void for ${lateReason} (L4)`;
  if (enteredLate === undefined) return `it is ${outcome} without what a late entry came to`;
  const late = {
    direction: signal.direction,
    startMs: signal.startMs + LATE_ENTRY_MS,
    expiryMs: signal.expiryMs + LATE_ENTRY_MS,
  };
  const lateProblem = endProblem(late, enteredLate, settled);
  return lateProblem === undefined ? undefined : `of the late entry: ${lateProblem}`;
}

/** L4: a void comes with the start price that its reason needs, and not before it can be known. */
function voidProblem(
  { startMs, expiryMs }: SignalEntry,
  entered: EnteredEntry | undefined,
  { reason, atMs }: SettledEntry,
): string | undefined {
  const needsStart = reason === 'no-exit' || reason === 'no-proof' || reason === 'feeds-disagree';
  if (needsStart && entered === undefined) return `it is void for ${reason}, but has no start price (L4)`;
  if (reason === 'no-entry' && entered !== undefined)
    return 'it is void for no-entry, but has a start price (L4)';
  const knownMs = needsStart ? expiryMs + (reason === 'no-proof' ? FRESH_MS : 0) : startMs;
  const isSaid = needsStart || reason === 'no-entry';
  return isSaid && atMs < knownMs - CLOCKS_APART_MS
    ? `it is void for ${reason} before that can be known (L4)`
    : undefined;
}

/** L6: the quotes of two feeds that disagree come with the void that they are the reason for, and are what it says. */
function disputeProblem(
  { source, startMs, expiryMs }: SignalEntry,
  { reason, dispute, refused }: SettledEntry,
): string | undefined {
  if ((reason === 'feeds-disagree') !== (dispute !== undefined))
    return 'it is void for feeds-disagree without the quotes that say so, or has such quotes and is not (L6)';
  if ((reason === 'refused') !== (refused !== undefined))
    return 'it is void for refused without what was refused, or has that and is not (L6)';
  if (dispute === undefined) return undefined;
  const areOfTwo = dispute.own.source === source && dispute.other.source !== source;
  return areOfTwo && [startMs, expiryMs].some((instantMs) => isDisputeAt(instantMs, dispute))
    ? undefined
    : 'its quotes are not those of two feeds that disagree at its start or expiry (L6)';
}

/** What is wrong with an end by itself, be it that of the signal or that of its late entry. */
function endProblem(
  { direction, startMs, expiryMs }: Pick<SignalEntry, 'direction' | 'startMs' | 'expiryMs'>,
  { outcome, entry, exit, provenMs, reason }: LateEntry,
  { atMs }: SettledEntry,
): string | undefined {
  if (outcome === 'void') {
    if (reason === undefined) return 'it is void without a reason';
    return entry === undefined && exit === undefined && provenMs === undefined
      ? undefined
      : 'it is void and yet has a price';
  }
  if (reason !== undefined) return `it is ${outcome} and yet has a reason to be void`;
  if (entry === undefined || exit === undefined || provenMs === undefined)
    return `it is ${outcome} without an entry price, an exit price or a sign of life after expiry`;
  const problem =
    quoteProblem('the entry quote', entry, startMs) ?? quoteProblem('the exit quote', exit, expiryMs);
  if (problem !== undefined) return problem;
  if (exit.timeMs < entry.timeMs) return 'its exit quote is older than its entry quote';
  if (!isSignOfLife(provenMs, expiryMs))
    return `the sign of life came ${provenMs > expiryMs ? 'too long after' : 'before'} its expiry`;
  if (atMs < expiryMs - CLOCKS_APART_MS) return 'it was settled before its expiry';
  const right = outcomeOf(direction, entry, exit);
  return outcome === right ? undefined : `it says ${outcome}, but by its prices it is ${right}`;
}

function wordsFor(outcome: Outcome): string {
  return outcome === 'won' || outcome === 'lost' ? outcome : `is ${outcome}`;
}

function quoteProblem(what: string, quote: RecordedQuote, instantMs: number): string | undefined {
  if (quote.bid > quote.ask) return `${what} has a bid above its ask`;
  if (quote.timeMs > instantMs) return `${what} is later than the instant it is used for`;
  const right = priceAt(instantMs, quote);
  if (right === undefined) return `${what} is older than ${FRESH_MS / 1_000} s`;
  return quote.ageMs === right.ageMs ? undefined : `${what} gives a wrong age`;
}

/**
 * S3: the direction of the control arm. It is drawn by a hash of what the decision is about and by nothing else: there is nothing to choose, and
 * each reader draws it again. The lowest bit of the first byte of SHA-256 over five lines: 0 is CALL.
 */
export function controlOf(
  sha256: Sha256,
  { engine, decidedMs, timeframe, pair }: Pick<SignalEntry, 'engine' | 'decidedMs' | 'timeframe' | 'pair'>,
): Direction {
  const hash = sha256(asciiBytes(`pipcast control\n${engine}\n${decidedMs}\n${timeframe}\n${pair}\n`));
  return ((hash[0] ?? 0) & 1) === 0 ? 'CALL' : 'PUT';
}

/** Why the control of a signal is not the one that is drawn for it; undefined when it is. */
export function controlProblem(sha256: Sha256, signal: SignalEntry): string | undefined {
  const drawn = controlOf(sha256, signal);
  return signal.control === drawn
    ? undefined
    : `its control is ${signal.control}, but ${drawn} is drawn (S3)`;
}
