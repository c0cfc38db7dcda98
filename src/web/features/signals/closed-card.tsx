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
            <p className="signal__title">MARKET CLOSED</p>
            <p className="signal__text">Auto signals will start when market opens</p>
          </div>
        </>
      }
      time={
        <div className="wait" role="timer">
          <p>Waiting for Market Open</p>
          <TimeToOpening />
        </div>
      }
      confidence={
        <>
          <p className="signal__value">Draws run Monday to Friday</p>
          <p className="signal__note">
            <bdi dir="ltr">
              {formatHour(FIRST_HOUR)}–{formatHour(LAST_HOUR)} {MARKET_ZONE_NAME}
            </bdi>
            , while a session is open.
          </p>
        </>
      }
      meta={
        <Meta label="Opens">
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
