import { useEffect, useRef } from 'react';
import { MINUTE_MS, SECOND_MS } from '../../../../core/time/instant.ts';
import type { SignalStory } from '../../../../core/signals/fold-signals.ts';
import { formatCount, formatConfidence } from '../../../lib/figures.ts';
import { deskMs, useMarket, usePageMarket } from '../market-context.ts';
import { secondsTo, type SpecialView, mainReason, type EndedSignal, spokenOutcome } from '../market-view.tsx';
import { useAlertSettings } from '../../../lib/alerts/alert-settings.ts';
import { texts } from '../texts.ts';
import { giveAlert } from '../../../lib/alerts/give-alert.ts';
import { notifyHidden } from '../../../lib/alerts/notify-hidden.ts';
import { type AlertFacts, lateAfterMs } from '../../../../core/alerts/alert-facts.ts';
import { breakEvenRate } from '../../../../core/record/verdict.ts';
import { now } from '../../../lib/now.ts';
import { usePayout } from '../../../lib/payout.ts';
import type { BotDeskState, BotView } from '../bot-desk.ts';
import { signalWords } from '../../../ui/signal-texts.ts';

/** A signal that is found later after its decision is not new: the page was just opened. */
const NEW_MS = 5 * SECOND_MS;

/** Sounds and vibrates for a new signal, in one tab of the browser, and counts it down in the tab's title, as far as that is switched on. */
export function SignalAlerts({ story }: { readonly story: SignalStory | undefined }) {
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
  useEffect(() => {
    if (text === undefined) return;
    const own = document.title;
    const giveBack = () => {
      // A page that opened meanwhile has named itself.
      if (document.title === text) document.title = own;
    };
    document.title = text;
    const timer = setTimeout(giveBack, mostMs);
    return () => {
      clearTimeout(timer);
      giveBack();
    };
  }, [text, mostMs]);
}

const unseen = new Set<string>();

/** Counts the outcomes that came while the page was hidden on the icon of the installed app, until the page is looked at. */
export function OutcomeBadge({ settledId }: { readonly settledId: string | undefined }) {
  useEffect(() => {
    if (settledId === undefined || !document.hidden) return;
    unseen.add(settledId);
    void navigator.setAppBadge?.(unseen.size);
  }, [settledId]);
  useEffect(() => {
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      forget();
    };
  }, []);
  return null;
}

function look(): void {
  if (!document.hidden) forget();
}

/** Also at a sign-out, of which a hidden page may be notified. */
function forget(): void {
  if (unseen.size === 0) return;
  unseen.clear();
  void navigator.clearAppBadge?.();
}

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

/** By then the signal has reached each tab, or it is no longer new. */
const OTHERS_HEAR_WITHIN_MS = 10 * SECOND_MS;

/**
 * Gives an alert in the first of this browser's tabs that comes with its name. A tab that was not touched yet can give none, and does
 * not keep the others from it; where pages cannot know of each other (no secure context), each gives its own.
 */
export async function inOneTab(name: string, give: () => void): Promise<void> {
  const { locks, userActivation } = navigator as Partial<Navigator>;
  if (locks === undefined || userActivation?.hasBeenActive !== true) return give();
  await locks.request(`alert ${name}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    give();
    await new Promise((resolve) => {
      setTimeout(resolve, OTHERS_HEAR_WITHIN_MS);
    });
  });
}

interface MarketNewsProps {
  /** The signal that runs. */
  readonly story: SignalStory | undefined;
  readonly ended: EndedSignal | undefined;
  readonly view: SpecialView | BotView;
}

/** Announces once, politely: each new signal, its outcome, and that there is none. Never a tick. With it go the alerts that are switched on. */
export function MarketNews({ story, ended, view }: MarketNewsProps) {
  'use memo';
  return (
    <>
      <output className="hidden-text" aria-live="polite">
        {ended === undefined ? null : (
          <span key={`ended ${ended.story.signal.id}`}>{spokenOutcome(ended.story, ended.settled)}</span>
        )}
        {story === undefined ? null : <span key={story.signal.id}>{announcementOf(story)}</span>}
        <NoSignalNews view={view} />
      </output>
      <SignalAlerts story={story} />
      <OutcomeBadge settledId={ended?.story.signal.id} />
    </>
  );
}

/** That P-Special's minute, or P-BOT's request, has no signal. */
function NoSignalNews({ view }: Pick<MarketNewsProps, 'view'>) {
  if (view.kind !== 'abstained' && view.kind !== 'lost') return null;
  if ('asked' in view) return <span key={view.asked.decidedMs}>{refusalOf(view)}</span>;
  return (
    <span key={view.abstained.id}>{texts.announceNoSignal({ reason: mainReason(view.abstained) })}</span>
  );
}

function announcementOf({ signal: { pair, direction, timeframe, confidence } }: SignalStory): string {
  const percent = formatConfidence(confidence);
  return signalWords.heard({ pair, direction, timeframe, percent, kind: 'measured' });
}

function refusalOf(view: Extract<BotView, { kind: 'abstained' | 'lost' }>): string {
  const { pair, timeframe } = view.asked;
  const reason = view.kind === 'lost' ? texts.askAgain : mainReason(view.abstained, pair);
  return texts.announceNoBotSignal({ pair, timeframe, reason });
}
