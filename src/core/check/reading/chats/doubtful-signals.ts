/** Messages that name what is traded as signals do, and may be talk about it: "EUR/JPY is pumping 🚀". */
import type { Part } from './message-parts.ts';
import type { StepKind } from './chat-marks.ts';
import { namesTarget } from '../words/distances.ts';
import type { Line } from './message-lines.ts';
import { withoutTraded } from '../words/pairs.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';

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
  readonly line: Line;
  readonly isOfPast: boolean;
  /** Whether it has a duration, levels, and a price or a time. */
  readonly has: readonly boolean[];
  isFollowed: boolean;
}

const saysOutcome = ({ clauses }: Line): boolean => clauses.some(({ outcome }) => outcome !== undefined);

/** Words that are not understood, or suppose something, in the line of what is traded, or anywhere in a message without a side, as in "EURUSD, stay away". */
const isOdd = (line: Line, lines: readonly Line[]): boolean =>
  (line.side === null ? lines : [line]).some(({ clauses }) =>
    clauses.some(({ unknown, isWish }) => unknown > 0 || isWish),
  );

/** Goes through a chat once, and keeps the messages that may be talk. */
export class DoubtfulSignals {
  #others = 0;
  /** How many of the others have each of what signals have. */
  readonly #having = [0, 0, 0];
  /** By their numbers, or by their places below 0. */
  readonly #named = new Map<number, Named>();
  /** The number of the last one, while no other signal follows it. */
  #last = Number.NaN;

  note({ at, lines, message: { text, id = -1 - at, replyTo } }: Part, kind: StepKind): void {
    const opening = lines.filter(({ opens, isWhole }) => opens || isWhole);
    const [line, other] = opening.filter(({ pair }) => pair !== null);
    const last = this.#named.get(this.#last);
    if (kind.endsWith('sure') || lines.some(saysOutcome)) {
      if (replyTo !== undefined) this.#named.delete(replyTo);
      else if (last !== undefined && (line === undefined || line.pair === last.line.pair))
        last.isFollowed = true;
      return;
    }
    // What follows it goes on with it.
    if (line === undefined && (opening.length > 0 || namesTarget(text))) this.#named.delete(this.#last);
    if (opening.length === 0) return;
    const hasExpiry = lines.some(({ expirySeconds }) => expirySeconds !== null);
    const has = [hasExpiry, namesTarget(text), PRICE_OR_TIME.test(withoutTraded(text))];
    const isOfPast = line !== undefined && OF_PAST.test(line.text);
    this.#last = id;
    if (line !== undefined && other === undefined && (isOfPast || isOdd(line, lines))) {
      this.#named.set(id, { at, line, isOfPast, has, isFollowed: false });
      return;
    }
    this.#others += 1;
    for (const [part, isThere] of has.entries()) if (isThere) (this.#having[part] as number) += 1;
  }

  /** The places of messages that are no signals; asks about those that an outcome follows. */
  ask(asker: Asker): ReadonlySet<number> {
    const isUsual = this.#having.map((count) => count >= Math.max(1, this.#others * USUAL));
    const isFew = this.#named.size <= this.#others * FEW;
    const doubtful = [...this.#named.values()].filter(
      ({ isOfPast, has }) =>
        isOfPast || has.some((isThere, part) => !isThere && isUsual[part]) || (isFew && !has.includes(true)),
    );
    if (doubtful.length * 2 > this.#others + this.#named.size) return new Set();
    const asked = doubtful.filter(({ isFollowed }) => isFollowed);
    const texts = asked.map(({ line }) => shown(line.text));
    const areSignals = texts.length > 0 && asker.ask('row-kinds', ['leave-out', 'count'], texts) === 'count';
    return new Set(doubtful.flatMap(({ at, isFollowed }) => (isFollowed && areSignals ? [] : at)));
  }
}
