import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { importRequest } from '../../tests/support/import-request.ts';
import { barWalk } from '../../tests/support/price-walks.ts';
import { brainOf, type EngineModel } from '../core/engine/model.ts';
import { importHistory } from './import/import-history.ts';
import { runHere } from '../../tests/support/run-here.ts';

const DAY_MS = 86_400_000;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-evaluate-'));
  await importWalk('eurusd-a', 1, Date.UTC(2018, 0, 7, 22));
  await importWalk('eurusd-b', 2, Date.UTC(2018, 5, 3, 21));
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Four and a half weeks from a Sunday 17:00 New York, with weekends. */
async function importWalk(name: string, seed: number, startMs: number): Promise<void> {
  const bars = barWalk({ seed, length: 32_000, startMs, fade: 0.4 });
  const lines = ['timestamp_ms_utc,open,high,low,close,volume'];
  for (let row = 0; row < bars.length; row += 1) {
    const prices = [bars.open, bars.high, bars.low, bars.close].map((column) =>
      ((column[row] as number) / 100_000).toFixed(5),
    );
    const weekendsMs = Math.floor(row / (5 * 1440)) * 2 * DAY_MS;
    lines.push(`${(bars.openTimeMs[row] as number) + weekendsMs},${prices.join(',')},0`);
  }
  const path = join(folder, `EURUSD_${name}.csv`);
  writeFileSync(path, `${lines.join('\n')}\n`);
  await importHistory(importRequest(join(folder, 'data'), path, { name }));
}

async function run(
  ...args: readonly string[]
): Promise<{ code: number | undefined; out: string; err: string }> {
  return runIn(join(folder, 'data'), args);
}

async function runIn(
  dataDir: string,
  args: readonly string[],
): Promise<{ code: number | undefined; out: string; err: string }> {
  vi.stubEnv('PIPCAST_DATA_DIR', dataDir);
  const { code, stdout: out, stderr: err } = await runHere(['evaluate', ...args]);
  return { code, out, err };
}

test('prints one JSON document, scored on what was not fitted', async () => {
  const { code, out } = await run('--fit', 'eurusd-a', '--score', 'eurusd-b', '--json');
  expect(code).toBe(0);
  const document = JSON.parse(out);
  expect(document).toMatchObject({ ok: true, mode: 'fit-score', fit: ['eurusd-a'], score: ['eurusd-b'] });
  expect(document.pooled.accuracy).toBeGreaterThan(0.55);
});

test('walks forward over everything without any option', async () => {
  const { code, out, err } = await run();
  expect(code).toBe(0);
  expect(out).toMatch(/^Engine \S+\. Walk-forward/);
  expect(out).toMatch(/^eurusd-b +[\d,]+ /m);
  expect(err).toBe('');
});

test('writes the model that it was asked for', async () => {
  const model = join(folder, 'model.json');
  const { code, out } = await run('--fit', 'eurusd-a', '--save-model', model, '--payout', '92');
  expect(code).toBe(0);
  expect(out).toContain('break-even is 52.08 %');
  expect(() => brainOf(JSON.parse(readFileSync(model, 'utf8')) as EngineModel)).not.toThrow();
});

describe('says what is wrong and what to do', () => {
  test.each([
    [['--fit', 'eurusd-c'], 3, 'There is no data set eurusd-c.\nThere are: eurusd-a, eurusd-b.'],
    [['--fit', 'eurusd-a', '--score', 'eurusd-a'], 2, 'cannot be both fitted on and scored'],
    [['--fit', 'eurusd-a,eurusd-b'], 2, 'Nothing is left to score'],
    [['--fit', 'eurusd-a,eurusd-a'], 2, 'eurusd-a is named twice'],
    [['--timeframe', '5s'], 2, 'Minute bars cannot settle a signal of 5s: eurusd-a, eurusd-b.'],
    [['--timeframe', '2s'], 2, '5s, 10s, 15s, 30s, 1min'],
    [['--payout', 'much'], 2, 'Give percent, such as 80.'],
    [
      ['--save-model', '/no/such/folder/model.json', '--fit', 'eurusd-a'],
      2,
      '/no/such/folder/model.json cannot be written',
    ],
  ])('%j', async (args, code, message) => {
    const ran = await run(...args);
    expect(ran.err).toContain(message);
    expect(ran.code).toBe(code);
  });

  test('when nothing was imported', async () => {
    expect(await runIn(join(folder, 'empty'), [])).toEqual({
      code: 3,
      out: '',
      err: 'There is no history to evaluate on.\nImport some first: pipcast import FILE\n',
    });
  });

  test('as one JSON document on standard error', async () => {
    const { out, err } = await run('--fit', 'eurusd-c', '--json');
    expect(out).toBe('');
    expect(JSON.parse(err)).toEqual({
      error: {
        code: 'not_found',
        message: 'There is no data set eurusd-c.',
        hint: 'There are: eurusd-a, eurusd-b.',
      },
    });
  });
});
