import { useEffect, useRef } from 'react';
import { SECOND_MS } from '../../../../core/time/instant.ts';
import type { SignalStory } from '../../../../core/signals/fold-signals.ts';
import { formatCount } from '../../../lib/figures.ts';
import { deskMs, useMarket } from '../market-context.ts';
import { secondsTo } from '../market-view.ts';
import { useAlertSettings } from '../../../lib/alerts/alert-settings.ts';
import { texts } from '../texts.ts';
import { giveAlert } from '../../../lib/alerts/give-alert.ts';
import { inOneTab } from '../../../lib/alerts/in-one-tab.ts';

/** A signal that is found later after its decision is not new: the page was just opened. */
const NEW_MS = 5 * SECOND_MS;

interface SignalAlertsProps {
  readonly story: SignalStory | undefined;
}

/** Sounds and vibrates for a new signal, in one tab of the browser, and counts it down in the tab's title, as far as that is switched on. */
export function SignalAlerts({ story }: SignalAlertsProps) {
  const settings = useAlertSettings();
  const alerted = useRef<string>(undefined);
  const signal = story?.signal;
  const { isNew, leftS, speed } = useMarket((market) => ({
    isNew: signal !== undefined && deskMs(market) - signal.decidedMs < NEW_MS,
    leftS: signal === undefined || !settings.title ? 0 : secondsTo(signal.expiryMs, deskMs(market)),
    speed: market.state.deskTime?.speed ?? 1,
  }));

  useEffect(() => {
    if (signal === undefined || !isNew || alerted.current === signal.id) return;
    alerted.current = signal.id;
    for (const alert of ['sound', 'vibration'] as const) {
      // Each by itself: another tab may have switched on other alerts.
      if (settings[alert]) void inOneTab(`${alert} ${signal.id}`, () => giveAlert(alert, signal.direction));
    }
  }, [signal, isNew, settings]);

  const title =
    signal !== undefined && leftS > 0
      ? texts.countdown({ direction: signal.direction, seconds: formatCount(leftS) })
      : undefined;
  useTitle(title, (leftS * SECOND_MS) / speed);
  return null;
}

/**
 * Shows a text in place of the page's title, at most for `mostMs`: a hidden tab is drawn again with each price only, and prices
 * may stop.
 */
function useTitle(text: string | undefined, mostMs: number): void {
  const own = useRef<string>(undefined);
  useEffect(() => {
    if (text === undefined) return;
    own.current ??= document.title;
    document.title = text;
    const timer = setTimeout(() => giveBack(own), mostMs);
    return () => clearTimeout(timer);
  }, [text, mostMs]);
  const isCounting = text !== undefined;
  useEffect(() => (isCounting ? () => giveBack(own) : undefined), [isCounting]);
}

function giveBack(own: { current: string | undefined }): void {
  if (own.current !== undefined) document.title = own.current;
  own.current = undefined;
}
