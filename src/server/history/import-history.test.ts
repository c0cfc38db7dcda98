import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importRequest, NOW_MS } from '../../../tests/support/import-request.ts';
import {
  encodeFile,
  FILE_FORMATS,
  type FileFormat,
  type FileRow,
  walkRows,
} from '../../../tests/support/price-files.ts';
import { NEW_YORK, offsetAt } from '../../core/history/file-clock.ts';
import { fxWeekAt } from '../../core/history/fx-week.ts';
import { listDatasets, readDataset } from './dataset-store.ts';
import {
  type CheckedImport,
  type ImportOutcome,
  type ImportRequest,
  importHistory,
} from './import-history.ts';
import { ImportRefusal } from './import-refusal.ts';
import { importDocument, importReport } from './import-report.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-import-test-'));
  dataDir = join(folder, 'data');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Monday 8 October 2018, 00:00 UTC. */
const MONDAY_MS = Date.UTC(2018, 9, 8);
const isOpen = (ms: number): boolean => ms < fxWeekAt(ms).closesMs;
const format = (title: string): FileFormat => FILE_FORMATS.find((one) => one.title === title) as FileFormat;
const UNIFORM = format('uniform bars');
const GENERIC = format('generic CSV bars');
const TICKS = format('uniform ticks');
/** Two hours of minutes on a Monday. */
const TWO_HOURS = walkRows({ seed: 1, fromMs: MONDAY_MS, rows: 120 });

function put(content: string | Uint8Array, name = 'EURUSD.csv'): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

function run(
  content: string | Uint8Array,
  told: Partial<ImportRequest> & { zone?: string; file?: string } = {},
): Promise<ImportOutcome> {
  const { file, ...rest } = told;
  return importHistory(importRequest(dataDir, put(content, file), rest));
}

async function stored(
  content: string | Uint8Array,
  told: Parameters<typeof run>[1] = {},
): Promise<CheckedImport> {
  const outcome = await run(content, told);
  if (outcome.status === 'known') throw new Error('was known');
  return outcome;
}

/** The refusal, after checking that it left nothing behind. */
async function refused(work: Promise<ImportOutcome>): Promise<ImportRefusal> {
  const error: unknown = await work.then(
    ({ meta }) => new Error(`stored as ${meta.name}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ImportRefusal);
  expect(await listDatasets(dataDir)).toEqual([]);
  expect(leftovers()).toEqual([]);
  return error as ImportRefusal;
}

function leftovers(): string[] {
  try {
    return readdirSync(join(dataDir, 'history'));
  } catch {
    return [];
  }
}

function withRow(rows: readonly FileRow[], at: number, change: Partial<FileRow>): FileRow[] {
  return rows.map((row, index) => (index === at ? { ...row, ...change } : row));
}

/** The bar that a vendor writes for a minute without a quote. */
function flat({ timeMs }: FileRow): FileRow {
  return { timeMs, open: 110_000, high: 110_000, low: 110_000, close: 110_000, volume: 0 };
}

/** Weeks of minutes (every fifth), the week's opening and closing minutes among them, on a file clock. */
function weeks(count: number, offsetMs: (ms: number) => number, fromMs = Date.UTC(2018, 1, 4)): FileRow[] {
  const rows = walkRows({ seed: 3, fromMs, rows: count * 1440, stepMs: 5 * MINUTE, isOpen, offsetMs });
  // The importer takes minutes only; the four minutes between are filled flat.
  return rows.flatMap((row) =>
    Array.from({ length: 5 }, (_, minute) =>
      minute === 0
        ? row
        : { ...row, timeMs: row.timeMs + minute * MINUTE, open: row.close, high: row.close, low: row.close },
    ),
  );
}

describe('an import', () => {
  it('stores what the file holds, on UTC, to the last digit', async () => {
    const outcome = await stored(encodeFile(GENERIC, TWO_HOURS), { zone: 'UTC+2' });
    const dataset = await readDataset(dataDir, outcome.meta.name);
    if (dataset.kind !== 'm1') throw new Error('are ticks');
    expect([...dataset.bars.openTimeMs]).toEqual(TWO_HOURS.map(({ timeMs }) => timeMs - 2 * HOUR));
    for (const field of ['open', 'high', 'low', 'close'] as const) {
      expect([...dataset.bars[field]]).toEqual(TWO_HOURS.map((row) => row[field]));
    }
    expect(dataset.meta).toMatchObject({ pair: 'EUR/USD', kind: 'm1', rows: 120, digits: 5, clock: 'UTC+2' });
  });

  it('leaves nothing beside the data set', async () => {
    const { meta } = await stored(encodeFile(UNIFORM, TWO_HOURS));
    expect(leftovers()).toEqual([meta.name]);
    expect(meta.name).toBe('eurusd-m1-2018-10-08-csv');
  });

  it('stores nothing on a dry run and names what it would store', async () => {
    const outcome = await stored(encodeFile(UNIFORM, TWO_HOURS), { dryRun: true });
    expect(outcome).toMatchObject({ status: 'checked', meta: { name: 'eurusd-m1-2018-10-08-csv' } });
    expect(leftovers()).toEqual([]);
  });

  it('numbers a name that is taken, and refuses one that was asked for', async () => {
    const other = encodeFile(UNIFORM, walkRows({ seed: 2, fromMs: MONDAY_MS, rows: 120 }));
    await stored(encodeFile(UNIFORM, TWO_HOURS));
    expect((await stored(other)).meta.name).toBe('eurusd-m1-2018-10-08-csv-2');
    const third = encodeFile(UNIFORM, walkRows({ seed: 4, fromMs: MONDAY_MS, rows: 120 }));
    await expect(run(third, { name: 'eurusd-m1-2018-10-08-csv' })).rejects.toMatchObject({
      code: 'name-taken',
    });
    expect((await stored(third, { name: 'mine' })).meta.name).toBe('mine');
  });

  it.each(['../escape', 'UPPER', '', '-a', 'a b', '.hidden', 'a'.repeat(81)])(
    'refuses the name "%s"',
    async (name) => {
      expect(await refused(run(encodeFile(UNIFORM, TWO_HOURS), { name }))).toMatchObject({ code: 'usage' });
    },
  );

  it('says when it shares time with another data set of the pair', async () => {
    const { meta } = await stored(encodeFile(UNIFORM, TWO_HOURS));
    const outcome = await stored(
      encodeFile(UNIFORM, walkRows({ seed: 8, fromMs: MONDAY_MS + HOUR, rows: 120 })),
    );
    expect(outcome.findings).toMatchObject([
      { code: 'overlap', message: expect.stringContaining(meta.name) as string },
    ]);
  });

  it('reports as text and as one JSON document', async () => {
    const outcome = await stored(encodeFile(UNIFORM, TWO_HOURS));
    expect(importReport(outcome)).toContain('Rows:        120 kept of 120');
    expect(JSON.parse(JSON.stringify(importDocument(outcome, 0.5)))).toMatchObject({
      ok: true,
      status: 'imported',
      name: outcome.meta.name,
      rows: 120,
      first: '2018-10-08T00:00:00.000Z',
      gaps: { over5Min: 0, over60Min: 0 },
    });
  });
});

describe('the same file again', () => {
  it('is recognised plain or packed, under another name, and nothing is doubled', async () => {
    const text = encodeFile(UNIFORM, TWO_HOURS);
    const { meta } = await stored(text);
    for (const told of [{}, { file: 'copy-EURUSD.csv' }, { name: 'other' }]) {
      expect(await run(text, told)).toMatchObject({
        status: 'known',
        sameFile: true,
        meta: { name: meta.name },
      });
    }
    expect(await run(gzipSync(text))).toMatchObject({ status: 'known', meta: { name: meta.name } });
    expect(await listDatasets(dataDir)).toHaveLength(1);
  });

  it('is recognised in another layout by its prices', async () => {
    const { meta } = await stored(encodeFile(UNIFORM, TWO_HOURS));
    const again = await run(encodeFile(format('MetaTrader 4 bars'), TWO_HOURS));
    expect(again).toMatchObject({ status: 'known', sameFile: false, meta: { name: meta.name } });
  });

  it('is refused on another clock, with the way out', async () => {
    await stored(encodeFile(GENERIC, TWO_HOURS));
    await expect(run(encodeFile(GENERIC, TWO_HOURS), { zone: 'UTC+2' })).rejects.toMatchObject({
      code: 'name-taken',
      hint: expect.stringContaining('--remove') as string,
    });
  });

  it('is stored once by runs at the same time, under whatever names', async () => {
    const path = put(encodeFile(UNIFORM, TWO_HOURS));
    const outcomes = await Promise.all(
      ['a', 'b', undefined, 'c', undefined].map((name) =>
        importHistory(importRequest(dataDir, path, { name })),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'stored')).toHaveLength(1);
    expect(new Set(outcomes.map(({ meta }) => meta.name)).size).toBe(1);
    expect(await listDatasets(dataDir)).toHaveLength(1);
  });
});

describe('rows that are there twice or late', () => {
  it('that are identical are dropped and counted', async () => {
    const rows = [...TWO_HOURS.slice(0, 60), ...TWO_HOURS.slice(0, 60), ...TWO_HOURS.slice(60)];
    const outcome = await stored(encodeFile(UNIFORM, rows));
    expect(outcome.report.rowsKept).toBe(120);
    expect(outcome.report.identicalDuplicates).toEqual({ count: 60, firstRow: 60 });
    expect(outcome.conversion).toMatchObject({ outOfOrder: 59, firstOutOfOrderRow: 60 });
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
    const { bars } = (await readDataset(dataDir, outcome.meta.name)) as { bars: { close: Int32Array } };
    expect([...bars.close]).toEqual(TWO_HOURS.map(({ close }) => close));
    expect(outcome.meta.allowed).toEqual(['conflicts']);
  });

  it('in ticks: a stretch repeated is dropped, quotes of one millisecond stay in file order', async () => {
    const ticks = walkRows({ seed: 4, fromMs: MONDAY_MS, rows: 50, stepMs: 250 });
    const flip = { ...(ticks[49] as FileRow), open: 110_050, high: 110_060 };
    const rows = [...ticks, flip, ...ticks.slice(10, 20), { ...flip, timeMs: flip.timeMs + 5 }];
    const outcome = await stored(encodeFile(TICKS, rows));
    const dataset = await readDataset(dataDir, outcome.meta.name);
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

  it('a market that never closes is refused, and labelled when it is imported all the same', async () => {
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

  it('a random walk inside the FX week is labelled: it moves as much at night', async () => {
    const { findings } = await stored(
      encodeFile(UNIFORM, walkRows({ seed: 7, fromMs: MONDAY_MS, rows: 9 * 1440, isOpen })),
    );
    expect(findings.map(({ code }) => code)).toContain('flat-day');
  });
});

describe('the clock', () => {
  const newYork = (ms: number): number => offsetAt(NEW_YORK, ms);

  it.each([
    ['UTC', () => 0, 'UTC'],
    ['UTC+2', () => 2 * HOUR, 'UTC+2'],
    ['America/New_York', newYork, 'America/New_York'],
    ['ny+7', (ms: number) => newYork(ms) + 7 * HOUR, 'ny+7'],
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
    ['Europe/Athens', (ms: number) => newYork(ms) + 7 * HOUR],
    ['UTC+1', () => 2 * HOUR],
    ['UTC+3', () => 2 * HOUR],
  ])('%s is refused for a file that shows another', async (zone, offsetMs) => {
    const error = await refused(run(encodeFile(GENERIC, weeks(8, offsetMs)), { zone }));
    expect(error.code).toBe('clock');
    expect(error.hint).toMatch(/--zone \S+, or --allow clock/);
  });

  it('can be overruled, and the data set says so', async () => {
    const told = { zone: 'UTC+1', allow: new Set(['clock'] as const) };
    const outcome = await stored(
      encodeFile(
        GENERIC,
        weeks(4, () => 2 * HOUR),
      ),
      told,
    );
    expect(outcome.meta.allowed).toEqual(['clock']);
    expect(outcome.findings.map(({ code }) => code)).toContain('clock');
  });

  it('has to be told when nobody can be asked, and the weekends make a proposal', async () => {
    const error = await refused(run(encodeFile(GENERIC, weeks(8, newYork)), { zone: 'none' }));
    expect(error).toMatchObject({
      code: 'clock-needed',
      hint: expect.stringContaining('--zone America/New_York') as string,
    });
  });

  it('cannot be told to a file that says it itself', async () => {
    expect(await refused(run(encodeFile(UNIFORM, TWO_HOURS), { zone: 'UTC+2' }))).toMatchObject({
      code: 'usage',
    });
    expect((await stored(encodeFile(UNIFORM, TWO_HOURS), { zone: 'none' })).meta.clock).toBe('UTC');
  });

  it('and the pair are asked for, with the evidence, when somebody is there', async () => {
    const asked: unknown[] = [];
    const outcome = await stored(encodeFile(GENERIC, weeks(8, newYork)), {
      zone: 'none',
      pair: undefined,
      questions: {
        pair: async (proposal) => (asked.push(proposal), 'EUR/USD'),
        clock: async ({ weekends, proposal }) => (asked.push(weekends, proposal?.name), NEW_YORK),
      },
    });
    expect(asked).toEqual(['EUR/USD', 7, 'America/New_York']);
    expect(outcome.meta).toMatchObject({ pair: 'EUR/USD', clock: 'America/New_York' });
  });
});

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
    ['future', "tomorrow's dates", walkRows({ seed: 1, fromMs: NOW_MS - 30 * MINUTE, rows: 60 }), 38],
    [
      'old',
      'seconds counted as milliseconds',
      TWO_HOURS.map((row) => ({ ...row, timeMs: row.timeMs / 1000 })),
      2,
    ],
    [
      'timeframe',
      'five-minute bars',
      walkRows({ seed: 1, fromMs: MONDAY_MS, rows: 60, stepMs: 5 * MINUTE }),
      undefined,
    ],
    ['off-minute', 'a bar between minutes', withRow(TWO_HOURS, 7, { timeMs: MONDAY_MS + 7 * MINUTE + 1 }), 9],
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
      format('TrueFX ticks'),
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

  it('is refused when no pair was told and nobody can be asked, with the file name as a proposal', async () => {
    const error = await refused(
      run(encodeFile(UNIFORM, TWO_HOURS), { pair: undefined, file: 'x_USDJPY_m1.csv' }),
    );
    expect(error).toMatchObject({
      code: 'pair-needed',
      hint: expect.stringContaining('--pair USD/JPY') as string,
    });
  });
});

describe('prices of a pair that is there already for the same time', () => {
  const histories = (): Promise<CheckedImport> =>
    stored(
      encodeFile(
        UNIFORM,
        weeks(2, () => 0),
      ),
    );

  it('are refused when they are another instrument, under a plausible price', async () => {
    const { meta } = await histories();
    const other = weeks(2, () => 0).map(({ timeMs, open, high, low, close, volume }) => {
      const [o, h, l, c] = [open, high, low, close].map((price) => Math.round(price * 1.15)) as [
        number,
        number,
        number,
        number,
      ];
      return { timeMs, open: o, high: h, low: l, close: c, volume };
    });
    const work = run(encodeFile(UNIFORM, other));
    await expect(work).rejects.toMatchObject({
      code: 'differs',
      message: expect.stringContaining(meta.name) as string,
    });
    expect(await listDatasets(dataDir)).toHaveLength(1);
    const outcome = await stored(encodeFile(UNIFORM, other), { allow: new Set(['differs'] as const) });
    expect(outcome.findings.map(({ code }) => code)).toContain('differs');
  });

  it('are refused when they fit an hour beside, which a file without a weekend does not show', async () => {
    await histories();
    const days = weeks(2, () => 0).slice(1500, 6000);
    const shifted = days.map(({ timeMs, ...prices }) => Object.assign({ timeMs: timeMs + 2 * HOUR }, prices));
    const error: unknown = await run(encodeFile(GENERIC, shifted), { zone: 'UTC+1' }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({
      code: 'clock',
      message: expect.stringContaining('60 minutes earlier') as string,
    });
    const right = await stored(encodeFile(GENERIC, shifted), { zone: 'UTC+2' });
    expect(right.findings.map(({ code }) => code)).toEqual(['overlap']);
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

  it('is refused when too many rows are out of order to be sorted here', async () => {
    const rows = walkRows({ seed: 1, fromMs: MONDAY_MS, rows: 1, stepMs: 1 });
    const line = TICKS.line(rows[0] as FileRow).slice(13);
    const text = `timestamp_ms_utc,bid,ask\n${Array.from({ length: 1_000_050 }, (_, at) => `${MONDAY_MS + 2_000_000 - at}${line}\n`).join('')}`;
    expect(await refused(run(text))).toMatchObject({ code: 'unsorted' });
  });
});

describe('the folder', () => {
  it('that cannot be made is told', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(dataDir, 'a file where the folder should be');
    const error: unknown = await run(encodeFile(UNIFORM, TWO_HOURS)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'cannot-write',
      message: expect.stringContaining(dataDir) as string,
    });
  });

  it('is cleared of what a killed run left, and such a run is never listed', async () => {
    const abandoned = join(dataDir, 'history', `.incoming-${process.pid}`);
    mkdirSync(abandoned, { recursive: true });
    mkdirSync(join(dataDir, 'history', 'half-made'));
    expect(await listDatasets(dataDir)).toEqual([]);
    const { meta } = await stored(encodeFile(UNIFORM, TWO_HOURS), { name: undefined });
    expect((await listDatasets(dataDir)).map(({ name }) => name)).toEqual([meta.name]);
  });

  it('is left as it was when the run is stopped', async () => {
    const stop = new AbortController();
    const text = encodeFile(UNIFORM, walkRows({ seed: 1, fromMs: MONDAY_MS, rows: 5000 }));
    const piped = new Readable({ read: () => undefined });
    const work = importHistory(importRequest(dataDir, '-', { stdin: piped, signal: stop.signal }));
    piped.push(text.slice(0, 90_000));
    stop.abort(new ImportRefusal('interrupted', 'Stopped.', 'Start again.'));
    piped.push(text.slice(90_000));
    piped.push(null);
    expect(await refused(work)).toMatchObject({ code: 'interrupted' });
  });
});
