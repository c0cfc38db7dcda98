import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listenHere } from '../../../tests/support/local-server.ts';
import { packLiterals } from '../../../tests/support/lzma-literals.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { readDataset } from '../../server/market/dataset-store.ts';
import { Output } from '../output.ts';
import { decodeLzma } from './lzma.ts';
import { type PricesFlags, downloadPrices } from './prices-command.ts';
import { commandIo } from '../../../tests/support/run-here.ts';

const DAY_MS = 86_400_000;
const MARCH = { year: 2024, month: 3 };
/** The whole of March 2024 is past. */
const NOW = Date.UTC(2024, 3, 2, 9);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-prices-'));
  vi.stubEnv('PIPCAST_DATA_DIR', join(folder, 'data'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const packed = new Map<number, Buffer>();

/** A day of bars as the vendor packs them: each minute has a row, one in ten without a quote. */
function packedBars(day: number): Buffer {
  const known = packed.get(day);
  if (known !== undefined) return known;
  const random = seededRandom(day);
  const weekday = new Date(day * DAY_MS).getUTCDay();
  const isOpen = (minute: number) =>
    (weekday >= 1 && weekday <= 4) || (weekday === 5 && minute < 1_260) || (weekday === 0 && minute >= 1_260);
  const rows = Buffer.alloc(1_440 * 24);
  let price = 108_000 + (day % 31) * 3;
  for (let minute = 0; minute < 1_440; minute += 1) {
    const isQuoted = isOpen(minute) && random() % 10 !== 0;
    const open = price;
    if (isQuoted) price += (random() % 9) - 4;
    const values = [minute * 60, open, price, Math.min(open, price) - 1, Math.max(open, price) + 1];
    for (const [place, value] of values.entries()) rows.writeUInt32BE(value, minute * 24 + place * 4);
    rows.writeFloatBE(isQuoted ? 12.5 : 0, minute * 24 + 20);
  }
  const file = packLiterals(rows);
  packed.set(day, file);
  return file;
}

/** An hour of quotes of April 2024 as the vendor packs them: milliseconds, ask, bid and two volumes. The 6th is a Saturday. */
function packedTicks(letters: string, ofMonth: number, hour: number): Buffer {
  if (ofMonth === 6) return Buffer.alloc(0);
  const random = seededRandom(ofMonth * 24 + hour);
  const rows = Buffer.alloc(20 * 20);
  let bid = letters === 'USDJPY' ? 151_300 : 107_900;
  for (let at = 0; at < 20; at += 1) {
    bid += (random() % 9) - 4;
    const values = [at * 180_000 + (random() % 1_000), bid + 3, bid];
    for (const [place, value] of values.entries()) rows.writeUInt32BE(value, at * 20 + place * 4);
    rows.writeFloatBE(1.5, at * 20 + 12);
    rows.writeFloatBE(0.75, at * 20 + 16);
  }
  return packLiterals(rows);
}

/** The vendor: answers as it does, but for paths that a test has faults for, once each. */
async function vendor(
  faults: Readonly<Record<string, readonly ((response: ServerResponse) => unknown)[]>> = {},
  { nowMs = NOW, answerMs = 60_000 } = {},
) {
  const left = new Map(Object.entries(faults).map(([path, those]) => [path, [...those]]));
  const asked: string[] = [];
  const { origin, stop } = await listenHere((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const fault = [...left].find(([part]) => path.includes(part))?.[1].shift();
    if (fault !== undefined) return fault(response);
    const ticks = /^\/feed\/(EURUSD|USDJPY)\/2024\/03\/(\d\d)\/(\d\d)h_ticks\.bi5$/.exec(path);
    if (ticks !== null)
      return void response.end(packedTicks(ticks[1] as string, Number(ticks[2]), Number(ticks[3])));
    const [, year, month, day] =
      /^\/feed\/EURUSD\/(\d{4})\/(\d\d)\/(\d\d)\/BID_candles_min_1\.bi5$/.exec(path) ?? [];
    if (day === undefined) return void response.writeHead(404).end();
    const ms = Date.UTC(Number(year), Number(month), Number(day));
    response.end(new Date(ms).getUTCDay() === 6 ? '' : packedBars(ms / DAY_MS));
  });
  const pauses: number[] = [];
  return {
    asked,
    pauses,
    outside: {
      address: `${origin}/feed`,
      nowMs: () => nowMs,
      answerMs,
      pause: async (ms: number) => void pauses.push(ms),
    },
    [Symbol.asyncDispose]: stop,
  };
}

type Played = Awaited<ReturnType<typeof vendor>>;

async function get(
  { outside }: Played,
  flags: Partial<PricesFlags> = {},
  signal = new AbortController().signal,
  pair = 'EUR/USD',
) {
  const { io, written } = commandIo();
  const context = { io, output: new Output(io, false) };
  const ended = await downloadPrices(
    context,
    pair,
    { from: MARCH, to: MARCH, ...flags },
    signal,
    outside,
  ).then(
    (ending) => ({ ending: ending as string, error: '' }),
    (error: Error) => ({ ending: 'thrown', error: error.message }),
  );
  const { stdout: out, stderr: err } = await written();
  return { ...ended, out, err };
}

const status = (code: number) => (response: ServerResponse) =>
  void response.writeHead(code).end('<html>busy</html>');
const cut = (day: number) => (response: ServerResponse) =>
  void response.end(packedBars(day).subarray(0, 900));
/** Goes on as long as the reader takes it, up to 1 GiB. */
const endless = (response: ServerResponse) => {
  const piece = Buffer.alloc(2 ** 20);
  const pieces = function* () {
    for (let at = 0; at < 1_024; at += 1) yield piece;
  };
  Readable.from(pieces()).pipe(response);
};
const dayOf = (ofMonth: number) => Date.UTC(2024, 2, ofMonth) / DAY_MS;

describe('pipcast prices get', () => {
  test('makes a data set of a month, with the minutes that had a quote, and says whose prices they are', async () => {
    await using played = await vendor();
    const { ending, out, err } = await get(played);
    expect(ending, err).toBe('ok');
    expect(out.trim()).toBe('eurusd-m1-2024-03-dukascopy');
    expect(err).toContain('prices of Dukascopy Bank SA');
    const { meta, ...dataset } = await readDataset(join(folder, 'data'), out.trim());
    if (dataset.kind !== 'm1') throw new Error('bars');
    expect(meta).toMatchObject({ pair: 'EUR/USD', clock: 'UTC', source: 'dukascopy' });
    expect(dataset.bars.length).toBeGreaterThan(25_000);
    // January is month 00 to the vendor, so March is 02.
    expect(played.asked).toContain('/feed/EURUSD/2024/02/31/BID_candles_min_1.bi5');
    expect(played.asked).toHaveLength(31);
    expect(existsSync(join(folder, 'data', 'downloads', 'eurusd-m1'))).toBe(false);
  });

  test('tries again after a full house, a fault of the server and an answer that is cut off', async () => {
    await using played = await vendor({
      '/02/05/': [status(503), status(429), cut(dayOf(5))],
      '/02/06/': [(response) => response.destroy()],
    });
    const { ending, err } = await get(played);
    expect(ending, err).toBe('ok');
    expect(played.asked).toHaveLength(31 + 4);
    expect(played.pauses).toHaveLength(4);
    expect(Math.max(...played.pauses)).toBeLessThanOrEqual(60_000);
  });

  test('names the weekdays that the vendor does not have', async () => {
    await using played = await vendor({ '/02/29/': [status(404)] });
    expect((await get(played)).err).toContain('no prices of one weekday: 2024-03-29');
  });

  test('keeps what it has when the vendor stays away, goes on there, and names what was missing before', async () => {
    await using away = await vendor({
      '/02/05/': [status(404)],
      '/02/20/': Array.from({ length: 6 }, () => status(500)),
    });
    const stopped = await get(away);
    expect(stopped).toMatchObject({ ending: 'thrown', out: '' });
    expect(stopped.error).toMatch(
      /2024\/02\/20\/BID_candles_min_1\.bi5 answers with status 500, 6 times in a row/,
    );
    const kept = readdirSync(join(folder, 'data', 'downloads', 'eurusd-m1')).filter((name) =>
      name.endsWith('.csv'),
    );
    expect(kept.length).toBeGreaterThan(10);
    await using back = await vendor();
    const { ending, err } = await get(back);
    expect(ending, err).toBe('ok');
    expect(back.asked).toHaveLength(31 - kept.length);
    expect(err).toContain('no prices of one weekday: 2024-03-05');
  });

  test.each<[string, (response: ServerResponse) => void, RegExp]>([
    [
      'a page in place of prices',
      (response) => void response.end('<html>'.padEnd(900, 'x')),
      /cannot be read/,
    ],
    [
      'bars of more than a day',
      (response) => void response.end(packLiterals(shifted(86_400))),
      /not one-minute bars of this day/,
    ],
    [
      'rows that are cut',
      (response) => void response.end(packLiterals(Buffer.alloc(25, 1))),
      /last row is cut off/,
    ],
    ['answer without end', endless, /cannot be read: the packed file is larger than any/],
    ['no permission', status(403), /status 403\.$/],
  ])('takes no %s', async (_, fault, sentence) => {
    await using played = await vendor({ '/02/12/': Array.from({ length: 6 }, () => fault) });
    expect((await get(played)).error).toMatch(sentence);
  });

  test('ends at Ctrl-C, keeps the days so far and says how to go on', async () => {
    const stop = new AbortController();
    await using played = await vendor({ '/02/15/': [() => stop.abort()] });
    expect(await get(played, {}, stop.signal)).toMatchObject({
      ending: 'thrown',
      error: 'Stopped. The days so far are kept.',
    });
  });

  test('of two at once in one folder the second is refused, the first ends as if alone, and what a killed one left is no other', async () => {
    const downloads = join(folder, 'data', 'downloads', 'eurusd-m1');
    // A process of this number cannot be: it is above the system's largest.
    mkdirSync(join(downloads, `.incoming-${hostname().replace(/[^A-Za-z0-9]/g, '_')}-2147483647-ab`), {
      recursive: true,
    });
    await using other = await vendor();
    const second: Awaited<ReturnType<typeof get>>[] = [];
    await using played = await vendor({
      '/02/15/': [
        async (response) => {
          second.push(await get(other));
          response.writeHead(503).end();
        },
      ],
    });
    const { ending, err } = await get(played);
    expect(ending, err).toBe('ok');
    expect(second).toMatchObject([
      { ending: 'thrown', error: `Another download of the same kind is running in ${downloads}.` },
    ]);
    expect(other.asked).toEqual([]);
    expect(existsSync(downloads)).toBe(false);
  });

  test.skipIf(process.platform === 'win32')(
    'says that the disk is full, leaves no half day behind, and goes on from what it has',
    async () => {
      await using played = await vendor();
      const code = `
        import { PassThrough, Readable } from 'node:stream';
        import { Output } from ${JSON.stringify(new URL('../output.ts', import.meta.url).href)};
        import { downloadPrices } from ${JSON.stringify(new URL('./prices-command.ts', import.meta.url).href)};
        const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough(), env: {} };
        const month = { year: 2024, month: 3 };
        const vendor = { address: process.argv[1], nowMs: () => ${NOW}, answerMs: 60_000, pause: async () => {} };
        await downloadPrices({ io, output: new Output(io, false) }, 'EUR/USD', { from: month, to: month },
          new AbortController().signal, vendor).catch((error) => console.log(JSON.stringify(error.message + ' ' + error.hint)));`;
      // A limit on file size stands in for a full disk: the system refuses the write in the same way. A Sunday is small enough for it.
      const child = spawn(
        'sh',
        ['-c', 'trap "" XFSZ; ulimit -f 32; exec "$0" "$@"', process.execPath].concat(
          ['--import', 'tsx', '--input-type=module', '-e', code],
          [played.outside.address],
        ),
        { env: { ...process.env, TSX_DISABLE_CACHE: '1' } },
      );
      const said = { out: '', err: '' };
      child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
      await once(child, 'close');
      expect(said.out, said.err).toMatch(
        /^"There is no space left in .*eurusd-m1\. The days so far are kept\. Free some space/,
      );
      const left = readdirSync(join(folder, 'data', 'downloads', 'eurusd-m1'));
      expect(left.filter((name) => !/^2024-03-\d\d\.csv$/.test(name))).toEqual([]);
      await using back = await vendor();
      const { ending, err } = await get(back);
      expect(ending, err).toBe('ok');
      expect(back.asked).toHaveLength(31 - left.length);
    },
  );

  test('takes whole days only: of a month that goes on, those before today', async () => {
    await using played = await vendor();
    const { error } = await get(played, { from: { year: 2024, month: 5 }, to: { year: 2024, month: 5 } });
    expect(error).toBe('There is no whole day between these months.');
    await get(played, { from: { year: 2024, month: 4 }, to: { year: 2024, month: 12 } });
    expect(played.asked).toEqual(['/feed/EURUSD/2024/03/01/BID_candles_min_1.bi5']);
  });
});

describe('pipcast prices get --ticks', () => {
  const APRIL = { year: 2024, month: 4 };
  const flags = { from: APRIL, to: APRIL, ticks: true };
  /** The 1st to the 3rd are past. */
  const PART = { nowMs: Date.UTC(2024, 3, 4, 9) };
  const hours = (ofMonth: number) => (path: string) =>
    path.includes(`/03/${String(ofMonth).padStart(2, '0')}/`);

  test('makes a data set of every quote, 24 files a day', async () => {
    await using played = await vendor({}, PART);
    const { ending, out, err } = await get(played, flags);
    expect(ending, err).toBe('ok');
    expect(played.asked).toHaveLength(3 * 24);
    const { meta, ...dataset } = await readDataset(join(folder, 'data'), out.trim());
    if (dataset.kind !== 'ticks') throw new Error('quotes');
    expect(meta).toMatchObject({ pair: 'EUR/USD', clock: 'UTC', source: 'dukascopy' });
    expect(dataset.ticks.length).toBe(3 * 24 * 20);
    const rows = decodeLzma(packedTicks('EURUSD', 2, 5), 1_000);
    const row = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
    const at = (24 + 5) * 20;
    expect([dataset.ticks.timeMs[at], dataset.ticks.bid[at], dataset.ticks.ask[at]]).toEqual([
      Date.UTC(2024, 3, 2, 5) + row.getUint32(0),
      row.getUint32(8),
      row.getUint32(4),
    ]);
  });

  test('reads prices of a pair of three decimals as such', async () => {
    await using played = await vendor({}, { nowMs: Date.UTC(2024, 3, 2) });
    const { out, err } = await get(played, flags, undefined, 'USD/JPY');
    const dataset = await readDataset(join(folder, 'data'), out.trim());
    if (dataset.kind !== 'ticks') throw new Error(err);
    expect(Math.round((dataset.ticks.bid[0] as number) / 1_000)).toBe(151);
  });

  test('asks again after each fault that may pass: busy, cut off, garbage, no answer in time', async () => {
    const slow = (response: ServerResponse) => void response.writeHead(200).write('x');
    await using played = await vendor(
      {
        '/03/01/04h': [status(503)],
        '/03/01/09h': [(response) => void response.end(packedTicks('EURUSD', 1, 9).subarray(0, 60))],
        '/03/02/11h': [(response) => void response.end('<html>'.padEnd(300, 'x'))],
        '/03/02/12h': [(response) => void response.writeHead(200, { 'content-length': 900 }).end('short')],
        '/03/03/03h': [slow],
      },
      { ...PART, answerMs: 1_000 },
    );
    const { ending, out, err } = await get(played, flags);
    expect(ending, err).toBe('ok');
    const asked = new Map<string, number>();
    for (const path of played.asked) asked.set(path, (asked.get(path) ?? 0) + 1);
    for (const hour of ['01/04h', '01/09h', '02/11h', '02/12h', '03/03h'])
      expect(asked.get(`/feed/EURUSD/2024/03/${hour}_ticks.bi5`), hour).toBeGreaterThan(1);
    const dataset = await readDataset(join(folder, 'data'), out.trim());
    expect(dataset.kind === 'ticks' && dataset.ticks.length).toBe(3 * 24 * 20);
  });

  test('leaves out an hour that the vendor does not have, and names a weekday without any', async () => {
    await using played = await vendor(
      { '/03/01/07h': [status(404)], '/03/02/': Array.from({ length: 24 }, () => status(404)) },
      PART,
    );
    const { ending, out, err } = await get(played, flags);
    expect(ending, err).toBe('ok');
    expect(err).toContain('no prices of one weekday: 2024-04-02');
    const dataset = await readDataset(join(folder, 'data'), out.trim());
    expect(dataset.kind === 'ticks' && dataset.ticks.length).toBe(47 * 20);
  });

  test('goes on with the days that are missing, each of them whole', async () => {
    await using away = await vendor({ '/03/02/13h': Array.from({ length: 6 }, () => status(500)) }, PART);
    expect((await get(away, flags)).error).toMatch(/02\/13h_ticks\.bi5 answers with status 500, 6 times/);
    const kept = readdirSync(join(folder, 'data', 'downloads', 'eurusd-ticks')).filter((name) =>
      name.endsWith('.csv'),
    );
    expect(kept).not.toContain('2024-04-02.csv');
    await using back = await vendor({}, PART);
    const { ending, out, err } = await get(back, flags);
    expect(ending, err).toBe('ok');
    expect(back.asked).toHaveLength((3 - kept.length) * 24);
    expect(back.asked.filter(hours(2))).toHaveLength(24);
    const dataset = await readDataset(join(folder, 'data'), out.trim());
    expect(dataset.kind === 'ticks' && dataset.ticks.length).toBe(3 * 24 * 20);
  });

  test.each<[string, Buffer, RegExp]>([
    ['quotes of another hour', tickRow(3_600_000, 108_003, 108_000), /not quotes of this hour/],
    ['quotes without a price', tickRow(5, 0, 108_000), /not quotes of this hour/],
    ['rows that are cut', Buffer.alloc(21, 1), /last row is cut off/],
  ])('takes no %s', async (_, rows, sentence) => {
    const fault = (response: ServerResponse) => void response.end(packLiterals(rows));
    await using played = await vendor({ '/03/03/22h': Array.from({ length: 6 }, () => fault) }, PART);
    expect((await get(played, flags)).error).toMatch(sentence);
  });
});

function tickRow(...values: readonly number[]): Buffer {
  const row = Buffer.alloc(20);
  for (const [place, value] of values.entries()) row.writeUInt32BE(value, place * 4);
  return row;
}

function shifted(seconds: number): Buffer {
  const row = Buffer.alloc(24);
  for (const [place, value] of [seconds, 100, 100, 99, 101].entries()) row.writeUInt32BE(value, place * 4);
  return row;
}

describe('unpacking', () => {
  // A text that repeats and changes, packed by liblzma 5.4 (Python's lzma, FORMAT_ALONE).
  const PACKED =
    'XQAAgAD//////////wA5G8tQIJ+tkDyZ21tbymueQFoJkMH+CQS1rWAiO2Q5EaXRvZVZ09/T5MV7BL46owcaT5+QRWOT1O4B3qKayADEKtJQHGAI2pFGN4z17fIOS+LQA1UF1MLX32mQhmCzT+MUNGg9ma1e0E7i9D0HaboLAoiPWfzVzXJ7xlpxrxD08J2bt5r8bDblo3UM+KNvylQ4Tmru0NklOLUCnLAHUsaydLtUDSYW3ihamf/8zAib';

  test('gives what another program packed, with its end marker and its repeats', () => {
    const text = Array.from({ length: 40 }, (_, at) => `row ${at * at} of ${at % 7};`).join('');
    expect(Buffer.from(decodeLzma(Buffer.from(PACKED, 'base64'), 10_000)).toString()).toBe(text);
  });

  test('refuses a file that is cut off anywhere, at once', () => {
    const file = Buffer.from(PACKED, 'base64');
    for (let length = 0; length < file.length; length += 1)
      expect(() => decodeLzma(file.subarray(0, length), 10_000)).toThrow(RangeError);
  });

  test('refuses more bytes than are wanted', () => {
    expect(() => decodeLzma(Buffer.from(PACKED, 'base64'), 100)).toThrow('damaged');
    expect(() => decodeLzma(packLiterals(Buffer.alloc(101)), 100)).toThrow('damaged');
  });

  test.skipIf(spawnSync('python3', ['-c', 'import lzma']).status !== 0)(
    'gives what Python packs, whatever the bytes and the settings',
    () => {
      const program = `
import lzma, random, struct, sys
random.seed(5)
for turn in range(60):
    size = random.choice([0, 1, 5, 300, 5000, 40000])
    few = random.choice([1, 2, 5, 256])
    data = bytes(random.randrange(few) for _ in range(size))
    if turn % 3 == 0: data = (data[:97] * (size // 97 + 1))[:size]
    lc = random.randrange(5); lp = random.randrange(5 - lc)
    packed = lzma.compress(data, format=lzma.FORMAT_ALONE, filters=[{'id': lzma.FILTER_LZMA1, 'lc': lc, 'lp': lp, 'pb': random.randrange(5), 'preset': random.randrange(7)}])
    sys.stdout.buffer.write(struct.pack('>II', len(data), len(packed)) + data + packed)
`;
      const { stdout } = spawnSync('python3', ['-c', program], { maxBuffer: 1e8 });
      let at = 0;
      let files = 0;
      for (; at < stdout.length; files += 1) {
        const [size, length] = [stdout.readUInt32BE(at), stdout.readUInt32BE(at + 4)];
        const data = stdout.subarray(at + 8, at + 8 + size);
        expect(
          Buffer.from(decodeLzma(stdout.subarray(at + 8 + size, at + 8 + size + length), 100_000)).equals(
            data,
          ),
        ).toBe(true);
        at += 8 + size + length;
      }
      expect(files).toBe(60);
    },
  );
});
