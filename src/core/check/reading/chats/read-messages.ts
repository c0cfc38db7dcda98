import { withoutRepeats } from './chat-repeats.ts';
import { chatClaimReader } from '../claims/claim.ts';
import { isNamesAlone } from '../claims/claim-text.ts';
import { lackingLosses, withDeniedCounts } from '../claims/denied-counts.ts';
import { MessageReader } from './message-trades.ts';
import { descends, type Message, type Once } from '../files/messages.ts';
import { Asker } from '../questions.ts';
import type { OpenReading, ReadingOptions } from '../reading.ts';

/**
 * Reads signals and how they ended out of messages with any options; undefined where none says an end. They are gone through again
 * only where other answers change what they say. Where a chat fits as well when each outcome stands before its signal, as it is read
 * without answers, it is asked which comes first.
 */
export function messagesReader(
  source: readonly Message[],
): (options: ReadingOptions) => OpenReading | undefined {
  let asked: Asker | undefined;
  let once: Once = { messages: source, repeats: new Map() };
  /** The two that were used last: those of both answers to a question. More would take too much memory. */
  let readers: readonly MessageReader[] = [];
  /** What is left over where outcomes may as well stand before their signals. */
  let leftOver: readonly string[] | undefined;
  let hasSignals = false;
  let readClaim: ReturnType<typeof chatClaim> | undefined;
  const run = (options: ReadingOptions, endsBefore: boolean): ReadMessages | undefined => {
    const known = readers.find((one) => one.endsBefore === endsBefore && one.fits(options));
    readers = known === undefined ? readers.slice(-1) : readers.filter((one) => one !== known);
    const reader = known ?? new MessageReader(once, options, endsBefore);
    readers = [...readers, reader];
    return reader.run(options);
  };
  return (options) => {
    let asker = asked?.with(options);
    if (asker === undefined) {
      asker = new Asker(options);
      once = withoutRepeats(source, asker);
      asked = asker.with(options);
      [readers, leftOver, readClaim] = [[], undefined, undefined];
    }
    if (leftOver === undefined) {
      const plain = { payout: options.payout, clock: options.clock };
      const after = run(plain, false);
      const areNames = once.messages.every(({ text }) => isNamesAlone(text));
      hasSignals = after?.hasSignals === true && (!areNames || after.hasSides);
      leftOver =
        after?.mayEndBefore === true
          ? leftOverOf(after, new MessageReader(once, plain, true).run(plain))
          : [];
    }
    const claim = hasSignals ? undefined : (readClaim ??= chatClaim(once, options))(options);
    if (claim !== undefined) return { ...claim, open: [...asker.open, ...claim.open] };
    const isBefore =
      leftOver.length > 0 && asker.ask('outcome-order', ['after', 'before'], leftOver) === 'before';
    const reading = run(options, isBefore)?.reading;
    if (reading === undefined) return undefined;
    const notUnderstood = withDeniedCounts(reading, (line) => [once.messages[line - 1]?.text ?? '']);
    const { rows, signals } = reading;
    // Losses that stand in a sum alone may be those of signals without an end.
    const lacking = lackingLosses(notUnderstood);
    const unresolved = Math.max(lacking, signals.unresolved);
    const unresolvedStakes = Math.max(lacking, signals.unresolvedStakes ?? 0);
    return {
      ...reading,
      rows: { ...rows, notUnderstood },
      signals: { ...signals, unresolved, unresolvedStakes },
      open: [...asker.open, ...reading.open],
    };
  };
}

/** What reads the claims of messages that hold no signal. */
function chatClaim(
  { messages, repeats }: Once,
  { payout, clock }: ReadingOptions,
): (options: ReadingOptions) => OpenReading | undefined {
  const endsOf = (others: readonly Message[]): number =>
    new MessageReader({ messages: others, repeats }, { payout, clock }, false).run({ payout, clock })
      ?.leftOver.length ?? 0;
  const isReversed = descends(messages);
  const order = isReversed ? messages.toReversed() : messages;
  return chatClaimReader({ messages: order, repeats }, isReversed, endsOf);
}

type ReadMessages = NonNullable<ReturnType<MessageReader['run']>>;

/** What is left over where a chat fits as well when each outcome stands before its signal; none where it does not. */
function leftOverOf(after: ReadMessages, before: ReadMessages | undefined): readonly string[] {
  const [left, otherLeft] = [before?.leftOver.length ?? 0, after.leftOver.length];
  // A chat that begins with a signal has the outcomes behind.
  const isOther =
    left < otherLeft || (left === otherLeft && before?.won !== after.won && !after.beginsWithSignal);
  return before !== undefined && isOther ? after.leftOver : [];
}
