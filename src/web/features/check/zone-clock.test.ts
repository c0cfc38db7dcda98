import { expect, it } from 'vitest';
import { offsetAt } from '../../../core/time/wall-clock.ts';
import { zoneClock } from './zone-clock.ts';

const hoursAt = (zone: string, utcMs: number): number => offsetAt(zoneClock(zone), utcMs) / 3_600_000;
const [WINTER, SUMMER] = [Date.UTC(2026, 0, 15), Date.UTC(2026, 6, 15)];

it.each([
  ['UTC', 0, 0],
  ['UTC+5:30', 5.5, 5.5],
  ['UTC-3', -3, -3],
  ['Europe/Athens', 2, 3],
  ['America/Sao_Paulo', -3, -3],
  ['America/New_York', -5, -4],
])('knows the clock of %s in winter and summer', (zone, winter, summer) => {
  expect([hoursAt(zone, WINTER), hoursAt(zone, SUMMER)]).toEqual([winter, summer]);
});

it('refuses a zone that there is not', () => {
  expect(() => zoneClock('Nowhere/At/All')).toThrow(RangeError);
});
