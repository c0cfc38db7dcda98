import { type EventFacts, eventText } from '../../core/alerts/event-text.ts';
import { EVENT_TYPES } from '../../core/alerts/ledger-events.ts';

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
