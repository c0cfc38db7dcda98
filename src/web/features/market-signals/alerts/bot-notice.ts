import { useEffect, useRef } from 'react';
import { type AlertFacts, lateAfterMs } from '../../../../core/alerts/alert-facts.ts';
import { breakEvenRate } from '../../../../core/record/verdict.ts';
import { MINUTE_MS } from '../../../../core/time/instant.ts';
import { useAlertSettings } from '../../../lib/alerts/alert-settings.ts';
import { notifyHidden } from '../../../lib/alerts/notify-hidden.ts';
import { now } from '../../../lib/now.ts';
import { usePayout } from '../../../lib/payout.ts';
import type { BotDeskState } from '../bot-desk.ts';
import { deskMs, usePageMarket } from '../market-context.ts';

/** Shows the decision on a request in a notification while the tab is hidden, if that is switched on. */
export function BotNotice({ asked, decision }: Pick<BotDeskState, 'asked' | 'decision'>) {
  const { bot: isOn } = useAlertSettings();
  const payout = usePayout();
  const { moments } = usePageMarket();
  const key = decision === undefined ? '' : `bot ${asked?.key}`;
  const known = useRef(key);
  useEffect(() => {
    if (known.current === key) return;
    known.current = key;
    if (asked === undefined || decision === undefined || !isOn || !document.hidden) return;
    const { state } = moments.getState();
    const { speed = 1 } = state.deskTime ?? {};
    const deskNow = deskMs(moments.getState());
    /** On the device's clock, which a replay's is not. */
    const onDevice = (ms: number) => now() + (ms - deskNow) / speed;
    const label = state.feed?.label ?? null;
    if ('signal' in decision) {
      const { id, pair, direction, timeframe, confidence, startMs } = decision.signal;
      const facts: AlertFacts = {
        type: 'signal.recorded',
        signal: id,
        pair,
        direction,
        timeframe,
        confidence,
        label,
        needed: 100 * breakEvenRate(payout / 100),
        startMs: onDevice(startMs),
      };
      void notifyHidden({ tag: key, lateMs: onDevice(lateAfterMs(decision.signal)), facts });
    } else {
      const { pair, timeframe } = asked;
      const facts: AlertFacts = { type: 'bot.abstained', pair, timeframe, label };
      void notifyHidden({ tag: key, lateMs: now() + MINUTE_MS, facts });
    }
  }, [asked, decision, key, isOn, payout, moments]);
  return null;
}
