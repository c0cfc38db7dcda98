import { SCORED_PAIRS } from '../market/instruments.ts';
import { breakEvenRate } from '../record/verdict.ts';
import type { SignalEntry } from '../signals/ledger-entry.ts';
import type { AlertRules, HoldReason } from '../wire/alerts.ts';
import type { EventType } from './ledger-events.ts';

/** The rules of a trader who has set none: nothing is reported. */
export const NO_ALERTS: AlertRules = {
  signals: false,
  pairs: SCORED_PAIRS,
  leastConfidence: 0,
  aboveBreakEven: false,
  payout: 80,
  outcomes: false,
  feed: false,
  marketOpen: false,
  verdict: false,
  sessionEnd: false,
  device: 'last-used',
  quiet: null,
  zone: 'UTC',
  mostPerHour: 12,
  snoozedUntilMs: 0,
};

/** The least confidence in percent that a signal must have by these rules. */
export function leastConfidenceOf({ leastConfidence, aboveBreakEven, payout }: AlertRules): number {
  return aboveBreakEven ? Math.max(leastConfidence, 100 * breakEvenRate(payout / 100)) : leastConfidence;
}

/** Whether a trader wants an alert for a P-Special signal. */
export function wantsSignal(rules: AlertRules, { mode, pair, confidence }: SignalEntry): boolean {
  return (
    rules.signals &&
    mode === 'special' &&
    rules.pairs.includes(pair) &&
    confidence >= leastConfidenceOf(rules)
  );
}

/** Whether a trader wants an alert for an event; for a settlement only where its signal was sent. */
export function wantsEvent(
  rules: AlertRules,
  { type, signal }: { readonly type: EventType; readonly signal: SignalEntry | undefined },
  wasSignalSent: boolean,
): boolean {
  switch (type) {
    case 'signal.recorded':
      return signal !== undefined && wantsSignal(rules, signal);
    case 'signal.settled':
      return rules.outcomes && wasSignalSent;
    case 'feed.lost':
    case 'feed.back':
      return rules.feed;
    case 'market.open':
      return rules.marketOpen;
    case 'record.verdict':
      return rules.verdict;
  }
}

/** What decides whether an alert is sent now. */
export interface AlertMoment {
  readonly nowMs: number;
  /** Minutes since midnight in the zone of the rules. */
  readonly minuteOfDay: number;
  readonly sentLastHour: number;
  readonly hasDevice: boolean;
  /** Each device's push service has asked for a pause. */
  readonly isServiceBusy: boolean;
  /** From then on the alert is of no use. */
  readonly lateMs: number;
}

/** Why an alert is not sent now; undefined when it is. */
export function holdReason(
  { snoozedUntilMs, quiet, mostPerHour }: AlertRules,
  { nowMs, minuteOfDay, sentLastHour, hasDevice, isServiceBusy, lateMs }: AlertMoment,
): HoldReason | undefined {
  if (nowMs > lateMs) return 'late';
  if (nowMs < snoozedUntilMs) return 'snoozed';
  if (quiet !== null && isWithin(minuteOfDay, quiet)) return 'quiet-hours';
  if (sentLastHour >= mostPerHour) return 'hourly-limit';
  if (isServiceBusy) return 'service-busy';
  return hasDevice ? undefined : 'no-device';
}

function isWithin(minute: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
