import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import type { AbstainedEntry } from '../../../core/signals/ledger-entry.ts';
import { formatConfidence } from '../../lib/figures.ts';
import type { BotView } from './bot-desk.ts';
import { texts } from './texts.ts';
import { type EndedSignal, spokenOutcome } from './ended-signal.tsx';
import { mainReason } from './market-view.ts';
import { signalWords } from '../../ui/signal-texts.ts';

interface MarketAnnouncerProps {
  readonly story: SignalStory | undefined;
  readonly ended: EndedSignal | undefined;
  /** P-Special's minute without a signal. */
  readonly abstained?: AbstainedEntry | undefined;
  /** What P-BOT shows: an answer without a signal is announced as well. */
  readonly view?: BotView;
}

/** Announces once, politely: each new signal, its outcome, and that there is none. Never a tick. */
export function MarketAnnouncer({ story, ended, abstained, view }: MarketAnnouncerProps) {
  'use memo';
  return (
    <output className="hidden-text" aria-live="polite">
      {ended === undefined ? null : (
        <span key={`ended ${ended.story.signal.id}`}>{spokenOutcome(ended.story, ended.settled)}</span>
      )}
      {story === undefined ? null : <span key={story.signal.id}>{announcementOf(story)}</span>}
      {abstained === undefined ? null : (
        <span key={abstained.id}>{texts.heardNoSignal({ reason: mainReason(abstained) })}</span>
      )}
      {view?.kind === 'abstained' || view?.kind === 'lost' ? (
        <span key={view.asked.decidedMs}>{refusalOf(view)}</span>
      ) : null}
    </output>
  );
}

function announcementOf({ signal: { pair, direction, timeframe, confidence } }: SignalStory): string {
  const percent = formatConfidence(confidence);
  return signalWords.heard({ pair, direction, timeframe, percent, kind: 'measured' });
}

function refusalOf(view: Extract<BotView, { kind: 'abstained' | 'lost' }>): string {
  const { pair, timeframe } = view.asked;
  const reason = view.kind === 'lost' ? texts.askAgain : mainReason(view.abstained, pair);
  return texts.heardNoBotSignal({ pair, timeframe, reason });
}
