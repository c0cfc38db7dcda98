/** The platform's own calendar and zones, to hold core's against; core itself may not use them. */

/** UTC ms of a time written as `2018-10-09` or `2018-10-09 17:00`. */
export function utcMs(text: string): number {
  const ms = Date.parse(`${text.replace(' ', 'T')}${text.includes(' ') ? 'Z' : ''}`);
  if (Number.isNaN(ms)) throw new Error(`not a time: ${text}`);
  return ms;
}

/** The calendar day of an instant on UTC, `month` from 1. */
export function utcDay(ms: number): { readonly year: number; readonly month: number; readonly day: number } {
  const date = new Date(ms);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** An instant as `2018-10-09 17:00:00`, on UTC. */
export function utcText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** A zone's distance from UTC at an instant, in ms. */
export function zoneOffset(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  return (ms) => {
    const text = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(text) ?? [];
    return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  };
}

/** Weekday and time in New York, as `Sun 17:00`. */
export function newYorkText(ms: number): string {
  const options = {
    timeZone: 'America/New_York',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  return new Intl.DateTimeFormat('en-US', { ...options, hourCycle: 'h23' }).format(ms).replace(',', '');
}
