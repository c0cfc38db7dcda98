import type { ReactNode } from 'react';
import { DirectionFace } from './direction-face.tsx';
import './card.css';
import './signal-frame.css';
import {
  formatLocalClock,
  formatMachineTime,
  formatMarketClock,
  formatUtcClock,
  localZoneName,
  MARKET_ZONE_NAME,
  formatDuration,
  formatHour,
  formatMarketDate,
  formatMarketDay,
  formatOwnTime,
  isMarketZone,
} from '../lib/formats.ts';
import { Disclosure } from './disclosure.tsx';
import { texts } from './texts.ts';
import { DAY_MS, type EpochMs, epochMs } from '../../core/time/instant.ts';
import { isMarketDay, MARKET_SESSIONS, nextOpening } from '../../core/time/market-hours.ts';
import { Pip } from './tag.tsx';
import { Fact } from './card.tsx';
import { signalWords } from './signal-texts.ts';

interface SignalFrameProps {
  readonly label: string;
  readonly heading: ReactNode;
  readonly className?: string | undefined;
  readonly isBusy?: boolean | undefined;
  /** The die's face and the words beside it. */
  readonly what: ReactNode;
  readonly time?: ReactNode;
  readonly confidence: ReactNode;
  /** The `dt` and `dd` pairs, each in a `div`. */
  readonly meta: ReactNode;
  /** Across the foot. */
  readonly strip?: ReactNode;
}

/** The one skeleton of every signal card, so that nothing jumps between live, busy, expired and closed. */
export function SignalFrame({ label, heading, className = '', isBusy, ...parts }: SignalFrameProps) {
  return (
    <section className={`card signal ${className}`} aria-label={label} aria-busy={isBusy}>
      <div className="signal__head apart note">{heading}</div>
      <div className="signal__what">{parts.what}</div>
      {parts.time === undefined ? null : <div className="signal__time">{parts.time}</div>}
      <div className="signal__confidence">{parts.confidence}</div>
      <dl className="signal__meta">{parts.meta}</dl>
      {parts.strip === undefined ? null : <div className="signal__strip">{parts.strip}</div>}
    </section>
  );
}

/** The face without a direction, and beside it why there is none. */
export function BlankWhat({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <DirectionFace shows="blank" />
      <div>
        <p className="signal__title">{title}</p>
        <div className="signal__text">{children}</div>
      </div>
    </>
  );
}

/** The same while a signal of a pair is on its way. */
export function BusyWhat({ pair }: { readonly pair: string }) {
  return (
    <>
      <DirectionFace shows="blank" />
      <div>
        <p className="signal__pair">{pair}</p>
        <span className="skeleton skeleton--direction" />
      </div>
    </>
  );
}

/** The time of a draw on the user's clock; on UTC and the market clock on hover, tap or key. */
export function SignalTime({ at }: { readonly at: number }) {
  return (
    <Disclosure
      summary={
        <bdi dir="ltr">
          <time dateTime={formatMachineTime(at)}>{formatLocalClock(at)}</time> {localZoneName(at)}
        </bdi>
      }
    >
      <dl className="zones">
        <dt>UTC</dt>
        <dd>{formatUtcClock(at)}</dd>
        <dt>{texts.marketClock}</dt>
        <dd>
          <bdi dir="ltr">
            {formatMarketClock(at)} {MARKET_ZONE_NAME}
          </bdi>
        </dd>
      </dl>
    </Disclosure>
  );
}

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

/** When a market opens, on the market's clock and on the reader's. */
export function Opening({ at, children }: { readonly at: EpochMs; readonly children?: ReactNode }) {
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
