import type { Outcome } from '../signals/ledger-entry.ts';
import type { VerdictCode } from '../record/verdict.ts';
import type { EventType } from './ledger-events.ts';
import { type SignalFacts, signalLine } from './signal-line.ts';

/** An event with what its text says. */
export type EventFacts = (
  | ({ readonly type: 'signal.recorded' } & SignalFacts)
  | ({ readonly type: 'signal.settled'; readonly outcome: Outcome } & SignalFacts)
  | { readonly type: 'record.verdict'; readonly verdict: VerdictCode }
  | { readonly type: Exclude<EventType, 'signal.recorded' | 'signal.settled' | 'record.verdict'> }
) & {
  /** What the prices were when they were not live. */
  readonly label: string | null;
};

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
export function eventText(facts: EventFacts, payout: number): string {
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
