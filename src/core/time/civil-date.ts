import { DAY_MS } from './instant.ts';

/** Days from 1 January 1970 to a day of the Gregorian calendar; `month` is 1 to 12. Does not check that the day exists. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The calendar day that lies so many days after 1 January 1970: the inverse of `daysFromCivil`. */
function civilFromDays(days: number): CivilDate {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

export function civilDate(ms: number): CivilDate {
  return civilFromDays(Math.floor(ms / DAY_MS));
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

function two(value: number): string {
  return String(value).padStart(2, '0');
}
