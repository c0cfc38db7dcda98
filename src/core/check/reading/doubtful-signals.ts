/** Messages that name what is traded as signals do, and may be talk about it: "EUR/JPY is pumping 🚀". */
import type { Part } from './chat-facts.ts';
import type { StepKind } from './chat-marks.ts';
import { namesTarget } from './distances.ts';
import type { Line } from './message-lines.ts';
import { tradedIn, withoutTraded } from './pairs.ts';
import type { Asker } from './questions.ts';
import { shown } from './reading.ts';

/** It speaks of what was, or to those who took it. */
const OF_PAST =
  /(?<![\p{L}\p{M}])(?:was|were|congrat\p{L}*|parab[ée]ns|felici\p{L}+|поздравля\p{L}+|foi|fue|fueron|était|étaient|war|waren|был[аои]?|oldu|idi|tadi|đã|था|थी|थे|ছিল|تھا|تھی|كان|كانت)(?![\p{L}\p{M}])/iu;
const PRICE_OR_TIME = /\d{3}|\d[.,:h]\d{2}/;
/** What so many of the others have belongs to a signal. */
const USUAL = 0.75;
/** As few of them are no form of their own. */
const FEW = 0.1;

interface Named {
  readonly at: number;
  readonly text: string;
  readonly pair: string | null;
  readonly isOfPast: boolean;
  readonly hasExpiry: boolean;
  readonly hasLevels: boolean;
  readonly hasNumbers: boolean;
  isFollowed: boolean;
}

const saysOutcome = ({ clauses }: Line): boolean => clauses.some(({ outcome }) => outcome !== undefined);

/** Words that are not understood, or suppose something, beside what is traded or a side. */
function isOdd({ clauses }: Line): boolean {
  return clauses.some(
    ({ unknown, isWish, side, text }) =>
      (unknown > 0 || isWish) && (side !== null || tradedIn(text) !== undefined),
  );
}

/** Goes through a chat once, and keeps the messages that may be talk. */
export class DoubtfulSignals {
  /** How many others there are, and how many of these have what signals have. */
  readonly #others = { all: 0, hasExpiry: 0, hasLevels: 0, hasNumbers: 0 };
  readonly #named = new Set<Named>();
  readonly #byNumber = new Map<number, Named>();
  /** The last one, while no other signal follows it. */
  #last: Named | undefined;

  note({ at, lines, message }: Part, kind: StepKind): void {
    const { text, id, replyTo = Number.NaN } = message;
    const opening = lines.filter(({ opens, isWhole }) => opens || isWhole);
    const [line, other] = opening.filter(({ pair }) => pair !== null);
    if (kind.endsWith('sure') || lines.some(saysOutcome)) {
      const answered = this.#byNumber.get(replyTo);
      if (answered !== undefined) this.#named.delete(answered);
      else if (this.#last !== undefined && (line === undefined || line.pair === this.#last.pair))
        this.#last.isFollowed = Number.isNaN(replyTo);
      return;
    }
    // What follows it goes on with it.
    if (this.#last !== undefined && line === undefined && (opening.length > 0 || namesTarget(text)))
      this.#named.delete(this.#last);
    if (opening.length === 0) return;
    this.#last = undefined;
    const has = {
      hasExpiry: lines.some(({ expirySeconds }) => expirySeconds !== null),
      hasLevels: namesTarget(text),
      hasNumbers: PRICE_OR_TIME.test(withoutTraded(text)),
    };
    const isOfPast = line !== undefined && OF_PAST.test(line.text);
    if (line === undefined || other !== undefined || !(isOfPast || isOdd(line))) {
      this.#others.all += 1;
      for (const part of PARTS) if (has[part]) this.#others[part] += 1;
      return;
    }
    this.#last = { at, text: line.text, pair: line.pair, isOfPast, ...has, isFollowed: false };
    this.#named.add(this.#last);
    if (id !== undefined) this.#byNumber.set(id, this.#last);
  }

  /** The places of messages that are no signals; asks about those that an outcome follows. */
  ask(asker: Asker): ReadonlySet<number> {
    const { all } = this.#others;
    const usual = PARTS.filter((part) => this.#others[part] >= Math.max(1, all * USUAL));
    const isFew = this.#named.size <= all * FEW;
    const doubtful = [...this.#named].filter(
      (one) =>
        one.isOfPast || usual.some((part) => !one[part]) || (isFew && PARTS.every((part) => !one[part])),
    );
    if (doubtful.length * 2 > all + this.#named.size) return new Set();
    const asked = doubtful.filter(({ isFollowed }) => isFollowed);
    const texts = asked.map(({ text }) => shown(text));
    const areSignals = texts.length > 0 && asker.ask('row-kinds', ['leave-out', 'count'], texts) === 'count';
    return new Set(doubtful.flatMap(({ at, isFollowed }) => (isFollowed && areSignals ? [] : at)));
  }
}

const PARTS = ['hasExpiry', 'hasLevels', 'hasNumbers'] as const;
