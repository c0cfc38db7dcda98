import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseNote, signatureProblem } from '../../../src/core/log/checkpoint.ts';
import { cosignatureOf } from '../../../src/core/log/cosignature.ts';
import { openWitnessKey } from '../../../src/operator/witness/witness-key.ts';
import { WitnessState } from '../../../src/operator/witness/witness-state.ts';
import { sha256, verifyEd25519 } from '../../../src/server/ledger/ed25519.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { post, type RunningWitness, startWitness, TestLog } from './witness-support.ts';

let folder: string;
let log: TestLog;
let witness: RunningWitness;
beforeEach(async () => {
  folder = makeTemporaryFolder();
  log = new TestLog().grow(300);
  witness = await startWitness(folder, [log.key]);
});
afterEach(async () => {
  await witness.stop();
  await removeTemporaryFolder(folder);
});

const send = async (body: string) => {
  const answer = await post(witness.url, body);
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.text() };
};
const stateFile = () => path.join(folder, 'w1.state');
const origin = () => createHash('sha256').update(log.key.name).digest('hex');

describe('a witness', () => {
  test('cosigns a log as it grows, and shows what it has cosigned last', async () => {
    for (const [old, size] of [
      [0, 1],
      [1, 200],
      [200, 257],
      [257, 257],
      [257, 300],
    ] as const) {
      const answer = await send(await log.request(old, size));
      expect(answer).toMatchObject({
        status: 200,
        body: expect.stringMatching(/^\u2014 w1\.example\.com \S+\n$/),
      });
      const note = `${log.checkpoint(size)}${answer.body}`;
      const parsed = parseNote(note);
      if (typeof parsed === 'string') throw new Error(parsed);
      expect(await cosignatureOf(parsed, sha256, witness.key, verifyEd25519)).toMatchObject({
        timeS: 1_700_000_000,
      });
      expect(await signatureProblem(note, sha256, log.key, verifyEd25519)).toBeUndefined();
      const shown = await fetch(`${witness.url}/${origin()}/checkpoint`);
      expect([shown.status, await shown.text()]).toEqual([200, note]);
    }
  });

  test('answers another old size than its own with its own', async () => {
    await send(await log.request(0, 100));
    expect(await send(await log.request(50, 200))).toEqual({
      status: 409,
      type: 'text/x.tlog.size',
      body: '100\n',
    });
    expect(await send(await log.request(0, 50))).toMatchObject({ status: 409, body: '100\n' });
  });

  test('never signs a fork, and keeps what proves it', async () => {
    await send(await log.request(0, 100));
    const fork = log.grow(200, { from: 99, word: 'another' });
    for (const size of [100, 101, 200]) {
      expect(await send(await fork.request(100, size))).toMatchObject({ status: size === 100 ? 409 : 422 });
    }
    expect(witness.events).toHaveLength(3);
    expect(witness.events[0]).toContain(JSON.stringify(fork.checkpoint(100)));
    expect((await send(await fork.request(101, 200))).body).toBe('100\n');
  });

  test.each<[string, number, () => Promise<string>]>([
    ['another log', 404, () => new TestLog('log.example.com/other').grow(3).request(0)],
    ['a log with the same name and another key', 403, () => new TestLog().grow(3).request(0)],
    [
      'a checkpoint that was altered',
      403,
      async () => (await log.request(0, 20)).replace('\n20\n', '\n21\n'),
    ],
    ['an old size above the new one', 400, () => log.request(9, 5)],
    ['no request', 400, async () => 'old 0\n'],
    ['a request that is too long', 413, async () => 'x'.repeat(200_000)],
  ])('answers %s with %i and remembers nothing', async (_what, status, body) => {
    expect((await send(await body())).status).toBe(status);
    expect((await fetch(`${witness.url}/${origin()}/checkpoint`)).status).toBe(404);
  });

  test('answers what is not UTF-8 with 400, another method with 405, another path with 404', async () => {
    expect((await post(witness.url, new Uint8Array([0xff, 0xfe]))).status).toBe(400);
    expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${witness.url}/`)).status).toBe(404);
  });

  test('of two requests at once that do not go together it cosigns one', async () => {
    await send(await log.request(0, 100));
    const honest = await log.request(100, 200);
    const shorter = await log.request(100, 150);
    const statuses = await Promise.all(
      [honest, shorter, honest, shorter].map(async (body) => (await send(body)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(3);
  });

  test('goes on from its file, and not from one of another witness or that was changed', async () => {
    await send(await log.request(0, 100));
    await witness.stop();
    witness = await startWitness(folder, [log.key]);
    expect((await send(await log.request(0, 200))).body).toBe('100\n');

    const stranger = openWitnessKey(path.join(folder, 'w2.key'), undefined).verifier;
    await expect(WitnessState.open(stateFile(), stranger)).rejects.toThrow(
      'is not cosigned by the key of this witness',
    );
    const text = readFileSync(stateFile(), 'utf8');
    for (const changed of [text.slice(0, -5), text.replace('\\n100\\n', '\\n10\\n'), '{"a": 1}', '[]]']) {
      writeFileSync(stateFile(), changed);
      await expect(WitnessState.open(stateFile(), witness.key)).rejects.toThrow('cannot be used');
    }
  });

  test('signs nothing that it cannot store, and nothing once another process has written its file', async () => {
    await send(await log.request(0, 100));
    const twin = await WitnessState.open(stateFile(), witness.key);
    const { head, note } = twin.latest(log.key.name) as NonNullable<ReturnType<WitnessState['latest']>>;
    twin.keep(head, `${note}${note.split('\n\n')[1]}`);
    expect((await send(await log.request(100, 200))).status).toBe(500);
    expect(witness.events.at(-1)).toContain('another process has written');

    writeFileSync(`${stateFile()}.new`, 'of a process that is writing just now');
    expect((await send(await log.request(100, 200))).status).toBe(500);
    rmSync(`${stateFile()}.new`);
  });
});

describe('the key of a witness', () => {
  test('is made once, is readable by its owner alone, and keeps its name', () => {
    const file = path.join(folder, 'new.key');
    const made = openWitnessKey(file, undefined);
    expect(made.verifier.name).toMatch(/^witness-[0-9a-f]{12}$/);
    expect(openWitnessKey(file, undefined).verifier).toEqual(made.verifier);
    expect(() => openWitnessKey(file, 'other.example.com')).toThrow('a key keeps its name');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('that was changed is refused', () => {
    const file = path.join(folder, 'new.key');
    openWitnessKey(file, 'a.example.com');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('+a.example', '+b.example'));
    expect(() => openWitnessKey(file, undefined)).toThrow('does not fit its id');
    writeFileSync(file, 'secret\n');
    expect(() => openWitnessKey(file, undefined)).toThrow('is not the key of a witness');
  });
});
