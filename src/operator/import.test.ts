import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeFile, FILE_FORMATS, walkRows } from '../../tests/support/price-files.ts';
import { runImport } from './import/import-command.ts';
import { Output } from './output.ts';
import { commandIo, runHere } from '../../tests/support/run-here.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-cli-'));
  vi.stubEnv('PIPCAST_DATA_DIR', join(folder, 'data'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const format = (title: string) => {
  const found = FILE_FORMATS.find((one) => one.title === title);
  if (found === undefined) throw new Error(title);
  return found;
};
const ROWS = walkRows({ seed: 1, fromMs: Date.UTC(2018, 9, 8), rows: 120 });
const UNIFORM = encodeFile(format('uniform bars'), ROWS);
const GENERIC = encodeFile(format('generic CSV bars'), ROWS);

async function run(args: readonly string[]) {
  const { code, stdout: out, stderr: err } = await runHere(['import', ...args]);
  return { code, out, err };
}

function put(text: string, name = 'EURUSD.csv'): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe('pipcast import', () => {
  it('prints the data set name alone on standard output and the report on standard error', async () => {
    const ran = await run([put(UNIFORM), '--pair', 'EUR/USD', '--zone', 'UTC']);
    expect(ran).toMatchObject({ code: 0, out: 'eurusd-m1-2018-10-08-csv\n' });
    expect(ran.err).toContain('120 kept of 120');
    expect(ran.err).not.toContain('\u001b');
  });

  it('prints one JSON document with --json, and nothing else', async () => {
    const ran = await run([put(UNIFORM), '--pair', 'eurusd', '--zone', 'utc', '--json']);
    expect(JSON.parse(ran.out)).toMatchObject({ ok: true, name: 'eurusd-m1-2018-10-08-csv', rows: 120 });
    expect(ran.err).toBe('');
  });

  it('says that a file is known and ends well', async () => {
    const args = [put(UNIFORM), '--pair', 'EUR/USD'];
    await run(args);
    const again = await run(args);
    expect(again).toMatchObject({ code: 0, out: 'eurusd-m1-2018-10-08-csv\n' });
    expect(again.err).toContain('Nothing was added');
  });

  it.each([
    ['a missing file', ['none.csv', '--pair', 'EUR/USD', '--zone', 'UTC'], 7, 'no such file'],
    ['no file', [], 2, 'No file was given'],
    ['an unknown pair', ['x.csv', '--pair', 'BTC/USD'], 2, 'EUR/USD, USD/JPY'],
    ['an abbreviation for a zone', ['x.csv', '--zone', 'EST'], 2, 'America/New_York'],
    ['a data set that is not there', ['--remove', 'nothing'], 3, 'no data set nothing'],
  ])('%s ends with a code and a sentence', async (_title, args, code, words) => {
    const ran = await run(args);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(words);
    expect(ran.out).toBe('');
  });

  it('gives a refusal as JSON too, with code, line and hint', async () => {
    const ran = await run([put(UNIFORM.replace('1.1', 'NaN')), '--pair', 'EUR/USD', '--json']);
    expect(ran).toMatchObject({ code: 7, out: '' });
    expect(JSON.parse(ran.err)).toMatchObject({ error: { code: 'bad-lines', line: 2 } });
  });

  it('needs --pair and --zone, and says which', async () => {
    const ran = await run([put(GENERIC)]);
    expect(ran.code).toBe(2);
    expect(ran.err).toContain('--pair EUR/USD');
    const paired = await run([put(GENERIC), '--pair', 'EUR/USD']);
    expect(paired.code).toBe(2);
    expect(paired.err).toContain('--zone');
  });

  it('lists and removes', async () => {
    await run([put(UNIFORM), '--pair', 'EUR/USD']);
    expect((await run(['--list'])).out).toMatch(/^eurusd-m1-2018-10-08-csv {2}EUR\/USD +120 /m);
    expect(JSON.parse((await run(['--list', '--json'])).out)).toMatchObject({
      datasets: [{ rows: 120, pair: 'EUR/USD' }],
    });
    expect(await run(['--remove', 'eurusd-m1-2018-10-08-csv'])).toMatchObject({ code: 0, out: '' });
    expect((await run(['--list'])).out).toContain('Nothing was imported yet');
  });

  it('ends with 130 when it is stopped', async () => {
    const { io, written } = commandIo();
    const context = { io, output: new Output(io, false) };
    await expect(
      runImport(context, put(UNIFORM), { pair: 'EUR/USD' }, AbortSignal.abort()),
    ).rejects.toMatchObject({ code: 'interrupted' });
    expect((await written()).stdout).toBe('');
  });
});
