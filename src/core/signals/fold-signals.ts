import type { ScoredPair } from '../market/instruments.ts';
import type { Timeframe } from '../market/timeframes.ts';
import type {
  AbstainedEntry,
  EnteredEntry,
  PlacedEntry,
  SettledEntry,
  SignalEntry,
  SignalMode,
} from './ledger-entry.ts';

export interface SignalStory {
  /** The place of the signal's own entry. */
  readonly index: number;
  readonly signal: SignalEntry;
  readonly entered: EnteredEntry | undefined;
  /** Undefined while the signal is open. */
  readonly settled: SettledEntry | undefined;
  readonly entries: readonly PlacedEntry[];
}

export interface Abstention {
  readonly index: number;
  readonly abstained: AbstainedEntry;
}

/** Entries of the ledger, put together: oldest first. Immutable; the same object as long as nothing changed. */
export interface FoldedSignals {
  readonly stories: readonly SignalStory[];
  readonly abstentions: readonly Abstention[];
}

/** How many finished ones are kept of each mode. Open signals are always kept. */
export interface FoldBounds {
  readonly special: number;
  readonly bot: number;
}

export const NO_SIGNALS: FoldedSignals = { stories: [], abstentions: [] };

/**
 * Adds an entry. One that was added before, one of a signal that is not known (its story began before this fold did) and an
 * outage change nothing.
 */
export function foldEntry(folded: FoldedSignals, placed: PlacedEntry, bounds: FoldBounds): FoldedSignals {
  const { index, entry } = placed;
  switch (entry.kind) {
    case 'signal': {
      if (folded.stories.some(({ signal }) => signal.id === entry.id)) return folded;
      const story = { index, signal: entry, entered: undefined, settled: undefined, entries: [placed] };
      return { ...folded, stories: inOrder([...folded.stories, story]) };
    }
    case 'abstained': {
      if (folded.abstentions.some((each) => each.index === index)) return folded;
      const abstentions = inOrder([...folded.abstentions, { index, abstained: entry }]);
      return { ...folded, abstentions: newest(abstentions, ({ abstained }) => abstained.mode, bounds) };
    }
    case 'entered':
    case 'settled': {
      const at = folded.stories.findIndex(({ signal }) => signal.id === entry.signal);
      const story = folded.stories[at];
      if (story === undefined || story[entry.kind] !== undefined) return folded;
      const continued = { ...story, [entry.kind]: entry, entries: inOrder([...story.entries, placed]) };
      return { ...folded, stories: newestSettled(folded.stories.with(at, continued), bounds) };
    }
    case 'outage':
      return folded;
  }
}

/** What was decided last in this mode: a signal, or that there is none; undefined when nothing is known. */
export function latestDecision(
  { stories, abstentions }: FoldedSignals,
  mode: SignalMode,
): SignalStory | Abstention | undefined {
  const story = stories.findLast(({ signal }) => signal.mode === mode);
  const abstention = abstentions.findLast(({ abstained }) => abstained.mode === mode);
  return (story?.index ?? -1) > (abstention?.index ?? -1) ? story : abstention;
}

/** The decision on a P-BOT request: its signal or an abstention; undefined while it is not known. */
export function findDecision(
  { stories, abstentions }: FoldedSignals,
  asked: { readonly pair: ScoredPair; readonly timeframe: Timeframe; readonly decidedMs: number },
): SignalStory | Abstention | undefined {
  const isIt = ({ mode, timeframe, decidedMs }: SignalEntry | AbstainedEntry) =>
    mode === 'bot' && timeframe === asked.timeframe && decidedMs === asked.decidedMs;
  return (
    stories.findLast(({ signal }) => signal.pair === asked.pair && isIt(signal)) ??
    abstentions.findLast(({ abstained }) => asked.pair in abstained.reasons && isIt(abstained))
  );
}

function inOrder<T extends { readonly index: number }>(items: T[]): T[] {
  return items.sort((a, b) => a.index - b.index);
}

function newestSettled(stories: readonly SignalStory[], bounds: FoldBounds): readonly SignalStory[] {
  const settled = stories.filter((story) => story.settled !== undefined);
  const remaining = new Set(newest(settled, ({ signal }) => signal.mode, bounds));
  return stories.filter((story) => story.settled === undefined || remaining.has(story));
}

function newest<T>(items: readonly T[], modeOf: (item: T) => SignalMode, bounds: FoldBounds): readonly T[] {
  const left = { ...bounds };
  return items
    .toReversed()
    .filter((item) => left[modeOf(item)]-- > 0)
    .reverse();
}
