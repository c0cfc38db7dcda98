/** Signals without an outcome that a message follows of which nothing is understood: it may be how they ended. */
import type { TradeOutcome } from '../trade.ts';
import type { End, Signal } from './chat-signals.ts';
import { saysDeniedWin, signOf } from './clauses.ts';
import { linesOf } from './message-lines.ts';
import type { Asker } from './questions.ts';
import { shown } from './reading.ts';
import type { RowReason } from './unreadable.ts';
import { plainWords } from './words.ts';

/** A longer summary ends no single signal. */
const LONGEST_END = 60;

/** A signal with the message that may have ended it. */
interface Followed {
  readonly signal: Signal;
  readonly at: number;
  readonly text: string;
}

/** One whose message has a sign, or denies that it was won: it may mean the outcome. */
export interface GuessedSignal extends Followed {
  readonly outcome: TradeOutcome;
}

export interface FollowedSignals {
  readonly guessed: readonly GuessedSignal[];
  readonly others: readonly Followed[];
}

export function followedSignals(
  signals: readonly Signal[],
  messageAt: (at: number) => { readonly text: string; readonly why: RowReason['code'] | undefined },
): FollowedSignals {
  const [guessed, others]: [GuessedSignal[], Followed[]] = [[], []];
  for (const signal of signals) {
    const at = signal.at + 1;
    const { text, why } = messageAt(at);
    const isShortSum = why === 'sum' && !text.includes('\n') && text.length <= LONGEST_END;
    if (text.trim() === '' || (why !== undefined && !isShortSum)) continue;
    const outcome = saysDeniedWin(text) ? 'lost' : signOf(text);
    if (outcome === undefined) others.push({ signal, at, text });
    else guessed.push({ signal, at, text, outcome });
  }
  return { guessed, others };
}

/** Texts that are the same but for their numbers, the most frequent ones first, have a question each where there are two that repeat. */
const MOST_OTHERS = 0.2;

/** The ends of signals as the reader says they ended. */
export function answeredEnds(followed: readonly Followed[], asker: Asker): readonly End[] {
  const byWords = new Map<string, Followed[]>();
  for (const one of followed) {
    const words = plainWords(one.text).replace(/\d+/g, '0');
    const some = byWords.get(words);
    if (some === undefined) byWords.set(words, [one]);
    else some.push(one);
  }
  const [most = [], ...rest] = [...byWords.values()].sort((one, other) => other.length - one.length);
  const next = rest[0] ?? [];
  const left = followed.length - most.length - next.length;
  const hasTwo = next.length > 1 && left <= followed.length * MOST_OTHERS;
  const groups = hasTwo
    ? ([
        ['unresolved-signals', most],
        ['unresolved-others', rest.flat()],
      ] as const)
    : ([['unresolved-signals', followed]] as const);
  return groups.flatMap(([code, some]) => {
    const texts = some.map(({ text }) => shown(text));
    const answer = asker.ask(code, ['leave-out', 'lost', 'won', 'tied'], texts);
    return answer === 'leave-out' ? [] : some.flatMap((one) => endsOf(one.signal, one.at, one.text, answer));
  });
}

/** The end of a signal, by a message that the reader says to be one. */
export function endsOf(signal: Signal, at: number, text: string, outcome: TradeOutcome): readonly End[] {
  const [clause] = linesOf(text)[0]?.clauses ?? [];
  if (clause === undefined) return [];
  return [{ signal, outcome, clause, at, timeMs: signal.timeMs, kind: 'unsure' }];
}
