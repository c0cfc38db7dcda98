/** Lines of a chat that differ by a letter in one word from those in which it says outcomes: "Ganda 💚" among "Ganada 💚". */
import { addTo } from '../../grouping.ts';
import { classesOf, outcomeOfWord, outcomesIn } from '../words/chat-words.ts';
import { withoutTraded } from '../words/pairs.ts';

/** A longer line is prose. */
const LONGEST = 80;
const FEWEST = 2;
/** Words of another letter are others too often where they are shorter: "lost" and "last"; behind the words of a signal "wn" is none. */
const SHORTEST = { added: 4, changed: 5, among: 3 };
/** Those of a chat that never says the same are not kept. */
const MOST_FORMS = 20_000;
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

/** Whether a letter is missing, added or another one in a word, or two are in each other's place; the first one is right. */
function isMisspelt(word: string, known: string, shortest: number): boolean {
  const [one, other] = [[...word], [...known]];
  const at = one.findIndex((letter, place) => letter !== other[place]);
  const from = at === -1 ? one.length : at;
  const isLike = (skipped: number, others: number): boolean =>
    one.slice(from + skipped).join('') === other.slice(from + others).join('');
  const isTurned = one[from] === other[from + 1] && one[from + 1] === other[from];
  const longest = Math.max(one.length, other.length);
  if (from === 0 || longest < shortest) return false;
  return (
    isLike(1, 0) ||
    isLike(0, 1) ||
    (longest >= SHORTEST.changed && (isLike(1, 1) || (isTurned && isLike(2, 2))))
  );
}

/** What texts say with the words that the others have in place of those that are misspelt. */
export function spelling(texts: readonly string[]): (text: string) => string {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const line of text.split('\n')) {
      if (line.length > LONGEST) continue;
      const form = formOf(line);
      const count = counts.get(form) ?? 0;
      if (count > 0 || counts.size < MOST_FORMS) counts.set(form, count + 1);
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
      // "LOS" may be an article, and behind a side it is none.
      const mayBe = (one: string): boolean =>
        kinds.includes(undefined) ||
        (isAmong && outcomeOfWord(one) !== undefined && kinds.every((kind) => kind === 'filler'));
      const shortestOf = (one: string): number =>
        isAmong && outcomeOfWord(one) !== undefined ? SHORTEST.among : SHORTEST.added;
      const meant = known
        .get(around)
        ?.slice(0, MOST_ALIKE)
        .find((one) => mayBe(one) && isMisspelt(word, one, shortestOf(one)));
      if (meant !== undefined)
        return line.replace(new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'iu'), meant);
    }
    return line;
  };
  return (text) => text.split('\n').map(spelt).join('\n');
}
