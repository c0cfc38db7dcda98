import type { TradeOutcome } from '../trade.ts';
import { COUNTS } from './chat-facts.ts';
import type { End } from './chat-signals.ts';
import { firstSaid } from './clauses.ts';
import type { Asker } from './questions.ts';
import { shown } from './reading.ts';

type Answers = readonly ['count' | 'leave-out', 'count' | 'leave-out'];

/** Outcomes of which not all is understood: one question tells whether they count. */
export class UnsureEndings {
  readonly #asker: Asker;
  readonly #texts: string[] = [];
  /** Those that say another outcome first, as a loss that is followed by boasts. */
  readonly #otherwise: string[] = [];

  constructor(asker: Asker) {
    this.#asker = asker;
  }

  get length(): number {
    return this.#texts.length + this.#otherwise.length;
  }

  /** Notes an outcome in a line of a message; what it counts as by the answer, undefined where it is left out. */
  note(outcome: TradeOutcome, line: string, message: string, likely?: Answers): TradeOutcome | undefined {
    const first = firstSaid(message) ?? outcome;
    (first === outcome ? this.#texts : this.#otherwise).push(line);
    const answer = this.#asker.given('unsure-endings', [...(likely ?? COUNTS.last), 'each']);
    return answer === 'leave-out' ? undefined : answer === 'each' ? first : outcome;
  }

  /** Asks about those that were noted and others that are guessed from their texts; whether these count. */
  count(guessed: readonly { readonly text: string }[], likely?: Answers): boolean {
    const texts = [...this.#otherwise, ...this.#texts, ...guessed.map(({ text }) => shown(text))];
    const answers = (this.length > 0 && likely) || COUNTS.first;
    const each = this.#otherwise.length > 0 ? (['each'] as const) : [];
    return (
      texts.length > 0 && this.#asker.ask('unsure-endings', [...answers, ...each], texts) !== 'leave-out'
    );
  }
}

/** Whether outcomes without a signal count, beside so many others: they are repeated or late; in a chat of pictures the signals are not in the text. */
export function askOrphans(orphans: readonly End[], ends: number, texts: readonly string[], asker: Asker) {
  const likely = ends === 0 ? COUNTS.first : COUNTS.last;
  const mayCorrect = orphans.some(({ instead }) => instead !== undefined);
  return asker.ask('endings-without-signal', mayCorrect ? ([...likely, 'last'] as const) : likely, texts);
}
