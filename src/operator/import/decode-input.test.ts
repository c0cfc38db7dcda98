import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  encodeFile,
  FILE_FORMATS,
  type FileFormat,
  type FileRow,
  walkRows,
} from '../../../tests/support/price-files.ts';
import { decodeInput } from './decode-input.ts';
import type { ImportRefusal } from '../../server/market/dataset-store.ts';
import type { InputBytes } from './input-bytes.ts';
import { runs } from '../../../tests/support/rounds.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-decode-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** A Tuesday, 00:00 UTC. */
const TUESDAY_MS = Date.UTC(2018, 9, 9);

function inputOf(pieces: readonly Uint8Array[]): InputBytes {
  return {
    name: 'stdin',
    totalBytes: undefined,
    readBytes: () => 0,
    sha256: () => '',
    chunks: (async function* () {
      const text = new TextDecoder();
      for (const piece of pieces) yield text.decode(piece, { stream: true });
    })(),
  };
}

async function decode(pieces: readonly Uint8Array[]) {
  const decoded = await decodeInput(inputOf(pieces), {
    folder,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    mostRows: () => Number.POSITIVE_INFINITY,
  });
  const rows: number[][] = [];
  const bars = decoded.layout.kind === 'm1';
  for (const { block } of decoded.raw.blocks()) {
    for (let row = 0; row < block.length; row += 1) {
      const fields = [block.timeMs, block.open, block.high, ...(bars ? [block.low, block.close] : [])];
      rows.push(fields.map((field) => field[row] ?? Number.NaN));
    }
  }
  decoded.raw.close();
  return { decoded, rows };
}

/** What the decoder keeps of a row: time, then prices in millionths. */
function expected({ kind }: FileFormat, rows: readonly FileRow[]): number[][] {
  return rows.map(({ timeMs, open, high, low, close }) => [
    timeMs,
    open * 10,
    high * 10,
    ...(kind === 'm1' ? [low * 10, close * 10] : []),
  ]);
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const rowsArbitrary = (format: FileFormat): fc.Arbitrary<FileRow[]> =>
  fc
    .array(
      fc.record({
        steps: fc.integer({ min: 1, max: 5000 }),
        low: fc.integer({ min: 60_000, max: 170_000 }),
        open: fc.integer({ min: 0, max: 900 }),
        close: fc.integer({ min: 0, max: 900 }),
        above: fc.integer({ min: 0, max: 90 }),
        volume: fc.integer({ min: 1, max: 9999 }),
      }),
      { minLength: 1, maxLength: 12 },
    )
    .map((drawn) => {
      let timeMs = TUESDAY_MS;
      return drawn.map(({ steps, low, open, close, above, volume }) => {
        timeMs += steps * format.stepMs;
        const high = low + Math.max(open, close) + above + (format.kind === 'ticks' ? 1 : 0);
        return { timeMs, open: low + open, high, low, close: low + close, volume };
      });
    });

describe.each(FILE_FORMATS)('$title', (format) => {
  it('decode to the rows that were written, with either line end, cut into pieces anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        rowsArbitrary(format),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.nat(2000), { maxLength: 6 }),
        async (rows, lineEnd, cuts) => {
          const whole = bytes(encodeFile(format, rows, lineEnd));
          const at = [0, ...cuts.map((cut) => cut % whole.length).toSorted((a, b) => a - b), whole.length];
          const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
          const { decoded, rows: found } = await decode(pieces);
          expect(decoded.layout.vendor).toBe(format.vendor);
          expect(decoded.badLines).toBe(0);
          expect(found).toEqual(expected(format, rows));
        },
      ),
      { numRuns: runs(12, 60) },
    );
  });

  it('decode the same when a piece ends at any byte of a row', async () => {
    // The layout is found in the first 64 lines: only a later cut leaves half a row behind.
    const rows = walkRows({ seed: 5, fromMs: TUESDAY_MS, stepMs: format.stepMs, rows: 100 });
    const whole = bytes(encodeFile(format, rows, '\r\n'));
    const rowBytes = whole.length / rows.length;
    for (let cut = Math.floor(whole.length - 2.2 * rowBytes); cut < whole.length - rowBytes; cut += 1) {
      const { rows: found } = await decode([
        whole.slice(0, cut),
        whole.slice(cut, cut + 3),
        whole.slice(cut + 3),
      ]);
      expect(found.length, `cut at byte ${cut}`).toBe(rows.length);
      expect(found.slice(-6), `cut at byte ${cut}`).toEqual(expected(format, rows.slice(-6)));
    }
  });

  it('tell the line of every row, blank lines and a heading counted', async () => {
    const rows = walkRows({ seed: 6, fromMs: TUESDAY_MS, rows: 6, stepMs: format.stepMs });
    const lines = encodeFile(format, rows).split('\n');
    const firstRow = format.header === undefined ? 0 : 1;
    lines.splice(firstRow + 3, 0, '', '  ');
    const { decoded } = await decode([bytes(lines.join('\n'))]);
    const line = (row: number): number => decoded.lineOfRow(row);
    expect([0, 2, 3, 5].map(line)).toEqual([1, 3, 6, 8].map((at) => at + firstRow));
  });
});

describe('a long file', () => {
  it('is decoded piece by piece to the rows that were written', async () => {
    const format = FILE_FORMATS.find(({ title }) => title === 'generic CSV bars') as FileFormat;
    const rows = walkRows({ seed: 9, fromMs: TUESDAY_MS, rows: 20_000 });
    const whole = bytes(encodeFile(format, rows));
    const pieces = Array.from({ length: Math.ceil(whole.length / 100_000) }, (_, index) =>
      whole.slice(index * 100_000, (index + 1) * 100_000),
    );
    const { rows: found } = await decode(pieces);
    expect(found).toEqual(expected(format, rows));
  });
});

const GENERIC = 'time,open,high,low,close,volume\n2018-10-09 00:00,1.10000,1.10010,1.09990,1.10005,7\n';

describe('a line that is not a row', () => {
  it.each([
    ['a price that is not a number', '2018-10-09 00:01,NaN,1.10010,1.09990,1.10005,7'],
    ['a zero price', '2018-10-09 00:01,0,1.10010,1.09990,1.10005,7'],
    ['a negative price', '2018-10-09 00:01,1.1,1.10010,-1.09990,1.10005,7'],
    ['a missing price', '2018-10-09 00:01,1.1,,1.09990,1.10005,7'],
    ['a high below its low', '2018-10-09 00:01,1.1,1.09,1.09990,1.10005,7'],
    ['a high below its close', '2018-10-09 00:01,1.1,1.10001,1.09,1.10005,7'],
    ['a low above its close', '2018-10-09 00:01,1.1,1.10011,1.1,1.09,7'],
    ['a day that does not exist', '2018-02-30 00:01,1.1,1.10011,1.1,1.1,7'],
    ['an hour that does not exist', '2018-10-09 24:01,1.1,1.10011,1.1,1.1,7'],
    ['too few columns', '2018-10-09 00:01,1.1,1.10011,1.1', 'has 4 columns instead of 6'],
    ['too many columns', '2018-10-09 00:01,1.1,1.10011,1.1,1.1,7,8', 'has 7 columns instead of 6'],
    ['an exponent', '2018-10-09 00:01,1.1,1e1,1.1,1.1,7'],
    ['a price beyond 32 bits', '2018-10-09 00:01,1.1,11000,1.1,1.1,7'],
  ])(
    'with %s is reported with what it holds',
    async (_title, line, problem = 'a time that cannot be read') => {
      const { decoded } = await decode([bytes(`${GENERIC}${line}\n2018-10-09 00:02,1.1,1.1,1.1,1.1,1\n`)]);
      expect(decoded.badLines).toBe(1);
      const [bad] = decoded.firstBadLines;
      expect(bad).toEqual({ line: 3, problem: expect.stringContaining(problem) as string });
      expect(bad?.problem).toContain(`"${line}"`);
    },
  );

  it('is found as cut when it is the last and ends inside a price', async () => {
    const text = 'timestamp_ms_utc,bid,ask\n1539043200000,1.10000,1.10010\n1539043200500,1.10000,1.1001';
    const { decoded, rows } = await decode([bytes(text)]);
    expect(rows).toHaveLength(1);
    expect(decoded.firstBadLines[0]).toMatchObject({ line: 3 });
    expect(decoded.firstBadLines[0]?.problem).toContain('cut');
  });

  it('is a row when only the line end is missing', async () => {
    const text = 'timestamp_ms_utc,bid,ask\n1539043200000,1.10000,1.10010\n1539043200500,1.10000,1.10012';
    const { decoded, rows } = await decode([bytes(text)]);
    expect(decoded.badLines).toBe(0);
    expect(rows).toHaveLength(2);
  });

  it('ends the reading once there are many', async () => {
    const bad = Array.from({ length: 500 }, () => '2018-10-09 00:01,x,y,z,1.1,7').join('\n');
    await expect(decode([bytes(`${GENERIC}${bad}\n`)])).rejects.toMatchObject({ code: 'bad-lines', line: 3 });
  });
});

describe('what is no price file', () => {
  const refused = async (content: string | Uint8Array): Promise<ImportRefusal> =>
    decode([typeof content === 'string' ? bytes(content) : content]).then(
      () => expect.fail('was decoded'),
      (error: ImportRefusal) => error,
    );

  it.each([
    ['an empty file', '', 'empty'],
    ['blank lines', '\n\n\n', 'empty'],
    ['a web page', '<!DOCTYPE html>\n<html><body>Sign in</body></html>\n', 'web page'],
    ['JSON', '{"candles":[1,2,3]}\n', 'JSON'],
    ['a zip archive', 'PK\u0003\u0004\u0000\u0000', 'zip'],
    ['prose', 'Dear trader,\nhere are your prices.\n', 'no columns'],
    ['a heading alone', 'time,open,high,low,close,volume\n', 'no rows'],
    ['a heading without prices', 'time,name,size\n2018-10-09 00:00,a,1\n', 'no open, high, low and close'],
    ['a heading without time', 'open,high,low,close\n1,2,1,2\n', 'no time'],
    ['dates that could be day or month first', 'time,bid,ask\n05/10/2018 00:00,1.1,1.2\n', 'month first'],
  ])('%s is refused in words', async (_title, content, words) => {
    const error = await refused(content);
    expect(error.code).toBe('not-prices');
    expect(error.message).toContain(words);
    expect(error.hint).not.toBe('');
  });

  it('binary bytes are refused, with and without line ends', async () => {
    const noise = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7919 + (index >> 3)) % 251);
    expect((await refused(noise)).message).toMatch(/binary/);
    expect((await refused(noise.map((byte) => (byte === 10 ? 11 : byte)))).message).toMatch(/binary/);
  });
});
