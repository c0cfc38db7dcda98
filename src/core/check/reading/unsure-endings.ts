import type { TradeOutcome } from '../trade.ts';
import { type ChatFacts, COUNTS } from './chat-facts.ts';
import type { End } from './chat-signals.ts';
import { type Clause, FEW_UNKNOWN, firstSaid } from './clauses.ts';
import type { Asker } from './questions.ts';
import { shown } from './reading.ts';

/** A message of which not all is understood, with the line and the clause of its outcome. */
interface Unsure {
  readonly line: string;
  readonly clause: Clause;
  readonly message: string;
  /** Others wrote it than who posts the signals. */
  readonly isStrange: boolean;
}

/** Texts of one kind. */
interface Kind {
  readonly texts: string[];
  /** Those that say another outcome first, as a loss that is followed by boasts. */
  readonly otherwise: string[];
}

const CODES = ['unsure-endings', 'unsure-others'] as const;

/** Outcomes of which not all is understood: a question tells whether they count, and another one where some are talk and some are not. */
export class UnsureEndings {
  readonly #asker: Asker;
  likely: ChatFacts['unsureAnswers'] = COUNTS.last;
  /** The talk and the others, in the order in which they come. */
  readonly #kinds = new Map<boolean, Kind>();

  constructor(asker: Asker) {
    this.#asker = asker;
  }

  get length(): number {
    return this.#kinds.size;
  }

  /** Notes an outcome; what it counts as by the answer, undefined where it is left out. */
  note(outcome: TradeOutcome, unsure: Unsure): TradeOutcome | undefined {
    const first = firstSaid(unsure.message) ?? outcome;
    const isTalk = talks(unsure);
    const { texts, otherwise } = this.#kind(isTalk);
    (first === outcome ? texts : otherwise).push(unsure.line);
    const answer = this.#asker.given(this.#codeOf(isTalk), [...this.likely, 'each']);
    return answer === 'leave-out' ? undefined : answer === 'each' ? first : outcome;
  }

  /** Asks about those that were noted and others that are guessed from their texts, which are no talk; whether these count. */
  count(guessed: readonly { readonly text: string }[]): boolean {
    const noted = new Set(this.#kinds.keys());
    if (guessed.length > 0) this.#kind(false).texts.push(...guessed.map(({ text }) => shown(text)));
    const counts = [...this.#kinds].map(([isTalk, { texts, otherwise }]) => {
      const answers = noted.has(isTalk) ? this.likely : COUNTS.first;
      const each = otherwise.length > 0 ? (['each'] as const) : [];
      const answer = this.#asker.ask(this.#codeOf(isTalk), [...answers, ...each], [...otherwise, ...texts]);
      return !isTalk && answer !== 'leave-out';
    });
    return counts.includes(true);
  }

  #kind(isTalk: boolean): Kind {
    const kind = this.#kinds.get(isTalk) ?? { texts: [], otherwise: [] };
    this.#kinds.set(isTalk, kind);
    return kind;
  }

  #codeOf(isTalk: boolean): (typeof CODES)[number] {
    return [...this.#kinds.keys()][0] === isTalk ? CODES[0] : CODES[1];
  }
}

/** Whether an outcome stands without a mark among words that are not understood, or others say it. */
function talks({ clause, isStrange }: Unsure): boolean {
  return isStrange || (clause.marks.length === 0 && clause.unknown > FEW_UNKNOWN);
}

/** Whether outcomes without a signal count, beside so many others: they are repeated or late; in a chat of pictures the signals are not in the text. */
export function askOrphans(orphans: readonly End[], ends: number, texts: readonly string[], asker: Asker) {
  const likely = ends === 0 ? COUNTS.first : COUNTS.last;
  const mayCorrect = orphans.some(({ instead }) => instead !== undefined);
  return asker.ask('endings-without-signal', mayCorrect ? ([...likely, 'last'] as const) : likely, texts);
}
