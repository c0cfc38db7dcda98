/** Accents of Latin, Greek and Cyrillic, vowel points of Arabic, and what joins emoji: words are compared without them. */
const ACCENTS = /[\u0300-\u036f]|[\u064b-\u065f]|\u0670|[\u200b-\u200f]|\u20e3|[\ufe0e\ufe0f]/g;

/** Of Arabic, Urdu, Hindi and Bengali. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef]/g;

/** A text with its digits, and the commas beside Arabic ones, as programs write them. */
export function withPlainDigits(text: string): string {
  if (text.search(OTHER_DIGITS) === -1) return text;
  return text
    .replace(OTHER_DIGITS, (digit) => String((digit.charCodeAt(0) & 15) - (digit > '\u0900' ? 6 : 0)))
    .replace(/(?<=\d)\u066b(?=\d)/g, '.')
    .replace(/(?<=\d)\u066c(?=\d)/g, '');
}

/** A text as its words are compared: small letters without accents, one space between words. Vowel signs of Indic scripts stay. */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/đ/g, 'd')
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
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
