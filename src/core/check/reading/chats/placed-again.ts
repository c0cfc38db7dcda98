/** Texts between signals and their outcomes that nearly always foretell a loss: the doubled stake may have been placed there, in words that are not known. */
import { compareRecords } from '../../compare-records.ts';
import { addTo } from '../../grouping.ts';
import type { Message } from '../files/messages.ts';
import { shown } from '../reading.ts';
import { IN_PARTS } from '../words/clauses.ts';
import { plainWords } from '../words/words.ts';
import type { End, Signal } from './chat-signals.ts';

const LONGEST = 60;
/** More messages behind a signal are talk. */
const MOST_BEHIND = 6;
const FEWEST = 3;
/** So seldom does talk stand before losses by luck alone. */
const BY_LUCK = 5e-4;

/** Notes one doubled stake for each such text before the outcome of its signal; `isOther` tells whether a message is known to be something else. */
export function notePlacedAgain(
  ends: readonly End[],
  messages: readonly Message[],
  isOther: (at: number) => boolean,
): void {
  const counted = ends.filter(({ signal, outcome }) => signal?.posted === 0 && outcome !== 'tied');
  const lost = counted.filter(({ outcome }) => outcome === 'lost').length;
  const before = new Map<
    string,
    { readonly signal: Signal; readonly isLost: boolean; readonly text: string }[]
  >();
  for (const end of counted) {
    const signal = end.signal as Signal;
    const { at: from, author } = signal;
    for (let at = from + 1; at < Math.min(end.at, from + MOST_BEHIND); at += 1) {
      const { text = '', author: by } = messages[at] ?? {};
      const isOfSeller = by === undefined || by === author;
      const mayPlace = text !== '' && text.length <= LONGEST && !IN_PARTS.test(text) && !isOther(at);
      if (isOfSeller && mayPlace)
        addTo(before, keyOf(text), { signal, isLost: end.outcome === 'lost', text });
    }
  }
  for (const some of before.values()) {
    const once = [...new Map(some.map((one) => [one.signal, one])).values()];
    const behind = { won: once.filter(({ isLost }) => isLost).length, n: once.length };
    const others = { won: lost - behind.won, n: counted.length - behind.n };
    if (behind.won < FEWEST || others.n <= 0 || behind.won * others.n <= others.won * behind.n) continue;
    if (compareRecords(behind, others).p < BY_LUCK)
      for (const { signal, text } of some) {
        signal.posted += 1;
        signal.postedIn = shown(text);
      }
  }
}

const keyOf = (text: string): string => (plainWords(text) || text.trim()).replace(/\d+/g, '0');
