/** A text as its words are compared: small letters without accents, one space between words. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Words of a list that is written with commas, each as it is compared, with what it stands for. */
export function wordList<Meaning>(lists: readonly (readonly [Meaning, string])[]): Map<string, Meaning> {
  return new Map(
    lists.flatMap(([meaning, words]) => words.split(',').map((word) => [plainWords(word), meaning] as const)),
  );
}

const MOST_REMEMBERED = 10_000;

/** A function of a text that remembers its first 10,000 answers: cells of a column repeat. */
export function remembering<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as Answer;
    const now = answer(text);
    if (known.size < MOST_REMEMBERED) known.set(text, now);
    return now;
  };
}
