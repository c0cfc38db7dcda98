import type { TradeOutcome } from '../trade.ts';
import { CORRECTION } from './chat-facts.ts';
import type { End, Signal } from './chat-signals.ts';
import type { Row } from './complete-trades.ts';
import { doubledRows, galeCounter } from './gale-count.ts';
import type { Message } from './messages.ts';
import type { Asker } from './questions.ts';
import type { Origin } from './reading.ts';
import { requireReadableRows } from './unreadable.ts';

/** Another outcome that a signal was given after its first. */
export type Change = End & { readonly signal: Signal };

/** The trades of outcomes, and what each was made of; asks how doubled stakes and second outcomes are meant. */
export function tradesOf(
  ends: readonly End[],
  changes: readonly Change[],
  signals: readonly Signal[],
  asker: Asker,
  places: { readonly lineOf: (at: number) => number; readonly textAt: (at: number) => string },
): { rows: Row[]; origins: Origin[] } {
  const changed = new Map<Signal | undefined, TradeOutcome>();
  for (const isStop of [true, false]) {
    const some = changes.filter(({ signal, clause }) => (signal.target !== null && clause.isStop) === isStop);
    if (some.length === 0) continue;
    const texts = some.map(({ at }) => places.textAt(at));
    const isCorrected = texts.every((text) => CORRECTION.test(text));
    const answers = isCorrected ? (['last', 'first'] as const) : (['first', 'last'] as const);
    const answer = asker.ask(isStop ? 'target-then-stop' : 'two-ends', answers, texts);
    if (answer === 'last') for (const { signal, outcome } of some) changed.set(signal, outcome);
  }
  const hasShort = signals.some(({ expirySeconds }) => (expirySeconds ?? 999) <= 180);
  const galesOf = galeCounter(ends, hasShort, asker);
  const hasPips = ends.every(({ clause, outcome }) => clause.pips !== null || outcome === 'tied');
  const [rows, origins]: [Row[], Origin[]] = [[], []];
  for (const end of ends) {
    const outcome = changed.get(end.signal) ?? end.outcome;
    const made = doubledRows({ ...end, outcome }, galesOf(end), hasPips);
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
  return { rows, origins };
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

/** How many ends have a message, or a signal, that was edited later. */
export function editedLater(
  ends: readonly End[],
  messages: readonly Message[],
): { readonly trades: number; readonly won: number } {
  const edited = ends.filter(({ at, signal }) =>
    [at, signal?.at ?? at].some((place) => messages[place]?.isEditedLater === true),
  );
  return { trades: edited.length, won: edited.filter(({ outcome }) => outcome === 'won').length };
}
