import type { SignalStory } from '../../../core/ledger/fold-signals.ts';
import { confidenceText } from '../../../core/signals/confidence-text.ts';

/** Says each new signal once, politely, to those who hear the page. */
export function MarketAnnouncer({ story }: { readonly story: SignalStory | undefined }) {
  return (
    <output className="hidden-text" aria-live="polite">
      {story === undefined ? null : <span key={story.signal.id}>{announcementOf(story)}</span>}
    </output>
  );
}

function announcementOf({ signal: { pair, direction, timeframe, confidence } }: SignalStory): string {
  return `${pair} ${direction}, ${timeframe}, confidence ${confidenceText(confidence)}, measured`;
}
