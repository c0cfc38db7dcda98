import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { MARKET_UTC_OFFSET_MS } from '../../core/time/market-hours.ts';
import { currentLocale } from './catalogue.ts';
import { texts } from './texts.ts';
import { once } from './once.ts';

/** Locales that are asked in turn for a zone's name in letters: each has those of its own part of the world. */
const ZONE_NAME_LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-IN'];

export const MARKET_ZONE_NAME = 'UTC+5';

/** `14:32:18`. */
export const CLOCK: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
};
const utcClock = once(() => new Intl.DateTimeFormat(currentLocale(), { ...CLOCK, timeZone: 'UTC' }));
const twoDigits = once(
  () => new Intl.NumberFormat(currentLocale(), { minimumIntegerDigits: 2, useGrouping: false }),
);
const percent = once(
  () => new Intl.NumberFormat(currentLocale(), { style: 'percent', maximumFractionDigits: 2 }),
);
/** The separator of hours, minutes and seconds: a colon, in Indonesian a full stop. */
const timeSeparator = once(() => utcClock().format(0).slice(2, 3));

type Format = (at: number) => string;

/** Parts of an instant as the market clock, UTC+5, has them. */
export function marketDate(at: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(currentLocale(), { ...options, timeZone: 'UTC' }).format(
    at + MARKET_UTC_OFFSET_MS,
  );
}

/** How far the user's own clock is ahead of UTC at an instant. */
export function localOffsetMs(at: number): number {
  return -new Date(at).getTimezoneOffset() * MINUTE_MS;
}

/** The same format on the user's own clock: of the instant at which the market clock reads that time. */
function onLocalClock(format: Format): Format {
  return (at) => format(at + localOffsetMs(at) - MARKET_UTC_OFFSET_MS);
}

/** Whether the user's own clock equals the market clock at an instant. */
export function isMarketZone(at: number): boolean {
  return localOffsetMs(at) === MARKET_UTC_OFFSET_MS;
}

/** `14:32:18` on UTC. */
export const formatUtcClock: Format = (at) => utcClock().format(at);

/** `14:32:18` on the market clock, UTC+5, and on the user's own. */
export const formatMarketClock: Format = (at) => formatUtcClock(at + MARKET_UTC_OFFSET_MS);
export const formatLocalClock = onLocalClock(formatMarketClock);

/** `14:32`. */
export const formatMarketMinute: Format = (at) => formatMarketClock(at).slice(0, 5);
export const formatLocalMinute = onLocalClock(formatMarketMinute);

/** `Wednesday`. */
export const formatMarketDayName: Format = (at) => marketDate(at, { weekday: 'long' });

/** `Wed`. */
export const formatMarketWeekday: Format = (at) => marketDate(at, { weekday: 'short' });

/** `Wed 14:32`. */
export const formatLocalDayAndMinute = onLocalClock((at) =>
  marketDate(at, { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
);

/** `Wednesday 19 Nov`. */
export const formatMarketDate: Format = (at) => `${formatMarketDayName(at)} ${marketDate(at, dayAndMonth())}`;
export const formatLocalDate = onLocalClock(formatMarketDate);

/** `Wednesday 19 Nov, 04:00`. */
export const formatMarketDay: Format = (at) =>
  texts.marketDay({
    weekday: formatMarketDayName(at),
    date: marketDate(at, dayAndMonth()),
    time: formatMarketMinute(at),
  });
const formatLocalDay = onLocalClock(formatMarketDay);

/** `Wednesday`, by its number: 0 is Sunday. */
export function formatWeekday(weekday: number): string {
  return formatMarketDayName((weekday + 3) * DAY_MS);
}

/** The user's own time of an instant that is also given on the market clock: `05:00`; on another day `Tuesday 18 Nov, 18:00`. */
export function formatOwnTime(at: number): string {
  const isSameDay = onLocalClock(formatMarketWeekday)(at) === formatMarketWeekday(at);
  return isSameDay ? formatLocalMinute(at) : formatLocalDay(at);
}

/** The short name of the user's zone at an instant: `CET`, `EST`, or the offset, `UTC+5`, where letters are not in use. */
export function localZoneName(at: number): string {
  for (const locale of ZONE_NAME_LOCALES) {
    const name = zoneName(locale, at);
    if (/^[A-Z]+$/i.test(name)) return name;
  }
  return zoneName('en-US', at).replace(/^GMT/, 'UTC').replace('-', '\u2212');
}

function zoneName(locale: string, at: number): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZoneName: 'short' }).formatToParts(at);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? 'UTC';
}

/** `04:47:24`; hours go on counting beyond a day, `54:00:00`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS));
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => twoDigits().format(part))
    .join(timeSeparator());
}

/** `91%`; `82.5%` of a payout that has decimals. */
export function formatPercent(value: number): string {
  return percent().format(value / 100);
}

/** `04:00` for a whole hour of the day, 0 to 24. */
export function formatHour(hour: number): string {
  return `${twoDigits().format(hour)}${timeSeparator()}${twoDigits().format(0)}`;
}

/** `2026-11-18T09:32:18.000Z`, for machines that read `<time>`. */
export function formatMachineTime(at: number): string {
  return new Date(at).toISOString();
}

/** `18 Nov`; in Bengali, whose short months are no words, `১৮ নভেম্বর`. */
export function dayAndMonth(): Intl.DateTimeFormatOptions {
  return { day: 'numeric', month: currentLocale() === 'bn' ? 'long' : 'short' };
}
const days = once(
  () => new Intl.DateTimeFormat(currentLocale(), { ...dayAndMonth(), year: 'numeric', timeZone: 'UTC' }),
);

/** `16 – 24 Nov 2026`, `18 Nov 2026`: the days of two instants, UTC. */
export function formatDayRange(from: number, to: number): string {
  return days().formatRange(from, to);
}
