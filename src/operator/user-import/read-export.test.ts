import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExportFormatError, type ExportRow } from './hosted-user.ts';
import { readExport } from './read-export.ts';

/** The bytes in pieces of `size`, as a slow pipe would bring them. */
async function* pieces(content: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content as string);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(content: string | Uint8Array, size = 64): Promise<ExportRow[]> {
  const rows: ExportRow[] = [];
  for await (const row of readExport(pieces(content, size))) rows.push(row);
  return rows;
}

/** The rows that came before the error, and the error. */
async function readUntilError(content: string | Uint8Array): Promise<{ rows: ExportRow[]; error: unknown }> {
  const rows: ExportRow[] = [];
  try {
    for await (const row of readExport(pieces(content, 16))) rows.push(row);
  } catch (error) {
    return { rows, error };
  }
  throw new Error('the export was read to its end');
}

const row = (line: number, fields: Record<string, unknown>): ExportRow => ({ line, fields });
const MARA = { email: 'mara@example.com', encrypted_password: '$2a$10$hash' };

describe('every format holds any text', () => {
  // What people and programs put into names: quotes, line breaks, separators, escapes, other alphabets, emoji.
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({
      unit: fc.constantFrom(
        '"',
        "'",
        '\\',
        '\n',
        '\r\n',
        '\t',
        ',',
        ';',
        '{',
        '}',
        '[',
        '$',
        'N',
        '.',
        '-',
        'é',
      ),
    }),
  );
  const withoutLoneReturn = text.map((value) => value.replace(/\r(?!\n)/g, ''));
  const users = (values: fc.Arbitrary<string>) =>
    fc.array(fc.record({ email: values, encrypted_password: values, note: values }), {
      minLength: 1,
      maxLength: 8,
    });
  const writers = {
    csv: (rows: Record<string, string>[]) =>
      [
        'email,encrypted_password,note',
        ...rows.map((each) => Object.values(each).map(csvField).join(',')),
      ].join('\r\n'),
    'json array': (rows: object[]) => JSON.stringify(rows, null, 1),
    'json lines': (rows: object[]) => rows.map((each) => JSON.stringify(each)).join('\n'),
  };
  for (const [format, write] of Object.entries(writers)) {
    test(`${format}: what was written is read, whatever the pieces it arrives in`, async () => {
      await fc.assert(
        fc.asyncProperty(users(withoutLoneReturn), fc.integer({ min: 1, max: 40 }), async (rows, size) => {
          const result = await read(write(rows), size);
          expect(result.map((each) => ('fields' in each ? each.fields : each.problem))).toEqual(rows);
        }),
        { numRuns: 150 },
      );
    });
  }
});

describe('line numbers', () => {
  test('name the line a CSV row begins at, past empty lines and line breaks in fields', async () => {
    const rows = await read('email,encrypted_password\n\n\na,1\n\n"b\nb",2\nc,3\n', 3);
    expect(rows.map(({ line }) => line)).toEqual([4, 6, 8]);
  });

  test('name the line a JSON object begins at', async () => {
    expect((await read('[\n{"a":\n1},\n\n{"b":2}]')).map(({ line }) => line)).toEqual([2, 5]);
  });
});

describe('CSV', () => {
  test('takes semicolons, tabs, a byte order mark and headings in capitals', async () => {
    const expected = [row(2, MARA)];
    expect(await read(`\ufeffEmail;Encrypted_Password\r\n${MARA.email};${MARA.encrypted_password}`)).toEqual(
      expected,
    );
    expect(await read(`email\tencrypted_password\n${MARA.email}\t${MARA.encrypted_password}\n`)).toEqual(
      expected,
    );
  });

  test('a row with another number of fields is a problem of that row alone', async () => {
    expect(await read('email,encrypted_password\na\nb,2\nc,3,x\n')).toEqual([
      { line: 2, problem: '1 fields where the heading has 2' },
      row(3, { email: 'b', encrypted_password: '2' }),
      { line: 4, problem: '3 fields where the heading has 2' },
    ]);
  });

  test('broken quotes end the reading at their row; the rows before are all there', async () => {
    const good = Array.from({ length: 100 }, (_, index) => `u${index}@example.com,hash\n`).join('');
    for (const broken of ['"never closed,x\ny,z\n', '"closed"early,x\n', 'in"side,x\n']) {
      const { rows, error } = await readUntilError(`email,encrypted_password\n${good}${broken}`);
      expect(rows).toHaveLength(100);
      expect(error).toBeInstanceOf(ExportFormatError);
      expect((error as ExportFormatError).line).toBe(102);
    }
  });

  test('without the columns that an account needs it is refused before any row', async () => {
    const { error } = await readUntilError('id,email,created_at\n1,a,b\n');
    expect((error as Error).message).toMatch(/^no column "encrypted_password"/);
  });

  test('with two e-mail columns it is refused: which one counts cannot be known', async () => {
    const { error } = await readUntilError('email,encrypted_password,email\na,b,c\n');
    expect((error as Error).message).toMatch(/more than one column "email"/);
  });
});

describe('JSON', () => {
  test('a broken object is a problem of that object alone', async () => {
    expect(await read('[{"a":1},{"a":},{"a":3}]')).toEqual([
      row(1, { a: 1 }),
      { line: 1, problem: 'not valid JSON' },
      row(1, { a: 3 }),
    ]);
    expect(await read('{"a":1}\nnonsense\n\n[1]\n{"a":3}')).toEqual([
      row(1, { a: 1 }),
      { line: 2, problem: 'not valid JSON' },
      { line: 4, problem: 'not a JSON object' },
      row(5, { a: 3 }),
    ]);
  });

  test('a file that was cut off says where', async () => {
    expect((await readUntilError('[{"a":1},\n{"a":')).error).toMatchObject({ line: 2 });
    expect((await readUntilError('[{"a":1},\n')).error).toMatchObject({ line: 2 });
    expect((await readUntilError('[{"a":1}] more')).error).toMatchObject({ line: 1 });
  });

  test("the admin API's list of users is recognised and explained", async () => {
    for (const list of ['{"users":[{"id":1}],"aud":"authenticated"}', '{\n  "users": [\n    {"id": 1}]}']) {
      expect(((await readUntilError(list)).error as Error).message).toMatch(/never holds password hashes/);
    }
  });
});

describe('the file as a whole', () => {
  test('gzip is unpacked; a broken one is refused', async () => {
    const packed = gzipSync(`email,encrypted_password\n${MARA.email},${MARA.encrypted_password}\n`);
    expect(await read(packed, 7)).toEqual([row(2, MARA)]);
    expect(((await readUntilError(packed.subarray(0, 30))).error as Error).message).toMatch(
      /gzip file is broken/,
    );
  });

  test('what cannot be an export says what it is instead', async () => {
    const refusals: [string | Uint8Array, RegExp][] = [
      ['', /empty/],
      ['  \n', /empty/],
      ['hello\nworld', /not an export/],
      [Buffer.from('email,encrypted_password\nm\xfcra,x', 'latin1'), /not UTF-8/],
      [Buffer.from('\ufeffemail', 'utf16le'), /not UTF-8/],
      ['COPY auth.users (email, encrypted_password) FROM stdin;\na\tb\n', /not an export/],
    ];
    for (const [content, message] of refusals) {
      const { error } = await readUntilError(content);
      expect(error).toBeInstanceOf(ExportFormatError);
      expect((error as Error).message).toMatch(message);
    }
  });

  test('a source that fails passes its own error on', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('email,encrypted_password\n');
      throw new Error('the disk went away');
    }
    const all = async () => {
      for await (const each of readExport(failing())) void each;
    };
    await expect(all()).rejects.toThrow('the disk went away');
  });
});

function csvField(value: string): string {
  return /[",\n\r]/.test(value) || value === '' ? `"${value.replaceAll('"', '""')}"` : value;
}
