import { describe, expect, it } from 'vitest';
import { importFolder } from '../../../tests/support/import-folder.ts';
import { GENERIC, TWO_HOURS, UNIFORM, weeks } from '../../../tests/support/import-rows.ts';
import { encodeFile } from '../../../tests/support/price-files.ts';
import { NEW_YORK, offsetAt } from '../../core/time/wall-clock.ts';
import { HOUR_MS } from '../../core/time/instant.ts';

const { run, stored, refused } = importFolder();

describe('the clock', () => {
  const newYork = (ms: number): number => offsetAt(NEW_YORK, ms);

  it.each([
    ['UTC', () => 0, 'UTC'],
    ['UTC+2', () => 2 * HOUR_MS, 'UTC+2'],
    ['America/New_York', newYork, 'America/New_York'],
    ['ny+7', (ms: number) => newYork(ms) + 7 * HOUR_MS, 'ny+7'],
  ])(
    '%s is accepted by a file that was written on it, over a change of the clocks',
    async (zone, offsetMs, name) => {
      const outcome = await stored(encodeFile(GENERIC, weeks(8, offsetMs)), { zone });
      expect(outcome.weekends).toMatchObject({ weekends: 7, clockMisses: 0 });
      expect(outcome.weekends.best.map(({ clock }) => clock.name)).toContain(name);
      expect(outcome.report.outsideWeek.count).toBe(0);
    },
  );

  it.each([
    ['UTC', newYork],
    ['UTC-5', newYork],
    ['America/New_York', () => 0],
    ['Europe/Athens', (ms: number) => newYork(ms) + 7 * HOUR_MS],
    ['UTC+1', () => 2 * HOUR_MS],
    ['UTC+3', () => 2 * HOUR_MS],
  ])('%s is refused for a file that shows another', async (zone, offsetMs) => {
    const error = await refused(run(encodeFile(GENERIC, weeks(8, offsetMs)), { zone }));
    expect(error.code).toBe('clock');
    expect(error.hint).toMatch(/--zone \S+, or --allow clock/);
  });

  it('can be overruled, and the data set says so', async () => {
    const given = { zone: 'UTC+1', allow: new Set(['clock'] as const) };
    const outcome = await stored(
      encodeFile(
        GENERIC,
        weeks(4, () => 2 * HOUR_MS),
      ),
      given,
    );
    expect(outcome.meta.allowed).toEqual(['clock']);
    expect(outcome.findings.map(({ code }) => code)).toContain('clock');
  });

  it('must be named, and the weekends make a proposal', async () => {
    const error = await refused(run(encodeFile(GENERIC, weeks(8, newYork)), { zone: 'none' }));
    expect(error).toMatchObject({
      code: 'clock-needed',
      hint: expect.stringContaining('--zone America/New_York') as string,
    });
  });

  it('cannot be given for a file that states it itself', async () => {
    expect(await refused(run(encodeFile(UNIFORM, TWO_HOURS), { zone: 'UTC+2' }))).toMatchObject({
      code: 'usage',
    });
    expect((await stored(encodeFile(UNIFORM, TWO_HOURS), { zone: 'none' })).meta.clock).toBe('UTC');
  });
});
