/** Lines of a chat that differ by a letter in one word from those in which it says outcomes: "Ganda 💚" among "Ganada 💚". */
import { addTo } from '../../grouping.ts';
import { classesOf, outcomeOfWord, outcomesIn } from '../words/chat-words.ts';
import { withoutTraded } from '../words/pairs.ts';

/** A longer line is prose. */
const LONGEST = 80;
const FEWEST = 2;
/** A shorter word may be another one; behind the words of a signal "wn" is none. */
const SHORTEST = 4;
/** More lines with other words in the same place are no spellings of one. */
const MOST_ALIKE = 20;
const WORD = /[\p{L}\p{M}]+/gu;

/** The words and numbers of a line. */
const formOf = (line: string): string =>
  withoutTraded(line)
    .toLowerCase()
    .replace(/\d+/g, '0')
    .replace(/[^\p{L}\p{M}0]+/gu, ' ')
    .trim();

/** The words of a form, each with what stands around it. */
function placesIn(form: string): readonly (readonly [word: string, around: string])[] {
  return [...form.matchAll(WORD)].map((found) => {
    const end = found.index + found[0].length;
    return [found[0], `${form.slice(0, found.index)}\n${form.slice(end)}`] as const;
  });
}

/** Whether a letter is missing in a word or added to it, and not the first one. */
function isMisspelt(word: string, known: string): boolean {
  const [shorter = '', longer = ''] = [word, known].sort((one, other) => one.length - other.length);
  const at = [...longer].findIndex((letter, place) => letter !== shorter[place]);
  return at > 0 && longer.slice(at + 1) === shorter.slice(at);
}

/** What texts say with the words that the others have in place of those that are misspelt. */
export function spelling(texts: readonly string[]): (text: string) => string {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const line of text.split('\n')) {
      if (line.length > LONGEST) continue;
      const form = formOf(line);
      counts.set(form, (counts.get(form) ?? 0) + 1);
    }
  const known = new Map<string, string[]>();
  for (const [form, count] of counts)
    if (count >= FEWEST && outcomesIn(form).length > 0)
      for (const [word, around] of placesIn(form)) addTo(known, around, word);
  const spelt = (line: string): string => {
    const form = line.length > LONGEST ? '' : formOf(line);
    if (form === '' || (counts.get(form) ?? 0) >= FEWEST) return line;
    for (const [word, around] of placesIn(form)) {
      const kinds = classesOf(word).map(({ kind }) => kind);
      const isAmong = /\p{L}/u.test(around);
      const isMeant = (one: string): boolean => {
        // "LOS" may be an article, and behind a side it is none.
        const saysEnd = isAmong && outcomeOfWord(one) !== undefined;
        const mayBe = kinds.includes(undefined) || (saysEnd && kinds.every((kind) => kind === 'filler'));
        return mayBe && (saysEnd || Math.max(word.length, one.length) >= SHORTEST) && isMisspelt(word, one);
      };
      const meant = known.get(around)?.slice(0, MOST_ALIKE).find(isMeant);
      if (meant !== undefined)
        return line.replace(new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'iu'), meant);
    }
    return line;
  };
  return (text) => text.split('\n').map(spelt).join('\n');
}
