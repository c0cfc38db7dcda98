/** Messages that are neither a signal nor its outcome, and may take back the outcome that stands before them. */
import { refill } from '../../grouping.ts';
import type { TradeOutcome } from '../../trade.ts';
import type { Part } from './message-parts.ts';
import type { ChatSignals, End, Signal } from './chat-signals.ts';
import type { Change } from './chat-trades.ts';
import { CORRECTION, MENDED, outcomesIn, supposes } from '../words/chat-words.ts';
import { type Clause, saysDeniedWin } from '../words/clauses.ts';
import { pairIn } from '../words/pairs.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';
import { callsOff, endsAfter } from './unresolved-signals.ts';

/** Longer texts tell something else. */
const LONGEST = 160;
/** What calls off the newest signal stands as near behind it. */
const NEAR = 2;
/** With more words that are not known it is talk. */
const MOST_UNKNOWN = 5;
/** What says no outcome, and takes one back. */
const TAKES_BACK =
  /(?<![\p{L}\p{M}])(?:scratch (?:that|this|it)|void(?:ed)?|dis(?:regard|count)|ignore (?:that|this|it|(?:(?:the|my|our) )?(?:last|previous))|(?:does ?n[o'’]?t|did ?n[o'’]?t|do ?n[o'’]?t|not) (?:be )?(?:count(?:ed|ing)?|valid|make it|made)|invalid(?:ated)?|(?:sinal|operac\p{L}+|señal|operación) anulad[oa]|n[ãa]o (?:conta|valeu|vale)|desconsider\p{L}*|no (?:cuenta|vale|contó|valió)|descart(?:ada|ado|en)|не (?:считается|считаем|засчит\p{L}*)|аннулир\p{L}*|tidak (?:dihitung|sah)|abaikan|sayılmaz|saymıyoruz|geçersiz|không tính|zählt nicht|ne compte pas|गिनती नहीं|मान्य नहीं|গণনা (?:হবে না|নয়)|شمار نہیں|لا تحسب|غير محسوبة|(?:went|closed|turned|moved|reversed) against us|reversed|slippage|spread widened|requoted?|in the end|after all)(?![\p{L}\p{M}])/iu;
/** Whether a text says that an outcome does not count. */
export function takesBack(text: string): boolean {
  return text.length <= LONGEST && TAKES_BACK.test(text);
}

/** Where a message corrects an outcome, it does so near its start; a list of thousands of outcomes is read once for each. */
const CORRECTS_WITHIN = 1_000;

/** Whether a text with an outcome says that it corrects the one before. */
export function corrects(text: string): boolean {
  return CORRECTION.test(text.slice(0, CORRECTS_WITHIN));
}

/** It speaks of all trades, or to all readers. */
const GENERAL =
  /(?<![\p{L}\p{M}])(?:'ll|tonight|all|wins|losses|only|part of|to (?:win|make|earn|get|join)|join|deposit|everyone|together|send|quem|quien|quién|кто|siapa|kim|manda|aguardem?|espera|новый|novo|nuevo|today|plan|все)(?![\p{L}\p{M}])/iu;

/** A message that follows the end of a signal, or answers it. */
interface After {
  readonly signal: Signal;
  readonly at: number;
  readonly text: string;
  /** Null where it takes the outcome back and says no other. */
  readonly outcome: TradeOutcome | null;
  readonly clause: Clause;
}

/** What a message that follows a signal's end, or answers it, says of that end; undefined where it is talk. */
function afterEnd({ at, lines, message }: Part, signal: Signal, isReply: boolean): After | undefined {
  const { text } = message;
  const before = signal.outcome;
  const [clause] = lines[0]?.clauses ?? [];
  if (before === undefined || clause === undefined) return undefined;
  // A line with the pair of the signal may name it once more.
  if (lines.some(({ opens, isWhole, pair }) => isWhole || (opens && (pair === null || pair !== signal.pair))))
    return undefined;
  const clauses = lines.flatMap((line) => line.clauses);
  // "Did you win or lose this one?"
  if (/[?？؟]/u.test(text)) return undefined;
  const isTaken = takesBack(text);
  const isPointed = isReply || isTaken || corrects(text);
  const isSum = clauses.some((one) => one.isSum);
  const isGeneral = GENERAL.test(text) || supposes(text) || /\d/.test(text);
  // Beside "Sorry, wrong chart" the clause with the outcome tells.
  const ended = MENDED.test(text) ? clauses.filter(({ outcome }) => outcome !== undefined) : [];
  const isTalk =
    (ended.length > 0 ? ended : clauses).reduce((sum, { unknown }) => sum + unknown, 0) > MOST_UNKNOWN;
  const said = outcomesIn(text);
  // "Guys, one of the trades I marked as a win was actually a loss, sorry."
  const isCorrection = !GENERAL.test(text) && isPointed && (said.length === 2 || (isTaken && corrects(text)));
  if (isSum || (isTalk && !isCorrection) || (isGeneral && !isPointed)) return undefined;
  const of = (outcome: TradeOutcome | null): After => ({ signal, at, text, outcome, clause });
  const plain = clauses.find(
    ({ outcome, isWish, hasResultWord }) =>
      !isWish && outcome !== undefined && outcome !== before && (hasResultWord || isPointed),
  );
  if (plain?.outcome !== undefined) return of(plain.outcome);
  const [other, another] = said.filter((outcome) => outcome !== before);
  // "It was a loss, not a win."
  if (other !== undefined && another === undefined && (isPointed || said.length > 1)) return of(other);
  const denies = before === 'won' && saysDeniedWin(text);
  return denies ? of('lost') : isTaken ? of(null) : undefined;
}

/** Asks what the ends are whose messages are taken back, and gives them so. */
function askTakenBack(after: readonly After[], ends: End[], asker: Asker): void {
  const taken = new Map(after.flatMap((one) => (one.outcome === null ? [[one.signal, one.text]] : [])));
  if (taken.size === 0) return;
  const texts = [...taken.values()].map((text) => shown(text));
  const answer = asker.ask('taken-back', ['leave-out', 'tied', 'lost', 'count'], texts);
  if (answer === 'count') return;
  const left = ends.flatMap((end) => {
    if (end.signal === undefined || !taken.has(end.signal)) return [end];
    return answer === 'leave-out' ? [] : [{ ...end, outcome: answer }];
  });
  refill(ends, left);
}

/** What is neither a signal, an outcome nor a sum: it may answer a signal, or take back what was said of it. */
export class Unaccounted {
  readonly #after: After[] = [];
  /** The places of answers to signals without an outcome, by the places of these. */
  readonly answers = new Map<number, number>();

  /** The signals that others call off before their expiry. */
  readonly off = new Set<Signal>();
  /** The place of the last message that calls off a signal. */
  #offAt = -1;

  /** Notes a message of which nothing is counted; true where it may take back an outcome. */
  note(part: Part, known: ChatSignals): boolean {
    if (part.at === this.#offAt) return false;
    const replied = known.answered(part.message);
    if (replied !== undefined && replied.outcome === undefined) this.answers.set(replied.at, part.at);
    const pair = pairIn(part.message.text.slice(0, LONGEST)) ?? null;
    const signal = replied ?? known.justEnded(part.at, corrects(part.message.text), pair);
    const after = signal && afterEnd(part, signal, replied !== undefined);
    if (after !== undefined) this.#after.push(after);
    return after !== undefined;
  }

  /** Notes that a message calls off a signal, an open one that it answers or whose pair it names, else its own; whether it opens none. */
  callsOff({ at, timeMs, message, lines }: Part, known: ChatSignals): boolean {
    if (!callsOff(message.text)) return false;
    const { pair = null } = lines.find((line) => line.pair !== null) ?? {};
    const side = lines.find((line) => line.side !== null)?.side;
    const { newest } = known;
    const isNext = newest !== undefined && newest.at >= at - NEAR && endsAfter(newest, timeMs);
    const last = pair === null ? (isNext ? newest : undefined) : known.last(pair, timeMs);
    const signal = known.answered(message) ?? last;
    const isOpen = signal?.outcome === undefined && (side ?? signal?.side) === signal?.side;
    this.answers.set(isOpen && signal !== undefined ? signal.at : at, at);
    if (!isOpen || signal === undefined) return false;
    this.#offAt = at;
    if (signal.at === at || !endsAfter(signal, timeMs)) return true;
    this.off.add(signal);
    known.setAside(signal);
    return true;
  }

  /** The signals that are given another outcome after theirs. */
  get changed(): readonly After[] {
    return this.#after.filter(({ outcome }) => outcome !== null);
  }

  /** The outcomes that signals are given after theirs; asks which ones are taken back without another. */
  changes(ends: End[], asker: Asker): readonly Change[] {
    askTakenBack(this.#after, ends, asker);
    return this.#after.flatMap(({ signal, at, outcome, clause }) =>
      outcome === null ? [] : [{ signal, outcome, clause, at, timeMs: null, kind: 'last' as const }],
    );
  }
}

/** Gives ends the outcomes that others say in their place. */
export function correct(ends: End[], others: readonly End[]): void {
  const said = new Map(others.map(({ instead, outcome }) => [instead, outcome]));
  for (const [at, end] of ends.entries()) {
    const outcome = end.signal && said.get(end.signal);
    if (outcome !== undefined) ends[at] = { ...end, outcome };
  }
}
