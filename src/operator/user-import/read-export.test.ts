import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ExportFormatError, type ExportRow } from './hosted-user.ts';
import { readExport } from './read-export.ts';
import { runs } from '../../../tests/support/rounds.ts';

const read = (content: string | Uint8Array): readonly ExportRow[] =>
  readExport(Buffer.from(content as string)).rows;

function errorOf(content: string | Uint8Array): ExportFormatError {
  try {
    read(content);
  } catch (error) {
    if (error instanceof ExportFormatError) return error;
    throw error;
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
    test(`${format}: what was written is read`, () => {
      fc.assert(
        fc.property(users(withoutLoneReturn), (rows) => {
          const result = read(write(rows));
          expect(result.map((each) => ('fields' in each ? each.fields : each.problem))).toEqual(rows);
        }),
        { numRuns: runs(30, 150) },
      );
    });
  }
});

describe('the number of a row', () => {
  test('is the line a CSV row begins at, past empty lines and line breaks in fields', () => {
    const rows = read('email,encrypted_password\n\n\na,1\n\n"b\nb",2\nc,3\n');
    expect(rows.map(({ line }) => line)).toEqual([4, 6, 8]);
  });

  test('is the line of an object, or its place in an array', () => {
    expect(read('{"a":1}\n\n{"b":2}').map(({ line }) => line)).toEqual([1, 3]);
    const { unit, rows } = readExport(Buffer.from('[\n{"a":\n1},\n\n{"b":2}]'));
    expect([unit, rows.map(({ line }) => line)]).toEqual(['object', [1, 2]]);
  });
});

describe('CSV', () => {
  test('takes semicolons, tabs, a byte order mark and headings in capitals', () => {
    const expected = [row(2, MARA)];
    expect(read(`\ufeffEmail;Encrypted_Password\r\n${MARA.email};${MARA.encrypted_password}`)).toEqual(
      expected,
    );
    expect(read(`email\tencrypted_password\n${MARA.email}\t${MARA.encrypted_password}\n`)).toEqual(expected);
  });

  test('a row with another number of fields is a problem of that row alone', () => {
    expect(read('email,encrypted_password\na\nb,2\nc,3,x\n')).toEqual([
      { line: 2, problem: '1 fields where the heading has 2' },
      row(3, { email: 'b', encrypted_password: '2' }),
      { line: 4, problem: '3 fields where the heading has 2' },
    ]);
  });

  test('broken quotes refuse the file and name their row', () => {
    const good = Array.from({ length: 100 }, (_, index) => `u${index}@example.com,hash\n`).join('');
    for (const broken of ['"never closed,x\ny,z\n', '"closed"early,x\n', 'in"side,x\n'])
      expect(errorOf(`email,encrypted_password\n${good}${broken}`).line).toBe(102);
  });

  test('without the columns that an account needs it is refused before any row', () => {
    const error = errorOf('id,email,created_at\n1,a,b\n');
    expect(error.message).toMatch(/^no column "encrypted_password"/);
  });

  test('with two e-mail columns it is refused: which one counts cannot be known', () => {
    const error = errorOf('email,encrypted_password,email\na,b,c\n');
    expect(error.message).toMatch(/more than one column "email"/);
  });
});

describe('JSON', () => {
  test('a broken line is a problem of that line alone', () => {
    expect(read('{"a":1}\nnonsense\n\n[1]\n{"a":3}')).toEqual([
      row(1, { a: 1 }),
      { line: 2, problem: 'not valid JSON' },
      { line: 4, problem: 'not a JSON object' },
      row(5, { a: 3 }),
    ]);
    expect(read('[{"a":1},[2]]')).toEqual([row(1, { a: 1 }), { line: 2, problem: 'not a JSON object' }]);
  });

  test('an array that is broken or was cut off is refused', () => {
    for (const broken of ['[{"a":1},\n{"a":', '[{"a":1},\n', '[{"a":1}] more', '[{"a":1},{"a":}]'])
      expect(errorOf(broken).message).toMatch(/broken or cut off/);
  });

  test("the admin API's list of users is recognised and explained", () => {
    for (const list of ['{"users":[{"id":1}],"aud":"authenticated"}', '{\n  "users": [\n    {"id": 1}]}']) {
      expect(errorOf(list).message).toMatch(/never holds password hashes/);
    }
  });
});

describe('the file as a whole', () => {
  test('gzip is unpacked; a broken one is refused', () => {
    const packed = gzipSync(`email,encrypted_password\n${MARA.email},${MARA.encrypted_password}\n`);
    expect(read(packed)).toEqual([row(2, MARA)]);
    expect(errorOf(packed.subarray(0, 30)).message).toMatch(/gzip file is broken/);
  });

  test('what cannot be an export says what it is instead', () => {
    const refusals: [string | Uint8Array, RegExp][] = [
      ['', /empty/],
      ['  \n', /empty/],
      ['hello\nworld', /not an export/],
      [Buffer.from('email,encrypted_password\nm\xfcra,x', 'latin1'), /not UTF-8/],
      [Buffer.from('\ufeffemail', 'utf16le'), /not UTF-8/],
      ['COPY auth.users (email, encrypted_password) FROM stdin;\na\tb\n', /not an export/],
    ];
    for (const [content, message] of refusals) {
      const error = errorOf(content);
      expect(error.message).toMatch(message);
    }
  });
});

function csvField(value: string): string {
  return /[",\n\r]/.test(value) || value === '' ? `"${value.replaceAll('"', '""')}"` : value;
}
