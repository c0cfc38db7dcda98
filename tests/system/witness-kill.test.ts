import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifierKeyText } from '../../src/core/log/checkpoint.ts';
import { parseCosignerKey } from '../../src/core/log/cosignature.ts';
import { sha256 } from '../../src/server/ledger/ed25519.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { post, TestLog } from '../server/witness/witness-support.ts';
import { COMMAND } from './support/pipcast-command.ts';

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  await kill();
  await removeTemporaryFolder(folder);
});

async function start(log: TestLog): Promise<{ vkey: string; url: string }> {
  const file = (name: string) => path.join(folder, name);
  const flags = ['--port=0', `--state=${file('state')}`, `--key=${file('key')}`, '--json'];
  const args = [COMMAND, 'witness', ...flags, `--log=${verifierKeyText(sha256, log.key)}`];
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let text = '';
  while (!text.includes('\n}') && !text.endsWith('}\n')) {
    const [part] = (await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data')) as [Buffer];
    text += part.toString();
  }
  return JSON.parse(text) as { vkey: string; url: string };
}

async function kill(): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('a witness that is killed while it cosigns goes on under the same key and signs no fork of what it had answered', async () => {
  const log = new TestLog().grow(400);
  const first = await start(log);
  expect(parseCosignerKey(sha256, first.vkey)?.name).toMatch(/^witness-/);
  let known = 0;
  // The last of them is under way when it is killed.
  for (let size = 10; size <= 400; size += 10) {
    const sending = post(first.url, await log.request(known, size)).then(
      (answer) => answer.status,
      () => 0,
    );
    if (size === 400) await kill();
    const status = await sending;
    if (status === 200) known = size;
  }
  expect(known).toBeGreaterThanOrEqual(390);

  const again = await start(log);
  expect(again.vkey).toBe(first.vkey);
  const answer = await post(again.url, await log.request(0, 400));
  const size = Number(await answer.text());
  expect(answer.status).toBe(409);
  // What was answered is remembered; what was under way may have been stored without having been answered.
  expect([390, 400]).toContain(size);
  expect(size).toBeGreaterThanOrEqual(known);
  const other = log.grow(300, { from: 200, word: 'another' });
  expect((await post(again.url, await other.request(size, 450))).status).toBe(422);
  expect((await post(again.url, await other.request(size, size))).status).toBe(409);
});
