/** Rows that look like trades and of which it is not understood how they ended. */
import type { TradeOutcome } from '../trade.ts';
import type { Row } from './complete-trades.ts';
import type { Asker } from './questions.ts';
import type { NotUnderstood } from './reading.ts';
import { kindsOf } from './unresolved-signals.ts';

/** What of a row is not understood. */
const unknownOf = ({ why, text }: NotUnderstood): string => ('cell' in why ? (why.cell ?? text) : why.code);

/** Asks how rows ended beside the trades that were read, those with one text by themselves; the rows that count, each with its outcome. */
export function askLeftOut(
  leftOut: readonly NotUnderstood[],
  rows: readonly Row[],
  asker: Asker,
): ReadonlyMap<NotUnderstood, TradeOutcome> {
  const ended = new Map<NotUnderstood, TradeOutcome>();
  if (leftOut.length === 0 || rows.length === 0) return ended;
  const [most, others] = kindsOf(leftOut, unknownOf);
  // Rows that say nothing of an end, beside trades of which enough were lost, are openings rather than losses left blank.
  const lost = rows.filter(({ outcome }) => outcome === 'lost').length;
  const areOpenings = leftOut.every(({ why }) => why.code === 'no-ending') && lost * 3 > rows.length - lost;
  const kinds = [['left-out-rows', most] as const, ...(others ? [['left-out-others', others] as const] : [])];
  for (const [code, some] of kinds) {
    const texts = some.map(({ text }) => text);
    const answer = asker.ask(code, ['leave-out', 'lost', 'won', 'tied'], texts, areOpenings);
    if (answer !== 'leave-out') for (const row of some) ended.set(row, answer);
  }
  return ended;
}
