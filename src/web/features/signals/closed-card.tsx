import { MARKET_SESSIONS, nextOpening } from '../../../core/time/market-hours.ts';
import { useSecond } from '../../lib/clock.ts';
import {
  formatDuration,
  formatHour,
  formatMachineTime,
  formatMarketDay,
  MARKET_ZONE_NAME,
} from '../../lib/formats.ts';
import { now } from '../../lib/now.ts';
import { DirectionFace } from '../../ui/direction-face.tsx';
import { Meta, SignalFrame } from '../../ui/signal-frame.tsx';
import { texts } from './texts.ts';

const FIRST_HOUR = Math.min(...MARKET_SESSIONS.map((session) => session.fromHour));
const LAST_HOUR = Math.max(...MARKET_SESSIONS.map((session) => session.toHour));

/** What stands in the signal's place while the market is closed, and until when. */
export function ClosedCard({ label }: { readonly label: string }) {
  const opening = nextOpening(now());
  return (
    <SignalFrame
      label={label}
      heading={label}
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
          <p className="signal__value">{texts.drawsRun}</p>
          <p className="signal__note">
            {texts.drawHours({
              from: formatHour(FIRST_HOUR),
              to: formatHour(LAST_HOUR),
              zone: MARKET_ZONE_NAME,
              hours: <bdi dir="ltr" />,
            })}
          </p>
        </>
      }
      meta={
        <Meta label={texts.opens}>
          <bdi dir="ltr">
            <time dateTime={formatMachineTime(opening)}>{formatMarketDay(opening)}</time> {MARKET_ZONE_NAME}
          </bdi>
        </Meta>
      }
    />
  );
}

function TimeToOpening() {
  const second = useSecond();
  return <b>{formatDuration(nextOpening(second) - second)}</b>;
}
