import type { AlertFacts, SignalFacts } from '../../../core/alerts/alert-facts.ts';
import { recordedConfidence } from '../../../core/engine/confidence-text.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { priceLabelWords } from '../market/price-label-words.ts';
import type { texts as labelTexts } from '../market/price-label-texts.ts';
import type { messageTexts } from './message-texts.ts';

/** The texts of one language: of the page, or of the service worker. */
export interface AlertTexts {
  readonly alerts: typeof messageTexts;
  readonly labels: typeof labelTexts;
  readonly locale: string;
}

export interface AlertWords {
  readonly title: string;
  readonly body: string | undefined;
}

const VERDICTS = { 'too-few': 'few', above: 'above', below: 'below', 'no-edge': 'other' } as const;

/**
 * What an alert says to its reader. With `nowMs`, the instant at which it is shown, a signal that has started says how long ago;
 * a row of the log, read later, does not.
 */
export function alertWords(facts: AlertFacts, texts: AlertTexts, nowMs?: number): AlertWords {
  const { title, body } = plainWords(facts, texts, nowMs);
  if (facts.label === null) return { title, body };
  const label = priceLabelWords(facts.label, texts.labels, texts.locale);
  return { title: texts.alerts.onLabel({ label, text: title }), body };
}

function plainWords(
  facts: AlertFacts,
  { alerts, locale }: AlertTexts,
  nowMs: number | undefined,
): AlertWords {
  switch (facts.type) {
    case 'signal.recorded': {
      const { confidence, needed, startMs } = facts;
      const figures = { confidence: percent(locale, confidence, 1), needed: percent(locale, needed, 1) };
      const agoS = nowMs === undefined ? 0 : Math.floor((nowMs - startMs) / SECOND_MS);
      const body =
        agoS > 0
          ? alerts.measuredStarted({ ...figures, seconds: new Intl.NumberFormat(locale).format(agoS) })
          : alerts.measured(figures);
      return { title: alerts.signal(signalOf(facts)), body };
    }
    case 'signal.settled':
      return { title: alerts.outcome({ ...signalOf(facts), outcome: facts.outcome }), body: undefined };
    case 'feed.lost':
      return { title: alerts.feedLost, body: alerts.feedLostMeans };
    case 'feed.back':
      return { title: alerts.feedBack, body: undefined };
    case 'market.open':
      return { title: alerts.marketOpen, body: undefined };
    case 'record.verdict': {
      const verdict = VERDICTS[facts.verdict];
      const payout = percent(locale, 100 * facts.payout, 0);
      return { title: alerts.verdict, body: alerts.verdictIs({ verdict, payout }) };
    }
    case 'session.end': {
      const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
      return {
        title: alerts.sessionEnd({ time: time.format(facts.endsMs) }),
        body: facts.isIdle ? alerts.sessionEndIdle : alerts.sessionEndMeans,
      };
    }
    case 'test':
      return { title: alerts.test, body: alerts.testMeans };
    case 'bot.abstained':
      return { title: alerts.abstained(facts), body: undefined };
    case 'bot.drawn':
      return {
        title: alerts.signal(signalOf(facts)),
        body: alerts.drawn({ confidence: percent(locale, facts.confidence, 0) }),
      };
  }
}

function signalOf({ pair, direction, timeframe }: SignalFacts) {
  return { pair, direction, timeframe };
}

/** As on a card: of the recorded value, halves upwards. */
function percent(locale: string, value: number, digits: number): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(recordedConfidence(value) / 100);
}
