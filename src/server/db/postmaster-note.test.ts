import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeStaleNote } from './postmaster-note.ts';

let folder: string;
let note: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pipcast-note-'));
  note = path.join(folder, 'postmaster.pid');
});
afterEach(() => rmSync(folder, { recursive: true }));

// Elsewhere a process is known by its name, and this one has another.
test.skipIf(process.platform !== 'linux')(
  'a note that is empty because PostgreSQL is just writing it is left alone',
  async () => {
    const writer = spawn('sleep', ['60'], { cwd: folder, stdio: 'ignore' });
    try {
      const file = openSync(note, 'w');
      const removing = removeStaleNote(folder, AbortSignal.timeout(10_000));
      writeSync(file, `${writer.pid}\n${folder}\n0\n5432\n`);
      closeSync(file);
      await removing;
      expect(existsSync(note)).toBe(true);
    } finally {
      writer.kill();
    }
  },
);
