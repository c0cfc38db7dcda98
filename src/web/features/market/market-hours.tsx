import type { CSSProperties } from 'react';
import { DAY_MS, type EpochMs, HOUR_MS } from '../../../core/time/instant.ts';
import {
  MARKET_SESSIONS,
  type MarketSession,
  marketMsOfDay,
  marketStatus,
  nextOpening,
} from '../../../core/time/market-hours.ts';
import { useMinute } from '../../lib/clock.ts';
import { formatHour, formatMarketMinute, formatMarketWeekday, MARKET_ZONE_NAME } from '../../lib/formats.ts';
import { Card } from '../../ui/card.tsx';
import './market.css';

const SCALE_HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24];

/** The three windows on the market's day, and where it stands now. */
export function MarketHours() {
  const now = useMinute();
  const status = marketStatus(now);
  const style = { '--t': marketMsOfDay(now) / HOUR_MS } as CSSProperties;
  return (
    <Card label="Market hours" aside={describe(now)}>
      <div className="card__body">
        <div className="hours" style={style}>
          <dl>
            {MARKET_SESSIONS.map((session) => (
              <Lane key={session.id} session={session} isOpen={status[session.id]} />
            ))}
          </dl>
          <div className="hours__scale" aria-hidden="true">
            {SCALE_HOURS.map((hour) => (
              <span key={hour}>{formatHour(hour).slice(0, 2)}</span>
            ))}
          </div>
          <div className="hours__now" aria-hidden="true">
            <b>{formatMarketMinute(now)}</b>
          </div>
        </div>
      </div>
    </Card>
  );
}

function Lane({ session, isOpen }: { readonly session: MarketSession; readonly isOpen: boolean }) {
  const style = { '--a': session.fromHour, '--b': session.toHour } as CSSProperties;
  return (
    <>
      <dt className={isOpen ? 'is-open' : undefined}>
        {session.name}{' '}
        <span>
          {formatHour(session.fromHour)}–{formatHour(session.toHour)}
          {isOpen ? <span className="hidden-text">, open now</span> : null}
        </span>
      </dt>
      <dd aria-hidden="true">
        <i style={style} />
      </dd>
    </>
  );
}

/** "London open until 22:00 UTC+5", or when the first window opens next. */
function describe(now: EpochMs): string {
  const status = marketStatus(now);
  const open = MARKET_SESSIONS.filter((session) => status[session.id]);
  if (open.length > 0) {
    const spans = open.map(
      ({ name, toHour }, index) => `${name}${index === 0 ? ' open' : ''} until ${formatHour(toHour)}`,
    );
    return `${spans.join(', ')} ${MARKET_ZONE_NAME}`;
  }
  const opening = nextOpening(now);
  const first = MARKET_SESSIONS.find((session) => marketStatus(opening)[session.id]);
  const day = opening - now > DAY_MS ? `${formatMarketWeekday(opening)} ` : '';
  return `All closed. ${first?.name} opens ${day}${formatMarketMinute(opening)} ${MARKET_ZONE_NAME}`;
}
