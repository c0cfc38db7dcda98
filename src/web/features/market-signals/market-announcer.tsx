import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import { confidenceText } from '../../../core/engine/confidence-text.ts';
import type { BotView } from './bot-view.ts';
import { abstentionReasons } from './market-view.ts';

interface MarketAnnouncerProps {
  /** The signal that runs. */
  readonly story: SignalStory | undefined;
  /** What P-BOT shows: an answer without a signal is announced as well. */
  readonly view?: BotView;
}

/** Says each new signal once, politely, to those who hear the page, and what a request came to that brought none. */
export function MarketAnnouncer({ story, view }: MarketAnnouncerProps) {
  return (
    <output className="hidden-text" aria-live="polite">
      {story === undefined ? null : <span key={story.signal.id}>{announcementOf(story)}</span>}
      {view?.kind === 'abstained' || view?.kind === 'lost' ? (
        <span key={view.asked.decidedMs}>{refusalOf(view)}</span>
      ) : null}
    </output>
  );
}

function announcementOf({ signal: { pair, direction, timeframe, confidence } }: SignalStory): string {
  return `${pair} ${direction}, ${timeframe}, confidence ${confidenceText(confidence)}, measured`;
}

function refusalOf(view: Extract<BotView, { kind: 'abstained' | 'lost' }>): string {
  const { pair, timeframe } = view.asked;
  const why = view.kind === 'lost' ? ['No answer has come.'] : abstentionReasons(view.abstained, pair);
  return `${pair}, ${timeframe}: no signal. ${why.join(' ')}`;
}
