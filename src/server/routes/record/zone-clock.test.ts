import { expect, it } from 'vitest';
import { zoneClock } from './export-line.ts';

it.each([
  ['UTC', '2026-11-18T09:28:40Z', '2026-11-18T09:28:40.000+00:00'],
  ['Asia/Karachi', '2026-11-18T09:28:40Z', '2026-11-18T14:28:40.000+05:00'],
  ['Asia/Kolkata', '2026-11-18T20:28:40.250Z', '2026-11-19T01:58:40.250+05:30'],
  ['America/New_York', '2026-11-18T02:28:40Z', '2026-11-17T21:28:40.000-05:00'],
  // The hour that comes twice: only the offset tells which one it is.
  ['Europe/Berlin', '2026-10-25T00:59:59Z', '2026-10-25T02:59:59.000+02:00'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00.000+01:00'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00.000+05:45'],
])('writes an instant as the time of %s: %s', (zone, instant, expected) => {
  const clock = zoneClock(zone);
  expect(clock?.format(Date.parse(instant))).toBe(expected);
  expect(Date.parse(expected)).toBe(Date.parse(instant));
});

it.each(['Mars/Olympus', '', '../../etc/passwd', 'Asia/Karachi\r\n'])('knows no zone "%s"', (zone) => {
  expect(zoneClock(zone)).toBeUndefined();
});
