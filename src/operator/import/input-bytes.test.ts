import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openInput } from './input-bytes.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-input-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const TEXT = `time,bid,ask\n${'2018-10-09 00:00:00,1.10000,1.10010\n'.repeat(200_000)}`;

async function read(
  content: Uint8Array | string,
  name = 'prices.csv',
): Promise<{ text: string; sha256: string }> {
  const path = join(folder, name);
  writeFileSync(path, content);
  return drain(await openInput(path, Readable.from([])));
}

async function drain(input: Awaited<ReturnType<typeof openInput>>) {
  const parts: string[] = [];
  for await (const chunk of input.chunks) parts.push(Buffer.from(chunk).toString('latin1'));
  return { text: parts.join(''), sha256: input.sha256() };
}

describe('an input', () => {
  it('is read whole, and gzip is recognised by its bytes and not by its name', async () => {
    const plain = await read(TEXT);
    const packed = await read(gzipSync(TEXT), 'prices.csv');
    const named = await read(TEXT, 'prices.csv.gz');
    expect(plain.text === TEXT && packed.text === TEXT && named.text === TEXT).toBe(true);
  });

  it('has the same hash packed and plain', async () => {
    const hashes = [await read(TEXT), await read(gzipSync(TEXT)), await read(gzipSync(TEXT, { level: 1 }))];
    expect(new Set(hashes.map(({ sha256 }) => sha256)).size).toBe(1);
  });

  it('is read from standard input a byte at a time, packed or not', async () => {
    const short = TEXT.slice(0, 500);
    for (const content of [Buffer.from(short), gzipSync(short)]) {
      const pieces = Readable.from([...content].map((byte) => Uint8Array.of(byte)));
      expect((await drain(await openInput('-', pieces))).text).toBe(short);
    }
  });

  it('may hold several gzip members, as joined downloads do', async () => {
    const half = TEXT.length / 2;
    const joined = Buffer.concat([gzipSync(TEXT.slice(0, half)), gzipSync(TEXT.slice(half))]);
    expect((await read(joined)).text === TEXT).toBe(true);
  });

  it('loses a byte order mark, quotes, and the second bytes of UTF-16', async () => {
    const short = TEXT.slice(0, 3000);
    expect((await read(`\ufeff${short}`)).text).toBe(short);
    expect((await read(Buffer.from(`\ufeff${TEXT}`, 'utf16le'))).text === TEXT).toBe(true);
    expect((await read(short.replaceAll(',', '","').replaceAll('\n', '"\n"'))).text).toBe(short);
  });
});

describe('an input that cannot be read', () => {
  const refusal = async (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => expect.fail('was read'),
      (error: unknown) => error,
    );

  it('is refused as cut when its gzip ends in the middle, wherever that is', async () => {
    const whole = gzipSync(TEXT);
    for (const kept of [11, 200, Math.floor(whole.length / 2), whole.length - 9, whole.length - 1]) {
      expect(await refusal(read(whole.subarray(0, kept))), `${kept} bytes kept`).toMatchObject({
        code: 'cut',
      });
    }
  });

  it('is refused as damaged when bytes of its gzip were changed', async () => {
    const whole = gzipSync(TEXT);
    whole.fill(0xaa, 300, 340);
    expect(await refusal(read(whole))).toMatchObject({ code: 'damaged-gzip' });
  });

  it('is refused when it is missing or a folder', async () => {
    const none = Readable.from([]);
    expect(await refusal(openInput(join(folder, 'none.csv'), none))).toMatchObject({ code: 'unreadable' });
    expect(await refusal(openInput(folder, none))).toMatchObject({ code: 'unreadable' });
  });
});

/** The files this process has open right now (Linux shows them). */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

describe.runIf(process.platform === 'linux')('an input that is left after its first piece', () => {
  it.each([
    ['plain', TEXT],
    ['packed', gzipSync(TEXT)],
  ])('is closed: %s', async (_, content) => {
    const path = join(folder, 'left.csv');
    writeFileSync(path, content);
    const input = await openInput(path, Readable.from([]));
    for await (const chunk of input.chunks) {
      expect(chunk.length).toBeGreaterThan(0);
      expect(openFiles()).toContain(path);
      break;
    }
    expect(openFiles()).not.toContain(path);
  });
});
