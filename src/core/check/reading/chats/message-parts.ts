/** Messages in lines, with what these hold together. */
import type { EpochMs } from '../../../time/instant.ts';
import { type Line, linesOf } from './message-lines.ts';
import { clockIn, type Message } from '../files/messages.ts';
import { countedIn } from './several-outcomes.ts';

/** `✅ Profit: 4`. */
const COUNT_BEHIND = /^\D+[:=x×–—-]\s*\d{1,4}$/u;
/** `✅ 7`. */
const MARK_COUNT = /^[^\p{L}\d]+\d{1,4}$/u;

/** `❌ 4 losers`, "9 wins". */
const COUNT_BEFORE = /^[^\p{L}\d]*\d{1,4} ?(?=\p{L})/u;

/** Whether a line counts outcomes. */
export const isCount = ({ text, clauses }: Line): boolean =>
  COUNT_BEHIND.test(text) ||
  MARK_COUNT.test(text) ||
  (COUNT_BEFORE.test(text) && clauses.some(({ outcome }) => outcome !== undefined));

/** "Win probability: 92 %" and "Wins today: 7" in the message of a signal say nothing of its end. */
export function isAdvertised({ opens, isWhole, text, clauses }: Line, hasSignal: boolean): boolean {
  if (!hasSignal || opens || isWhole) return false;
  return COUNT_BEHIND.test(text) || (/\d ?%/.test(text) && clauses.some(({ isSum }) => isSum));
}

/** A message in lines. */
export interface Part {
  readonly at: number;
  readonly timeMs: EpochMs | null;
  /** When it was, by its own text. */
  readonly own?: { readonly timeMs: EpochMs | null; readonly clockMs: number | null } | undefined;
  readonly message: Message;
  readonly lines: readonly Line[];
  /** It adds up what other messages say, or lists several outcomes. */
  readonly isList: boolean;
  readonly hasHeading: boolean;
  readonly hasSignal: boolean;
  /** It lists several signals, each with its time of day. */
  readonly hasClocks: boolean;
}

export function partOf(message: Message, at: number, timeMs: EpochMs | null, own?: Part['own']): Part {
  const lines = linesOf(message.text);
  const signals = lines.filter(({ opens, isWhole }) => opens || isWhole);
  const outcomes = lines.filter(
    (line) =>
      !isAdvertised(line, signals.length > 0) && line.clauses.some(({ outcome }) => outcome !== undefined),
  );
  // "Win: 9" above "Loss: 2" adds up; "1 WIN" above "2 LOSS" and "3 WIN" numbers them.
  const said = lines
    .filter(isCount)
    .flatMap(({ clauses }) => clauses.find(({ outcome }) => outcome)?.outcome ?? []);
  const kinds = new Set(said).size;
  const areBoth = kinds > 1 && kinds === said.length;
  const areCounts =
    message.text.includes('\n') &&
    signals.length === 0 &&
    (areBoth || new Set(countedIn(message.text)).size > 1);
  const hasHeading = areCounts || lines.some(({ clauses }) => clauses.some(({ isSum }) => isSum));
  const hasClocks = signals.length > 1 && new Set(signals.map(({ text }) => clockIn(text))).size > 1;
  const isList = outcomes.length > 1;
  return { at, timeMs, own, message, lines, isList, hasHeading, hasSignal: signals.length > 0, hasClocks };
}
