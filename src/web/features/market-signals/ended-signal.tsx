import type { ReactNode } from 'react';
import { pipsAhead } from '../../../core/market/direction.ts';
import { type EpochMs, SECOND_MS } from '../../../core/time/instant.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import type { SettledEntry } from '../../../core/signals/ledger-entry.ts';
import { formatMid, formatPips } from '../../lib/figures.ts';
import { formatLocalMinute } from '../../lib/formats.ts';
import { voidTexts } from '../../ui/decision-texts.ts';
import { texts } from './texts.ts';

/** How long the head row shows an outcome, over the next signal too. */
export const OUTCOME_SHOWN_MS = 8 * SECOND_MS;

export interface EndedSignal {
  readonly story: SignalStory;
  readonly settled: SettledEntry;
  /** On the desk's clock. */
  readonly untilMs: number;
}

/** The signal whose outcome is shown at an instant of the desk's clock; undefined when none of these signals ended just now. */
export function endedSignal(stories: readonly SignalStory[], atMs: EpochMs): EndedSignal | undefined {
  const story = stories.findLast(({ settled }) => settled !== undefined);
  const settled = story?.settled;
  if (story === undefined || settled === undefined) return undefined;
  const untilMs = settled.atMs + OUTCOME_SHOWN_MS;
  return atMs < untilMs ? { story, settled, untilMs } : undefined;
}

/** The outcome for sighted readers: `14:32 CALL, +0.9 pip, 1.15908 to 1.15917`. */
export function outcomeLine({ signal }: SignalStory, settled: SettledEntry): ReactNode {
  const head = { time: formatLocalMinute(signal.decidedMs), direction: signal.direction };
  const { entry, exit, reason } = settled;
  if (entry === undefined || exit === undefined)
    return texts.voided({ ...head, reason: reason === undefined ? '' : voidTexts[reason] });
  return texts.ended({
    ...head,
    pips: formatPips(pipsAhead(signal.direction, doubleMid(entry), doubleMid(exit))),
    entry: formatMid(signal.pair, entry),
    exit: formatMid(signal.pair, exit),
    more: <span className="wide" />,
  });
}

/** The same for screen readers: `14:32 CALL won, plus 0.9 pip`. */
export function spokenOutcome(
  { signal }: SignalStory,
  { outcome, entry, exit, reason }: SettledEntry,
): string {
  const ahead =
    entry === undefined || exit === undefined
      ? 0
      : pipsAhead(signal.direction, doubleMid(entry), doubleMid(exit));
  return texts.heardOutcome({
    time: formatLocalMinute(signal.decidedMs),
    direction: signal.direction,
    outcome,
    pips: formatPips(Math.abs(ahead)).replace('+', ''),
    reason: reason === undefined ? '' : voidTexts[reason],
  });
}
