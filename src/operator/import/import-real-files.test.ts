import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importRequest } from '../../../tests/support/import-request.ts';
import { realPricesFolder, WITHOUT_REAL_PRICES } from '../../../tests/support/real-prices.ts';
import { type BarColumns, barsFromTicks } from '../../core/market/bars.ts';
import { readDataset } from '../../server/market/dataset-store.ts';
import { type CheckedImport, importHistory } from './import-history.ts';

const folder = realPricesFolder() ?? '';
const originals = join(folder, 'vendor-originals');
let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pipcast-real-'));
});
afterAll(() => {
  rmSync(dataDir, { recursive: true });
});

/** Imports into a data folder of its own. */
async function run(path: string, zone: string): Promise<CheckedImport> {
  const fresh = mkdtempSync(join(tmpdir(), 'pipcast-real-'));
  try {
    const outcome = await importHistory(importRequest(fresh, path, { zone }));
    if (outcome.status === 'known') throw new Error('a new folder knows nothing');
    return outcome;
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

async function barsOf(path: string, zone: string): Promise<BarColumns> {
  const outcome = await importHistory(importRequest(dataDir, path, { zone }));
  const dataset = await readDataset(dataDir, outcome.meta.name);
  if (dataset.kind !== 'm1') throw new Error('are ticks');
  return dataset.bars;
}

function original(start: string): string {
  const name = readdirSync(originals).find((file) => file.startsWith(start));
  if (name === undefined) throw new Error(`no ${start}`);
  return join(originals, name);
}

const m1 = (name: string): string => join(folder, 'm1', `${name}.csv.gz`);

describe.skipIf(folder === '')(`the vendors' own files${WITHOUT_REAL_PRICES}`, () => {
  // Rows, first and last time as the data folder's own description has them, or counted with awk.
  it.each([
    [
      'histdata_ascii_m1',
      'histdata',
      'histdata',
      5000,
      '2017-01-02T07:00:00.000Z',
      '2017-01-05T18:59:00.000Z',
    ],
    ['histdata_mt_m1', 'histdata', 'histdata', 4800, '2015-08-02T21:00:00.000Z', '2015-08-06T05:16:00.000Z'],
    [
      'histdata_ascii_ticks',
      'histdata',
      'histdata',
      7000,
      '2020-01-01T22:00:00.065Z',
      '2020-01-02T02:21:37.727Z',
    ],
    ['dukascopy_web_m1', 'UTC', 'dukascopy', 960, '2018-10-05T12:00:00.000Z', '2018-10-08T03:59:00.000Z'],
    ['dukascopy_web_ticks', 'UTC', 'dukascopy', 830, '2013-04-08T00:00:00.415Z', '2013-04-08T00:09:53.777Z'],
    ['dukascopy_downloader', 'UTC', 'dukascopy', 882, '2014-01-01T22:00:58.616Z', '2014-01-01T22:59:59.845Z'],
    ['mt4_history_export', 'UTC+2', 'mt4', 4800, '2018-01-23T02:36:00.000Z', '2018-01-26T10:35:00.000Z'],
    ['mt5_script_export', 'UTC+3', 'mt5', 4499, '2018-05-31T21:00:00.000Z', '2018-06-06T00:00:00.000Z'],
    ['mt5_terminal_export', 'UTC+3', 'mt5', 2999, '2018-05-31T21:00:00.000Z', '2018-06-04T23:00:00.000Z'],
    ['iso_offset_ticks', 'none', 'truefx', 1000, '2013-01-01T22:00:00.295Z', '2013-01-01T22:35:13.494Z'],
    ['generic_csv_m1', 'UTC', 'csv', 3999, '2024-04-09T21:20:00.000Z', '2024-04-12T16:20:00.000Z'],
  ])('%s is imported whole', async (start, zone, source, rows, first, last) => {
    const { meta, report, badLines, findings } = await run(original(start), zone);
    expect({ source: meta.source, rows: meta.rows }).toEqual({ source, rows });
    expect([new Date(meta.firstMs).toISOString(), new Date(meta.lastMs).toISOString()]).toEqual([
      first,
      last,
    ]);
    expect(badLines + report.outsideWeek.count + report.conflictingDuplicates.count).toBe(0);
    expect(findings.filter(({ code }) => code !== 'overlap')).toEqual([]);
  });

  it('drop the 2,880 flat weekend bars of a Dukascopy web export and nothing else', async () => {
    const outcome = await run(original('dukascopy_web_m1'), 'UTC');
    expect(outcome).toMatchObject({
      report: { rowsIn: 3840, rowsKept: 960, weekendFillers: { count: 2880 } },
    });
  });

  it('take the bid from the second price column where the ask comes first', async () => {
    const outcome = await importHistory(importRequest(dataDir, original('dukascopy_web_ticks')));
    const dataset = await readDataset(dataDir, outcome.meta.name);
    expect(dataset.kind === 'ticks' && [dataset.ticks.bid[0], dataset.ticks.ask[0]]).toEqual([
      129_910, 129_915,
    ]);
  });

  it.each([
    ['histdata_ascii_m1', 'histdata', 'EURUSD_M1_2017-01_06_histdata', 5000],
    ['mt4_history_export', 'UTC+2', 'EURJPY_M1_2018-01_03_mt4', 4800],
    ['dukascopy_web_m1', 'UTC', 'EURUSD_M1_2018-10_dukascopy', 960],
  ])('%s equals the same minutes converted by other code', async (start, zone, name, rows) => {
    const fresh = await barsOf(original(start), zone);
    const whole = await barsOf(m1(name), 'UTC');
    const offset = whole.openTimeMs.indexOf(fresh.openTimeMs[0] ?? -1);
    expect(fresh.length).toBe(rows);
    for (const field of ['openTimeMs', 'open', 'high', 'low', 'close'] as const) {
      const expected = whole[field].subarray(offset, offset + rows);
      const same = Buffer.from(fresh[field].buffer).equals(Buffer.from(expected.slice().buffer));
      expect([field, same]).toEqual([field, true]);
    }
  });

  it('of two vendors agree within half a pip on the right clock, and not an hour beside it', async () => {
    const histdata = await barsOf(m1('EURUSD_M1_2018_histdata'), 'UTC');
    const mt5 = await barsOf(original('mt5_script_export'), 'UTC+3');
    const medianAt = (shiftMs: number): number => medianDifference(mt5, histdata, shiftMs);
    expect(medianAt(0)).toBeLessThanOrEqual(5);
    expect(Math.min(medianAt(3_600_000), medianAt(-3_600_000))).toBeGreaterThan(20);
  });
});

describe.skipIf(folder === '')(`the converted files${WITHOUT_REAL_PRICES}`, () => {
  // The rows, gaps over 5 and over 60 minutes that the data folder's description counts, by other code.
  it.each([
    ['EURUSD_M1_2018_histdata', 372_607, 13, 1],
    ['USDJPY_M1_2018_histdata', 371_800, 7, 1],
    ['EURGBP_M1_2024_histdata', 370_260, 39, 8],
    ['EURJPY_M1_2018-01_03_mt4', 62_952, 1, 0],
  ])('%s has its rows and gaps, and every weekend where it belongs', async (name, rows, over5, over60) => {
    const outcome = await run(m1(name), 'UTC');
    const { rowsKept, gapsOver5Min, gapsOver60Min } = outcome.report;
    expect({ rowsKept, gapsOver5Min, gapsOver60Min }).toEqual({
      rowsKept: rows,
      gapsOver5Min: over5,
      gapsOver60Min: over60,
    });
    expect(outcome.weekends.clockMisses).toBe(0);
    expect(outcome.weekends.best[0]?.clock.name).toBe('UTC');
    expect(outcome.findings).toEqual([]);
  });

  it('are stored to the last digit', async () => {
    const bars = await barsOf(m1('EURJPY_M1_2018-01_03_mt4'), 'UTC');
    const lines = gunzipSync(readFileSync(m1('EURJPY_M1_2018-01_03_mt4')))
      .toString()
      .trim()
      .split('\n')
      .slice(1);
    expect(bars.length).toBe(lines.length);
    const wrong = lines.filter((line, row) => {
      const [time, ...prices] = line.split(',').map(Number);
      const stored = [bars.open[row], bars.high[row], bars.low[row], bars.close[row]];
      return (
        time !== bars.openTimeMs[row] ||
        stored.some((value, at) => value !== Math.round((prices[at] ?? 0) * 1000))
      );
    });
    expect(wrong).toEqual([]);
  });

  it('count the crossed quotes of FXCM, and keep them', async () => {
    const outcome = await run(join(folder, 'ticks', 'EURUSD_ticks_2014-05-08_fxcm.csv.gz'), 'UTC');
    expect(outcome.report.rowsKept).toBe(167_466);
    expect(outcome.report.crossedQuotes.count).toBe(18_285);
    expect(outcome.findings.map(({ code }) => code)).toContain('crossed');
  });

  it.each([
    // The clock given, the clock that the weekends show: an hour off half the year, or all of it.
    ['UTC-5', 'America/New_York'],
    ['UTC', 'America/New_York'],
    ['Europe/Athens', 'America/New_York'],
  ])('are refused on the clock %s when their times are New York', async (given, right) => {
    const text = asNewYork(await barsOf(m1('EURGBP_M1_2018_histdata'), 'UTC'));
    const input = { zone: given, stdin: Readable.from([Buffer.from(text)]), pair: 'EUR/GBP' as const };
    await expect(importHistory(importRequest(dataDir, '-', input))).rejects.toMatchObject({
      code: 'clock',
      hint: expect.stringContaining(`--zone ${right}`) as string,
    });
  });

  it('give bars that equal another count of the same ticks', async () => {
    const outcome = await importHistory(
      importRequest(dataDir, join(folder, 'ticks', 'EURUSD_ticks_2016-01-04_05_truefx.csv.gz')),
    );
    const dataset = await readDataset(dataDir, outcome.meta.name);
    if (dataset.kind !== 'ticks') throw new Error('are bars');
    const bars = barsFromTicks(dataset.ticks, outcome.meta.lastMs);
    // Counted with awk: minutes that hold a tick, without the last.
    expect(bars.length).toBe(
      new Set([...dataset.ticks.timeMs].map((ms) => Math.floor(ms / 60_000))).size - 1,
    );
  });
});

function medianDifference(a: BarColumns, b: BarColumns, shiftMs: number): number {
  const closes = new Map<number, number>();
  for (let row = 0; row < b.length; row += 1) closes.set(b.openTimeMs[row] ?? 0, b.close[row] ?? 0);
  const differences: number[] = [];
  for (let row = 0; row < a.length; row += 1) {
    const other = closes.get((a.openTimeMs[row] ?? 0) + shiftMs);
    if (other !== undefined) differences.push(Math.abs((a.close[row] ?? 0) - other));
  }
  return differences.toSorted((x, y) => x - y)[differences.length >> 1] ?? Number.NaN;
}

/** Bars as HistData writes them, by the platform's own idea of New York. */
function asNewYork(bars: BarColumns): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/New_York',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const lines: string[] = [];
  for (let row = 0; row < bars.length; row += 7) {
    const prices = [bars.open, bars.high, bars.low, bars.close].map((column) =>
      ((column[row] ?? 0) / 1e5).toFixed(6),
    );
    lines.push(`${format.format(bars.openTimeMs[row]).replace(/[-:]/g, '')};${prices.join(';')};0`);
  }
  return `${lines.join('\n')}\n`;
}
