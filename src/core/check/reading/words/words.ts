/** Accents of Latin, Greek and Cyrillic, vowel points of Arabic, and what joins emoji: words are compared without them. */
const ACCENTS = /[\u0300-\u036f]|[\u064b-\u065f]|\u0670|[\u200b-\u200f]|\u20e3|[\ufe0e\ufe0f]/g;

/** Of Arabic, Urdu, Hindi and Bengali, and of other widths and fonts. */
const OTHER_DIGITS =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\uff10-\uff19\u{1d7ce}-\u{1d7ff}]/gu;

/** A text with its digits, and the commas beside Arabic ones, as programs write them. */
export function withPlainDigits(text: string): string {
  if (text.search(OTHER_DIGITS) === -1) return text;
  return text
    .replace(OTHER_DIGITS, (digit) =>
      digit < '\u0a00'
        ? String((digit.charCodeAt(0) & 15) - (digit > '\u0900' ? 6 : 0))
        : digit.normalize('NFKC'),
    )
    .replace(/(?<=\d)\u066a/g, '%')
    .replace(/(?<=\d)\u066b(?=\d)/g, '.')
    .replace(/(?<=\d)\u066c(?=\d)/g, '');
}

const NAMED_MARKS = new Map(
  'white_check_mark ✅,heavy_check_mark ✔,ballot_box_with_check ☑,x ❌,heavy_multiplication_x ✖,negative_squared_cross_mark ❎,no_entry ⛔,no_entry_sign 🚫,large_green_circle 🟢,green_circle 🟢,red_circle 🔴,thumbsup 👍,+1 👍,thumbsdown 👎,-1 👎,moneybag 💰,trophy 🏆,arrow_up ⬆,arrow_down ⬇'
    .split(',')
    .map((named) => named.split(' ') as [string, string]),
);

/** A text with its marks in place of their names, such as `:white_check_mark:`. */
export function withMarks(text: string): string {
  // No name begins with a digit, as the minutes of a time do.
  return text.replace(/:([a-z_+-][a-z0-9_+-]{0,39}):/g, (all, name: string) => NAMED_MARKS.get(name) ?? all);
}

/** A word of Latin letters with Cyrillic ones that look like them. */
const MIXED = /(?=\S*[a-z])(?=\S*[а-яіј])\S+/g;
const LIKE_LATIN = 'авсенкмортухіј';
const LATIN = 'abcehkmoptyxij';

/** A text as its words are compared: small letters without accents, one space between words. Vowel signs of Indic scripts stay. */
export function plainWords(text: string): string {
  // Most texts: nothing in them has another form.
  if (/^[ -~]*$/.test(text))
    return text
      .toLowerCase()
      .replace(/[^a-z\d]+/g, ' ')
      .trim();
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/đ/g, 'd')
    .replace(/ß/g, 'ss')
    .replace(/ه(?!\p{L})/gu, 'ة')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .replace(MIXED, (word) =>
      word.replace(/[а-яіј]/g, (letter) => LATIN[LIKE_LATIN.indexOf(letter)] ?? letter),
    )
    .trim();
}

/** A pattern for plain words, its own letters as these have them. */
export function plainPattern({ source, flags }: RegExp): RegExp {
  return new RegExp(source.normalize('NFKD').replace(ACCENTS, ''), flags);
}

/** Words of lists that are written with commas, each as it is compared, with the name of its list; of those in two, that of the later. */
export function wordList<Meaning extends string>(
  lists: Readonly<Partial<Record<Meaning, string>>>,
): Map<string, Meaning> {
  const named = Object.entries(lists) as [Meaning, string][];
  return new Map(named.flatMap(([name, words]) => words.split(',').map((word) => [plainWords(word), name])));
}

/** The only cell of a row that is filled, as of a title; undefined where none is or several are. */
export function onlyCell(row: readonly string[]): string | undefined {
  const [first, ...others] = row.filter((cell) => cell !== '');
  return others.length === 0 ? first : undefined;
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

/** In the languages of sellers, and their first letters. */
export const YES =
  /^(?:yes|y|s[iíì]?|sim|oui|o|ja|j|да|д|evet|e|i?ya|có|हाँ|हां|হ্যাঁ|ہاں|جی ہاں|نعم|是|はい|네|예)$/iu;
export const NO =
  /^(?:no?|n[ãa]o|non|nein|nee|нет|н|hay[ıi]r|h|tidak|không|नहीं|না|نہیں|لا|否|不是|いいえ|아니[오요])$/iu;

/** 1 where a cell marks its row as of its column, 0 where it says that the row is not; undefined where it says neither. */
export function flagIn(cell: string): 0 | 1 | undefined {
  if (/^(?:x|true|[✓✔✅☑❌✗✖•●])\ufe0f?$/iu.test(cell) || YES.test(cell)) return 1;
  return /^(?:false|[☐□◻])\ufe0f?$/iu.test(cell) || NO.test(cell) ? 0 : undefined;
}
