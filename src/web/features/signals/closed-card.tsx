import { isMarketDay, MARKET_SESSIONS, marketMsOfDay, nextOpening } from '../../../core/time/market-hours.ts';
import { DAY_MS, epochMs, HOUR_MS } from '../../../core/time/instant.ts';
import { useSecond } from '../../lib/clock.ts';
import {
  formatDuration,
  formatHour,
  formatLocalMinute,
  formatMachineTime,
  formatMarketDate,
  formatMarketDay,
  isMarketZone,
  localZoneName,
  MARKET_ZONE_NAME,
} from '../../lib/formats.ts';
import { now } from '../../lib/now.ts';
import { DirectionFace } from '../../ui/direction-face.tsx';
import { Pip } from '../../ui/pip.tsx';
import { Meta, SignalFrame } from '../../ui/signal-frame.tsx';
import { texts } from './texts.ts';

const [, TOKYO, LONDON] = MARKET_SESSIONS;

/** What stands in the signal's place while the market is closed, and until when. */
export function ClosedCard({ label }: { readonly label: string }) {
  const opening = nextOpening(now());
  const isOwnZone = isMarketZone(opening);
  const londonMs = opening - marketMsOfDay(opening) + LONDON.fromHour * HOUR_MS;
  const london = { time: formatHour(LONDON.fromHour), zone: MARKET_ZONE_NAME };
  return (
    <SignalFrame
      label={label}
      heading={
        <>
          <b>{formatMarketDate(now())}</b>
          <span>
            <Pip isOn={false} />
            {isMarketDay(epochMs(opening - DAY_MS)) ? texts.closedForTheNight : texts.closedForTheWeekend}
          </span>
        </>
      }
      className="signal--closed"
      what={
        <>
          <DirectionFace shows="blank" />
          <div>
            <p className="signal__title">{texts.marketClosed}</p>
            <p className="signal__text">{texts.autoSignalsWillStart}</p>
          </div>
        </>
      }
      time={
        <div className="wait" role="timer">
          <p>{texts.waiting}</p>
          <TimeToOpening />
        </div>
      }
      confidence={
        <>
          <p className="signal__label">{texts.whatOpens}</p>
          <p className="signal__value">{texts.firstThen({ time: formatHour(TOKYO.fromHour) })}</p>
          <p className="signal__note">
            {isOwnZone
              ? texts.londonLater(london)
              : texts.londonLaterInTwoZones({ ...london, own: formatLocalMinute(epochMs(londonMs)) })}
          </p>
        </>
      }
      meta={
        <Meta label={texts.opens}>
          <bdi dir="ltr">
            <time dateTime={formatMachineTime(opening)}>{formatMarketDay(opening)}</time> {MARKET_ZONE_NAME}
          </bdi>
          {isOwnZone ? null : (
            <small>
              {texts.yourTime({ time: formatLocalMinute(opening), zone: localZoneName(opening) })}
            </small>
          )}
        </Meta>
      }
    />
  );
}

function TimeToOpening() {
  const second = useSecond();
  return <b>{formatDuration(nextOpening(second) - second)}</b>;
}
