import { isMarketDay, marketStatus } from '../../../core/time/market-hours.ts';
import { useMinute, useSecond } from '../../lib/clock.ts';
import {
  formatMachineTime,
  formatMarketClock,
  formatMarketDayName,
  MARKET_ZONE_NAME,
} from '../../lib/formats.ts';
import { Pip } from '../../ui/pip.tsx';
import { texts } from './texts.ts';
import './market.css';

/** Whether the market is open, and the time on its clock. Windows turn on whole hours, so only the time needs seconds. */
export function MarketClock() {
  const now = useMinute();
  const isOpen = marketStatus(now).anyActive;
  const status = isMarketDay(now) ? texts.closed : texts.closedOn({ day: formatMarketDayName(now) });
  return (
    <p className="clock">
      <Pip isOn={isOpen} />
      <span>{isOpen ? texts.open : status}</span> <MarketTime />
      <span>{MARKET_ZONE_NAME}</span>
    </p>
  );
}

function MarketTime() {
  'use memo';
  const now = useSecond();
  return <time dateTime={formatMachineTime(now)}>{formatMarketClock(now)}</time>;
}
