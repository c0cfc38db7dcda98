import type { ReactNode } from 'react';
import { DAY_MS, type EpochMs, epochMs, HOUR_MS } from '../../core/time/instant.ts';
import { isMarketDay, MARKET_SESSIONS, marketMsOfDay, nextOpening } from '../../core/time/market-hours.ts';
import {
  formatDuration,
  formatHour,
  formatMachineTime,
  formatMarketDate,
  formatMarketDay,
  formatOwnTime,
  isMarketZone,
  localZoneName,
  MARKET_ZONE_NAME,
} from '../lib/formats.ts';
import { closedTexts as texts } from './closed-texts.ts';
import { DirectionFace } from './direction-face.tsx';
import { Pip } from './pip.tsx';
import { Fact } from './fact.tsx';
import { SignalFrame } from './signal-frame.tsx';

const [, TOKYO, LONDON] = MARKET_SESSIONS;

interface ClosedCardProps {
  /** The region's name. */
  readonly label: string;
  /** An instant of the day in view. */
  readonly at: EpochMs;
  /** A component that renders each second: see `untilOpening`. */
  readonly countdown: ReactNode;
  /** How the last session ended, where that is known. */
  readonly last?: ReactNode;
}

/** What stands in the signal's place while the market is closed, and until when. */
export function ClosedCard({ label, at, countdown, last }: ClosedCardProps) {
  const opening = nextOpening(at);
  const isOwnZone = isMarketZone(opening);
  const londonMs = opening - marketMsOfDay(opening) + LONDON.fromHour * HOUR_MS;
  const london = { time: formatHour(LONDON.fromHour), zone: MARKET_ZONE_NAME };
  return (
    <SignalFrame
      label={label}
      heading={
        <>
          <b>{formatMarketDate(at)}</b>
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
          <b>{countdown}</b>
        </div>
      }
      confidence={
        <>
          <p className="hint">{texts.whatOpens}</p>
          <p className="signal__value">{texts.firstThen({ time: formatHour(TOKYO.fromHour) })}</p>
          <p className="signal__note">
            {isOwnZone
              ? texts.londonLater(london)
              : texts.londonLaterInTwoZones({ ...london, own: formatOwnTime(epochMs(londonMs)) })}
          </p>
        </>
      }
      strip={last}
      meta={
        <Fact name={texts.opens}>
          <bdi>
            <time dateTime={formatMachineTime(opening)}>{formatMarketDay(opening)}</time> {MARKET_ZONE_NAME}
          </bdi>
          {isOwnZone ? null : (
            <small>{texts.yourTime({ time: formatOwnTime(opening), zone: localZoneName(opening) })}</small>
          )}
        </Fact>
      }
    />
  );
}

/** `04:47:24`: how long the market is still closed. */
export function untilOpening(at: EpochMs): string {
  return formatDuration(nextOpening(at) - at);
}
