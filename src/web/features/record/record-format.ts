import { DAY_MS } from '../../../core/time/instant.ts';
import { MARKET_UTC_OFFSET_MS } from '../../../core/time/market-hours.ts';
import {
  CLOCK,
  dayAndMonth,
  formatDayRange,
  formatHour,
  formatMarketClock,
  formatMarketMinute,
  formatMarketWeekday,
  marketDate,
} from '../../lib/formats.ts';
import { pipsAhead } from '../../../core/market/direction.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import type { RecordRow } from '../../../core/wire/record.ts';
import { formatPips } from '../../lib/figures.ts';
import { signalWords } from '../../ui/signal-texts.ts';

/** `18 Nov` on the market clock, UTC+5. */
export function formatMarketDate(ms: number): string {
  return marketDate(ms, dayAndMonth());
}

/** `16 – 24 Nov 2026`, `18 Nov 2026`: days on the market clock. */
export function formatMarketDays(fromMs: number, toMs: number): string {
  return formatDayRange(fromMs + MARKET_UTC_OFFSET_MS, toMs + MARKET_UTC_OFFSET_MS);
}

/** `24 Nov 2026`. */
function dayOf(ms: number): string {
  return marketDate(ms, { ...dayAndMonth(), year: 'numeric' });
}

/** `Tue 24 Nov 2026, 09:00`. */
export function formatDayAndMinute(ms: number): string {
  return `${formatMarketWeekday(ms)} ${dayOf(ms)}, ${formatMarketMinute(ms)}`;
}

/** `14:32:18.042` on the market clock. */
export function formatMarketMs(ms: number): string {
  return marketDate(ms, { ...CLOCK, fractionalSecondDigits: 3 });
}

/** `Mon` of 1 to `Sun` of 7. */
export function weekdayText(weekday: number): string {
  return formatMarketWeekday((weekday + 3) * DAY_MS);
}

/** `04` of an hour of the day. */
export function hourText(hour: number): string {
  return formatHour(hour).slice(0, 2);
}

/** `18 Nov 2026, 14:32:18 UTC+5`. */
export function formatInstant(ms: number): string {
  return `${dayOf(ms)}, ${formatMarketClock(ms)} UTC+5`;
}

/** `+1.3 pip`: how far the price moved in the signal's direction; a dash where it was void. */
export function movedText(row: RecordRow): string {
  const pips = pipsMoved(row);
  return pips === undefined ? '\u2013' : signalWords.pips({ pips: formatPips(pips) });
}

/** How far the price moved in the signal's direction, in pips; undefined where it was void. */
export function pipsMoved({ direction, entry, exit }: RecordRow): number | undefined {
  return entry === null || exit === null
    ? undefined
    : pipsAhead(direction, doubleMid(entry), doubleMid(exit));
}
