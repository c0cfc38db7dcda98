import { DAY_MS, type EpochMs } from '../../../core/time/instant.ts';
import { formatLocalMinute, formatLocalWeekday } from '../../lib/formats.ts';
import { texts } from './texts.ts';

/** `14:32` on the reader's clock, with the day of the week where that is another day: `Wed 14:32`. */
export function momentText(at: EpochMs, now: EpochMs): string {
  const time = formatLocalMinute(at);
  const isToday = Math.abs(at - now) < DAY_MS && formatLocalWeekday(at) === formatLocalWeekday(now);
  return isToday ? time : texts.dayAndTime({ day: formatLocalWeekday(at), time });
}
