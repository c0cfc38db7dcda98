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
  formatMarketMinute,
  formatMarketWeekday,
  isMarketZone,
  localZoneName,
} from '../../lib/formats.ts';
import { sessionTexts, texts } from './texts.ts';

interface Day {
  readonly startsAt: EpochMs;
  readonly isOpen: boolean;
}

const [FIRST, , LAST] = MARKET_SESSIONS;

/** The seven days from today, for a day on which nothing opens: a closed day has no hours. */
export function WeekHours({ now }: { readonly now: EpochMs }) {
  const today = now - marketMsOfDay(now);
  const days = [0, 1, 2, 3, 4, 5, 6].map((ahead): Day => {
    const startsAt = epochMs(today + ahead * DAY_MS);
    return { startsAt, isOpen: marketStatus(hourOf(startsAt, FIRST.fromHour)).anyActive };
  });
  const opening = days.find(({ isOpen }) => isOpen)?.startsAt ?? epochMs(today);
  const style = {
    '--a': FIRST.fromHour,
    '--b': LAST.toHour,
    '--t': marketMsOfDay(now) / HOUR_MS,
  } as CSSProperties;
  const hoursIn = (clock: (at: EpochMs) => string) =>
    texts.weekSessions(
      Object.fromEntries(
        MARKET_SESSIONS.map(({ id, fromHour, toHour }) => [
          id,
          texts.namedHours({
            name: sessionTexts[id],
            from: clock(hourOf(opening, fromHour)),
            to: clock(hourOf(opening, toHour)),
          }),
        ]),
      ) as Record<MarketSession['id'], string>,
    );
  return (
    <>
      <ol className="week" style={style} aria-hidden="true">
        {days.map(({ startsAt, isOpen }) => (
          <li key={startsAt} className={isOpen ? (startsAt === opening ? 'is-next' : 'is-open') : undefined}>
            <b>{formatMarketWeekday(startsAt)}</b>
            <span className={startsAt === today ? 'week__day is-today' : 'week__day'}>
              {isOpen ? <i /> : null}
            </span>
            <span>
              {isOpen
                ? texts.sessionHours({
                    from: formatHour(FIRST.fromHour).slice(0, 2),
                    to: formatHour(LAST.toHour).slice(0, 2),
                  })
                : startsAt === today
                  ? texts.now
                  : texts.dayClosed}
            </span>
          </li>
        ))}
      </ol>
      <p className="week__note">{hoursIn(formatMarketMinute)}</p>
      {isMarketZone(now) ? null : (
        <p className="week__note">
          {texts.inYourZone({ zone: localZoneName(now), hours: hoursIn(formatLocalMinute) })}
        </p>
      )}
    </>
  );
}

function hourOf(day: EpochMs, hour: number): EpochMs {
  return epochMs(day + hour * HOUR_MS);
}
