/** What a clause says of the stakes before its outcome: by words for doubled stakes, ordinals, numbers and marks. */
import { type ClassedWord, classesOf, type WordClass } from './chat-words.ts';
import { withoutDurations } from './trade-words.ts';

export interface SaidStakes {
  /** How often the stake was doubled; null where it is not said, `some` where the number is missing. */
  readonly gales: number | 'some' | null;
  /** A number of a step of which it is not clear whether the first is a doubled stake. */
  readonly step: number | null;
  /** Its step is a superscript, a keycap or signs. */
  readonly isMark: boolean;
  /** `M1` to `M3`, which is a timeframe or a doubled stake. */
  readonly timeframe: number | null;
}

const NUMBER_MARKS = [...'❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓⓵⓶⓷⓸⓹⓺⓻⓼⓽⓾ 🥈🥉'];
const NUMBER_MARK = /[❶-➓⓵-⓾🥈🥉]/gu;

/** A text with digits in place of the marks that no normal form of Unicode makes digits. */
export const withNumberMarks = (text: string): string =>
  text
    .replaceAll('№', '#')
    .replace(/(?<!\p{L})gấp (?=\d)/giu, 'x')
    .replace(NUMBER_MARK, (mark) => ` ${(NUMBER_MARKS.indexOf(mark) % 10) + 1} `);

/** Signs behind a word, one or several times, none of which stand before it. */
const SIGNS = /^[^*+#^~'"]*[^*+#^~'"\s]\s?(([*+#^~'"])\2{0,5})[^\p{L}\p{N}*+#^~'"]*$/u;

/** What a superscript, a keycap or signs count. */
function smallNumber(text: string): number | undefined {
  const digit = /[⁰¹²³⁴⁵⁶]|[0-6](?=\ufe0f?\u20e3)/u.exec(text)?.[0];
  return digit === undefined ? SIGNS.exec(text)?.[1]?.length : Number(digit.normalize('NFKC'));
}

/** Numbers that count no stakes: amounts, scores, days and decimals, and those of lists and bets. */
const NO_STEP =
  /\p{Lu}{0,2}\p{Sc} ?\d[\d.,]*|\d[\d.,]* ?\p{Sc}|\d+(?:[.,:–-]\d+)+|\d{1,2}(?:\/\d{1,2})?\/\d{2,4}|\d+ ?%|\d+ (?:in a row|straight|consecutive|seguid[oa]s|de suite|подряд|in folge)|last second|stake\P{L}{0,3}\d+|^\s*\d{1,3}[.)](?=\s)|\d+ (?:de|of|out of|из|von|dari) \d+|\d{1,2} ?[ap]\.?m\.?(?!\p{L})|(?<!\p{L})(?:van|llevamos) \d+|(?<!\p{L})(?:session|round|bet|tip|pick) ?\d+|\p{L}+ (?:today|del d[ií]a|de hoy|do dia|de hoje|за день)(?!\p{L})/giu;

/** `H1` and `2s`, which may be the expiry of the signal or count stakes. */
export const SHORT =
  /(?<![\p{L}\d])[sh](?=[1-6](?![\p{L}\d]))|(?<=(?<![\p{L}\d.,:])[1-6])[sh](?![\p{L}\d])/iu;
/** In a longer text a number in words counts other things. */
const MOST_BESIDE = 3;

/** The number beside an outcome that may count its stakes: "WIN x2", "WIN +1", "✅ 1", "win at 2nd", "WIN two". */
function stepIn(text: string): number | undefined {
  const words = classesOf(withoutDurations(text.replace(NO_STEP, ' ').replace(SHORT, ' ')));
  return words.find(
    ({ number = 9, isDigit, isOrdinal }) =>
      number <= 6 && (isDigit || (number > 1 && (isOrdinal || words.length <= MOST_BESIDE))),
  )?.number;
}

const CONSONANT = /(?<![\p{L}\p{M}\d'’:;=/&.])(?:[bcdfjkmnqrstvxz]|iv|vi)(?![\p{L}\p{M}\p{Sc}\d'’/&.])/iu;
const SHORT_WORD = /^[^\p{L}]*\p{L}+ [^\p{L}]*[a-z]{2,3}[^\p{L}]*$/iu;

/** Whether a letter that is no word stands beside an outcome, as in "won (B)", or a short word that is not known, as in "win bis": it may count stakes. */
export function hasLetter(words: readonly ClassedWord[], rest: string): boolean {
  const unknown = words.filter(({ kind }) => kind === undefined).length;
  const isShort = words.length === 2 && words[1]?.kind === undefined && SHORT_WORD.test(rest);
  return words.length <= MOST_BESIDE && unknown <= 1 && (CONSONANT.test(rest) || isShort);
}

/** Arrows that stand for what is placed again. */
export const REPEATED = /[🔁🔂🔄♻↩]/gu;

/** Whether such an arrow stands beside a word for a win or a loss. */
export function isAgain(words: readonly ClassedWord[], text: string): boolean {
  return text.search(REPEATED) >= 0 && words.some(({ kind }) => kind === 'won' || kind === 'lost');
}

/** A stake of so many times the first one. */
const MULTIPLE = /(?<![\p{L}\d])(?:[x×] ?[48]|[48] ?[x×])(?![\p{L}\d])/iu;

const COVERED = /cover(?:ed)?(?!\p{L})/iu;

/** What is numbered or counted beside these is no stake. */
const OTHERS: ReadonlySet<string> = new Set(['target', 'stop', 'sum']);

/** How many losses before it a win names, as in "WIN after 1 loss"; undefined where it names none. */
export function lossesBefore(words: readonly ClassedWord[]): number | undefined {
  const numbers = words.flatMap(({ number }, at) => (number === undefined ? [] : [[number, at] as const]));
  const [[number, at] = [9, 0], other] = numbers;
  const ended = words.filter(({ kind }) => kind === 'won' || kind === 'lost' || kind === 'tied');
  const isOfLoss = [words[at - 1], words[at + 1]].some((word) => word?.kind === 'lost');
  const isOne = ended.length === 2 && ended.some(({ kind }) => kind === 'won');
  return other === undefined && number <= 6 && isOfLoss && isOne ? number : undefined;
}

interface Said {
  readonly text: string;
  /** Without pairs, times and amounts. */
  readonly rest: string;
  readonly hasOutcome: boolean;
  /** It names the price of a level. */
  readonly isPriced: boolean;
}

/** What the words, the numbers and the marks of a clause say of its stakes. */
export function stakesIn(
  words: readonly ClassedWord[],
  { text, rest, hasOutcome, isPriced }: Said,
): SaidStakes {
  const small = smallNumber(text);
  const near = (kind: WordClass): { number: number | undefined; isOrdinal: boolean } | undefined => {
    const places = words.flatMap((word, at) => (word.kind === kind ? [at] : []));
    if (places.length === 0) return undefined;
    const numbered = places
      .flatMap((at) => [words[at + 1], words[at - 1], words[at - 2]])
      .find((word) => (word?.number ?? 9) <= 6);
    return { number: numbered?.number ?? small, isOrdinal: numbered?.isOrdinal ?? false };
  };
  const timeframe = /(?<![\p{L}\d])M([1-3])(?!\d)/iu.exec(text)?.[1];
  const none = {
    gales: null,
    step: null,
    isMark: false,
    timeframe: timeframe === undefined ? null : Number(timeframe),
  };
  const gale = near('gale');
  // "TP hit, loss covered" is of the trade before.
  const isCovered =
    words.filter(({ kind }) => kind === 'gale').length === 1 &&
    words.some(({ kind }) => kind === 'target') &&
    COVERED.test(text);
  if (gale !== undefined && !isCovered) return { ...none, gales: gale.number ?? 'some' };
  if (words.some(({ kind }) => kind === 'direct')) return { ...none, gales: 0 };
  const entry = near('attempt');
  const attempt = entry?.isOrdinal === true ? entry : near('try');
  if (attempt?.number !== undefined) return { ...none, gales: Math.max(0, attempt.number - 1) };
  const step = near('step');
  if (step?.number !== undefined) return { ...none, step: step.number };
  const isStop = words.some(({ kind }) => kind === 'stop');
  if (hasOutcome && small !== undefined && !isStop) return { ...none, step: small, isMark: true };
  const isSome = step !== undefined || attempt !== undefined || isAgain(words, text) || MULTIPLE.test(text);
  if (hasOutcome && isSome) return { ...none, gales: 'some' };
  const isOther = isPriced || words.some(({ kind = '' }) => OTHERS.has(kind));
  if (!hasOutcome || isOther) return none;
  const number = stepIn(rest);
  const isLetter = number === undefined && hasLetter(words, rest);
  return isLetter ? { ...none, gales: 'some' } : { ...none, step: number ?? null };
}
