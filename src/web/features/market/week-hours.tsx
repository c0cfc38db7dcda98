import type { CSSProperties } from 'react';
import { DAY_MS, type EpochMs, epochMs, HOUR_MS } from '../../../core/time/instant.ts';
import {
  MARKET_SESSIONS,
  type MarketSession,
  marketMsOfDay,
  marketStatus,
} from '../../../core/time/market-hours.ts';
import {
  formatHour,
  formatLocalMinute,
  formatMarketDayOfMonth,
  formatMarketWeekday,
  isMarketZone,
  localZoneName,
  MARKET_ZONE_NAME,
} from '../../lib/formats.ts';
import { sessionTexts, texts } from './texts.ts';

interface Day {
  readonly startsAt: EpochMs;
  readonly isOpen: boolean;
}

/** The seven days from today, for a day on which nothing opens: a closed day has no lanes. */
export function WeekHours({ now }: { readonly now: EpochMs }) {
  const today = now - marketMsOfDay(now);
  const days = [0, 1, 2, 3, 4, 5, 6].map((ahead): Day => {
    const startsAt = epochMs(today + ahead * DAY_MS);
    return { startsAt, isOpen: marketStatus(hourOf(startsAt, MARKET_SESSIONS[0].fromHour)).anyActive };
  });
  const opening = days.find(({ isOpen }) => isOpen)?.startsAt ?? epochMs(today);
  return (
    <>
      <div className="week" dir="ltr">
        <ol className="week__days" aria-hidden="true">
          {days.map(({ startsAt }) => (
            <li key={startsAt} className={startsAt === today ? 'is-today' : undefined}>
              <b>{formatMarketWeekday(startsAt)}</b>
              <span>{formatMarketDayOfMonth(startsAt)}</span>
            </li>
          ))}
        </ol>
        <dl>
          {MARKET_SESSIONS.map((session) => (
            <Row key={session.id} session={session} days={days} opening={opening} />
          ))}
        </dl>
        <ol className="week__closed" aria-hidden="true">
          {days.map(({ startsAt, isOpen }) => (
            <li key={startsAt}>{isOpen ? null : texts.dayClosed}</li>
          ))}
        </ol>
      </div>
      <p className="week__note">
        {isMarketZone(now)
          ? texts.weekNote({ zone: MARKET_ZONE_NAME })
          : texts.weekNoteTwoZones({ zone: MARKET_ZONE_NAME, own: localZoneName(now) })}
      </p>
    </>
  );
}

function Row({
  session,
  days,
  opening,
}: {
  readonly session: MarketSession;
  readonly days: readonly Day[];
  readonly opening: EpochMs;
}) {
  const from = hourOf(opening, session.fromHour);
  const to = hourOf(opening, session.toHour);
  const style = { '--a': session.fromHour, '--b': session.toHour } as CSSProperties;
  return (
    <>
      <dt>
        {sessionTexts[session.id]}{' '}
        <span>
          {texts.sessionHours({ from: formatHour(session.fromHour), to: formatHour(session.toHour) })}
        </span>
        {isMarketZone(from) ? null : (
          <small>{texts.yourTime({ from: formatLocalMinute(from), to: formatLocalMinute(to) })}</small>
        )}
      </dt>
      <dd aria-hidden="true">
        {days.map(({ startsAt, isOpen }) => (
          <span key={startsAt} className={isOpen ? 'week__lane' : undefined}>
            {isOpen ? <i style={style} /> : null}
          </span>
        ))}
      </dd>
    </>
  );
}

function hourOf(day: EpochMs, hour: number): EpochMs {
  return epochMs(day + hour * HOUR_MS);
}
