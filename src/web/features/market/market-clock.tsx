import { isMarketDay, marketStatus } from '../../../core/time/market-hours.ts';
import { useMinute, useSecond } from '../../lib/clock.ts';
import {
  formatMachineTime,
  formatMarketClock,
  formatMarketDayName,
  formatMarketWeekday,
  MARKET_ZONE_NAME,
} from '../../lib/formats.ts';
import { Pip } from '../../ui/tag.tsx';
import { texts } from './texts.ts';
import './market.css';

/** Whether the market is open, and the time on its clock. Windows turn on whole hours, so only the time needs seconds. */
export function MarketClock() {
  const now = useMinute();
  const isOpen = marketStatus(now).anyActive;
  const day = isMarketDay(now) ? undefined : now;
  const long = day === undefined ? texts.closed : texts.closedOn({ day: formatMarketDayName(day) });
  const short = day === undefined ? texts.closedShort : texts.closedOn({ day: formatMarketWeekday(day) });
  return (
    <p className="clock">
      <Pip isOn={isOpen} />
      <span className="clock__long">{isOpen ? texts.open : long}</span>
      <span className="clock__short">{isOpen ? texts.openShort : short}</span> <MarketTime />
      <span>{MARKET_ZONE_NAME}</span>
    </p>
  );
}

function MarketTime() {
  'use memo';
  const now = useSecond();
  return <time dateTime={formatMachineTime(now)}>{formatMarketClock(now)}</time>;
}
