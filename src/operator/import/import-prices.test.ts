import { describe, expect, it } from 'vitest';
import { importFolder } from '../../../tests/support/import-folder.ts';
import { NOW_MS } from '../../../tests/support/import-request.ts';
import { fileFormat, MONDAY_MS, TWO_HOURS, UNIFORM } from '../../../tests/support/import-rows.ts';
import { encodeFile, type FileRow, walkRows } from '../../../tests/support/price-files.ts';
import { MINUTE_MS } from '../../core/time/instant.ts';

const { run, stored, refused } = importFolder();

function withRow(rows: readonly FileRow[], at: number, change: Partial<FileRow>): FileRow[] {
  return rows.map((row, index) => (index === at ? { ...row, ...change } : row));
}

describe('what cannot be the pair', () => {
  it.each([
    [
      'price-range',
      'a price of another instrument',
      TWO_HOURS.map((row) => ({ ...row, open: 40_000, low: 39_000, close: 40_000 })),
      2,
    ],
    ['price-range', 'one price with a digit lost', withRow(TWO_HOURS, 50, { low: 11_000 }), 52],
    [
      'jumps',
      'a jump of a fifth',
      TWO_HOURS.map((row, at) =>
        at < 60
          ? row
          : {
              ...row,
              open: row.open * 1.25,
              high: row.high * 1.25,
              low: row.low * 1.25,
              close: row.close * 1.25,
            },
      ),
      62,
    ],
    ['future', "tomorrow's dates", walkRows({ seed: 1, fromMs: NOW_MS - 30 * MINUTE_MS, rows: 60 }), 38],
    [
      'old',
      'seconds counted as milliseconds',
      TWO_HOURS.map((row) => ({ ...row, timeMs: row.timeMs / 1000 })),
      2,
    ],
    [
      'timeframe',
      'five-minute bars',
      walkRows({ seed: 1, fromMs: MONDAY_MS, rows: 60, stepMs: 5 * MINUTE_MS }),
      undefined,
    ],
    [
      'off-minute',
      'a bar between minutes',
      withRow(TWO_HOURS, 7, { timeMs: MONDAY_MS + 7 * MINUTE_MS + 1 }),
      9,
    ],
    [
      'nothing-left',
      'a weekend alone',
      walkRows({ seed: 1, fromMs: Date.UTC(2018, 9, 6), rows: 120 }),
      undefined,
    ],
  ])('%s: %s is refused with its line', async (code, _title, rows, line) => {
    const text = encodeFile(
      UNIFORM,
      rows.map((row) => ({ ...row, high: Math.max(row.high, row.open, row.close) })),
    );
    const padded = code === 'old' ? text.replace(/^1(\d{9}),/gm, '0001$1,') : text;
    const error = await refused(run(padded));
    expect({ code: error.code, line: error.line }).toEqual({ code, line });
    expect(error.message.length).toBeGreaterThan(20);
    expect(error.hint.length).toBeGreaterThan(5);
  });

  it('is refused when the pair column, or the file name, says another', async () => {
    const truefx = encodeFile(
      fileFormat('TrueFX ticks'),
      walkRows({ seed: 1, fromMs: MONDAY_MS, rows: 20, stepMs: 250 }),
    );
    expect(await refused(run(truefx, { pair: 'USD/CAD', file: 'x.csv' }))).toMatchObject({
      code: 'wrong-pair',
    });
    expect(await refused(run(truefx.replaceAll('EUR/USD', 'GBP/USD'), { pair: undefined }))).toMatchObject({
      code: 'wrong-pair',
    });
    expect(await refused(run(truefx.replace('EUR/USD', 'EUR/GBP')))).toMatchObject({ code: 'wrong-pair' });
    const named = { file: 'DAT_ASCII_GBPUSD_M1_2018.csv', pair: 'EUR/USD' as const };
    expect(await refused(run(encodeFile(UNIFORM, TWO_HOURS), named))).toMatchObject({ code: 'pair-name' });
    expect((await stored(truefx, { pair: undefined, file: 'x.csv' })).meta.pair).toBe('EUR/USD');
  });

  it('is refused when no pair was named and there is no terminal to ask, with the file name as a proposal', async () => {
    const error = await refused(
      run(encodeFile(UNIFORM, TWO_HOURS), { pair: undefined, file: 'x_USDJPY_m1.csv' }),
    );
    expect(error).toMatchObject({
      code: 'pair-needed',
      hint: expect.stringContaining('--pair USD/JPY') as string,
    });
  });
});
