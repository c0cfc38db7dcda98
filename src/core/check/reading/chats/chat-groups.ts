/** Signals of several sellers in one chat, or of several kinds that tags tell apart, such as `[PAPER]` and `#live`. */
import { groupBy, refill } from '../../grouping.ts';
import type { ChatSignals, End, Signal } from './chat-signals.ts';
import { classesOf } from '../words/chat-words.ts';
import type { Message } from '../files/messages.ts';
import { tradedIn } from '../words/pairs.ts';
import { type Asker, askGroup } from '../questions.ts';

const TAG = /^\s*[[({【]\s*(\p{L}[\p{L} _-]{1,20})\s*[\])}】]/u;
/** Others name what is traded, or the seller. */
const HASHTAG = /#(demo|paper|sim(?:ulated)?|practice|test|backtest|live|real)(?![\p{L}\p{N}_])/iu;
/** Fewer signals are an exception. */
const FEWEST = 3;
const MOST_GROUPS = 10;

/** Asks which group counts where signals are of several, and leaves out the others with their ends. */
export function leaveOutGroups(
  ends: End[],
  known: ChatSignals,
  messages: readonly Message[],
  asker: Asker,
): void {
  const signals = [...new Set(ends.flatMap(({ signal }) => signal ?? []))];
  for (const groupIn of [tagOf, (message: Message | undefined) => message?.author]) {
    const groupOf = ({ at }: Signal): string => groupIn(messages[at]) ?? '';
    const groups = groupBy(signals, groupOf);
    const several = [...groups.values()].filter(({ length }) => length >= FEWEST);
    if (several.length < 2 || groups.size > MOST_GROUPS) continue;
    const names = [...groups.keys()];
    const at = askGroup(names, MOST_GROUPS, asker);
    if (at === undefined) return;
    const isOther = (signal: Signal): boolean => groupOf(signal) !== names[at];
    const left = ends.filter(({ signal }) => signal === undefined || !isOther(signal));
    refill(ends, left);
    known.leaveOut(isOther);
    return;
  }
}

/** What a message has in brackets at its beginning, or behind a #; a side and the name of what is traded are no tag. */
function tagOf(message: Message | undefined): string | undefined {
  const text = message?.text ?? '';
  const tag = (TAG.exec(text) ?? HASHTAG.exec(text))?.[1]?.trim().toUpperCase();
  const hasSide = tag !== undefined && classesOf(tag).some(({ kind }) => kind === 'call' || kind === 'put');
  return tag === undefined || hasSide || tradedIn(tag) !== undefined ? undefined : tag;
}
