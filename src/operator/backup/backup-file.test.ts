import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BackupText, END_OF_ROWS, MOST_LINE_BYTES } from './backup-file.ts';

/** A row as COPY writes it: a backslash of the data is two, and no row has a newline. */
const row = fc.string({ unit: fc.constantFrom('a', '\\\\', '.', '\t', '\\n', 'é') });

test('lines and rows come out as they were written, wherever the chunks are cut', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(row)),
      fc.array(fc.integer({ min: 1, max: 9 })),
      async (tables, cuts) => {
        const written = tables.map((rows) => rows.map((each) => `${each}\n`).join(''));
        const all = Buffer.from(written.map((rows, at) => `{"table":${at}}\n${rows}${END_OF_ROWS}`).join(''));
        const text = new BackupText(cutUp(all, cuts));
        for (const [at, rows] of written.entries()) {
          expect(await text.json()).toEqual({ table: at });
          const read: Buffer[] = [];
          for await (const piece of text.rows()) read.push(piece);
          expect(Buffer.concat(read).toString()).toBe(rows);
        }
        await expect(text.json()).rejects.toThrow('ends too early');
      },
    ),
  );
});

test('a line without an end is given up, not read into memory', async () => {
  let read = 0;
  const endless = async function* () {
    for (;;) {
      read += 1;
      yield Buffer.alloc(1024 ** 2, 'x');
    }
  };
  await expect(new BackupText(endless()).json()).rejects.toThrow('a line that is too long');
  await expect(new BackupText(endless()).rows().next()).rejects.toThrow('a line that is too long');
  expect(read).toBeLessThan((2 * MOST_LINE_BYTES) / 1024 ** 2 + 4);
});

async function* cutUp(all: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0;
  for (const cut of cuts) {
    yield all.subarray(from, from + cut);
    from += cut;
  }
  yield all.subarray(from);
}
