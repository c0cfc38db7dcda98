import type { Signal } from '../../../core/signals/signal.ts';
import { formatPercent } from '../../lib/formats.ts';

/** Says each new signal once, politely, to those who hear the page. The key makes two equal draws two announcements. */
export function SignalAnnouncer({ signal }: { readonly signal: Signal | undefined }) {
  return (
    <div className="hidden-text" role="status">
      {signal === undefined ? null : <p key={signal.timestamp}>{announcementOf(signal)}</p>}
    </div>
  );
}

function announcementOf({ pair, direction, timeframe, confidence }: Signal): string {
  return `${pair} ${direction}, ${timeframe}, confidence ${formatPercent(confidence)}, simulated`;
}
