import type { AlertFacts, SignalFacts } from '../../../core/alerts/alert-facts.ts';
import { recordedConfidence } from '../../../core/engine/confidence-text.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { priceLabelWords } from '../market/price-label-words.ts';
import type { texts as labelTexts } from '../market/price-label-texts.ts';
import type { toldTexts } from './told-texts.ts';

/** The texts of one language: of the page, or of the service worker. */
export interface AlertTexts {
  readonly told: typeof toldTexts;
  readonly labels: typeof labelTexts;
  /** For `Intl`. */
  readonly locale: string;
}

/** A notification, or a row of the log. */
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
  return { title: texts.told.onLabel({ label, text: title }), body };
}

function plainWords(facts: AlertFacts, { told, locale }: AlertTexts, nowMs: number | undefined): AlertWords {
  switch (facts.type) {
    case 'signal.recorded': {
      const { confidence, needed, startMs } = facts;
      const figures = { confidence: percent(locale, confidence, 1), needed: percent(locale, needed, 1) };
      const agoS = nowMs === undefined ? 0 : Math.floor((nowMs - startMs) / SECOND_MS);
      const body =
        agoS > 0
          ? told.measuredStarted({ ...figures, seconds: new Intl.NumberFormat(locale).format(agoS) })
          : told.measured(figures);
      return { title: told.signal(signalOf(facts)), body };
    }
    case 'signal.settled':
      return { title: told.outcome({ ...signalOf(facts), outcome: facts.outcome }), body: undefined };
    case 'feed.lost':
      return { title: told.feedLost, body: told.feedLostMeans };
    case 'feed.back':
      return { title: told.feedBack, body: undefined };
    case 'market.open':
      return { title: told.marketOpen, body: undefined };
    case 'record.verdict': {
      const verdict = VERDICTS[facts.verdict];
      const payout = percent(locale, 100 * facts.payout, 0);
      return { title: told.verdict, body: told.verdictIs({ verdict, payout }) };
    }
    case 'session.end': {
      const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
      return { title: told.sessionEnd({ time: time.format(facts.endsMs) }), body: told.sessionEndMeans };
    }
    case 'test':
      return { title: told.test, body: told.testMeans };
    case 'bot.abstained':
      return { title: told.abstained(facts), body: undefined };
    case 'bot.drawn':
      return {
        title: told.signal(signalOf(facts)),
        body: told.drawn({ confidence: percent(locale, facts.confidence, 0) }),
      };
  }
}

function signalOf({ pair, direction, timeframe }: SignalFacts) {
  return { pair, direction, timeframe };
}

/** As a card has it: of what is recorded, halves upwards. */
function percent(locale: string, value: number, digits: number): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(recordedConfidence(value) / 100);
}
