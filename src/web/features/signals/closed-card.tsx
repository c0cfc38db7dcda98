import { MARKET_SESSIONS, nextOpening } from '../../../core/time/market-hours.ts';
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
import { Meta, SignalFrame } from '../../ui/signal-frame.tsx';
import { texts } from './texts.ts';

const [, TOKYO, LONDON] = MARKET_SESSIONS;

/** What stands in the signal's place while the market is closed, and until when. */
export function ClosedCard({ label }: { readonly label: string }) {
  const opening = nextOpening(now());
  return (
    <SignalFrame
      label={label}
      heading={formatMarketDate(now())}
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
            {texts.londonLater({ time: formatHour(LONDON.fromHour), zone: MARKET_ZONE_NAME })}
          </p>
        </>
      }
      meta={
        <Meta label={texts.opens}>
          <bdi dir="ltr">
            <time dateTime={formatMachineTime(opening)}>{formatMarketDay(opening)}</time> {MARKET_ZONE_NAME}
          </bdi>
          {isMarketZone(opening) ? null : (
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
