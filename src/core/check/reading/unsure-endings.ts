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
  likely: ChatFacts['unsureAnswers'] = COUNTS.last;
  /** The talk and the others, in the order in which they come. */
  readonly #kinds = new Map<boolean, Kind>();

  get length(): number {
    return this.#kinds.size;
  }

  /** Notes an outcome; what it counts as by the answer, undefined where it is left out. */
  note(outcome: TradeOutcome, unsure: Unsure, asker: Asker): TradeOutcome | undefined {
    const first = firstSaid(unsure.message) ?? outcome;
    const isTalk = talks(unsure);
    const { texts, otherwise } = kindIn(this.#kinds, isTalk);
    (first === outcome ? texts : otherwise).push(unsure.line);
    const answer = asker.given(codeIn(this.#kinds, isTalk), [...this.likely, 'each']);
    return answer === 'leave-out' ? undefined : answer === 'each' ? first : outcome;
  }

  /** Asks about those that were noted and others that are guessed from their texts, which are no talk; whether these count. */
  count(guessed: readonly { readonly text: string }[], asker: Asker): boolean {
    const kinds = new Map(this.#kinds);
    if (guessed.length > 0) {
      const { texts, otherwise } = kindIn(kinds, false);
      kinds.set(false, { texts: [...texts, ...guessed.map(({ text }) => shown(text))], otherwise });
    }
    const counts = [...kinds].map(([isTalk, { texts, otherwise }]) => {
      const answers = this.#kinds.has(isTalk) ? this.likely : COUNTS.first;
      const each = otherwise.length > 0 ? (['each'] as const) : [];
      const answer = asker.ask(codeIn(kinds, isTalk), [...answers, ...each], [...otherwise, ...texts]);
      return !isTalk && answer !== 'leave-out';
    });
    return counts.includes(true);
  }
}

function kindIn(kinds: Map<boolean, Kind>, isTalk: boolean): Kind {
  const kind = kinds.get(isTalk) ?? { texts: [], otherwise: [] };
  kinds.set(isTalk, kind);
  return kind;
}

/** The question about a kind: the first kind has one of its own, as has the second. */
function codeIn(kinds: ReadonlyMap<boolean, Kind>, isTalk: boolean): (typeof CODES)[number] {
  return [...kinds.keys()][0] === isTalk ? CODES[0] : CODES[1];
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
