import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeStaleLocks } from './postmaster.ts';

let folder: string;
const programs: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pipcast-note-'));
});
afterEach(() => {
  for (const program of programs.splice(0)) program.kill();
  rmSync(folder, { recursive: true });
});

function run(cwd: string): number {
  const program = spawn('sleep', ['60'], { cwd, stdio: 'ignore' });
  programs.push(program);
  return program.pid ?? 0;
}

const remove = () => removeStaleLocks(folder, AbortSignal.timeout(10_000));
const textOf = (pid: number) => `${pid}\n${folder}\n0\n5432\n`;

// Elsewhere a process is known by its name, and these have another.
describe.skipIf(process.platform !== 'linux').each(['postmaster.pid', '.s.PGSQL.5432.lock'])('%s', (name) => {
  const file = () => path.join(folder, name);

  test('that names a process in the folder is left alone', async () => {
    writeFileSync(file(), textOf(run(folder)));
    await remove();
    expect(existsSync(file())).toBe(true);
  });

  test('that is empty because PostgreSQL is just writing it is left alone', async () => {
    const pid = run(folder);
    const descriptor = openSync(file(), 'w');
    const removing = remove();
    writeSync(descriptor, textOf(pid));
    closeSync(descriptor);
    await removing;
    expect(existsSync(file())).toBe(true);
  });

  test.each([
    ['another program', () => textOf(run('/'))],
    ['a thread of our own', () => textOf(Number(readdirSync('/proc/self/task').at(-1)))],
    ['no process', () => textOf(4_194_305)],
    ['nothing, being torn', () => '\0'.repeat(90)],
  ])('that names %s is removed', async (_, text) => {
    writeFileSync(file(), text());
    await remove();
    expect(existsSync(file())).toBe(false);
  });
});
