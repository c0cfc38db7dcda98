import type { Signal } from '../../../core/simulated/signal.ts';
import { formatPercent } from '../../lib/formats.ts';
import { texts } from './texts.ts';

/** Says each new signal once, politely, to those who hear the page. The key makes two equal draws two announcements. */
export function SignalAnnouncer({ signal }: { readonly signal: Signal | undefined }) {
  return (
    <output className="hidden-text" aria-live="polite">
      {signal === undefined ? null : <span key={signal.timestamp}>{announcementOf(signal)}</span>}
    </output>
  );
}

function announcementOf({ pair, direction, timeframe, confidence }: Signal): string {
  return texts.announcement({ pair, direction, timeframe, percent: formatPercent(confidence) });
}
