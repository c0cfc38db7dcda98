import { afterEach, describe, expect, it } from 'vitest';
import { epochMs } from '../../core/time/instant.ts';
import {
  formatDuration,
  formatLocalClock,
  formatMarketClock,
  formatMarketDay,
  formatMarketMinute,
  formatOwnTime,
  formatPercent,
  formatUtcClock,
  formatWeekday,
  localZoneName,
} from './formats.ts';

const AT = epochMs(Date.parse('2026-11-18T09:32:18.900Z'));
const zone = process.env['TZ'];

afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

describe('times', () => {
  it('stand on the market clock, five hours ahead of UTC', () => {
    expect(formatMarketClock(AT)).toBe('14:32:18');
    expect(formatMarketMinute(AT)).toBe('14:32');
    expect(formatUtcClock(AT)).toBe('09:32:18');
  });

  it('turn over midnight as 00, not 24', () => {
    expect(formatMarketClock(epochMs(Date.parse('2026-11-18T19:00:00Z')))).toBe('00:00:00');
  });

  it('name the market day, the day before the month', () => {
    expect(formatMarketDay(epochMs(Date.parse('2026-11-18T23:00:00Z')))).toBe('Thursday 19 Nov, 04:00');
  });

  it("name the day of the user's own clock where it is another", () => {
    const opening = epochMs(Date.parse('2026-11-22T23:00:00Z'));
    process.env['TZ'] = 'America/New_York';
    expect(formatOwnTime(opening)).toBe('Sunday 22 Nov, 18:00');
    process.env['TZ'] = 'Asia/Tokyo';
    expect(formatOwnTime(opening)).toBe('08:00');
  });

  it('name a day by its number, from Sunday on', () => {
    expect([0, 1, 6].map(formatWeekday)).toEqual(['Sunday', 'Monday', 'Saturday']);
  });

  it.each([
    ['Asia/Karachi', '14:32:18', 'UTC+5'],
    ['Asia/Kathmandu', '15:17:18', 'UTC+5:45'],
    ['Europe/Berlin', '10:32:18', 'CET'],
    ['America/New_York', '04:32:18', 'EST'],
    ['America/Sao_Paulo', '06:32:18', 'UTC\u22123'],
    ['UTC', '09:32:18', 'UTC'],
  ])('in %s read %s %s', (name, clock, short) => {
    process.env['TZ'] = name;
    expect(formatLocalClock(AT)).toBe(clock);
    expect(localZoneName(AT)).toBe(short);
  });
});

describe('durations', () => {
  it.each([
    [0, '00:00:00'],
    [-5_000, '00:00:00'],
    [1, '00:00:01'],
    [17_244_000, '04:47:24'],
    [194_400_000, '54:00:00'],
  ])('%i ms read %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

it('writes a percentage without a space', () => {
  expect(formatPercent(91)).toBe('91%');
});
