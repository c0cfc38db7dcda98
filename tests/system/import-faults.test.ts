import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listDatasets, readDataset } from '../../src/server/market/dataset-store.ts';
import { encodeFile, FILE_FORMATS, type FileFormat, walkRows } from '../support/price-files.ts';
import { rounds } from '../support/rounds.ts';
import { cleanEnvironment } from '../../scripts/server-process.mjs';
import { COMMAND } from './support/pipcast-command.ts';

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-faults-'));
  dataDir = join(folder, 'data');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const UNIFORM = FILE_FORMATS.find(({ title }) => title === 'uniform ticks') as FileFormat;
const MONDAY_MS = Date.UTC(2018, 9, 8);

/**
 * Has a process say at its end the most memory that it has held. What Linux calls so elsewhere begins with what its parent held when
 * it made it.
 */
const REPORT_PEAK = `data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs';
  process.on('exit', () => {
    const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
    const kb = /^VmHWM:\\s*(\\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
    process._rawDebug('peak', Number(kb) * 1024);
  });`)}`;

/** Spread evenly over a run, from its first sign to its end. */
const KILLS = rounds(3, 12);

function start(args: readonly string[], shell = ''): ChildProcess & { readonly text: () => string } {
  const command = [COMMAND, 'import', ...args];
  const env = { ...cleanEnvironment(), PIPCAST_DATA_DIR: dataDir, NODE_OPTIONS: `--import=${REPORT_PEAK}` };
  const child =
    shell === ''
      ? spawn(process.execPath, command, { env })
      : spawn('sh', ['-c', `${shell} exec "$0" "$@"`, process.execPath, ...command], { env });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return Object.assign(child, { text: () => text });
}

function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('close', resolve));
}

function entries(): readonly string[] {
  try {
    return readdirSync(join(dataDir, 'history'));
  } catch {
    return [];
  }
}

/** Waits for what a run makes first, beside what others have left; or for its end. */
async function signOf(child: ChildProcess, left: readonly string[]): Promise<void> {
  const isThere = () => entries().some((entry) => entry.startsWith('.incoming-') && !left.includes(entry));
  while (!isThere() && child.exitCode === null) await wait(2);
}

function put(rows: number, seed = 1): string {
  const path = join(folder, `EURUSD-${seed}.csv`);
  writeFileSync(path, encodeFile(UNIFORM, walkRows({ seed, fromMs: MONDAY_MS, rows, stepMs: 250 })));
  return path;
}

describe('an import that is killed', () => {
  it('at any moment leaves either nothing or the whole data set, and the next run cleans up', async () => {
    const args = [put(150_000), '--pair', 'EUR/USD'];
    // How long a run takes from its first sign to its end is different on each machine, and says when to kill the others.
    const whole = start(args);
    const wholeEnd = ended(whole);
    await signOf(whole, []);
    const signAt = performance.now();
    expect([await wholeEnd, whole.text()]).toEqual([0, expect.stringContaining('150,000 kept')]);
    const wholeMs = performance.now() - signAt;
    rmSync(dataDir, { recursive: true });

    for (let kill = 0; kill <= KILLS; kill += 1) {
      const left = entries();
      const child = start(args);
      const end = ended(child);
      await signOf(child, left);
      await wait((kill / KILLS) * wholeMs);
      child.kill('SIGKILL');
      await end;
      const listed = await listDatasets(dataDir);
      expect(listed.length).toBeLessThanOrEqual(1);
      if (listed[0] === undefined) continue;
      const { meta } = await readDataset(dataDir, listed[0].name);
      expect(meta.rows).toBe(150_000);
      break;
    }
    const last = start(args);
    expect(await ended(last), last.text()).toBe(0);
    expect(entries().filter((entry) => entry.startsWith('.'))).toEqual([]);
    const [{ name = '' } = {}, ...others] = await listDatasets(dataDir);
    expect([(await readDataset(dataDir, name)).meta.rows, others]).toEqual([150_000, []]);
  });
});

describe('two imports of one file in two processes', () => {
  it('store it once, and each says where it is or that another run was faster', async () => {
    const path = put(100_000);
    const children = [start([path, '--pair', 'EUR/USD']), start([path, '--pair', 'EUR/USD'])];
    const ends = await Promise.all(children.map(ended));
    const [only, ...others] = await listDatasets(dataDir);
    expect([(await readDataset(dataDir, only?.name ?? '')).meta.rows, others]).toEqual([100_000, []]);
    expect(ends).toContain(0);
    for (const child of children) expect(child.text()).toContain(only?.name);
  });
});

describe('an import that runs out of room', () => {
  it.skipIf(process.platform === 'win32')('says so, stores nothing and leaves nothing', async () => {
    // A limit on file size stands in for a full disk: the system refuses the write in the same way.
    const child = start([put(200_000), '--pair', 'EUR/USD'], 'trap "" XFSZ; ulimit -f 512;');
    expect(await ended(child)).toBe(1);
    expect(child.text()).toContain('no space left');
    expect(entries()).toEqual([]);
  });
});

describe('a file larger than memory should hold', () => {
  it('is imported from a pipe in bounded memory', async () => {
    const child = start(['-', '--pair', 'EUR/USD', '--zone', 'UTC']);
    const end = ended(child);
    const input = child.stdin;
    input?.write('timestamp_ms_utc,bid,ask\n');
    const rows = rounds(2_000_000, 4_500_000);
    for (let from = 0; from < rows; from += 20_000) {
      const lines: string[] = [];
      for (let row = from; row < from + 20_000; row += 1) {
        const bid = 1.1 + ((row * 7919) % 1000) / 100_000;
        lines.push(`${MONDAY_MS + row * 40},${bid.toFixed(5)},${(bid + 0.0001).toFixed(5)}\n`);
      }
      if (input?.write(lines.join('')) === false)
        await new Promise((resolve) => input.once('drain', resolve));
    }
    input?.end();
    expect([await end, child.text()]).toEqual([
      0,
      expect.stringContaining(`${rows.toLocaleString('en')} kept`),
    ]);
    const [meta] = await listDatasets(dataDir);
    expect(meta?.rows).toBe(rows);
    const peak = Number(/peak (\d+)/.exec(child.text())?.[1]);
    // The file alone has 33 bytes a row.
    expect(peak).toBeLessThan(rounds(165, 300) << 20);
  });
});
