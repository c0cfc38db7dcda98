import { fxWeekAt } from '../../src/core/time/fx-week.ts';
import { MINUTE_MS } from '../../src/core/time/instant.ts';
import { FILE_FORMATS, type FileFormat, type FileRow, walkRows } from './price-files.ts';

/** Monday 8 October 2018, 00:00 UTC. */
export const MONDAY_MS = Date.UTC(2018, 9, 8);
/** Two hours of minutes on a Monday. */
export const TWO_HOURS = walkRows({ seed: 1, fromMs: MONDAY_MS, rows: 120 });

/** A file format by its title. */
export const fileFormat = (title: string): FileFormat =>
  FILE_FORMATS.find((one) => one.title === title) as FileFormat;
export const UNIFORM = fileFormat('uniform bars');
export const GENERIC = fileFormat('generic CSV bars');
export const TICKS = fileFormat('uniform ticks');

/** Is an instant inside the FX week. */
export const isOpen = (ms: number): boolean => ms < fxWeekAt(ms).closesMs;

/** Weeks of minutes (every fifth), the week's opening and closing minutes among them, on a file clock. */
export function weeks(
  count: number,
  offsetMs: (ms: number) => number,
  fromMs = Date.UTC(2018, 1, 4),
): FileRow[] {
  const rows = walkRows({ seed: 3, fromMs, rows: count * 1440, stepMs: 5 * MINUTE_MS, isOpen, offsetMs });
  // The importer takes minutes only; the four minutes between are filled flat.
  return rows.flatMap((row) =>
    Array.from({ length: 5 }, (_, minute) =>
      minute === 0
        ? row
        : {
            ...row,
            timeMs: row.timeMs + minute * MINUTE_MS,
            open: row.close,
            high: row.close,
            low: row.close,
          },
    ),
  );
}
