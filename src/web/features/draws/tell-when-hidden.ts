import { isAlertOn } from '../../lib/alerts/alert-settings.ts';
import { notifyHidden } from '../../lib/alerts/notify-hidden.ts';
import { now } from '../../lib/now.ts';
import type { SignalsStore } from './signals-store.ts';

/** Shows P-BOT's signal in a notification where the tab is hidden by then, if that is switched on. */
export function tellWhenHidden(signals: SignalsStore): void {
  const { analyzing } = signals.getState().bot;
  if (analyzing === undefined || !isAlertOn('bot')) return;
  setTimeout(() => {
    if (!document.hidden) return;
    // The store's own alarms wait until the page is visible: any change makes it read the clock.
    signals.choose(signals.getState().choice);
    const { signal, analyzing: isUnderWay } = signals.getState().bot;
    if (signal === undefined || isUnderWay !== undefined) return;
    const { pair, direction, timeframe, confidence, timestamp, expiryTime } = signal;
    void notifyHidden({
      tag: `drawn ${timestamp}`,
      lateMs: expiryTime,
      facts: { type: 'bot.drawn', pair, direction, timeframe, confidence, label: null },
    });
  }, analyzing.readyAt - now());
}
