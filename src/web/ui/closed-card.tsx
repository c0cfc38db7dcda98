import type { ReactNode } from 'react';
import { DAY_MS, type EpochMs, epochMs } from '../../core/time/instant.ts';
import { isMarketDay, MARKET_SESSIONS, nextOpening } from '../../core/time/market-hours.ts';
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
import { signalWords } from './signal-texts.ts';
import { Pip } from './tag.tsx';
import { Fact } from './fact.tsx';
import { BlankWhat, SignalFrame } from './signal-frame.tsx';

const [, TOKYO] = MARKET_SESSIONS;

interface ClosedCardProps {
  /** An instant of the day in view. */
  readonly at: EpochMs;
  /** A component that renders each second: see `untilOpening`. */
  readonly countdown: ReactNode;
  /** The last session's outcomes, where they are known. */
  readonly last?: ReactNode;
}

/** Shown in the signal's place while the market is closed. */
export function ClosedCard({ at, countdown, last }: ClosedCardProps) {
  const opening = nextOpening(at);
  return (
    <SignalFrame
      label={signalWords.currentSignal}
      heading={
        <>
          <h2>{formatMarketDate(at)}</h2>
          <span>
            <Pip isOn={false} />
            {isMarketDay(epochMs(opening - DAY_MS))
              ? signalWords.closedForTheNight
              : signalWords.closedForTheWeekend}
          </span>
        </>
      }
      className="signal--closed"
      what={<BlankWhat title={signalWords.marketClosed}>{signalWords.autoSignalsWillStart}</BlankWhat>}
      confidence={
        <div className="wait" role="timer">
          <p>{signalWords.waiting}</p>
          <b>{countdown}</b>
        </div>
      }
      meta={
        <Opening at={opening}>
          <small>{signalWords.firstThen({ time: formatHour(TOKYO.fromHour) })}</small>
        </Opening>
      }
      strip={last}
    />
  );
}

interface OpeningProps {
  readonly at: EpochMs;
  readonly children?: ReactNode;
}

/** When a market opens, on the market's clock and on the reader's. */
export function Opening({ at, children }: OpeningProps) {
  return (
    <Fact name={signalWords.opens}>
      <span className="wait__date">
        <time dateTime={formatMachineTime(at)}>{formatMarketDay(at)}</time> {MARKET_ZONE_NAME}
      </span>
      {isMarketZone(at) ? null : (
        <small>{signalWords.yourTime({ time: formatOwnTime(at), zone: localZoneName(at) })}</small>
      )}
      {children}
    </Fact>
  );
}

/** `1 day 15:59:58`: how long the market is still closed. */
export function untilOpening(at: EpochMs): string {
  const left = nextOpening(at) - at;
  const days = Math.floor(left / DAY_MS);
  const time = formatDuration(left - days * DAY_MS);
  return days === 0 ? time : signalWords.daysAndTime({ days, time });
}
