import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inTurn } from './turn.mjs';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipcast-turn-'));
  file = join(folder, 'ready.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Takes the turn and tells whom it waited for. */
async function take(): Promise<string[]> {
  const said: string[] = [];
  await inTurn(
    async () => {},
    (line) => said.push(line),
    file,
  );
  return said;
}

/** A process that takes the turn and never gives it back. */
async function startHolder() {
  const script = `import { inTurn } from ${JSON.stringify(new URL('turn.mjs', import.meta.url).href)};
    await inTurn(() => { console.log('mine'); return new Promise(() => setInterval(() => {}, 1000)); }, console.log, ${JSON.stringify(file)});`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  return holder;
}

it('gives the turn back, also when the work fails', async () => {
  await take();
  expect(existsSync(file)).toBe(false);
  const failing = inTurn(
    async () => {
      throw new Error('no network');
    },
    () => {},
    file,
  );
  await expect(failing).rejects.toThrow('no network');
  expect(existsSync(file)).toBe(false);
});

it('lets one work at a time', async () => {
  let working = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++working);
    await new Promise((resolve) => setImmediate(resolve));
    working--;
  };
  await Promise.all(Array.from({ length: 4 }, () => inTurn(work, () => {}, file)));
  expect(most).toBe(1);
});

it('waits for another process, says for which, and goes on when that one was killed', async () => {
  const holder = await startHolder();
  const taken = take();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect((await taken)[0]).toContain(`process ${holder.pid}`);
});

it('takes over from a holder that has not moved for long, even if another process has its id now', async () => {
  writeFileSync(file, `${process.pid} 0.5`);
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(file, longAgo, longAgo);
  expect(await take()).toEqual([]);
});
