import type { TradeOutcome } from '../../trade.ts';
import { type ChatFacts, COUNTS } from './chat-facts.ts';
import type { End } from './chat-signals.ts';
import { outcomesIn } from '../words/chat-words.ts';
import { type Clause, FEW_UNKNOWN, firstSaid } from '../words/clauses.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';

const FEWEST = 3;

/** Outcomes of which not all is understood: a question tells whether they count. */
export class UnsureEndings {
  likely: ChatFacts['unsureAnswers'] = COUNTS.last;
  readonly #texts: string[] = [];
  /** Those that say another outcome first, as a loss that is followed by boasts. */
  readonly #otherwise: string[] = [];
  #areWon = true;
  /** The wins that count, with words that are not known beside their words and marks. */
  readonly marked: string[] = [];

  get length(): number {
    return this.#texts.length + this.#otherwise.length;
  }

  /** Notes an outcome, its line and its message; what it counts as by the answer, undefined where it is left out. */
  note(outcome: TradeOutcome, line: string, message: string, asker: Asker): TradeOutcome | undefined {
    const first = firstSaid(message) ?? outcome;
    (first === outcome ? this.#texts : this.#otherwise).push(line);
    this.#areWon &&= outcome === 'won';
    const answer = this.#answer(asker);
    return answer === 'leave-out' ? undefined : answer === 'each' ? first : outcome;
  }

  /** Whether those that were noted came after a doubled stake. */
  areDoubled(asker: Asker): boolean {
    return this.#answer(asker) === 'after-gale';
  }

  #answer(asker: Asker): string {
    return asker.given('unsure-endings', [...this.likely, 'each', 'after-gale']);
  }

  /** Asks about those that were noted, beside so many wins that are sure, and others that are guessed from their texts; whether these count. */
  count(guessed: readonly { readonly text: string }[], sureWins: number, asker: Asker): boolean {
    const sure = sureWins - this.marked.length;
    const marked = Math.min(this.marked.length, sure) >= FEWEST ? this.marked : [];
    const texts = [...this.#otherwise, ...this.#texts, ...guessed.map(({ text }) => shown(text)), ...marked];
    if (texts.length === 0) return false;
    const each = this.#otherwise.length > 0 ? (['each'] as const) : [];
    const areMarked = texts.length === marked.length;
    const likely = areMarked ? (['count'] as const) : this.length > 0 ? this.likely : COUNTS.first;
    // Words that only some wins have may be those for a doubled stake.
    const mayDouble = this.#areWon && (marked.length > 0 || Math.min(this.length, sure) >= FEWEST);
    const doubled = mayDouble ? (['after-gale'] as const) : [];
    return asker.ask('unsure-endings', [...likely, ...each, ...doubled], texts) !== 'leave-out';
  }
}

/** "Sorry for the loss", "What a win!", and not "Another win". */
const SPOKEN_OF =
  /(?<!\p{L})(?:the|this|that|an?|our|el|la|est[ae]|ess[ae]|una?|uma?|o|pel[oa]|le|une?|der|die|den|eine[mnr]?|за|этот|ini|itu|bu|lệnh)((?: \p{L}+){1,2})/giu;
const ANOTHER =
  /(?<!\p{L})(?:another|again|more|second|2nd|next|otr[oa]|outr[oa]|m[aá]s|mais|ещ[её]|снова|lagi|daha|nữa|noch|encore)(?!\p{L})/iu;

/** Whether a text without a mark speaks of an outcome that was said just before it. */
export function speaksOf({ outcome, marks, text }: Clause): boolean {
  if (marks.length > 0 || ANOTHER.test(text)) return false;
  return [...text.matchAll(SPOKEN_OF)].some(([, words = '']) => outcomesIn(words)[0] === outcome);
}

/** Whether a win or a loss stands without a mark among words that are not understood, or others say an outcome than who posts signals. */
export function talks({ marks, unknown, outcome }: Clause, isStrange: boolean): boolean {
  return isStrange || (marks.length === 0 && unknown > FEW_UNKNOWN && outcome !== 'tied');
}

/** Whether an outcome of which a word or two are not understood may be of a trade without a signal: "Arsenal to win 2/5" is a bet. */
export function mayEnd({ marks, outcome, unknown, text }: Clause): boolean {
  return (
    unknown <= FEW_UNKNOWN && (marks.length > 0 || outcome === 'lost' || unknown === 0 || !/\d/.test(text))
  );
}

/** Whether a chat without signals says outcomes of both kinds among what is not understood, as in tips that bear their marks themselves. Lines that were pasted may be a table. */
export function tellsBoth(likely: readonly End[], signals: number): boolean {
  const said = likely.flatMap(({ outcome, timeMs }) => (timeMs === null ? [] : outcome));
  return signals === 0 && new Set(said).size > 1;
}

/** Whether outcomes without a signal count, beside so many others: they are repeated or late; in a chat of pictures the signals are not in the text. */
export function askOrphans(orphans: readonly End[], ends: number, texts: readonly string[], asker: Asker) {
  const likely = ends === 0 ? COUNTS.first : COUNTS.last;
  const mayCorrect = orphans.some(({ instead }) => instead !== undefined);
  return asker.ask('endings-without-signal', mayCorrect ? ([...likely, 'last'] as const) : likely, texts);
}
