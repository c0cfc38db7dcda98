import type { PlacedEntry } from '../../../core/signals/ledger-entry.ts';
import type { MarketEvents } from '../../../core/wire/market.ts';

/** A comment: shows that the line is alive, and is no event. */
export const HEARTBEAT = Buffer.from(':\n\n');

/** An event of the stream as it stands on the wire. JSON has no bare line breaks, so one line of data is enough. */
export function serverSentEvent<Name extends keyof MarketEvents>(
  name: Name,
  data: MarketEvents[Name],
): Buffer {
  return Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** An entry as it stands on the wire: the one event with an id, so that a stream can be taken up after it. */
export function entryEvent(ledger: string, placed: PlacedEntry): Buffer {
  return Buffer.from(`id: ${ledger}/${placed.index}\nevent: entry\ndata: ${JSON.stringify(placed)}\n\n`);
}

/** The place after the one that a `Last-Event-ID` names in this ledger, -1 being before the first; undefined when it names none. */
export function placeAfter(lastEventId: string, ledger: string): number | undefined {
  const digits = lastEventId.startsWith(`${ledger}/`) ? lastEventId.slice(ledger.length + 1) : '';
  return /^(?:-1|\d{1,15})$/.test(digits) ? Number(digits) + 1 : undefined;
}
