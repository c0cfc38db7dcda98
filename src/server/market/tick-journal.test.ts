import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MemoryLog, memoryLog } from '../../../tests/support/memory-log.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { epochMs, HOUR_MS } from '../../core/time/instant.ts';
import type { FeedSource, Tick } from '../../core/market/tick.ts';
import { openTickJournal, type TickJournal } from './tick-journal.ts';
import { quoted } from '../../../tests/support/quoted.ts';

const NOW_MS = Date.UTC(2026, 10, 18, 9, 32);
let dataDir: string;
let memory: MemoryLog;
let journal: TickJournal;

beforeEach(() => {
  dataDir = makeTemporaryFolder();
  memory = memoryLog();
  journal = openTickJournal(dataDir, memory.log);
});
afterEach(async () => {
  await journal.close();
  await removeTemporaryFolder(dataDir);
});

function tick(agoMs: number, bid = 108_503, source: FeedSource = 'kraken'): Tick {
  const at = epochMs(NOW_MS - agoMs);
  return quoted({ source, pair: 'USD/CAD', bid, ask: bid + 2, sourceTime: at, receivedTime: at });
}

async function kept(source: FeedSource = 'kraken', nowMs = NOW_MS): Promise<Tick[]> {
  const ticks: Tick[] = [];
  for await (const each of openTickJournal(dataDir, memory.log).read(source, nowMs)) ticks.push(each);
  return ticks;
}
const files = () => readdirSync(join(dataDir, 'ticks'));

describe('quotes kept for the next start', () => {
  test('come back as they were, oldest first, each source its own', async () => {
    const ticks = [tick(2 * HOUR_MS), tick(5000, 108_504), tick(4000, 108_505)];
    for (const each of ticks) journal.add(each);
    journal.add(tick(3000, 108_506, 'oanda'));
    await journal.close();
    expect(await kept()).toEqual(ticks);
    expect(await kept('oanda')).toHaveLength(1);
  });

  test('are never those of Deriv, a replay or made-up prices', async () => {
    for (const source of ['deriv', 'replay', 'synthetic'] as const) journal.add(tick(1000, 1, source));
    await journal.close();
    expect(() => files()).toThrow('ENOENT');
  });

  test('are each written once, however often it is written, up to the very instant they are asked for at', async () => {
    for (const agoMs of [3000, 2000, 0]) {
      journal.add(tick(agoMs));
      await journal.close();
    }
    expect((await kept()).map(({ receivedTime }) => NOW_MS - receivedTime)).toEqual([3000, 2000, 0]);
  });

  test('give the path of one pair in a span, the last quote of each second', async () => {
    const first = tick(2 * HOUR_MS);
    journal.add(first);
    journal.add(tick(5900, 108_504));
    journal.add(tick(5100, 108_506));
    journal.add({ ...tick(4500, 99_000), pair: 'EUR/USD' });
    journal.add(tick(4000, 108_508));
    journal.add(tick(1000, 108_510));
    await journal.close();
    const span = { fromMs: NOW_MS - 6000, toMs: NOW_MS - 4000 };
    expect(await journal.path('kraken', 'USD/CAD', span)).toEqual([
      [NOW_MS - 5100, 217_014],
      [NOW_MS - 4000, 217_018],
    ]);
    expect(await journal.path('oanda', 'USD/CAD', span)).toEqual([]);
  });

  test('reach back more than a day', async () => {
    journal.add(tick(25.5 * HOUR_MS));
    await journal.close();
    expect(await kept()).toHaveLength(1);
  });

  test('that a slow disk cannot take are left out above a megabyte, and taken again when it has caught up', async () => {
    const most = Math.ceil(2 ** 20 / 18);
    for (let count = 0; count < most + 1000; count += 1) journal.add(tick(1000));
    await journal.close();
    expect(await kept()).toHaveLength(most);
    journal.add(tick(500));
    await journal.close();
    expect(await kept()).toHaveLength(most + 1);
  });

  test('do not outlive a day and two hours', async () => {
    journal.add(tick(30 * HOUR_MS));
    await journal.close();
    expect(files()).toHaveLength(1);
    expect(await kept()).toEqual([]);
    journal = openTickJournal(dataDir, memory.log);
    journal.add(tick(0));
    await journal.close();
    expect(files()).toEqual([`kraken-${Math.floor(NOW_MS / HOUR_MS)}.ticks`]);
  });

  test('lose no more than the torn end of a file and what is damaged in it', async () => {
    journal.add(tick(3000, 1));
    journal.add(tick(2000, 2));
    journal.add(tick(1000, 3));
    await journal.close();
    const [name = ''] = files();
    const bytes = readFileSync(join(dataDir, 'ticks', name));
    bytes[18 + 9] = 77;
    writeFileSync(join(dataDir, 'ticks', name), bytes);
    appendFileSync(join(dataDir, 'ticks', name), Buffer.alloc(18 + 7));
    writeFileSync(join(dataDir, 'ticks', 'notes.txt'), 'not a journal');
    expect((await kept()).map(({ bid }) => bid)).toEqual([1, 3]);
  });

  test('are found again behind a torn one, and what lies across them is not taken for quotes', async () => {
    const before = Array.from({ length: 300 }, (_, at) => tick(900_000 - at, 108_000 + at));
    const after = Array.from({ length: 2000 }, (_, at) => tick(800_000 - at * 7, 109_000 + at));
    for (const each of before) journal.add(each);
    await journal.close();
    const [name = ''] = files();
    const whole = readFileSync(join(dataDir, 'ticks', name));
    for (let torn = 1; torn < 18; torn += 1) {
      writeFileSync(join(dataDir, 'ticks', name), whole.subarray(0, whole.length - torn));
      journal = openTickJournal(dataDir, memory.log);
      for (const each of after) journal.add(each);
      await journal.close();
      expect(await kept()).toEqual([...before.slice(0, -1), ...after]);
    }
  });

  test('of a time that has not come are left out, and all are thrown away when the clock was set', async () => {
    journal.add(tick(-1000));
    journal.add(tick(1000));
    await journal.close();
    expect(await kept()).toHaveLength(1);
    await journal.clear();
    expect(await kept()).toEqual([]);
    journal.add(tick(700));
    await journal.clear();
    journal.add(tick(500));
    await journal.close();
    expect((await kept()).map(({ receivedTime }) => NOW_MS - receivedTime)).toEqual([500]);
  });

  test('are not worth a stop: a disk that takes none is one warning', async () => {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'ticks'), 'a file where the folder should be');
    for (let ago = 3; ago > 0; ago -= 1) {
      journal.add(tick(ago));
      await journal.close();
    }
    expect(memory.text().match(/quotes cannot be kept/g)).toHaveLength(1);
    expect(await kept()).toEqual([]);
    rmSync(join(dataDir, 'ticks'));
    journal.add(tick(2));
    await journal.close();
    expect(await kept()).toHaveLength(1);
    rmSync(join(dataDir, 'ticks'), { recursive: true });
    writeFileSync(join(dataDir, 'ticks'), 'a file again');
    journal.add(tick(1));
    await journal.close();
    expect(memory.text().match(/quotes cannot be kept/g)).toHaveLength(2);
  });
});
