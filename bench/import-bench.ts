import {
  closeSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fxWeekAt } from '../src/core/time/fx-week.ts';
import { type CheckedImport, importHistory } from '../src/operator/import/import-history.ts';
import { importRequest } from '../tests/support/import-request.ts';
import { encodeFile, FILE_FORMATS, type FileFormat, walkRows } from '../tests/support/price-files.ts';
import { bounded, compared, type Figure, median } from './figure.ts';

const ROUNDS = 3;
const YEARS = 6;
const YEAR_ROWS = 372_000;
/** 52 weeks keep every weekday. */
const YEAR_MS = 364 * 86_400_000;

/**
 * Import of one-minute bars: MB/s on a plain file of six years against the ceiling of reading its bytes and finding its
 * line ends, and the time of one year packed, which is what people download.
 */
export async function* importBench(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'pipcast-import-bench-'));
  try {
    const format = FILE_FORMATS.find(({ title }) => title === 'uniform bars') as FileFormat;
    const year = walkRows({
      seed: 1,
      fromMs: Date.UTC(2012, 0, 3),
      rows: YEAR_ROWS,
      isOpen: (ms) => ms < fxWeekAt(ms).closesMs,
    });
    const packed = join(folder, 'EURUSD-year.csv.gz');
    writeFileSync(packed, gzipSync(encodeFile(format, year)));
    const plain = join(folder, 'EURUSD-years.csv');
    const file = openSync(plain, 'w');
    for (let shift = 0; shift < YEARS; shift += 1) {
      if (shift > 0)
        for (const [index, row] of year.entries()) year[index] = { ...row, timeMs: row.timeMs + YEAR_MS };
      const text = encodeFile(format, year);
      writeSync(file, shift === 0 ? text : text.slice(text.indexOf('\n') + 1));
    }
    closeSync(file);

    const megabytes = statSync(plain).size / 1e6;
    const ceilings: number[] = [];
    const imports: number[] = [];
    const years: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      ceilings.push(megabytes / seconds(() => countLines(plain)));
      imports.push(megabytes / (await importSeconds(folder, plain, YEARS * YEAR_ROWS)));
      years.push(await importSeconds(folder, packed, YEAR_ROWS));
    }
    const ceiling = { name: 'reading the file and finding its line ends', value: median(ceilings) };
    yield* [
      bounded('import, plain CSV of one-minute bars', median(imports), 'MB/s', { atLeast: 90 }),
      compared('import against its ceiling', median(imports), 'MB/s', ceiling),
      bounded(`import, ${YEAR_ROWS.toLocaleString('en-US')} rows packed`, median(years), 's', { atMost: 3 }),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function importSeconds(folder: string, path: string, rows: number): Promise<number> {
  const dataDir = join(folder, 'data');
  const started = performance.now();
  const outcome = (await importHistory(importRequest(dataDir, path))) as CheckedImport;
  const taken = (performance.now() - started) / 1000;
  const { rowsIn } = outcome.report;
  if (rowsIn !== rows) throw new Error(`${rowsIn} rows were read of ${rows}`);
  rmSync(dataDir, { recursive: true });
  return taken;
}

function seconds(work: () => void): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

function countLines(path: string): number {
  const file = openSync(path, 'r');
  const buffer = Buffer.allocUnsafe(1 << 20);
  let lines = 0;
  for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
    const piece = buffer.subarray(0, read);
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines += 1;
  }
  closeSync(file);
  return lines;
}
