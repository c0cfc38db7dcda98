/** Messages that say at once how several signals ended: "Both WIN", "1 win 1 loss", "Results: ✅✅❌✅". */
import type { TradeOutcome } from '../trade.ts';
import { outcomeOfWord } from './chat-words.ts';
import { clausesOf } from './clauses.ts';
import { plainWords } from './words.ts';

export interface SeveralOutcomes {
  readonly outcomes: readonly TradeOutcome[];
  /** It is about all of the signals; a count, a summary, or one mark several times, may be something else. */
  readonly isSure: boolean;
}

const LONGEST = 80;
const MOST = 50;
/** Words beside counts, such as "Results" or "today". */
const MOST_OTHER_WORDS = 3;
const BOTH =
  /(?<![\p{L}\p{M}])(?:both|ambas|ambos|as duas|os dois|las dos|los dos|dono|donon|दोनों|উভয়|দুটোই|دونوں|keduanya|dua-duanya|оба|обе|ikisi de|her ikisi|cả hai|كلاهما|beide|les deux|entramb[ei])(?![\p{L}\p{M}])/iu;
const MARK = /[✅☑✔🟢❌✖⛔🔴]/gu;
const WON_MARKS = '✅☑✔🟢';
const MARKS_ALONE = /^[^\d]{0,40}?(?:[✅☑✔🟢❌✖⛔🔴]\ufe0f?[\s,|/-]*){2,}$/u;
const LETTERS = /^[^\d]{0,40}?[:\n]\s*((?:[WL][\s,|/-]+){1,50}[WL])$/u;

/** What a text says of this many open signals; undefined where it speaks of one signal, or of another number. */
export function severalOutcomes(text: string, open: number): SeveralOutcomes | undefined {
  if (text.length > LONGEST || open < 2) return undefined;
  const isOfBoth = BOTH.test(text);
  const outcomes = isOfBoth ? bothIn(text) : (countedIn(text) ?? marksIn(text));
  if (outcomes?.length !== open) return undefined;
  const areMarks = !isOfBoth && new Set(outcomes).size > 1 && MARKS_ALONE.test(text);
  return { outcomes, isSure: isOfBoth || (areMarks && !clausesOf(text).some(({ isSum }) => isSum)) };
}

function bothIn(text: string): readonly TradeOutcome[] | undefined {
  const [clause, other] = clausesOf(text);
  if (clause?.outcome === undefined || other !== undefined || clause.unknown > 1) return undefined;
  return [clause.outcome, clause.outcome];
}

/** Outcomes by their counts, the number first or the word: "3 wins 1 loss", "✅ 3 ❌ 1". */
export function countedIn(text: string): readonly TradeOutcome[] | undefined {
  if (text.length > LONGEST || !/\d/.test(text)) return undefined;
  const hasWords = plainWords(text)
    .split(/[\s\d]+/)
    .some((word) => outcomeOfWord(word) !== undefined);
  const words = text.replace(MARK, (mark) =>
    hasWords ? ' ' : WON_MARKS.includes(mark) ? ' win ' : ' loss ',
  );
  const tokens = plainWords(words).split(/\s+|(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u);
  const said = tokens.map((token) => (/^\d{1,2}$/.test(token) ? Number(token) : outcomeOfWord(token)));
  const parts = said.filter((part) => part !== undefined);
  if (parts.length === 0 || parts.length % 2 === 1 || said.length - parts.length > MOST_OTHER_WORDS)
    return undefined;
  const isNumberFirst = typeof parts[0] === 'number';
  const outcomes: TradeOutcome[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [number, outcome] = isNumberFirst ? [parts[at], parts[at + 1]] : [parts[at + 1], parts[at]];
    if (typeof number !== 'number' || typeof outcome !== 'string') return undefined;
    outcomes.push(...Array.from({ length: number }, () => outcome));
  }
  return outcomes.length > MOST ? undefined : outcomes;
}

function marksIn(text: string): readonly TradeOutcome[] | undefined {
  const letters = LETTERS.exec(text)?.[1]?.match(/[WL]/g);
  const marks = letters ?? (MARKS_ALONE.test(text) ? text.match(MARK) : undefined);
  return marks?.map((mark) => (mark === 'W' || WON_MARKS.includes(mark) ? 'won' : 'lost'));
}

/** Scores that grow by one from message to message say how each signal ended by their differences, and not all of the open ones. */
export function areRunning(scores: readonly number[]): boolean {
  const steps = scores.filter((score, at) => at > 0 && score === (scores[at - 1] as number) + 1).length;
  return steps > 0 && steps * 2 >= scores.length - 1;
}
