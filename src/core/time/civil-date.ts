import { DAY_MS } from './instant.ts';

// oxlint-disable no-restricted-globals -- The calendar of `Date`, in UTC: no clock is read.

/** Days from 1 January 1970 to a day of the Gregorian calendar, from the year 100 on; `month` is 1 to 12, 13 the January after. Does not check that the day exists. */
export function daysFromCivil(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/**
 * Days from 1 January 1970 to a day of the Persian calendar, by the leap years of its cycle of 33 years: as observed in Tehran for the
 * years 1373 to 1424 at least. Does not check that the day exists.
 */
export function daysFromPersian(year: number, month: number, day: number): number {
  const ofMonths = month <= 7 ? 31 * (month - 1) : 30 * (month - 1) + 6;
  return 365 * year + Math.floor((8 * year + 21) / 33) + ofMonths + day - 492_634;
}

export function civilDate(ms: number) {
  const date = new Date(ms);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** How many days a month of the Gregorian calendar has; `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** 0 Sunday to 6 Saturday; 1 January 1970 was a Thursday. */
export function weekdayOfDays(days: number): number {
  return (((days + 4) % 7) + 7) % 7;
}

/** `YYYY-MM-DD HH:MM` of an instant in UTC; `seconds` adds `:SS`. */
export function formatCivil(ms: number, seconds = false): string {
  const { year, month, day } = civilDate(ms);
  const ofDay = Math.floor((ms - Math.floor(ms / DAY_MS) * DAY_MS) / 1000);
  const clock = [Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60, ofDay % 60].map(two);
  return `${year}-${two(month)}-${two(day)} ${clock.slice(0, seconds ? 3 : 2).join(':')}`;
}

/** `YYYY-MM-DD` of a day counted from 1970. */
export function dayText(day: number): string {
  return formatCivil(day * DAY_MS).slice(0, 10);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
