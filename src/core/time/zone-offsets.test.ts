import { expect, it, onTestFinished, vi } from 'vitest';
import { offsetAt } from './wall-clock.ts';
import { zoneOffsets, zoneWallClock } from './zone-offsets.ts';

const [WINTER, SUMMER] = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];

it.each([
  ['UTC', 0, 0],
  ['Europe/Athens', 2, 3],
  ['America/Sao_Paulo', -3, -3],
  ['America/New_York', -5, -4],
  ['Asia/Kathmandu', 5.75, 5.75],
])('knows the clock of %s in winter and summer', (zone, winter, summer) => {
  const clock = zoneWallClock(zone);
  for (const [instant, hours] of [
    [WINTER, winter],
    [SUMMER, summer],
  ] as const) {
    expect(zoneOffsets(zone).offsetAt(instant) / 3_600_000).toBe(hours);
    expect(offsetAt(clock, instant) / 3_600_000).toBe(hours);
  }
});

it.each([
  ['UTC', 0],
  ['UTC+5:30', 5.5],
  ['UTC-3', -3],
])('knows the clock of %s, which never changes', (zone, hours) => {
  expect(offsetAt(zoneWallClock(zone), SUMMER) / 3_600_000).toBe(hours);
});

it('refuses a zone that there is not', () => {
  for (const zone of ['Nowhere/At/All', '', '../../etc/passwd', 'Asia/Karachi\r\n'])
    expect(() => zoneOffsets(zone)).toThrow(RangeError);
});

it('asks the platform once for all spellings of a zone', () => {
  const asked = vi.fn();
  const { DateTimeFormat } = Intl;
  vi.stubGlobal('Intl', {
    DateTimeFormat: class extends DateTimeFormat {
      constructor(...args: ConstructorParameters<typeof DateTimeFormat>) {
        super(...args);
        asked();
      }
    },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  const found = ['Asia/Karachi', 'asia/karachi', 'ASIA/KARACHI', 'aSiA/kArAcHi'].map(zoneOffsets);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(new Set(found.map(({ name }) => name))).toEqual(new Set(['Asia/Karachi']));
});
