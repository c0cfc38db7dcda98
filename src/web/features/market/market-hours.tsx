import type { CSSProperties } from 'react';
import { DAY_MS, type EpochMs, epochMs, HOUR_MS } from '../../../core/time/instant.ts';
import {
  isMarketDay,
  MARKET_SESSIONS,
  type MarketSession,
  marketMsOfDay,
  marketStatus,
} from '../../../core/time/market-hours.ts';
import { useMinute, useSecond } from '../../lib/clock.ts';
import {
  formatHour,
  formatLocalMinute,
  formatMachineTime,
  formatMarketClock,
  formatMarketDayName,
  formatMarketMinute,
  formatMarketWeekday,
  isMarketZone,
  localZoneName,
  MARKET_ZONE_NAME,
} from '../../lib/formats.ts';
import { Card } from '../../ui/card.tsx';
import { sessionTexts, texts } from './texts.ts';
import './market.css';
import { Pip } from '../../ui/tag.tsx';

/** The three windows on the market's day, and where it stands now; on a closed day those of the week. */
export function MarketHours() {
  const now = useMinute();
  return (
    <Card label={texts.hours} aside={describe(now)}>
      <div className="card__body">{isMarketDay(now) ? <DayHours now={now} /> : <WeekHours now={now} />}</div>
    </Card>
  );
}

function DayHours({ now }: { readonly now: EpochMs }) {
  const status = marketStatus(now);
  const style = { '--t': marketMsOfDay(now) / HOUR_MS } as CSSProperties;
  return (
    <dl className="hours" style={style}>
      {MARKET_SESSIONS.map((session) => (
        <Lane key={session.id} session={session} isOpen={status[session.id]} />
      ))}
    </dl>
  );
}

function Lane({ session, isOpen }: { readonly session: MarketSession; readonly isOpen: boolean }) {
  const style = { '--a': session.fromHour, '--b': session.toHour } as CSSProperties;
  const hours = { from: formatHour(session.fromHour), to: formatHour(session.toHour) };
  return (
    <div className={isOpen ? 'is-open' : undefined}>
      <dt>{sessionTexts[session.id]}</dt>
      <dd>
        <span className="hours__day" aria-hidden="true">
          <i style={style} />
        </span>
        <bdi>
          {isOpen
            ? texts.openSessionHours({
                ...hours,
                hidden: <span className="hidden-text" />,
              })
            : texts.sessionHours(hours)}
        </bdi>
      </dd>
    </div>
  );
}

/** "London open until 22:00 UTC+5"; of a closed market, whose opening the card beside it has, the clock alone. */
function describe(now: EpochMs): string {
  const zone = MARKET_ZONE_NAME;
  // At most two: the third opens when the first has closed.
  const status = marketStatus(now);
  const [first, second] = MARKET_SESSIONS.filter(({ id }) => status[id]);
  if (first === undefined) return zone;
  if (second === undefined) {
    return texts.openUntil({ name: sessionTexts[first.id], hour: formatHour(first.toHour), zone });
  }
  return texts.bothOpenUntil({
    first: sessionTexts[first.id],
    firstHour: formatHour(first.toHour),
    second: sessionTexts[second.id],
    secondHour: formatHour(second.toHour),
    zone,
  });
}

interface Day {
  readonly startsAt: EpochMs;
  readonly isOpen: boolean;
}

const [FIRST, , LAST] = MARKET_SESSIONS;

/** The seven days from today, for a day on which nothing opens: a closed day has no hours. */
function WeekHours({ now }: { readonly now: EpochMs }) {
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
                  : texts.closedShort}
            </span>
          </li>
        ))}
      </ol>
      <p className="week__note note">{hoursIn(formatMarketMinute)}</p>
      {isMarketZone(now) ? null : (
        <p className="week__note note">
          {texts.inYourZone({ zone: localZoneName(now), hours: hoursIn(formatLocalMinute) })}
        </p>
      )}
    </>
  );
}

function hourOf(day: EpochMs, hour: number): EpochMs {
  return epochMs(day + hour * HOUR_MS);
}

/** Whether the market is open, and the time on its clock. Windows turn on whole hours, so only the time needs seconds. */
export function MarketClock() {
  const now = useMinute();
  const isOpen = marketStatus(now).anyActive;
  const day = isMarketDay(now) ? undefined : now;
  const long = day === undefined ? texts.closed : texts.closedOn({ day: formatMarketDayName(day) });
  const short = day === undefined ? texts.closedShort : texts.closedOn({ day: formatMarketWeekday(day) });
  return (
    <p className="clock">
      <Pip isOn={isOpen} />
      <span className="clock__long">{isOpen ? texts.open : long}</span>
      <span className="clock__short">{isOpen ? texts.openShort : short}</span> <MarketTime />
      <span>{MARKET_ZONE_NAME}</span>
    </p>
  );
}

function MarketTime() {
  'use memo';
  const now = useSecond();
  return <time dateTime={formatMachineTime(now)}>{formatMarketClock(now)}</time>;
}
