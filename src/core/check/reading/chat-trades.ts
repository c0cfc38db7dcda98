import { CORRECTION } from './chat-facts.ts';
import type { End, Signal } from './chat-signals.ts';
import type { Row } from './complete-trades.ts';
import { doubledRows, galeCounter } from './gale-count.ts';
import { type Message, startIn } from './messages.ts';
import type { InstantReader } from './moment.ts';
import { UNDOUBLED } from './next-stake.ts';
import type { Asker, QuestionCode } from './questions.ts';
import { type Origin, shown } from './reading.ts';
import { requireReadableRows } from './unreadable.ts';

/** Another outcome that a signal was given after its first, or a further target. */
export type Change = End & { readonly signal: Signal };

/** The trades of a chat, and what each was made of. */
export interface ChatTrades {
  readonly rows: Row[];
  readonly origins: Origin[];
  /** How many stakes the signals without an end cost where these were lost. */
  readonly unendedStakes: number;
}

/** The trades of outcomes; asks how doubled stakes and second outcomes are meant. */
export function tradesOf(
  ends: readonly End[],
  changes: readonly Change[],
  signals: readonly Signal[],
  asker: Asker,
  places: {
    readonly lineOf: (at: number) => number;
    readonly messages: readonly Message[];
    readonly instants: InstantReader;
  },
): ChatTrades {
  startWithin(ends, places.messages, places.instants);
  const hasPips = ends.every(({ clause, outcome }) => clause.pips !== null || outcome === 'tied');
  const changed = new Map<Signal | undefined, Change>();
  for (const code of ['further-targets', 'target-then-stop', 'two-ends'] as const) {
    const some = changes.filter((change) => questionOf(change) === code);
    if (some.length === 0 || (code === 'further-targets' && !hasPips)) continue;
    const texts = some.map(({ at }) => shown(places.messages[at]?.text ?? ''));
    const isCorrected = texts.every((text) => CORRECTION.test(text));
    const answers = isCorrected ? (['last', 'first'] as const) : (['first', 'last'] as const);
    if (asker.ask(code, answers, texts) === 'last')
      for (const change of some) changed.set(change.signal, change);
  }
  const hasShort = signals.some(({ expirySeconds }) => (expirySeconds ?? 999) <= 180);
  const galesOf = galeCounter(ends, hasShort, asker);
  const [rows, origins]: [Row[], Origin[]] = [[], []];
  const said = ends.map((end) => {
    const { outcome, clause } = changed.get(end.signal) ?? end;
    return { ...end, outcome, clause: { ...end.clause, pips: clause.pips ?? end.clause.pips } };
  });
  const gales = said.map(galesOf);
  // What the last of several stakes brought says nothing of the others.
  const isSized = hasPips && gales.every((count) => count === 0);
  for (const [at, end] of said.entries()) {
    const made = doubledRows(end, gales[at] as number, isSized);
    requireReadableRows(rows.length + made.length);
    for (const [step, row] of made.entries()) {
      rows.push(row);
      origins.push({
        line: places.lineOf(end.at),
        signal: end.signal === undefined ? null : places.lineOf(end.signal.at),
        kind: step < made.length - 1 ? 'doubled' : end.kind,
      });
    }
  }
  const unended = signals.filter(({ outcome }) => outcome === undefined);
  const stakesOf = (signal: Signal): number => galesOf({ outcome: 'lost', clause: UNDOUBLED, signal }) + 1;
  return { rows, origins, unendedStakes: unended.reduce((sum, signal) => sum + stakesOf(signal), 0) };
}

/** What is asked about a change; a further target says of a trade that won how far the price went. */
function questionOf({ signal, outcome, clause }: Change): QuestionCode {
  if (outcome === signal.outcome) return 'further-targets';
  return signal.target !== null && clause.isStop ? 'target-then-stop' : 'two-ends';
}

/** Gives signals the moment of the time of day that they name where it is the only one before their end. */
function startWithin(ends: readonly End[], messages: readonly Message[], instants: InstantReader): void {
  for (const { signal, timeMs } of ends) {
    if (signal?.timeMs == null || timeMs === null) continue;
    const ofDayMs = signal.clockMs ?? startIn(messages[signal.at]?.text ?? '');
    Object.assign(signal, instants.soon(signal.timeMs, ofDayMs, timeMs - signal.timeMs));
  }
}

/** One in so many outcomes. */
const MANY_STATED = 4;

/** Takes out of outcomes, which stand in messages of their own, the few that name their signal once more: they may be repeated ones. */
export function statedAgain(ends: End[]): readonly End[] {
  const stated = ends.filter(({ kind }) => kind === 'whole');
  if (stated.length === 0 || stated.length * MANY_STATED >= ends.length) return [];
  const others = ends.filter(({ kind }) => kind !== 'whole');
  ends.length = 0;
  for (const end of others) ends.push(end);
  return stated;
}

/** Outcomes follow their signals by their places alone. */
export function areByPlace(ends: readonly End[]): boolean {
  return (
    ends.some(({ kind }) => kind === 'last' || kind === 'pair') && ends.every(({ kind }) => kind !== 'reply')
  );
}

/** How many ends have a message, or a signal, that was edited, and whether that was an hour later. */
export function editedOf(
  ends: readonly End[],
  messages: readonly Message[],
): { readonly isLater: boolean; readonly trades: number; readonly won: number } {
  const edited = ends.filter(({ at, signal }) =>
    [at, signal?.at ?? at].some((place) => messages[place]?.edited !== undefined),
  );
  return {
    isLater: messages.some((message) => message.edited === 'later'),
    trades: edited.length,
    won: edited.filter(({ outcome }) => outcome === 'won').length,
  };
}
