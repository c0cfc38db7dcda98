import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { importFolder } from '../../../tests/support/import-folder.ts';
import { importRequest } from '../../../tests/support/import-request.ts';
import { fileFormat, GENERIC, MONDAY_MS, TWO_HOURS, UNIFORM } from '../../../tests/support/import-rows.ts';
import { encodeFile, walkRows } from '../../../tests/support/price-files.ts';
import { HOUR_MS } from '../../core/time/instant.ts';
import { ImportRefusal, listDatasets, readDataset } from '../../server/market/dataset-store.ts';
import { importHistory } from './import-history.ts';
import { importDocument, importReport } from './import-command.ts';

const { dataDir, put, run, stored, refused, leftovers } = importFolder();

describe('an import', () => {
  it('stores what the file holds, on UTC, to the last digit', async () => {
    const outcome = await stored(encodeFile(GENERIC, TWO_HOURS), { zone: 'UTC+2' });
    const dataset = await readDataset(dataDir(), outcome.meta.name);
    if (dataset.kind !== 'm1') throw new Error('are ticks');
    expect([...dataset.bars.openTimeMs]).toEqual(TWO_HOURS.map(({ timeMs }) => timeMs - 2 * HOUR_MS));
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
      encodeFile(UNIFORM, walkRows({ seed: 8, fromMs: MONDAY_MS + HOUR_MS, rows: 120 })),
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
    for (const given of [{}, { file: 'copy-EURUSD.csv' }, { name: 'other' }]) {
      expect(await run(text, given)).toMatchObject({
        status: 'known',
        sameFile: true,
        meta: { name: meta.name },
      });
    }
    expect(await run(gzipSync(text))).toMatchObject({ status: 'known', meta: { name: meta.name } });
    expect(await listDatasets(dataDir())).toHaveLength(1);
  });

  it('is recognised in another layout by its prices', async () => {
    const { meta } = await stored(encodeFile(UNIFORM, TWO_HOURS));
    const again = await run(encodeFile(fileFormat('MetaTrader 4 bars'), TWO_HOURS));
    expect(again).toMatchObject({ status: 'known', sameFile: false, meta: { name: meta.name } });
  });

  it('is refused on another clock, with the way out', async () => {
    await stored(encodeFile(GENERIC, TWO_HOURS));
    await expect(run(encodeFile(GENERIC, TWO_HOURS), { zone: 'UTC+2' })).rejects.toMatchObject({
      code: 'name-taken',
      hint: expect.stringContaining('--remove') as string,
    });
  });

  it('is stored once by runs at the same time, and the others say what to do', async () => {
    const path = put(encodeFile(UNIFORM, TWO_HOURS));
    const runs = await Promise.allSettled(
      Array.from({ length: 4 }, () => importHistory(importRequest(dataDir(), path))),
    );
    const ends = runs.map((each) =>
      each.status === 'fulfilled' ? each.value.status : (each.reason as ImportRefusal).code,
    );
    expect(ends.filter((end) => end === 'stored')).toHaveLength(1);
    expect(ends.filter((end) => !['stored', 'known', 'name-taken'].includes(end))).toEqual([]);
    expect(await listDatasets(dataDir())).toHaveLength(1);
  });
});

describe('the folder', () => {
  it('that cannot be made is reported', async () => {
    writeFileSync(dataDir(), 'a file where the folder should be');
    const error: unknown = await run(encodeFile(UNIFORM, TWO_HOURS)).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'cannot-write',
      message: expect.stringContaining(dataDir()) as string,
    });
  });

  it('is cleared of what a killed run left, and such a run is never listed', async () => {
    const abandoned = join(dataDir(), 'history', `.incoming-${process.pid}`);
    mkdirSync(abandoned, { recursive: true });
    mkdirSync(join(dataDir(), 'history', 'half-made'));
    expect(await listDatasets(dataDir())).toEqual([]);
    const { meta } = await stored(encodeFile(UNIFORM, TWO_HOURS), { name: undefined });
    expect((await listDatasets(dataDir())).map(({ name }) => name)).toEqual([meta.name]);
  });

  it('is left as it was when the run is stopped', async () => {
    const stop = new AbortController();
    const text = encodeFile(UNIFORM, walkRows({ seed: 1, fromMs: MONDAY_MS, rows: 5000 }));
    const piped = new Readable({ read: () => undefined });
    const work = importHistory(importRequest(dataDir(), '-', { stdin: piped, signal: stop.signal }));
    piped.push(text.slice(0, 90_000));
    stop.abort(new ImportRefusal('interrupted', 'Stopped.', 'Start again.'));
    piped.push(text.slice(90_000));
    piped.push(null);
    expect(await refused(work)).toMatchObject({ code: 'interrupted' });
  });
});
