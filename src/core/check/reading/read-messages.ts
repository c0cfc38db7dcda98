import { withoutRepeats } from './chat-repeats.ts';
import { MessageReader } from './message-trades.ts';
import { descends, type Message } from './messages.ts';
import { Asker } from './questions.ts';
import type { OpenReading, ReadingOptions } from './reading.ts';

/**
 * Reads signals and how they ended out of messages; undefined where none says an end. Where a chat fits as well when each outcome
 * stands before its signal, it is asked which comes first.
 */
export function readMessages(source: readonly Message[], options: ReadingOptions): OpenReading | undefined {
  const asker = new Asker(options);
  const { messages, repeats } = withoutRepeats(source, asker);
  const asked = (reading: OpenReading): OpenReading => ({
    ...reading,
    open: [...asker.open, ...reading.open],
  });
  const isReversed = descends(messages);
  const order = isReversed ? messages.toReversed() : messages;
  const after = new MessageReader(order, repeats, options, isReversed, false).run();
  if (after?.mayEndBefore !== true) return after && asked(after.reading);
  const before = new MessageReader(order.toReversed(), repeats, options, !isReversed, true).run();
  const [left, otherLeft] = [before?.leftOver.length ?? 0, after.leftOver.length];
  const isOther = left < otherLeft || (left === otherLeft && before?.won !== after.won);
  if (before === undefined || !isOther) return asked(after.reading);
  const isBefore = asker.ask('outcome-order', ['after', 'before'], after.leftOver) === 'before';
  return asked(isBefore ? before.reading : after.reading);
}
