import type { ScoredPair } from '../../../core/market/instruments.ts';
import { FRESH_MS, nextDecision, PROOF_WAIT_MS } from '../../../core/market/settlement-times.ts';
import { timeframeMs } from '../../../core/market/timeframes.ts';
import { type FoldedSignals, latestDecision, type SignalStory } from '../../../core/signals/fold-signals.ts';
import type {
  AbstainedEntry,
  SignalEntry,
  SignalMode,
  SettledEntry,
} from '../../../core/signals/ledger-entry.ts';
import { fxWeekAt } from '../../../core/time/fx-week.ts';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { marketStatus } from '../../../core/time/market-hours.ts';
import { formatCount, formatMid, formatPips } from '../../lib/figures.ts';
import { noMarketTexts } from '../../lib/market/feed-texts.ts';
import { whyNoPrices } from '../../lib/market/market-events.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import { formatSpan } from '../../lib/spans.ts';
import { abstentionWords, voidTexts } from '../../ui/decision-texts.ts';
import { deskMs, type MarketAt } from './market-context.ts';
import { texts } from './texts.ts';
import type { ReactNode } from 'react';
import { pipsAhead } from '../../../core/market/direction.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import { formatLocalMinute } from '../../lib/formats.ts';
import { signalWords } from '../../ui/signal-texts.ts';

/** Why there are no new market signals, in a title and a sentence. */
export interface Trouble {
  readonly title: string;
  readonly reason: string;
  /** Whether trying to connect now can help. */
  readonly canRetry: boolean;
}

export type SpecialView =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'trouble'; readonly trouble: Trouble }
  | { readonly kind: 'closed' }
  | { readonly kind: 'signal'; readonly story: SignalStory }
  | { readonly kind: 'abstained'; readonly abstained: AbstainedEntry; readonly nextMs: EpochMs }
  | { readonly kind: 'waiting'; readonly nextMs: EpochMs };

/** P-Special decides once a minute, on the minute. */
const SPECIAL_TIMEFRAME = '1min';
/** How long after an instant its decision may be on its way. */
const DECISION_DELAY_MS = 5 * SECOND_MS;

/** P-Special's view at an instant of the desk's clock. An open signal is shown whatever the trouble is. */
export function specialView(state: MarketState, atMs: EpochMs): SpecialView {
  const decision = latestDecision(state.signals, 'special');
  if (decision !== undefined && 'signal' in decision && isInView(decision, state, atMs))
    return { kind: 'signal', story: decision };
  if (state.status === 'connecting') return { kind: 'connecting' };
  if (state.status !== 'live') return { kind: 'trouble', trouble: lineTrouble(state) };
  if (!marketStatus(atMs).anyActive) return { kind: 'closed' };
  const trouble = troubleOf(state);
  if (trouble !== undefined) return { kind: 'trouble', trouble };
  const nextMs = nextDecision(atMs, SPECIAL_TIMEFRAME);
  if (decision !== undefined && 'abstained' in decision) {
    const { abstained } = decision;
    const isOfThisMinute = atMs < abstained.decidedMs + timeframeMs(SPECIAL_TIMEFRAME) + DECISION_DELAY_MS;
    if (isOfThisMinute) return { kind: 'abstained', abstained, nextMs };
  }
  return { kind: 'waiting', nextMs };
}

/** Why no new signal can come; undefined while one can. */
export function troubleOf(state: MarketState): Trouble | undefined {
  if (state.status !== 'live') return lineTrouble(state);
  const { feed } = state;
  if (feed === null || feed.isLive) return undefined;
  const isStale = feed.feeds.some((line) => line.state === 'stale');
  return {
    title: isStale ? texts.stale : texts.noPrices,
    reason: whyNoPrices(feed),
    canRetry: false,
  };
}

/** Quotes come in once a second of the page's; so much older than the desk allows may one look without being it. */
const QUOTE_DELAY_MS = 1_500;

/** Why no new signal can come for a pair, or for any: as above, for the weekend, or because nothing has quoted for too long. */
export function troubleAt(state: MarketState, atMs: EpochMs, pair?: ScoredPair): Trouble | undefined {
  const trouble = troubleOf(state);
  if (trouble !== undefined) return trouble;
  // Made-up prices have no weekend; others may go on through it, as a crypto exchange's do, and the server decides on none.
  if (pair !== undefined && state.feed?.label !== 'synthetic' && atMs >= fxWeekAt(atMs).closesMs) {
    return { title: signalWords.marketClosed, reason: noMarketTexts.weekend, canRetry: false };
  }
  if (pair !== undefined && state.prices[pair] === undefined) {
    return { title: texts.noPriceYet, reason: texts.noQuotes({ pair }), canRetry: false };
  }
  const quotedMs = pair === undefined ? lastQuotedMs(state) : state.prices[pair]?.quotedMs;
  if (quotedMs === undefined || !isQuoteOld(state, atMs, quotedMs)) return undefined;
  const seconds = formatCount(FRESH_MS / SECOND_MS);
  return {
    title: marketStatus(atMs).anyActive ? texts.stale : signalWords.marketClosed,
    reason: texts.noQuote({ of: pair === undefined ? 'any' : 'one', pair: pair ?? '', seconds }),
    canRetry: false,
  };
}

/** How old a quote may look on a desk's clock of this speed before the desk would not decide on it any more. */
export function quoteFreshMs(speed: number): number {
  return FRESH_MS + QUOTE_DELAY_MS * speed;
}

/** Whether a quote is older than the desk allows for a decision, transmission time allowed for. */
function isQuoteOld({ deskTime }: MarketState, atMs: EpochMs, quotedMs: number): boolean {
  return atMs - quotedMs > quoteFreshMs(deskTime?.speed ?? 1);
}

/** The time of the last quote of any pair; undefined before there was one. */
function lastQuotedMs({ prices }: MarketState): number | undefined {
  const quoted = Object.values(prices).map((price) => price.quotedMs);
  return quoted.length === 0 ? undefined : Math.max(...quoted);
}

function lineTrouble({ status, reason }: MarketState): Trouble {
  if (status === 'unavailable') {
    return {
      title: texts.unavailable,
      reason: reason ?? texts.serverHasNone,
      canRetry: true,
    };
  }
  return {
    title: status === 'connecting' ? texts.connecting : texts.reconnecting,
    reason: reason ?? texts.waitingForServer,
    canRetry: status === 'reconnecting',
  };
}

/** Whether a signal still runs: not settled, and not past its expiry. */
export function isOpen({ signal, settled }: SignalStory, atMs: EpochMs): boolean {
  return settled === undefined && atMs < signal.expiryMs;
}

/** A signal stays while it runs, until its settlement can have come, and as long as its outcome is held. */
function isInView(story: SignalStory, { status }: MarketState, atMs: EpochMs): boolean {
  const { signal, settled } = story;
  if (settled !== undefined) return atMs < settled.atMs + OUTCOME_SHOWN_MS;
  const isAwaited = status === 'live' && atMs < signal.expiryMs + PROOF_WAIT_MS + DECISION_DELAY_MS;
  return isOpen(story, atMs) || isAwaited;
}

/** The last signal of a mode besides the present one; undefined when none is known. */
export function lastStory(
  { signals }: MarketState,
  mode: SignalMode,
  inView: SignalStory | undefined,
): SignalStory | undefined {
  return signals.stories.findLast(({ signal }) => signal.mode === mode && signal.id !== inView?.signal.id);
}

const HOUR_MINUTES = 60;

/**
 * How many minutes of the last hour had no signal of P-Special; undefined unless the decision of each is known, and the last one is
 * of this minute or the one before.
 */
export function minutesWithoutSignal(signals: FoldedSignals, atMs: EpochMs): number | undefined {
  const last = latestDecision(signals, 'special');
  if (last === undefined) return undefined;
  const { decidedMs } = 'signal' in last ? last.signal : last.abstained;
  if (atMs - decidedMs >= 2 * MINUTE_MS) return undefined;
  const isOfHour = (entry: SignalEntry | AbstainedEntry) =>
    entry.mode === 'special' && entry.decidedMs > decidedMs - HOUR_MINUTES * MINUTE_MS;
  const withOne = signals.stories.filter(({ signal }) => isOfHour(signal)).length;
  const without = signals.abstentions.filter(({ abstained }) => isOfHour(abstained)).length;
  return withOne + without === HOUR_MINUTES ? without : undefined;
}

/** Whole seconds to an instant, rounded up; 0 once it is past. */
export function secondsTo(instantMs: number, atMs: EpochMs): number {
  return Math.max(0, Math.ceil((instantMs - atMs) / SECOND_MS));
}

/** Pairs with the same reason, and the reason in plain words. `only` limits it to one pair. */
export function reasonGroups(
  { reasons }: AbstainedEntry,
  only?: ScoredPair,
): readonly { readonly pairs: readonly ScoredPair[]; readonly reason: string }[] {
  const byReason = new Map<string, ScoredPair[]>();
  for (const [pair, code] of Object.entries(reasons) as [ScoredPair, string][]) {
    if (only === undefined || pair === only) byReason.set(code, [...(byReason.get(code) ?? []), pair]);
  }
  return [...byReason].map(([code, pairs]) => ({
    pairs,
    reason: abstentionWords(code),
  }));
}

/** The reason of all pairs, or that they have several; with `only`, that of one pair. */
export function mainReason(abstained: AbstainedEntry, only?: ScoredPair): string {
  const [first, second] = reasonGroups(abstained, only);
  return first === undefined || second !== undefined ? texts.severalReasons : first.reason;
}

/** How old the last quote of a pair is, in words, once it is no longer fresh; undefined before that. */
export function oldQuoteAge(market: MarketAt, pair: ScoredPair): string | undefined {
  const { state } = market;
  const atMs = deskMs(market);
  const quotedMs = state.prices[pair]?.quotedMs;
  return quotedMs !== undefined && isQuoteOld(state, atMs, quotedMs)
    ? formatSpan(atMs - quotedMs, 1)
    : undefined;
}

/** How long the head row shows an outcome, over the next signal too. */
export const OUTCOME_SHOWN_MS = 8 * SECOND_MS;

export interface EndedSignal {
  readonly story: SignalStory;
  readonly settled: SettledEntry;
  /** On the desk's clock. */
  readonly untilMs: number;
}

/** The signal whose outcome is shown at an instant of the desk's clock; undefined when none of these signals ended just now. */
export function endedSignal(stories: readonly SignalStory[], atMs: EpochMs): EndedSignal | undefined {
  const story = stories.findLast(({ settled }) => settled !== undefined);
  const settled = story?.settled;
  if (story === undefined || settled === undefined) return undefined;
  const untilMs = settled.atMs + OUTCOME_SHOWN_MS;
  return atMs < untilMs ? { story, settled, untilMs } : undefined;
}

/** The outcome for sighted readers: `14:32 CALL, +0.9 pip, 1.15908 to 1.15917`. */
export function outcomeLine({ signal }: SignalStory, settled: SettledEntry): ReactNode {
  const head = { time: formatLocalMinute(signal.decidedMs), direction: signal.direction };
  const { entry, exit, reason } = settled;
  if (entry === undefined || exit === undefined)
    return texts.voided({ ...head, reason: reason === undefined ? '' : voidTexts[reason] });
  return texts.ended({
    ...head,
    pips: formatPips(pipsAhead(signal.direction, doubleMid(entry), doubleMid(exit))),
    entry: formatMid(signal.pair, entry),
    exit: formatMid(signal.pair, exit),
    more: <span className="wide" />,
  });
}

/** The same for screen readers: `14:32 CALL won, plus 0.9 pip`. */
export function spokenOutcome(
  { signal }: SignalStory,
  { outcome, entry, exit, reason }: SettledEntry,
): string {
  const ahead =
    entry === undefined || exit === undefined
      ? 0
      : pipsAhead(signal.direction, doubleMid(entry), doubleMid(exit));
  return texts.announceOutcome({
    time: formatLocalMinute(signal.decidedMs),
    direction: signal.direction,
    outcome,
    pips: formatPips(Math.abs(ahead)).replace('+', ''),
    reason: reason === undefined ? '' : voidTexts[reason],
  });
}
