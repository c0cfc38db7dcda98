import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { importFolder } from '../../../tests/support/import-folder.ts';
import { GENERIC, isOpen, MONDAY_MS, TICKS, TWO_HOURS, UNIFORM } from '../../../tests/support/import-rows.ts';
import { encodeFile, type FileRow, walkRows } from '../../../tests/support/price-files.ts';
import { IS_WHOLE } from '../../../tests/support/rounds.ts';
import { readDataset } from '../../server/market/dataset-store.ts';

const { dataDir, run, stored, refused } = importFolder();

/** The bar that a vendor writes for a minute without a quote. */
function flat({ timeMs }: FileRow): FileRow {
  return { timeMs, open: 110_000, high: 110_000, low: 110_000, close: 110_000, volume: 0 };
}

describe('rows that are there twice or late', () => {
  it('that are identical are dropped and counted', async () => {
    const rows = [...TWO_HOURS.slice(0, 60), ...TWO_HOURS.slice(0, 60), ...TWO_HOURS.slice(60)];
    const outcome = await stored(encodeFile(UNIFORM, rows));
    expect(outcome.report.rowsKept).toBe(120);
    expect(outcome.report.identicalDuplicates).toEqual({ count: 60, firstRow: 60 });
    expect(outcome.conversion).toMatchObject({ outOfOrder: 59 });
  });

  it('give the same data set in any order', async () => {
    await stored(encodeFile(UNIFORM, TWO_HOURS));
    expect(await run(encodeFile(UNIFORM, TWO_HOURS.toReversed()))).toMatchObject({
      status: 'known',
      sameFile: false,
    });
  });

  it('that contradict each other are refused when there are many, and the first is kept when there are few', async () => {
    const many = TWO_HOURS.flatMap((row, index) =>
      index < 3 ? [row, { ...row, close: row.close + 1, high: row.high + 1 }] : [row],
    );
    expect(await refused(run(encodeFile(UNIFORM, many)))).toMatchObject({ code: 'conflicts', line: 3 });
    const outcome = await stored(encodeFile(UNIFORM, many), { allow: new Set(['conflicts'] as const) });
    const { bars } = (await readDataset(dataDir(), outcome.meta.name)) as { bars: { close: Int32Array } };
    expect([...bars.close]).toEqual(TWO_HOURS.map(({ close }) => close));
    expect(outcome.meta.allowed).toEqual(['conflicts']);
  });

  it('in ticks: a stretch repeated is dropped, quotes of one millisecond stay in file order', async () => {
    const ticks = walkRows({ seed: 4, fromMs: MONDAY_MS, rows: 50, stepMs: 250 });
    const flip = { ...(ticks[49] as FileRow), open: 110_050, high: 110_060 };
    const rows = [...ticks, flip, ...ticks.slice(10, 20), { ...flip, timeMs: flip.timeMs + 5 }];
    const outcome = await stored(encodeFile(TICKS, rows));
    const dataset = await readDataset(dataDir(), outcome.meta.name);
    expect(outcome.report.identicalDuplicates.count).toBe(10);
    expect(dataset.kind === 'ticks' && [...dataset.ticks.bid].slice(-3)).toEqual([
      ticks[49]?.open,
      110_050,
      110_050,
    ]);
  });
});

describe('weekends and holidays', () => {
  it('flat bars without volume are dropped where they are filler, and kept where the market was quiet', async () => {
    const friday = Date.UTC(2018, 9, 5, 20);
    const rows = walkRows({ seed: 5, fromMs: friday, rows: 60 + 2880 + 60 }).map((row, minute) => {
      const filler = !isOpen(row.timeMs) || (minute >= 5 && minute < 8) || (minute > 2950 && minute < 2970);
      return filler ? flat(row) : row;
    });
    const { report } = await stored(encodeFile(UNIFORM, rows));
    expect(report.weekendFillers.count).toBe(2880);
    expect(report.weekdayFillers.count).toBe(19);
    expect(report.rowsKept).toBe(120 - 19);
  });

  it('are no fillers where no bar has a volume', async () => {
    const rows = TWO_HOURS.map(flat);
    expect((await stored(encodeFile(UNIFORM, rows))).report.rowsKept).toBe(120);
  });

  it('a market that never closes is refused, and labelled when it is imported anyway', async () => {
    const rows = walkRows({ seed: 6, fromMs: MONDAY_MS, rows: 9 * 1440 });
    const text = encodeFile(UNIFORM, rows);
    expect(await refused(run(text))).toMatchObject({
      code: 'weekend',
      message: expect.stringContaining('1 of 1 weekends') as string,
    });
    const outcome = await stored(text, { allow: new Set(['weekend'] as const) });
    expect(outcome.meta.allowed).toEqual(['weekend']);
    expect(outcome.report.rowsKept + outcome.report.outsideWeek.count).toBe(9 * 1440);
    expect(outcome.report.outsideWeek.count).toBe(2880);
  });
});

describe('a damaged file', () => {
  it('is refused at its first bad line, or imported without its bad lines when that is allowed', async () => {
    const lines = encodeFile(UNIFORM, TWO_HOURS).split('\n');
    lines[40] = 'garbage';
    lines[70] = `${lines[70] ?? ''},1`;
    const error = await refused(run(lines.join('\n')));
    expect(error).toMatchObject({
      code: 'bad-lines',
      line: 41,
      message: expect.stringContaining('in lines 71') as string,
    });
    const outcome = await stored(lines.join('\n'), { allow: new Set(['bad-lines'] as const) });
    expect(outcome).toMatchObject({ badLines: 2, report: { rowsKept: 118 } });
  });

  it('that was cut in its last line is refused', async () => {
    for (const cut of [8, 20, 35]) {
      const error = await refused(run(encodeFile(GENERIC, TWO_HOURS).slice(0, -cut)));
      expect(error).toMatchObject({ code: 'bad-lines', line: 121 });
    }
  });

  it('that was cut as a gzip is refused', async () => {
    const packed = gzipSync(encodeFile(UNIFORM, TWO_HOURS));
    expect(await refused(run(packed.subarray(0, -5)))).toMatchObject({ code: 'cut' });
  });

  it.runIf(IS_WHOLE)('is refused when too many rows are out of order to be sorted here', async () => {
    const rows = walkRows({ seed: 1, fromMs: MONDAY_MS, rows: 1, stepMs: 1 });
    const line = TICKS.line(rows[0] as FileRow).slice(13);
    const text = `timestamp_ms_utc,bid,ask\n${Array.from({ length: 1_000_050 }, (_, at) => `${MONDAY_MS + 2_000_000 - at}${line}\n`).join('')}`;
    expect(await refused(run(text))).toMatchObject({ code: 'unsorted' });
  });
});
