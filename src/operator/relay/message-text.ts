import { EVENT_TYPES, type EventType } from '../../core/alerts/ledger-events.ts';
import { signalLine } from '../../core/alerts/signal-line.ts';
import type { Direction } from '../../core/market/direction.ts';
import type { Outcome } from '../../core/signals/ledger-entry.ts';
import type { VerdictCode } from '../../core/record/verdict.ts';

/** A message of a webhook, as docs/alerts.md describes it. */
interface Message {
  readonly type: EventType;
  readonly data: {
    readonly label: string | null;
    readonly pair: string;
    readonly direction: Direction;
    readonly timeframe: string;
    readonly confidence: number;
    readonly expiryMs: number;
    readonly outcome: Outcome;
    readonly verdict: VerdictCode;
  };
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

/**
 * The text of a message's body; undefined when there is nothing to say: a signal that is over, or a type that is not known here. Throws a
 * SyntaxError when the body is not JSON.
 */
export function messageText(body: string, payout: number, nowMs: number): string | undefined {
  const message = JSON.parse(body) as Message;
  if (!EVENT_TYPES.includes(message.type)) return undefined;
  const said = sentence(message, payout, nowMs);
  const { label } = message.data;
  // What is not live says so in every message.
  return said === undefined || label === null ? said : `[${label}] ${said}`;
}

function sentence({ type, data }: Message, payout: number, nowMs: number): string | undefined {
  switch (type) {
    case 'signal.recorded':
      return nowMs < data.expiryMs ? signalLine(data, payout) : undefined;
    case 'signal.settled':
      return `${data.pair} ${data.direction}, ${data.timeframe}: ${OUTCOME_TEXTS[data.outcome]}`;
    case 'feed.lost':
      return 'No feed is live. There are no signals until prices are back.';
    case 'feed.back':
      return 'Prices are back.';
    case 'market.open':
      return 'The market is open.';
    case 'record.verdict':
      return `The record's verdict has changed, at a payout of 80%: ${VERDICT_TEXTS[data.verdict]}.`;
  }
}
