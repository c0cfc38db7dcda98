import type { CSSProperties } from 'react';
import { DAY_MS, type EpochMs, HOUR_MS } from '../../../core/time/instant.ts';
import {
  MARKET_SESSIONS,
  isMarketDay,
  type MarketSession,
  marketMsOfDay,
  marketStatus,
  nextOpening,
} from '../../../core/time/market-hours.ts';
import { useMinute } from '../../lib/clock.ts';
import { formatHour, formatMarketMinute, formatMarketWeekday, MARKET_ZONE_NAME } from '../../lib/formats.ts';
import { Card } from '../../ui/card.tsx';
import { sessionTexts, texts } from './texts.ts';
import { WeekHours } from './week-hours.tsx';
import './market.css';

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

/** "London open until 22:00 UTC+5", or when the first window opens next. */
function describe(now: EpochMs): string {
  const zone = MARKET_ZONE_NAME;
  const [first, second] = openSessions(now);
  if (first === undefined) {
    const opening = nextOpening(now);
    const [{ id } = MARKET_SESSIONS[0]] = openSessions(opening);
    const opens = { name: sessionTexts[id], time: formatMarketMinute(opening), zone };
    return dayOf(opening) > dayOf(now)
      ? texts.opensLater({ ...opens, day: formatMarketWeekday(opening) })
      : texts.opensToday(opens);
  }
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

/** Days since 1970 on the market clock. */
function dayOf(at: EpochMs): number {
  return Math.floor((at - marketMsOfDay(at)) / DAY_MS);
}

/** Never more than two: the third opens when the first has closed. */
function openSessions(at: EpochMs): readonly MarketSession[] {
  const status = marketStatus(at);
  return MARKET_SESSIONS.filter((session) => status[session.id]);
}
