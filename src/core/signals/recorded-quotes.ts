import { MINUTE_MS } from '../time/instant.ts';
import { CLOCKS_APART_MS, FRESH_MS } from '../market/settlement-times.ts';
import type { FeedSource } from '../market/tick.ts';
import type { EnteredEntry, RecordedQuote, SettledEntry, SignalEntry, VoidReason } from './ledger-entry.ts';
import { type DeskQuote, LATE_ENTRY_MS } from './settlement.ts';

/** Ends are recorded sooner after the first instant that they state facts about, except behind an outage. */
const KEPT_MS = 2 * MINUTE_MS;

/** What an entry says of the quotes of a feed and pair. */
type Fact =
  /** The last quote at or before the instant. */
  | { readonly kind: 'used'; readonly instantMs: number; readonly quote: RecordedQuote }
  /** A quote dated after `afterMs` and not after `byMs`; the quote itself, where it is known. */
  | {
      readonly kind: 'alive';
      readonly afterMs: number;
      readonly byMs: number;
      readonly quote?: DeskQuote;
    }
  /** No quote in this span. */
  | { readonly kind: 'silent'; readonly afterMs: number; readonly byMs: number };

type Recorded = Fact & { readonly atMs: number };

interface Ended {
  readonly entry?: RecordedQuote | undefined;
  readonly exit?: RecordedQuote | undefined;
  readonly provenMs?: number | undefined;
}

/** A signal to which an entry about quotes belongs. */
export interface QuotedStory {
  readonly signal: SignalEntry;
  readonly entered: EnteredEntry | undefined;
  /** When the server was back after the last outage of this signal; infinite while it had none. */
  readonly backMs: number;
}

/** The newest recorded quote of a feed and pair. */
export interface NewestQuote {
  /** Undefined where only its time is known. */
  readonly quote: DeskQuote | undefined;
  /** Any other quote that is dated so or before would contradict what is recorded. */
  readonly untilMs: number;
}

/**
 * What the entries of some minutes say of the quotes of each feed and pair, held against each other: rules L1 to L3 of docs/ledger.md. To a
 * desk it is what the one before it has used.
 */
export class RecordedQuotes {
  #facts = new Map<string, Recorded[]>();

  /** Why the entry contradicts those before it; undefined when it does not. */
  problemWith(story: QuotedStory, entry: EnteredEntry | SettledEntry): string | undefined {
    for (const [key, facts] of factsByFeed(story, entry)) {
      const known = [...(this.#facts.get(key) ?? [])];
      for (const fact of facts) {
        for (const before of known) {
          const problem = contradiction(fact, before);
          if (problem !== undefined) return problem;
        }
        // An entry is held against itself as well: its late entry says something of the same quotes.
        known.push({ ...fact, atMs: entry.atMs });
      }
    }
    return undefined;
  }

  /** Adds an entry; returns the function that takes it back. */
  add(story: QuotedStory, entry: EnteredEntry | SettledEntry): () => void {
    const { atMs } = entry;
    const undos = factsByFeed(story, entry).map(([key, facts]) => {
      const known = this.#facts.get(key) ?? [];
      this.#facts.set(key, known);
      while ((known[0]?.atMs ?? atMs) < atMs - KEPT_MS) known.shift();
      // Signals of one pair mostly say the same.
      const news = facts.filter((fact) => !known.some((before) => isSame(fact, before)));
      known.push(...news.map((fact) => ({ ...fact, atMs })));
      return () => void known.splice(known.length - news.length);
    });
    return () => undos.forEach((undo) => undo());
  }

  /** The clock was set: what was dated before belongs to another time. Returns the function that takes it back. */
  forget(): () => void {
    const before = this.#facts;
    this.#facts = new Map();
    return () => {
      this.#facts = before;
    };
  }

  /** The newest quote of each feed and pair, by `feedKey`. */
  newest(): ReadonlyMap<string, NewestQuote> {
    return new Map([...this.#facts].map(([key, facts]) => [key, newestOf(facts)]));
  }
}

function newestOf(facts: readonly Fact[]): NewestQuote {
  let quote: DeskQuote | undefined;
  let [newestMs, untilMs] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const fact of facts) {
    if (fact.kind === 'silent') {
      untilMs = Math.max(untilMs, fact.byMs);
      continue;
    }
    const timeMs = fact.kind === 'used' ? fact.quote.timeMs : fact.afterMs + 1;
    untilMs = Math.max(untilMs, fact.kind === 'used' ? fact.instantMs : timeMs);
    if (timeMs > newestMs || (timeMs === newestMs && quote === undefined)) quote = fact.quote;
    newestMs = Math.max(newestMs, timeMs);
  }
  return { quote, untilMs };
}

/** Names a feed and pair. */
export function feedKey({ source, pair }: Pick<SignalEntry, 'source' | 'pair'>): string {
  return `${source} ${pair}`;
}

/** The facts of an entry on its signal's own feed, and on another one that disagreed with it. */
function factsByFeed(story: QuotedStory, entry: EnteredEntry | SettledEntry): [key: string, Fact[]][] {
  const { source, pair } = story.signal;
  const quotes = entry.kind === 'settled' && entry.dispute ? Object.values(entry.dispute) : [];
  const facts: Record<string, Fact[]> = { [source]: factsOf(story, entry) };
  for (const { source: feed, bid, ask, timeMs } of quotes)
    (facts[feed] ??= []).push({
      kind: 'alive',
      afterMs: timeMs - 1,
      byMs: timeMs,
      quote: { bid, ask, timeMs },
    });
  return Object.entries(facts).map(([feed, some]) => [feedKey({ source: feed as FeedSource, pair }), some]);
}

function factsOf({ signal, entered, backMs }: QuotedStory, entry: EnteredEntry | SettledEntry): Fact[] {
  const { startMs, expiryMs } = signal;
  if (entry.kind === 'entered') {
    const facts: Fact[] = [{ kind: 'used', instantMs: startMs, quote: entry.quote }];
    // Nothing but a later quote makes a price final so soon.
    const byMs = entry.atMs + CLOCKS_APART_MS;
    if (entry.atMs < startMs + FRESH_MS && byMs > startMs)
      facts.push({ kind: 'alive', afterMs: startMs, byMs });
    return facts;
  }
  const [lateStartMs, lateExpiryMs] = [startMs + LATE_ENTRY_MS, expiryMs + LATE_ENTRY_MS];
  const neededMs = entered === undefined ? startMs : expiryMs;
  const { reason, enteredLate } = entry;
  return [
    // The start price stands in an entry of its own.
    ...endFacts({ ...entry, entry: undefined }, startMs, expiryMs),
    ...silence(reason, [startMs, expiryMs, neededMs], backMs),
    ...(enteredLate === undefined ? [] : endFacts(enteredLate, lateStartMs, lateExpiryMs)),
    ...silence(enteredLate?.reason, [lateStartMs, lateExpiryMs, lateStartMs], backMs),
  ];
}

/** The facts of an end on the quotes that it was settled on. */
function endFacts({ entry, exit, provenMs }: Ended, startMs: number, expiryMs: number): Fact[] {
  const facts: Fact[] = [];
  if (entry !== undefined) facts.push({ kind: 'used', instantMs: startMs, quote: entry });
  if (exit !== undefined) facts.push({ kind: 'used', instantMs: expiryMs, quote: exit });
  if (provenMs !== undefined) facts.push({ kind: 'alive', afterMs: provenMs - 1, byMs: provenMs });
  return facts;
}

/** The silence that the reason of a void claims. */
function silence(
  reason: VoidReason | undefined,
  [startMs, expiryMs, neededMs]: readonly [number, number, number],
  backMs: number,
): Fact[] {
  const noPrice = (instantMs: number): Fact[] => [
    { kind: 'silent', afterMs: instantMs - FRESH_MS - 1, byMs: instantMs },
  ];
  switch (reason) {
    case 'no-entry':
      return noPrice(startMs);
    case 'no-exit':
      return noPrice(expiryMs);
    case 'no-proof':
      return [{ kind: 'silent', afterMs: expiryMs, byMs: expiryMs + FRESH_MS }];
    case 'server-down':
      return [{ kind: 'silent', afterMs: backMs + CLOCKS_APART_MS, byMs: neededMs }];
    default:
      return [];
  }
}

function isSame(one: Fact, other: Fact): boolean {
  if (one.kind === 'used')
    return other.kind === 'used' && one.instantMs === other.instantMs && sameQuote(one.quote, other.quote);
  return (
    one.kind === other.kind &&
    one.afterMs === other.afterMs &&
    one.byMs === other.byMs &&
    quoteIn(one) === quoteIn(other)
  );
}

function quoteIn(fact: Fact): DeskQuote | undefined {
  return fact.kind === 'silent' ? undefined : fact.quote;
}

/** Whether two quotes have the same prices and time. */
export function sameQuote(one: DeskQuote, other: DeskQuote): boolean {
  return one.timeMs === other.timeMs && one.bid === other.bid && one.ask === other.ask;
}

/** The problem of a fact beside one that was recorded before it. */
function contradiction(fact: Fact, before: Fact): string | undefined {
  const [one, other] = [quoteIn(fact), quoteIn(before)];
  if (one !== undefined && one.timeMs === other?.timeMs && !sameQuote(one, other))
    return 'another entry has another quote of the same feed, pair and instant (L1)';
  return outdated(fact, before) ?? outdated(before, fact) ?? broken(fact, before) ?? broken(before, fact);
}

/** A price by a quote that was not the last one. */
function outdated(used: Fact, other: Fact): string | undefined {
  if (used.kind !== 'used' || other.kind === 'silent') return undefined;
  const [afterMs, byMs] = spanOf(other);
  if (afterMs < used.quote.timeMs || byMs > used.instantMs) return undefined;
  return 'a newer quote of the same feed and pair is recorded, not later than the instant that an older one is used for (L2)';
}

/** A claimed silence in which there was a quote. */
function broken(silent: Fact, other: Fact): string | undefined {
  if (silent.kind !== 'silent' || other.kind === 'silent') return undefined;
  const [afterMs, byMs] = spanOf(other);
  if (afterMs < silent.afterMs || byMs > silent.byMs) return undefined;
  return 'it is void for want of a quote, and such a quote is recorded (L3)';
}

function spanOf(fact: Exclude<Fact, { kind: 'silent' }>): readonly [afterMs: number, byMs: number] {
  return fact.kind === 'used' ? [fact.quote.timeMs - 1, fact.quote.timeMs] : [fact.afterMs, fact.byMs];
}
