import { epochMs } from '../../../core/time/instant.ts';
import { formatMarketMinute } from '../../lib/formats.ts';
import { formatMarketDate } from './record-format.ts';

const HOUR_MS = 3_600_000;
/** Shorter spans are labelled by the clock. */
const CLOCK_BELOW_MS = 36 * HOUR_MS;
/** Longer spans are labelled by the day, which is then another at each label. */
const DAYS_FROM_MS = 5 * 24 * HOUR_MS;

interface TimeLabel {
  /** 0 at the start of the span, 1 at its end. */
  readonly share: number;
  readonly text: string;
}

/** What stands under a line of time, market clock: days, times of one day, or both ends where neither would tell much. */
export function timeLabels(fromMs: number, toMs: number): readonly TimeLabel[] {
  const spanMs = toMs - fromMs;
  const both = (ms: number) => `${formatMarketDate(ms)}, ${formatMarketMinute(epochMs(ms))}`;
  if (spanMs <= 0) return [{ share: 1, text: both(toMs) }];
  const isOneDay = formatMarketDate(fromMs) === formatMarketDate(toMs);
  const textAt = (share: number) => {
    const ms = fromMs + share * spanMs;
    if (spanMs >= DAYS_FROM_MS) return formatMarketDate(ms);
    if (share === 0) return both(ms);
    if (share === 1) return isOneDay ? formatMarketMinute(epochMs(ms)) : both(ms);
    return spanMs < CLOCK_BELOW_MS ? formatMarketMinute(epochMs(ms)) : '';
  };
  return [0, 0.25, 0.5, 0.75, 1]
    .map((share) => ({ share, text: textAt(share) }))
    .filter(({ text }) => text !== '');
}
