import type { SignalFacts } from '../../core/alerts/alert-facts.ts';
import { EVENT_TYPES, type EventType } from '../../core/alerts/ledger-events.ts';
import { confidenceText } from '../../core/engine/confidence-text.ts';
import { breakEvenRate, type VerdictCode } from '../../core/record/verdict.ts';
import type { Outcome } from '../../core/signals/ledger-entry.ts';

/** An event with what its text says. */
type EventFacts = (
  | ({ readonly type: 'signal.recorded' } & SignalFacts)
  | ({ readonly type: 'signal.settled'; readonly outcome: Outcome } & SignalFacts)
  | { readonly type: 'record.verdict'; readonly verdict: VerdictCode }
  | { readonly type: Exclude<EventType, 'signal.recorded' | 'signal.settled' | 'record.verdict'> }
) & {
  /** What the prices were when they were not live. */
  readonly label: string | null;
};

/** A message of a webhook, as docs/alerts.md describes it. */
interface Message {
  readonly type: EventFacts['type'];
  readonly data: Omit<EventFacts, 'type'> & { readonly expiryMs: number };
}

/**
 * The text of a message's body; undefined when there is nothing to say: a signal that is over, or a type that is not known here. Throws a
 * SyntaxError when the body is not JSON.
 */
export function messageText(body: string, payout: number, nowMs: number): string | undefined {
  const { type, data } = JSON.parse(body) as Message;
  if (!EVENT_TYPES.includes(type)) return undefined;
  if (type === 'signal.recorded' && nowMs >= data.expiryMs) return undefined;
  return eventText({ ...data, type } as EventFacts, payout);
}

const OUTCOME_TEXTS: Readonly<Record<Outcome, string>> = {
  won: 'won',
  lost: 'lost',
  unchanged: 'unchanged: stakes are refunded',
  void: 'void: it has no outcome',
};

const VERDICT_TEXTS: Readonly<Record<VerdictCode, string>> = {
  'too-few': 'too few signals to judge',
  'no-edge': 'no edge is shown',
  above: 'above break-even, so far',
  below: 'below break-even',
};

/** What an alert says of an event, in English; what is not live says so in front. `payout` is what a won stake of 1 pays, above 0. */
function eventText(facts: EventFacts, payout: number): string {
  const text = sentence(facts, payout);
  return facts.label === null ? text : `[${facts.label}] ${text}`;
}

function sentence(facts: EventFacts, payout: number): string {
  switch (facts.type) {
    case 'signal.recorded':
      return signalLine(facts, payout);
    case 'signal.settled':
      return `${facts.pair} ${facts.direction}, ${facts.timeframe}: ${OUTCOME_TEXTS[facts.outcome]}`;
    case 'feed.lost':
      return 'No feed is live. There are no signals until prices are back.';
    case 'feed.back':
      return 'Prices are back.';
    case 'market.open':
      return 'The market is open.';
    case 'record.verdict':
      return `The record's verdict has changed, at a payout of 80%: ${VERDICT_TEXTS[facts.verdict]}.`;
  }
}

/**
 * What the card of a market signal says, in one line: `EUR/USD CALL, 1min, 51.2% measured, you need 55.6%`. `payout` is what a won
 * stake of 1 pays, above 0.
 */
function signalLine({ pair, direction, timeframe, confidence }: SignalFacts, payout: number): string {
  const need = confidenceText(100 * breakEvenRate(payout));
  return `${pair} ${direction}, ${timeframe}, ${confidenceText(confidence)} measured, you need ${need}`;
}
