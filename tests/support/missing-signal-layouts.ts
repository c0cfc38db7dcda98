/** Telegram chats in which outcomes answer messages that are no signals of the export. Each with its truth. */
import { type Layout, pairOf, RIGHT, startOf, WON } from './layout.ts';

interface Post {
  readonly id: number;
  readonly atMs: number;
  readonly text: string;
  readonly answers: number;
}
const TOPIC = 1;

/** A signal and its outcome for each trade, the outcome 10 minutes later; of some the signal is missing. */
const chat = (
  outcomeOf: (at: number, won: boolean) => string,
  isMissing: (at: number) => boolean,
  isTopic = false,
): string => {
  const posts = WON.flatMap((won, at): Post[] => {
    const signal = 2 * at + 100;
    const opened = {
      id: signal,
      atMs: startOf(at),
      text: `${pairOf(at)} CALL`,
      answers: isTopic ? TOPIC : 0,
    };
    const ended = {
      id: signal + 1,
      atMs: startOf(at) + 600_000,
      text: outcomeOf(at, won),
      answers: isTopic ? TOPIC : signal,
    };
    return isMissing(at) ? [ended] : [opened, ended];
  });
  return JSON.stringify({
    name: 'Signals',
    type: 'public_channel',
    messages: posts
      .sort((one, other) => one.atMs - other.atMs)
      .map(({ id, atMs, text, answers }) => ({
        id,
        type: 'message',
        date_unixtime: String(atMs / 1_000),
        from: 'Signals',
        ...(answers > 0 && { reply_to_message_id: answers }),
        text,
      })),
  });
};
const result = (_at: number, won: boolean): string => (won ? 'WIN ✅' : 'LOSS ❌');
const whole = (at: number, won: boolean): string => `${pairOf(at)} CALL ${won ? 'WIN ✅' : 'LOSS ❌'}`;
const asked = (name: string, text: string): Layout => ({
  name,
  text,
  asks: 'endings-without-signal',
  counts: RIGHT,
});

export const MISSING_SIGNAL_LAYOUTS: readonly Layout[] = [
  asked(
    'answers to every third signal, which is missing and which they name',
    chat(whole, (at) => at % 3 === 0),
  ),
  asked(
    'answers to most signals, which are missing and which they name',
    chat(whole, (at) => at % 3 !== 0),
  ),
  {
    name: 'a channel of answers alone that name their signals',
    text: chat(whole, () => true),
    counts: RIGHT,
    bets: 60,
    isPlain: true,
  },
  {
    name: 'a topic of a group, which each of its messages answers',
    text: chat(result, () => false, true),
    counts: RIGHT,
    bets: 60,
    isPlain: true,
  },
  {
    name: 'a topic of a group whose outcomes name their signals',
    text: chat(whole, (at) => at % 3 === 0, true),
    counts: RIGHT,
    isPlain: true,
  },
];
